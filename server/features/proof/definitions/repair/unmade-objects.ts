import { OBJECT_TYPES } from '../../../../../contract/engines.ts';
import { MAX_REPAIRS } from '../../../../../contract/proof/definitions.ts';
import type { Store } from '../../../../platform/db/store.ts';
import { type TableName, keyOfTable, objectsNamed } from '../counterparts.ts';

/** Whether a table or view of the source neither has a counterpart nor is created by a statement. */
export type IsUnmade = (name: TableName) => boolean;

/** An object that the target lacks, as far as its statements are known. */
export interface Written {
  name: TableName;
  isMade: boolean;
  /** Tables and views that it cannot be created without. */
  needs: readonly TableName[];
}

const CHUNK = 100;

/**
 * Finds which tables and views of the source no statement creates, so that nothing is offered that needs them. Only those
 * that are asked about are read, and what they need.
 * @param write - writes the statements of objects that the target lacks, by their pairs
 * @param known - what is already written
 */
export async function findUnmade(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  write: (pairIds: readonly number[]) => Promise<readonly Written[]>,
  about: readonly TableName[],
  known: readonly Written[] = [],
): Promise<IsUnmade> {
  const given = new Map(known.map((one) => [keyOfTable(one.name), one]));
  const unmade = new Set<string>();
  const needs = new Map<string, readonly string[]>();
  const asked = new Set<string>();
  const open = [...about];
  let read = 0;
  while (open.length > 0 && read <= MAX_REPAIRS) {
    const names = open.splice(0, CHUNK).filter((name) => !asked.has(keyOfTable(name)));
    for (const name of names) asked.add(keyOfTable(name));
    const isGiven = (name: TableName) => given.has(keyOfTable(name));
    const lacking = await findLacking(
      store,
      projectId,
      names.filter((name) => !isGiven(name)),
    );
    for (const { state, name } of lacking) if (state !== 'unmatched') unmade.add(keyOfTable(name));
    const ids = lacking.flatMap(({ id, state }) => (state === 'unmatched' ? id : []));
    read += ids.length;
    const written = [
      ...names.flatMap((name) => given.get(keyOfTable(name)) ?? []),
      ...(ids.length > 0 ? await write(ids) : []),
    ];
    for (const { name, isMade, needs: own } of written) {
      const key = keyOfTable(name);
      if (!isMade) unmade.add(key);
      needs.set(key, own.map(keyOfTable));
      open.push(...own);
    }
  }
  spread(unmade, needs);
  return (name) => unmade.has(keyOfTable(name));
}

/** Those of these tables and views that have no counterpart, with what was decided about them. */
async function findLacking(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  names: readonly TableName[],
) {
  if (names.length === 0) return [];
  const rows = await objectsNamed(store, names)
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .select([
      'pair.id',
      'pair.state',
      'object.schema_name as schema',
      'object.object_name as table',
    ])
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', 'source')
    .where('object.type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .where('pair.target_count', '=', 0)
    .execute();
  return rows.map(({ id, state, ...name }) => ({ id, state, name }));
}

/** Adds what needs an unmade object, directly or through others. */
function spread(unmade: Set<string>, needs: ReadonlyMap<string, readonly string[]>): void {
  const needing = new Map<string, string[]>();
  for (const [key, own] of needs)
    for (const one of own) needing.set(one, [...(needing.get(one) ?? []), key]);
  const open = [...unmade];
  for (let key = open.pop(); key !== undefined; key = open.pop())
    for (const one of needing.get(key) ?? []) {
      if (unmade.has(one)) continue;
      unmade.add(one);
      open.push(one);
    }
}
