import { DAY } from '../../../contract/days.ts';
import { message } from '../../../contract/messages/message.ts';
import {
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  type Expression,
  sql,
} from 'kysely';
import { objectTypeOf } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { Field } from '../../../contract/field-table.ts';
import {
  OBJECT_COLUMNS,
  OBJECT_FIELDS,
  type ObjectColumn,
  type ObjectQuery,
  type ObjectRow,
} from '../../../contract/objects.ts';
import { STALE_DAYS, UNTOUCHED } from '../../../contract/dashboard.ts';
import { SOON_DAYS } from '../../../contract/due-dates.ts';
import { lastToday, timestampIn } from '../../platform/clock.ts';
import { readFields } from '../../platform/db/field-columns.ts';
import { containing, lowerAscii } from '../../platform/db/sql-parts.ts';
import type { Db } from '../../platform/db/store.ts';
import type { PairTable } from '../../platform/db/proof-tables.ts';
import type { ObjectTable, Tables } from '../../platform/db/tables.ts';
import { invalid } from '../../platform/problem.ts';

export type StoredObject = Selectable<ObjectTable>;

/** Results of an object's pair. */
export type PairOutcome = Pick<
  Selectable<PairTable>,
  'structure_result' | 'data_result' | 'call_result'
> & { structure_findings: number | null };
export type ShownObject = StoredObject & PairOutcome;
const NOTHING_FOUND: PairOutcome = {
  structure_result: null,
  structure_findings: null,
  data_result: null,
  call_result: null,
};
/** Columns to select from the pair that is joined to an object. */
export const PAIR_OUTCOME = [
  'pair.structure_result',
  'pair.structure_findings',
  'pair.data_result',
  'pair.call_result',
] as const;

/** The objects that a list covers. */
export interface ObjectScope {
  projectId: number;
  side: Side;
  developerId?: number;
  testerId?: number;
}

const FIELDS: Readonly<Record<ObjectColumn, Field>> = OBJECT_FIELDS;
const kindOf = (name: ObjectColumn) => FIELDS[name].find;
/** People are shown by name, but filtered by id. */
const columnOf = (name: ObjectColumn): string => FIELDS[name].column ?? name;

/** Columns that no index contains. */
const ONLY_IN_ROWS: ReadonlySet<ObjectColumn> = new Set([
  'test_call',
  'test_result',
  'comments',
  'stale_since',
  'returned_at',
  'due_date',
  'against_evidence',
  'structure_result',
  'data_result',
  'call_result',
]);

const NEVER_EMPTY: ReadonlySet<ObjectColumn> = new Set(
  OBJECT_COLUMNS.filter((name) => !FIELDS[name].row?.safeParse(null).success),
);

type Where = ExpressionBuilder<Tables, 'object'>;

const isPairOutcome = (name: ObjectColumn): name is ObjectColumn & keyof PairOutcome =>
  name in NOTHING_FOUND;

/** A column of an object, or a result of its pair: a subquery, so that lists without such a column need no join. */
const valueOf = (name: ObjectColumn) =>
  isPairOutcome(name)
    ? sql`(select ${sql.ref(`pair.${name}`)} from pair where pair.id = object.pair_id)`
    : sql`${sql.ref(`object.${columnOf(name)}`)}`;

/** `-` finds empty values and `*` any value; ids and statuses compare exactly, text is found anywhere. */
function filterCondition(where: Where, name: ObjectColumn, value: string): Expression<SqlBool> {
  const column = valueOf(name);
  if (value === '-') return where(column, 'is', null);
  if (value === '*') return where(column, 'is not', null);
  if (kindOf(name) === 'exact') return where(column, '=', value);
  if (kindOf(name) === 'number') {
    if (!/^\d{1,9}$/.test(value))
      throw invalid([{ field: `filter[${name}]`, message: message('field.notNumber') }]);
    return where(column, '=', Number(value));
  }
  if (kindOf(name) === 'date' && (value === 'overdue' || value === 'soon')) {
    const isNear =
      value === 'overdue'
        ? sql<SqlBool>`${column} < ${lastToday()}`
        : sql<SqlBool>`${column} between ${lastToday()} and ${lastToday(SOON_DAYS)}`;
    return where.and([isNear, where('object.status', '!=', 'verified')]);
  }
  if (name === 'updated_at' && value === UNTOUCHED)
    return where.and([
      where('object.updated_at', '<', timestampIn(-STALE_DAYS * DAY)),
      where('object.status', '!=', 'verified'),
    ]);
  return sql<SqlBool>`lower(${column}) like ${containing(lowerAscii(value))} escape '\\'`;
}

function matching(db: Db, scope: ObjectScope, query: Pick<ObjectQuery, 'filter' | 'q'>) {
  let select = db
    .selectFrom('object')
    .where('object.project_id', '=', scope.projectId)
    .where('object.side', '=', scope.side);
  if (scope.developerId !== undefined)
    select = select.where('object.developer_id', '=', scope.developerId);
  if (scope.testerId !== undefined) select = select.where('object.tester_id', '=', scope.testerId);
  if (query.q)
    select = select.where(
      sql<SqlBool>`object.search_key like ${containing(query.q.toLowerCase())} escape '\\'`,
    );
  const filters = Object.entries(query.filter) as [ObjectColumn, string | undefined][];
  for (const [name, value] of filters) {
    if (!value) continue;
    select = select.where((where) => filterCondition(where, name, value));
    // With a column outside of the indexes, rows must be read: makes SQLite read them in storage
    // order.
    if (ONLY_IN_ROWS.has(name)) select = select.where('object.id', '>', 0);
  }
  return select;
}

export async function countObjects(
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): Promise<number> {
  const { count } = await matching(db, scope, query)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const CHUNK = 1_000;

const isPersonal = ({ developerId, testerId }: ObjectScope, { filter }: ObjectQuery): boolean =>
  developerId !== undefined ||
  testerId !== undefined ||
  [filter.developer, filter.tester].some((value) => value !== undefined && /^\d/.test(value));

/** Ids of the objects that match, sorted and paged. */
export async function listObjectIds(
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): Promise<number[]> {
  let select = matching(db, scope, query).select('object.id');
  for (const { column, descending } of query.sort ?? []) {
    const name = valueOf(column);
    // A person's objects are few: the expression makes the store find them by index and sort,
    // instead of scanning all in order.
    const by = isPersonal(scope, query) ? sql`coalesce(${name}, ${name})` : name;
    select = select.orderBy(by, (order) => {
      const directed = descending ? order.desc() : order.asc();
      // NULLS LAST on a column that is never NULL would keep PostgreSQL from reading an index
      // backwards.
      return NEVER_EMPTY.has(column) ? directed : directed.nullsLast();
    });
  }
  select = select.orderBy('object.id');
  if (query.after !== undefined) select = select.where('object.id', '>', query.after);
  if (query.limit !== undefined || query.offset !== undefined)
    select = select.limit(query.limit ?? 1_000_000_000);
  if (query.offset !== undefined) select = select.offset(query.offset);
  return (await select.execute()).map((row) => row.id);
}

/** Sorted, or paged by offset: reads all ids in order once, then the rows in chunks. */
async function* readInOrder(
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): AsyncGenerator<ShownObject[]> {
  const ids = await listObjectIds(db, scope, query);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const wanted = ids.slice(start, start + CHUNK);
    const rows = await db
      .selectFrom('object')
      .leftJoin('pair', 'pair.id', 'object.pair_id')
      .selectAll('object')
      .select(PAIR_OUTCOME)
      .where('object.id', 'in', wanted)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield wanted.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Ordered by id: each chunk continues after the last row of the previous one (keyset). */
async function* readById(
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): AsyncGenerator<ShownObject[]> {
  let after = query.after ?? 0;
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const size = Math.min(CHUNK, left);
    const rows = await matching(db, scope, query)
      .leftJoin('pair', 'pair.id', 'object.pair_id')
      .selectAll('object')
      .select(PAIR_OUTCOME)
      .where('object.id', '>', after)
      .orderBy('object.id')
      .limit(size)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)!.id;
    left -= rows.length;
  }
}

/** Objects in chunks; between two chunks the store's connection is free. */
export const readObjects = (
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): AsyncGenerator<ShownObject[]> =>
  query.sort || query.offset !== undefined
    ? readInOrder(db, scope, query)
    : readById(db, scope, query);

export const findObject = (db: Db, id: number): Promise<StoredObject | undefined> =>
  db.selectFrom('object').selectAll().where('id', '=', id).executeTakeFirst();

/** Results of the pair that contains an object. */
export async function findPairOutcome(db: Db, pairId: number | null): Promise<PairOutcome> {
  if (pairId === null) return NOTHING_FOUND;
  const outcome = await db
    .selectFrom('pair')
    .select(PAIR_OUTCOME)
    .where('id', '=', pairId)
    .executeTakeFirst();
  return outcome ?? NOTHING_FOUND;
}

/**
 * Saves changes if the row still has the version that was read.
 * @returns the row, or undefined if its version has changed
 */
export const saveObject = (
  db: Db,
  read: StoredObject,
  changes: Partial<StoredObject>,
): Promise<StoredObject | undefined> =>
  db
    .updateTable('object')
    .set({ ...changes, version: read.version + 1 })
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .returningAll()
    .executeTakeFirst();

/** A stored object as clients see it. @param names - usernames by id */
export function presentObject(object: ShownObject, names: ReadonlyMap<number, string>): ObjectRow {
  const nameOf = (id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  return {
    [object.side === 'source' ? 'source_objectid' : 'target_objectid']: object.id,
    ...readFields(OBJECT_FIELDS, object),
    object_type: objectTypeOf(object.type_id),
    developer_name: nameOf(object.developer_id),
    tester_name: nameOf(object.tester_id),
    migrated_by: nameOf(object.migrated_by),
    tested_by: nameOf(object.tested_by),
  };
}
