import { createHash } from 'node:crypto';
import { PAIR_CODES } from '../../../../contract/proof/definitions.ts';
import { type Coverage, type Verdict, gapsOf } from '../../../../contract/proof/verdicts.ts';
import type { Db } from '../../../platform/db/store.ts';
import { verdictOf } from './verdict.ts';

/** A wave or a pair of a project, or all of it where both are null. */
export interface ProvenScope {
  projectId: number;
  waveId: number | null;
  pairId: number | null;
}

export interface ProvenPair {
  id: number;
  verdict: Verdict;
  /** SHA-256 of what was proven, hexadecimal. */
  hash: string;
}

const CHUNK = 1_000;

/**
 * What is proven of each pair, by id, in chunks. The hash covers results, the definitions that they are about, and the rules
 * and acceptances that they rely on. It stays the same where a comparison finds the same again, where rows were only added
 * on both sides, and where somebody verifies an object.
 */
export async function* readProven(db: Db, scope: ProvenScope): AsyncGenerator<ProvenPair[]> {
  for await (const pairs of readPairs(db, scope)) {
    if (pairs.length === 0) continue;
    const ids = pairs.map(({ id }) => id);
    const objects = groupByPair(await readObjects(db, ids));
    const accepted = groupByPair(await readAccepted(db, scope.projectId, ids));
    yield pairs.map((pair) => ({
      id: pair.id,
      verdict: pair.verdict,
      hash: hashOf({
        ...pair,
        data_coverage: scopeOf(pair.data_coverage),
        objects: (objects.get(pair.id) ?? []).map(({ definition, ...object }) => ({
          ...object,
          // A definition that was read, but not compared, proves nothing.
          definition: pair.structure_result === null ? null : definition,
        })),
        accepted: accepted.get(pair.id) ?? [],
      }),
    }));
  }
}

/** Pairs in chunks, by id. */
async function* readPairs(db: Db, scope: ProvenScope) {
  if (scope.waveId !== null || scope.pairId !== null) {
    // Ids are looked up once: for every chunk, the time would grow with the square of the wave's size.
    const ids = [...(await readPairIds(db, scope))].sort((one, other) => one - other);
    for (let start = 0; start < ids.length; start += CHUNK)
      yield await selectPairs(db, scope.projectId)
        .where('id', 'in', ids.slice(start, start + CHUNK))
        .execute();
    return;
  }
  for (let after = 0; ;) {
    const pairs = await selectPairs(db, scope.projectId)
      .where('id', '>', after)
      .limit(CHUNK)
      .execute();
    yield pairs;
    if (pairs.length < CHUNK) return;
    after = pairs.at(-1)!.id;
  }
}

/** Ids of the pairs of a wave, or of the one pair. */
export async function readPairIds(
  db: Db,
  { waveId, pairId }: ProvenScope,
): Promise<ReadonlySet<number>> {
  if (waveId === null) return new Set(pairId === null ? [] : [pairId]);
  const rows = await db
    .selectFrom('wave_object')
    .innerJoin('object', 'object.id', 'wave_object.object_id')
    .select('object.pair_id')
    .where('wave_id', '=', waveId)
    .where('object.pair_id', 'is not', null)
    .$castTo<{ pair_id: number }>()
    .distinct()
    .execute();
  return new Set(rows.map(({ pair_id: id }) => id));
}

/** Number of objects of a scope that are in no pair, so that nothing can be proven of them; a pair has none. */
export async function countUnpaired(
  db: Db,
  { projectId, waveId, pairId }: ProvenScope,
): Promise<number> {
  if (pairId !== null) return 0;
  let query = db
    .selectFrom('object')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('pair_id', 'is', null)
    .where('missing_since', 'is', null);
  if (waveId !== null)
    query = query.where('id', 'in', (select) =>
      select.selectFrom('wave_object').select('object_id').where('wave_id', '=', waveId),
    );
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** `schema.name` of existing pairs, by id. */
export async function namesOfPairs(
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('pair')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const selectPairs = (db: Db, projectId: number) =>
  db
    .selectFrom('pair')
    .select([
      'id',
      'state',
      'structure_result',
      'structure_findings',
      'data_result',
      'data_differences',
      'data_accepted',
      'data_at_least',
      'data_coverage',
      'data_leans_on',
      'call_result',
      'call_gaps',
      'rules',
      verdictOf(projectId).as('verdict'),
    ])
    .where('project_id', '=', projectId)
    // A pair that all objects have left proves nothing.
    .where('first_object_id', 'is not', null)
    .orderBy('id');

/** Not filtered by project: the store would look up the project's objects instead of those of the pairs. */
const readObjects = (db: Db, pairIds: readonly number[]) =>
  db
    .selectFrom('object')
    .leftJoin('snapshot', 'snapshot.object_id', 'object.id')
    .select([
      'object.pair_id',
      'side',
      'type_id',
      'schema_name',
      'object_name',
      'snapshot.hash as definition',
    ])
    .where('object.pair_id', 'in', pairIds)
    .orderBy('object.id')
    .execute();

async function readAccepted(db: Db, projectId: number, pairIds: readonly number[]) {
  const rows = await db
    .selectFrom('acceptance')
    // What is held of rows and gaps follows from their results.
    .leftJoin('acceptance_held', (join) =>
      join.onRef('acceptance_id', '=', 'acceptance.id').on('code', 'not in', PAIR_CODES),
    )
    .select(['pair_id', 'code', 'name', 'source', 'target', 'reason', 'until', 'held as names'])
    .where('project_id', '=', projectId)
    .where('pair_id', 'in', pairIds)
    .where('ended_at', 'is', null)
    .orderBy('acceptance.id')
    .execute();
  return rows.map(({ names, ...row }) => (names === null ? row : { ...row, names }));
}

function groupByPair<Row extends { pair_id: number | null }>(rows: readonly Row[]) {
  const groups = new Map<number, Omit<Row, 'pair_id'>[]>();
  for (const { pair_id: id, ...row } of rows) {
    const group = groups.get(id ?? 0);
    if (group) group.push(row);
    else groups.set(id ?? 0, [row]);
  }
  return groups;
}

/** Which columns were compared, and how closely; without the number of rows, which changes every day. */
function scopeOf(stored: string | null): object | null {
  if (stored === null) return null;
  const coverage = JSON.parse(stored) as Coverage;
  return { columns: coverage.columns, left_out: coverage.left_out, gaps: gapsOf(coverage) };
}

const hashOf = (proven: object): string =>
  createHash('sha256').update(JSON.stringify(proven)).digest('hex');
