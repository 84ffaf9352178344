import type { Connection } from '../connector.ts';
import type { Engine } from '../engine.ts';

/** The schemas that a connection is about. */
export interface Scope {
  /** Ordered by name, the one that the connection names first. */
  schemas: string[];
  /** Databases of the same server that the connection does not name. */
  others: string[];
  /** Whether every schema that the connection could reach is meant, so that a hidden one matters. */
  isWhole: boolean;
}

/**
 * Where an engine's schemas are the databases of a server, a connection is about the one that it names, and about those
 * that are in use; otherwise about all schemas.
 * @param database - the database that the connection names
 * @param listUsed - further schemas in use, such as those with imported objects
 */
export async function readScope(
  connection: Pick<Connection, 'listSchemas'>,
  { home }: Pick<Engine, 'home'>,
  database: string | null,
  listUsed: () => Promise<readonly string[]>,
): Promise<Scope> {
  const all = await connection.listSchemas();
  const named = home === 'database' && database !== null ? findNamed(all, database) : undefined;
  if (named === undefined) return { schemas: all, others: [], isWhole: true };
  const rest = all.filter((schema) => schema !== named);
  const used = rest.length > 0 ? new Set(await listUsed()) : new Set();
  return {
    schemas: [named, ...rest.filter((schema) => used.has(schema))],
    others: rest.filter((schema) => !used.has(schema)),
    isWhole: false,
  };
}

/** A server may keep its names in lower case whatever a connection says. */
const findNamed = (schemas: readonly string[], database: string): string | undefined =>
  schemas.find((schema) => schema === database) ??
  schemas.find((schema) => schema === database.toLowerCase());

/** All of a scope, for those who ask for the databases of the whole server. */
export const widen = ({ schemas, others }: Scope): Scope => ({
  schemas: [...schemas, ...others],
  others: [],
  isWhole: true,
});
