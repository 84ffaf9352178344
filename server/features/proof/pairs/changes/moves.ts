import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ObjectTypeId } from '../../../../../contract/engines.ts';
import type { MatchMethod, PairState } from '../../../../../contract/proof/pairs.ts';
import { timestampNow } from '../../../../platform/clock.ts';
import { jsonIds, jsonTable, lockRows } from '../../../../platform/db/sql-parts.ts';
import type { Db, StoreKind } from '../../../../platform/db/store.ts';
import { moveObjects } from '../../../objects/proof-service.ts';
import { type PairMember, type StoredPair, readMembers } from '../repository.ts';
import type { Actor } from '../../../../platform/http/route.ts';
import { recordEach } from '../../../history/service.ts';

/** A pair to be made of objects that leave their former pairs. */
export interface NewPair {
  state: PairState;
  method: MatchMethod | null;
  score: number | null;
  reason: string | null;
  decidedBy: number | null;
  members: readonly PairedObject[];
}

type PairedObject = Pick<PairMember, 'id' | 'type_id' | 'side' | 'schema_name' | 'object_name'>;

/** The columns of a pair that depend on its members. */
function describeMembers(members: readonly PairedObject[]): Pick<
  StoredPair,
  'name' | 'search_key' | 'first_object_id' | 'source_count' | 'target_count'
> & {
  /** Null where no member is left. */
  type_id: ObjectTypeId | null;
} {
  const sources = members.filter(({ side }) => side === 'source');
  const first = sources[0] ?? members[0];
  const nameOf = ({ schema_name, object_name }: Pick<PairMember, 'schema_name' | 'object_name'>) =>
    `${schema_name}.${object_name}`;
  return {
    type_id: first?.type_id ?? null,
    name: first ? nameOf(first) : '',
    search_key: [...new Set(members.map((member) => nameOf(member).toLowerCase()))].join('\n'),
    first_object_id: first?.id ?? null,
    source_count: sources.length,
    target_count: members.length - sources.length,
  };
}

const PAIR_FIELDS = {
  type_id: 'integer',
  state: 'text',
  name: 'text',
  search_key: 'text',
  first_object_id: 'integer',
  source_count: 'integer',
  target_count: 'integer',
  method: 'text',
  score: 'integer',
  reason: 'text',
  decided_by: 'integer',
  decided_at: 'text',
} as const;
type PairField = keyof typeof PAIR_FIELDS;
const FIELD_NAMES = Object.keys(PAIR_FIELDS) as PairField[];

/** Makes pairs and moves their objects into them. @returns where each object went */
export async function insertPairs(
  kind: StoreKind,
  tx: Db,
  projectId: number,
  pairs: readonly NewPair[],
): Promise<Map<number, number>> {
  if (pairs.length === 0) return new Map();
  const now = timestampNow();
  const rows = pairs.map((pair) => {
    const row: Record<PairField, string | number | null> = {
      ...describeMembers(pair.members),
      state: pair.state,
      method: pair.method,
      score: pair.score,
      reason: pair.reason,
      decided_by: pair.decidedBy,
      decided_at: pair.decidedBy === null ? null : now,
    };
    return FIELD_NAMES.map((field) => row[field]);
  });
  const table = jsonTable(kind, PAIR_FIELDS, rows).as('made');
  const made = await tx
    .insertInto('pair')
    .columns(['project_id', 'created_at', ...FIELD_NAMES])
    .expression(
      ({ selectFrom, val }) =>
        selectFrom(table).select((select) => [
          select.cast<number>(val(projectId), 'integer').as('project_id'),
          select.cast<string>(val(now), 'text').as('created_at'),
          ...FIELD_NAMES.map((field) => select.ref(`made.${field}`).as(field)),
        ]) as never,
    )
    .returning(['id', 'first_object_id'])
    .execute();
  const idOf = new Map(made.map((row) => [row.first_object_id, row.id]));
  const pairOf = new Map(
    pairs.flatMap(({ members }) => {
      const pairId = idOf.get(describeMembers(members).first_object_id)!;
      return members.map(({ id }) => [id, pairId] as const);
    }),
  );
  await moveObjects(kind, tx, [...pairOf]);
  return pairOf;
}

/** Without results, because these are about the objects that a pair had. */
const NO_RESULTS = {
  structure_result: null,
  structure_findings: 0,
  structure_at: null,
  numbering: null,
  data_result: null,
  data_differences: null,
  data_accepted: 0,
  data_at_least: 0,
  rows_source: null,
  rows_target: null,
  data_at: null,
  data_coverage: null,
  data_look: null,
  call_result: null,
  call_at: null,
  call_gaps: null,
} as const;

/** Updates pairs that objects have left or joined: names and counts follow the members, former results are cleared. */
export async function refreshPairs(
  kind: StoreKind,
  tx: Db,
  pairIds: readonly number[],
): Promise<void> {
  const CHUNK = 5_000;
  await lockRows(tx, 'pair', pairIds);
  for (let start = 0; start < pairIds.length; start += CHUNK) {
    const chunk = pairIds.slice(start, start + CHUNK);
    const byPair = new Map<number, PairMember[]>(chunk.map((id) => [id, []]));
    for (const member of await readMembers(tx, chunk)) byPair.get(member.pair_id)?.push(member);
    const fields = [
      'type_id',
      'name',
      'search_key',
      'first_object_id',
      'source_count',
      'target_count',
    ] as const;
    const table = jsonTable(
      kind,
      {
        pair_id: 'integer',
        type_id: 'integer',
        name: 'text',
        search_key: 'text',
        first_object_id: 'integer',
        source_count: 'integer',
        target_count: 'integer',
      } as const,
      [...byPair].map(([id, members]) => {
        const described = describeMembers(members);
        return [id, ...fields.map((field) => described[field])];
      }),
    ).as('now');
    await tx
      .updateTable('pair')
      .from(table)
      .set(({ ref, fn }) => ({
        ...(Object.fromEntries(fields.map((field) => [field, ref(`now.${field}`)])) as object),
        type_id: fn.coalesce('now.type_id', 'pair.type_id') as never,
        ...NO_RESULTS,
      }))
      .whereRef('pair.id', '=', 'now.pair_id')
      .execute();
  }
}

/** Raises the versions of pairs, so that clients notice that what they have seen was changed. */
export async function raiseVersions(
  kind: StoreKind,
  tx: Db,
  ids: readonly number[],
): Promise<void> {
  await lockRows(tx, 'pair', ids);
  await tx
    .updateTable('pair')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', 'in', jsonIds(kind, ids))
    .execute();
}

export const newToken = (): string => randomBytes(9).toString('base64url');

/** One entry for each changed pair, in one statement. */
export async function recordPairs(
  tx: Db,
  actor: Actor,
  ids: readonly number[],
  action: string,
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const changes = JSON.stringify(reason === null ? {} : { reason: [null, reason] });
  await recordEach(
    tx,
    tx
      .selectFrom('pair')
      .select(({ cast, val }) => [
        cast<string>(val(timestampNow()), 'text').as('at'),
        cast<number>(val(actor.userId), 'integer').as('user_id'),
        sql<'pair'>`'pair'`.as('entity'),
        'pair.id as entity_id',
        'pair.project_id',
        cast<string>(val(action), 'text').as('action'),
        cast<string>(val(changes), 'text').as('changes'),
        sql<null>`null`.as('batch'),
      ])
      .where('pair.id', 'in', ids),
  );
}
