import type { Db } from '../../../platform/db/store.ts';
import { compileNames, mapSchemas } from './naming.ts';
import { readRules } from './propose.ts';

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
  const rows = await db
    .selectFrom('object as source')
    .innerJoin('object as target', 'target.pair_id', 'source.pair_id')
    .select(['source.schema_name as from', 'target.schema_name as to'])
    .where('source.project_id', '=', projectId)
    .where('source.side', '=', 'source')
    .where('target.side', '=', 'target')
    .groupBy(['source.schema_name', 'target.schema_name'])
    .orderBy(({ fn }) => fn.countAll(), 'asc')
    .execute();
  // The last one counts: where most of its objects went.
  const byPairs = new Map(
    rows.filter(({ to }) => targetSchemas.has(to)).map(({ from, to }) => [from, to]),
  );
  return {
    rename: compileNames(rules.names) ?? ((name) => name),
    schemaOf: (schema) => byRules(schema) ?? byPairs.get(schema) ?? null,
  };
}
