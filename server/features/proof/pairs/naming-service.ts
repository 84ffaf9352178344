import type { Db } from '../../../platform/db/store.ts';
import { compileNames, mapSchemas } from './naming.ts';
import { readRules } from './propose.ts';
import { countPaired } from './schema-map.ts';

/** How names and schemas that are in no pair map to the target, by a project's rules and pairs. */
export interface Naming {
  rename(name: string): string;
  /** The target schema of a source schema; null where unknown. */
  schemaOf(schema: string): string | null;
}

/** @param targetSchemas - schemas that exist on the target */
export async function readNaming(
  db: Db,
  projectId: number,
  targetSchemas: ReadonlySet<string>,
): Promise<Naming> {
  const rules = await readRules(db, projectId);
  const byRules = mapSchemas(rules, targetSchemas);
  const paired = (await countPaired(db, projectId)).toSorted((a, b) => a.count - b.count);
  // Sorted by count, so the last entry wins: the schema that most objects went to.
  const byPairs = new Map(
    paired.filter(({ to }) => targetSchemas.has(to)).map(({ from, to }) => [from, to]),
  );
  return {
    rename: compileNames(rules.names) ?? ((name) => name),
    schemaOf: (schema) => byRules(schema) ?? byPairs.get(schema) ?? null,
  };
}
