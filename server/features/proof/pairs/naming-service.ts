import type { Db } from '../../../platform/db/store.ts';
import { compileNames, mapSchemas } from './naming.ts';
import { readRules } from './propose.ts';
import { countPaired } from './schema-map.ts';

/** What a project's rules and pairs say of names that are in no pair themselves. */
export interface Naming {
  rename(name: string): string;
  /** The target schema of a source schema; null where nobody knows. */
  schemaOf(schema: string): string | null;
}

/** @param targetSchemas - those that the target has */
export async function readNaming(
  db: Db,
  projectId: number,
  targetSchemas: ReadonlySet<string>,
): Promise<Naming> {
  const rules = await readRules(db, projectId);
  const byRules = mapSchemas(rules, targetSchemas);
  const paired = (await countPaired(db, projectId)).toSorted((a, b) => a.count - b.count);
  // The last one counts: where most of its objects went.
  const byPairs = new Map(
    paired.filter(({ to }) => targetSchemas.has(to)).map(({ from, to }) => [from, to]),
  );
  return {
    rename: compileNames(rules.names) ?? ((name) => name),
    schemaOf: (schema) => byRules(schema) ?? byPairs.get(schema) ?? null,
  };
}
