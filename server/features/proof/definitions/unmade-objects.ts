import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { MAX_REPAIRS } from '../../../../contract/proof/definitions.ts';
import type { Db } from '../../../platform/db/store.ts';
import type { TableName } from './counterparts.ts';

/** Whether a table or view of the source neither has a counterpart nor is created by a statement. */
export type IsUnmade = (name: TableName) => boolean;

/** An object that the target lacks, as far as its statements are known. */
export interface Written {
  pairId: number;
  isMade: boolean;
  /** Tables and views that it cannot be created without. */
  needs: readonly TableName[];
}

const CHUNK = 100;

/** Case does not count: names in queries are folded. */
const keyOf = ({ schema, table }: TableName): string =>
  JSON.stringify([schema.toLowerCase(), table.toLowerCase()]);

/**
 * Finds which tables and views of the source no statement creates, so that nothing is offered that needs them.
 * @param write - writes the statements of objects that the target lacks, by their pairs
 * @param about - only these, and what they need; null: all
 */
export async function findUnmade(
  db: Db,
  projectId: number,
  write: (pairIds: readonly number[]) => Promise<readonly Written[]>,
  about: readonly TableName[] | null,
): Promise<IsUnmade> {
  if (about?.length === 0) return () => false;
  const rows = await db
    .selectFrom('pair')
    .innerJoin('object', 'object.pair_id', 'pair.id')
    .select(['pair.id', 'pair.state', 'object.schema_name', 'object.object_name'])
    .where('pair.project_id', '=', projectId)
    .where('pair.target_count', '=', 0)
    .where('object.side', '=', 'source')
    .where('object.type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .orderBy('pair.id')
    .execute();
  const lacking = rows.map(({ id, state, schema_name: schema, object_name: table }) => ({
    id,
    state,
    key: keyOf({ schema, table }),
  }));
  const keys = new Map(lacking.map(({ id, key }) => [id, key]));
  const unmade = new Set<string>();
  const needs = new Map<string, readonly string[]>();
  const asked = new Set<number>();
  let wanted = about && new Set(about.map(keyOf));
  for (;;) {
    const open = lacking.filter(({ id, key }) => !asked.has(id) && (wanted?.has(key) ?? true));
    const next = open.slice(0, CHUNK);
    if (next.length === 0 || asked.size > MAX_REPAIRS) break;
    for (const { id, key, state } of next) {
      asked.add(id);
      if (state !== 'unmatched') unmade.add(key);
    }
    const written = await write(next.flatMap(({ id, state }) => (state === 'unmatched' ? id : [])));
    for (const { pairId, isMade, needs: own } of written) {
      const key = keys.get(pairId)!;
      if (!isMade) unmade.add(key);
      needs.set(key, own.map(keyOf));
    }
    if (wanted) wanted = new Set([...wanted, ...[...needs.values()].flat()]);
  }
  spread(unmade, needs);
  return (name) => unmade.has(keyOf(name));
}

/** Adds what needs an unmade object, directly or through others. */
function spread(unmade: Set<string>, needs: ReadonlyMap<string, readonly string[]>): void {
  for (;;) {
    const more = [...needs].filter(
      ([key, own]) => !unmade.has(key) && own.some((one) => unmade.has(one)),
    );
    if (more.length === 0) return;
    for (const [key] of more) unmade.add(key);
  }
}
