import {
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  type Expression,
  sql,
} from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectColumn, ObjectQuery } from '../../../contract/objects.ts';
import { containing, lowerAscii } from '../../platform/db/like.ts';
import type { Db } from '../../platform/db/store.ts';
import type { ObjectTable, Tables } from '../../platform/db/tables.ts';
import { invalid } from '../../platform/problem.ts';

export type StoredObject = Selectable<ObjectTable>;

/** Which objects a list is about. */
export interface ObjectScope {
  projectId: number;
  side: Side;
  developerId?: number;
  testerId?: number;
}

const COLUMNS: Record<ObjectColumn, keyof ObjectTable> = {
  id: 'id',
  schema_name: 'schema_name',
  object_name: 'object_name',
  object_type_id: 'type_id',
  status: 'status',
  test_call: 'test_call',
  test_result: 'test_result',
  comments: 'comments',
  developer: 'developer_id',
  tester: 'tester_id',
  migrated_by: 'migrated_by',
  tested_by: 'tested_by',
  missing_since: 'missing_since',
  updated_at: 'updated_at',
};
const NUMERIC: ReadonlySet<ObjectColumn> = new Set([
  'id',
  'object_type_id',
  'developer',
  'tester',
  'migrated_by',
  'tested_by',
]);

/** In no index. */
const ONLY_IN_ROWS: ReadonlySet<ObjectColumn> = new Set(['test_call', 'test_result', 'comments']);

const NEVER_EMPTY: ReadonlySet<ObjectColumn> = new Set([
  'id',
  'schema_name',
  'object_name',
  'object_type_id',
  'status',
  'updated_at',
]);

type Where = ExpressionBuilder<Tables, 'object'>;

/** `-` finds empty values and `*` any value; ids and statuses compare exactly, text is found anywhere. */
function filterCondition(where: Where, name: ObjectColumn, value: string): Expression<SqlBool> {
  const column = COLUMNS[name];
  if (value === '-') return where(column, 'is', null);
  if (value === '*') return where(column, 'is not', null);
  if (name === 'status') return where('status', '=', value as StoredObject['status']);
  if (NUMERIC.has(name)) {
    if (!/^\d{1,9}$/.test(value))
      throw invalid([{ field: `filter[${name}]`, message: 'must be a number' }]);
    return where(column, '=', Number(value));
  }
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${containing(lowerAscii(value))} escape '\\'`;
}

function matching(db: Db, scope: ObjectScope, query: Pick<ObjectQuery, 'filter' | 'q'>) {
  let select = db
    .selectFrom('object')
    .where('project_id', '=', scope.projectId)
    .where('side', '=', scope.side);
  if (scope.developerId !== undefined)
    select = select.where('developer_id', '=', scope.developerId);
  if (scope.testerId !== undefined) select = select.where('tester_id', '=', scope.testerId);
  if (query.q)
    select = select.where(
      sql<SqlBool>`search_key like ${containing(query.q.toLowerCase())} escape '\\'`,
    );
  const filters = Object.entries(query.filter) as [ObjectColumn, string | undefined][];
  for (const [name, value] of filters) {
    if (!value) continue;
    select = select.where((where) => filterCondition(where, name, value));
    // Rows must be looked at: says to SQLite to do so in the order in which they lie.
    if (ONLY_IN_ROWS.has(name)) select = select.where('id', '>', 0);
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
  let select = matching(db, scope, query).select('id');
  for (const { column, descending } of query.sort ?? []) {
    const name = COLUMNS[column];
    // Somebody's objects are few: they are found by their index and sorted, not all looked through in order.
    const by = isPersonal(scope, query) ? sql`coalesce(${sql.ref(name)}, ${sql.ref(name)})` : name;
    select = select.orderBy(by, (order) => {
      const directed = descending ? order.desc() : order.asc();
      // Said of a column that is never empty, it would keep PostgreSQL from reading an index backwards.
      return NEVER_EMPTY.has(column) ? directed : directed.nullsLast();
    });
  }
  select = select.orderBy('id');
  if (query.after !== undefined) select = select.where('id', '>', query.after);
  if (query.limit !== undefined || query.offset !== undefined)
    select = select.limit(query.limit ?? 1_000_000_000);
  if (query.offset !== undefined) select = select.offset(query.offset);
  return (await select.execute()).map((row) => row.id);
}

/** Sorted, or paged by offset: the order is taken once, the rows follow in chunks. */
async function* readInOrder(
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): AsyncGenerator<StoredObject[]> {
  const ids = await listObjectIds(db, scope, query);
  for (let start = 0; start < ids.length; start += CHUNK) {
    const wanted = ids.slice(start, start + CHUNK);
    const rows = await db.selectFrom('object').selectAll().where('id', 'in', wanted).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield wanted.flatMap((id) => byId.get(id) ?? []);
  }
}

/** By id, each chunk continuing after the last row of the one before. */
async function* readById(
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): AsyncGenerator<StoredObject[]> {
  let after = query.after ?? 0;
  let left = query.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const size = Math.min(CHUNK, left);
    const rows = await matching(db, scope, query)
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)!.id;
    left -= rows.length;
  }
}

/** Objects in chunks; the store's connection is free between two of them. */
export const readObjects = (
  db: Db,
  scope: ObjectScope,
  query: ObjectQuery,
): AsyncGenerator<StoredObject[]> =>
  query.sort || query.offset !== undefined
    ? readInOrder(db, scope, query)
    : readById(db, scope, query);

export const findObject = (db: Db, id: number): Promise<StoredObject | undefined> =>
  db.selectFrom('object').selectAll().where('id', '=', id).executeTakeFirst();

/** Saves changes to the version that was read. @returns the row, or undefined when it has moved on meanwhile */
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
