import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ASSESSED_COLUMNS, AssessedQuery } from '../../../contract/assessment.ts';
import { OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import type { Flag } from '../../../contract/fields.ts';
import { message } from '../../../contract/messages/message.ts';
import { containing, lowerAscii } from '../../platform/db/sql-parts.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { RowStream } from '../../platform/http/route.ts';
import { invalid } from '../../platform/problem.ts';
import type { Calibrations } from './calibrate.ts';
import type { StoredAssessedObject } from './repository.ts';

export type ShownObject = StoredAssessedObject & { changed_since: Flag };
type AssessedColumn = (typeof ASSESSED_COLUMNS)[number];
type Where = ExpressionBuilder<Tables, 'assessed_object'>;

/** Whether a later reading found another definition; objects that were not imported are not read again. */
export const isChangedSince = sql<Flag>`case when snapshot.hash is not null and snapshot.hash <> assessed_object.hash then 1 else 0 end`;

/** Development time as shown, in minutes, multiplied by the team's factor of the type. */
export const developOf = (calibrations: Calibrations) =>
  sql<number>`assessed_object.develop_minutes * case when automatic = 1 then 1 else case assessed_object.type_id ${sql.join(
    OBJECT_TYPE_NAMES.map(
      (type, at) => sql`when ${sql.lit(at + 1)} then ${sql.lit(calibrations[type].factor)}`,
    ),
    sql` `,
  )} else 1 end end`;

const RANKS = sql<number>`case assessed_object.complexity when 'simple' then 0 when 'medium' then 1 else 2 end`;

/** The SQL expression by which a column sorts. */
function orderOf(name: AssessedColumn, calibrations: Calibrations): Expression<unknown> {
  switch (name) {
    case 'object_type_id':
      return sql.ref('assessed_object.type_id');
    case 'complexity':
      return RANKS;
    case 'develop':
      return developOf(calibrations);
    case 'hours':
      return sql`${developOf(calibrations)} + assessed_object.test_minutes`;
    case 'test':
      return sql.ref('assessed_object.test_minutes');
    case 'risk':
      return sql.ref('assessed_object.risks');
    case 'feature':
      return sql`length(assessed_object.findings)`;
    case 'changed_since':
      return isChangedSince;
    case 'id':
    case 'schema_name':
    case 'object_name':
    case 'automatic':
    case 'row_count':
    case 'lines':
    case 'statements':
    case 'unused':
      return sql.ref(`assessed_object.${name}`);
  }
}

const wholeOf = (name: string, value: string): number => {
  if (!/^\d{1,9}$/.test(value))
    throw invalid([{ field: `filter[${name}]`, message: message('field.notNumber') }]);
  return Number(value);
};

function filterCondition(
  where: Where,
  name: AssessedColumn,
  value: string,
  calibrations: Calibrations,
): Expression<SqlBool> {
  const column = orderOf(name, calibrations);
  switch (name) {
    case 'schema_name':
    case 'object_name':
      return sql<SqlBool>`lower(${column}) like ${containing(lowerAscii(value))} escape '\\'`;
    case 'feature':
      return where('findings', 'like', `%"code":${JSON.stringify(value)},%`);
    case 'risk':
      if (value === '*') return where('risks', 'is not', null);
      if (value === '-') return where('risks', 'is', null);
      return where('risks', 'like', `% ${value} %`);
    case 'complexity':
      return where('complexity', '=', value as 'simple');
    case 'unused':
      if (value === '*') return where('unused', 'is not', null);
      if (value === '-') return where('unused', 'is', null);
      return where('unused', '=', value as 'copy');
    case 'row_count':
      if (value === '-') return where('row_count', 'is', null);
      if (value === '*') return where('row_count', 'is not', null);
      return sql<SqlBool>`${column} = ${wholeOf(name, value)}`;
    case 'develop':
    case 'test':
    case 'hours':
      // A filter on hours means at least so many.
      return sql<SqlBool>`${column} >= ${wholeOf(name, value) * 60}`;
    default:
      return sql<SqlBool>`${column} = ${wholeOf(name, value)}`;
  }
}

const CHUNK = 1_000;

/** Objects of an assessment, filtered, sorted and paged. */
export async function listObjects(
  db: Db,
  assessmentId: number,
  query: AssessedQuery,
  calibrations: Calibrations,
): Promise<RowStream<ShownObject>> {
  let matching = db
    .selectFrom('assessed_object')
    .leftJoin('snapshot', 'snapshot.object_id', 'assessed_object.object_id')
    .where('assessment_id', '=', assessmentId);
  if (query.q)
    matching = matching.where(
      sql<SqlBool>`lower(schema_name || '.' || object_name) like ${containing(lowerAscii(query.q))} escape '\\'`,
    );
  for (const [name, value] of Object.entries(query.filter) as [AssessedColumn, string][])
    if (value)
      matching = matching.where((where) =>
        filterCondition(where as unknown as Where, name, value, calibrations),
      );
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let ordered = matching.select('assessed_object.id');
  for (const { column, descending } of query.sort ?? [])
    ordered = ordered.orderBy(orderOf(column, calibrations), (order) =>
      (descending ? order.desc() : order.asc()).nullsLast(),
    );
  ordered = ordered.orderBy('assessed_object.id');
  if (query.after !== undefined) ordered = ordered.where('assessed_object.id', '>', query.after);
  if (query.limit !== undefined || query.offset !== undefined)
    ordered = ordered.limit(query.limit ?? 1_000_000_000);
  if (query.offset !== undefined) ordered = ordered.offset(query.offset);
  const ids = (await ordered.execute()).map(({ id }) => id);
  return { total, chunks: readInOrder(db, ids) };
}

async function* readInOrder(db: Db, ids: readonly number[]): AsyncGenerator<ShownObject[]> {
  for (let start = 0; start < ids.length; start += CHUNK) {
    const wanted = ids.slice(start, start + CHUNK);
    const rows = await db
      .selectFrom('assessed_object')
      .leftJoin('snapshot', 'snapshot.object_id', 'assessed_object.object_id')
      .selectAll('assessed_object')
      .select(isChangedSince.as('changed_since'))
      .where('assessed_object.id', 'in', wanted)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield wanted.flatMap((id) => byId.get(id) ?? []);
  }
}
