import { type Message, message } from '../../../contract/messages/message.ts';
import type { ConnectionTarget } from '../connector.ts';

/** The server and database that a message is about. */
export interface Place {
  engine: string;
  host: string;
  port: number;
  database: string;
  username: string;
}

export const placeOf = (
  { name, defaultPort }: { name: string; defaultPort: number },
  target: ConnectionTarget,
): Place => ({
  engine: name,
  host: target.host.trim().replace(/^\[(.*)\]$/, '$1'),
  port: target.port ?? defaultPort,
  database: target.database,
  username: target.username,
});

/** Such as `PostgreSQL at db.example:5432`. */
export const subjectOf = (place: Place): Message =>
  message('place.at', { engine: place.engine, address: addressOf(place) });

export const addressOf = ({ host, port }: Place): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** What messages call the database of a place. */
export const databaseOf = ({ database }: Place): Message => message('place.database', { database });

export const userOf = ({ username }: Place): Message => message('place.user', { user: username });
