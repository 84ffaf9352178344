import type { ConnectionTarget } from './connector.ts';

/** Whom a message speaks of. */
export interface Place {
  engine: string;
  host: string;
  port: number;
  database: string;
  username: string;
}

export const placeOf = (engine: string, target: ConnectionTarget, defaultPort: number): Place => ({
  engine,
  host: target.host.trim().replace(/^\[(.*)\]$/, '$1'),
  port: target.port ?? defaultPort,
  database: target.database,
  username: target.username,
});

/** Such as `PostgreSQL at db.example:5432`. */
export const subjectOf = (place: Place): string =>
  `${place.engine} at ${place.host.includes(':') ? `[${place.host}]` : place.host}:${place.port}`;
