import { message } from '../../../../contract/messages/message.ts';
import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { ObjectTypeId } from '../../../../contract/engines.ts';
import type { Field, FieldsWith } from '../../../../contract/field-table.ts';
import type { Side } from '../../../../contract/fields.ts';
import {
  OBJECT_STATUSES,
  type ObjectStatus,
  type StaleReason,
} from '../../../../contract/objects.ts';
import {
  HAS_CANDIDATES,
  MATCHED,
  type NextNumbers,
  PAIR_FIELDS,
  type PairColumn,
  type PairQuery,
  type Verdict,
} from '../../../../contract/proof/pairs.ts';
import { containing, lowerAscii } from '../../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { PairTable } from '../../../platform/db/proof-tables.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { invalid } from '../../../platform/problem.ts';
import { isBelonging, isStale, nextNumbersOf, verdictOf, verdictRankOf } from './verdict.ts';

export type StoredPair = Selectable<PairTable>;
export type JudgedPair = StoredPair & { verdict: Verdict; next_numbers: NextNumbers | null };

/** The fields of an object that its pair shows. */
export interface PairMember {
  id: number;
  pair_id: number;
  type_id: ObjectTypeId;
  side: Side;
  schema_name: string;
  object_name: string;
  status: ObjectStatus;
  missing_since: string | null;
  stale_since: string | null;
  stale_reason: StaleReason | null;
  /** Message: what the object belongs to. */
  belongs_to: string | null;
  developer_id: number | null;
  tester_id: number | null;
}

type Where = ExpressionBuilder<Tables, 'pair'>;

const rankOf = sql.join(
  OBJECT_STATUSES.map((status, rank) => sql`when ${sql.lit(status)} then ${sql.lit(rank)}`),
  sql` `,
);
/** The rank of the least advanced object of a pair. */
const STATUS_RANK = sql<number>`(select min(case status ${rankOf} end) from object where object.pair_id = pair.id)`;
/** `schema.name` of the first target object. */
const FIRST_TARGET = sql<
  string | null
>`(select min(schema_name || '.' || object_name) from object where object.pair_id = pair.id and side = 'target')`;

const FIELDS: Readonly<Record<PairColumn, Field>> = PAIR_FIELDS;

/** Fields without a column of their own, looked up among the pair's objects. */
const LOOKED_UP: Record<
  Exclude<PairColumn, FieldsWith<typeof PAIR_FIELDS, 'column'>>,
  {
    order(projectId: number): Expression<unknown>;
    filter(where: Where, projectId: number, value: string): Expression<SqlBool>;
  }
> = {
  target: { order: () => FIRST_TARGET, filter: (where, _, value) => hasTarget(where, value) },
  verdict: {
    order: verdictRankOf,
    filter: (_, projectId, value) => sql<SqlBool>`${verdictOf(projectId)} = ${value}`,
  },
  next_numbers: {
    order: nextNumbersOf,
    filter(_, projectId, value) {
      const found = nextNumbersOf(projectId);
      if (value === '-') return sql<SqlBool>`${found} is null`;
      if (value === '*') return sql<SqlBool>`${found} is not null`;
      return sql<SqlBool>`${found} = ${value}`;
    },
  },
  status: {
    order: () => STATUS_RANK,
    filter: (_where, _projectId, value) => {
      const rank = OBJECT_STATUSES.findIndex((status) => status === value);
      return sql<SqlBool>`${STATUS_RANK} = ${rank}`;
    },
  },
  stale: {
    order: isStale,
    filter: (_, projectId, value) =>
      value === '1' ? sql<SqlBool>`${isStale(projectId)}` : sql<SqlBool>`not ${isStale(projectId)}`,
  },
};
const isLookedUp = (name: PairColumn): name is keyof typeof LOOKED_UP => name in LOOKED_UP;

/** The expression by which a list is sorted. */
const orderOf = (projectId: number, name: PairColumn) =>
  isLookedUp(name)
    ? LOOKED_UP[name].order(projectId)
    : sql`${sql.ref(`pair.${FIELDS[name].column}`)}`;

/** Whether a target object has the text in its name; `-` finds pairs without any, `*` those with some. */
function hasTarget(where: Where, value: string): Expression<SqlBool> {
  if (value === '-') return where('target_count', '=', 0);
  if (value === '*') return where('target_count', '>', 0);
  const text = containing(lowerAscii(value));
  return sql<SqlBool>`exists (select 1 from object where object.pair_id = pair.id and side = 'target' and lower(schema_name || '.' || object_name) like ${text} escape '\\')`;
}

/** Null where the value is no more than a state. */
function stateCondition(
  where: Where,
  projectId: number,
  value: string,
): Expression<SqlBool> | null {
  switch (value) {
    case MATCHED:
      return where('state', 'in', ['proposed', 'confirmed']);
    case HAS_CANDIDATES:
      return where.and([where('state', '=', 'unmatched'), where('candidates', 'is not', null)]);
    case 'unmatched':
      // An object that belongs to another does not lack a counterpart.
      return sql<SqlBool>`(state = 'unmatched' and not ${isBelonging(projectId)})`;
    default:
      return null;
  }
}

/** `-` finds empty values and `*` any value; ids and results compare exactly, names are found anywhere. */
function filterCondition(
  where: Where,
  projectId: number,
  name: PairColumn,
  value: string,
): Expression<SqlBool> {
  if (isLookedUp(name)) return LOOKED_UP[name].filter(where, projectId, value);
  const ofState = name === 'state' ? stateCondition(where, projectId, value) : null;
  if (ofState) return ofState;
  const { column, find } = FIELDS[name];
  const kept = sql`${sql.ref(`pair.${column}`)}`;
  if (value === '-') return where(kept, 'is', null);
  if (value === '*') return where(kept, 'is not', null);
  if (find === 'text')
    return sql<SqlBool>`lower(${kept}) like ${containing(lowerAscii(value))} escape '\\'`;
  if (find === 'number') {
    if (!/^\d{1,9}$/.test(value))
      throw invalid([{ field: `filter[${name}]`, message: message('field.notNumber') }]);
    return where(kept, '=', Number(value));
  }
  return where(kept, '=', value);
}

/** Pairs that have an object; pairs without any are kept only for their evidence. */
function matching(db: Db, projectId: number, query: Pick<PairQuery, 'filter' | 'q'>) {
  let select = db
    .selectFrom('pair')
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null);
  if (query.q)
    select = select.where(
      sql<SqlBool>`search_key like ${containing(query.q.toLowerCase())} escape '\\'`,
    );
  const filters = Object.entries(query.filter) as [PairColumn, string | undefined][];
  for (const [name, value] of filters) {
    if (value) select = select.where((where) => filterCondition(where, projectId, name, value));
  }
  return select;
}

export async function countPairs(db: Db, projectId: number, query: PairQuery): Promise<number> {
  const { count } = await matching(db, projectId, query)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids of the pairs that match, sorted and paged. */
export async function listPairIds(db: Db, projectId: number, query: PairQuery): Promise<number[]> {
  let select = matching(db, projectId, query).select('id');
  for (const { column, descending } of query.sort ?? []) {
    select = select.orderBy(orderOf(projectId, column), (order) =>
      descending ? order.desc().nullsLast() : order.asc().nullsLast(),
    );
  }
  select = select.orderBy('id');
  if (query.after !== undefined) select = select.where('id', '>', query.after);
  if (query.limit !== undefined || query.offset !== undefined)
    select = select.limit(query.limit ?? 1_000_000_000);
  if (query.offset !== undefined) select = select.offset(query.offset);
  return (await select.execute()).map((row) => row.id);
}

/** Pairs by id, those that exist, in the order of the ids. */
export async function readPairs(db: Db, ids: readonly number[]): Promise<StoredPair[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('pair').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The same pairs, each with its verdict and the state of its next numbers. */
export async function judge(
  db: Db,
  projectId: number,
  pairs: readonly StoredPair[],
): Promise<JudgedPair[]> {
  if (pairs.length === 0) return [];
  const ids = pairs.map(({ id }) => id);
  const rows = await db
    .selectFrom('pair')
    .select(['id', verdictOf(projectId).as('verdict'), nextNumbersOf(projectId).as('next_numbers')])
    .where('id', 'in', ids)
    .execute();
  const judged = new Map(rows.map(({ id, ...found }) => [id, found]));
  return pairs.flatMap((pair) => {
    const found = judged.get(pair.id);
    return found ? [{ ...pair, ...found }] : [];
  });
}

/** A pair with its objects. */
export interface PairTask {
  pair: StoredPair;
  members: PairMember[];
}

/** Ids of the pairs that still have the same objects. Locks the pairs, so that they keep these until the transaction ends. */
export async function findUnchanged(
  { kind }: Pick<Store, 'kind'>,
  tx: Db,
  tasks: readonly PairTask[],
): Promise<Set<number>> {
  const ids = tasks.map(({ pair }) => pair.id);
  if (ids.length === 0) return new Set();
  const locked = tx.selectFrom('pair').select('id').where('id', 'in', ids).orderBy('id');
  await (kind === 'postgresql' ? locked.forNoKeyUpdate() : locked).execute();
  const now = await readMembers(tx, ids);
  const objectsOf = (members: readonly PairMember[], pairId: number) =>
    members
      .filter((member) => member.pair_id === pairId)
      .map(({ id }) => id)
      .sort((one, other) => one - other)
      .join();
  const unchanged = tasks.filter(
    ({ pair, members }) => objectsOf(members, pair.id) === objectsOf(now, pair.id),
  );
  return new Set(unchanged.map(({ pair }) => pair.id));
}

/** The objects of pairs, by name. */
export async function readMembers(db: Db, pairIds: readonly number[]): Promise<PairMember[]> {
  if (pairIds.length === 0) return [];
  const rows = await db
    .selectFrom('object')
    .leftJoin('snapshot', 'snapshot.object_id', 'object.id')
    .select([
      'object.id',
      'pair_id',
      'type_id',
      'side',
      'schema_name',
      'object_name',
      'status',
      'missing_since',
      'stale_since',
      'stale_reason',
      'belongs_to',
      'developer_id',
      'tester_id',
    ])
    .where('pair_id', 'in', pairIds)
    .orderBy('schema_name')
    .orderBy('object_name')
    .execute();
  return rows as PairMember[];
}

export const findPair = (db: Db, projectId: number, id: number): Promise<StoredPair | undefined> =>
  db
    .selectFrom('pair')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
