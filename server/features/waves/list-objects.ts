import { type Expression, type SqlBool, sql } from 'kysely';
import { objectTypeOf } from '../../../contract/engines.ts';
import { message } from '../../../contract/messages/message.ts';
import type { WAVE_OBJECT_COLUMNS, WaveObject, WaveObjectQuery } from '../../../contract/waves.ts';
import { containing, lowerAscii } from '../../platform/db/sql-parts.ts';
import type { Db } from '../../platform/db/store.ts';
import type { RowStream } from '../../platform/http/route.ts';
import { invalid } from '../../platform/problem.ts';
import { type Sources, minutesOf, selectMoved, standingOf } from './standing-service.ts';

type Column = (typeof WAVE_OBJECT_COLUMNS)[number];

/** Sorts objects that can start first. */
const rankOf = (standing: Expression<unknown>) =>
  sql`case ${standing} when 'ready' then 0 when 'blocked' then 1 when 'testing' then 2 else 3 end`;

const countOf = (readId: number, own: 'object_id' | 'needs_id', other: 'object_id' | 'needs_id') =>
  sql<number>`(select count(distinct ${sql.ref(`dependency.${other}`)}) from dependency
    where dependency.read_id = ${readId} and ${sql.ref(`dependency.${own}`)} = object.id)`;

function valueOf(name: Column, sources: Sources): Expression<unknown> {
  switch (name) {
    case 'object_type_id':
      return sql.ref('object.type_id');
    case 'wave':
      return sql.ref('wave_object.wave_id');
    case 'standing':
      return standingOf(sources.readId);
    case 'hours':
      return minutesOf(sources);
    case 'needs':
      return countOf(sources.readId, 'object_id', 'needs_id');
    case 'needed_by':
      return countOf(sources.readId, 'needs_id', 'object_id');
    case 'id':
    case 'schema_name':
    case 'object_name':
    case 'status':
      return sql.ref(`object.${name}`);
  }
}

const wholeOf = (name: string, value: string): number => {
  if (!/^\d{1,9}$/.test(value))
    throw invalid([{ field: `filter[${name}]`, message: message('field.notNumber') }]);
  return Number(value);
};

function conditionOf(name: Column, value: string, sources: Sources): Expression<SqlBool> {
  const column = valueOf(name, sources);
  switch (name) {
    case 'schema_name':
    case 'object_name':
      return sql`lower(${column}) like ${containing(lowerAscii(value))} escape '\\'`;
    case 'standing':
    case 'status':
      return sql`${column} = ${value}`;
    case 'wave':
    case 'hours':
      if (value === '-') return sql`${column} is null`;
      if (value === '*') return sql`${column} is not null`;
      // Filters on hours and on numbers of dependencies mean at least so many.
      return name === 'wave'
        ? sql`${column} = ${wholeOf(name, value)}`
        : sql`${column} >= ${wholeOf(name, value) * 60}`;
    case 'needs':
    case 'needed_by':
      return sql`${column} >= ${wholeOf(name, value)}`;
    default:
      return sql`${column} = ${wholeOf(name, value)}`;
  }
}

const CHUNK = 1_000;

/** Objects of the source with their waves, filtered, sorted and paged. */
export async function listObjects(
  db: Db,
  sources: Sources,
  query: WaveObjectQuery,
): Promise<RowStream<WaveObject>> {
  let matching = selectMoved(db, sources);
  if (query.q)
    matching = matching.where(
      sql<SqlBool>`object.search_key like ${containing(query.q.toLowerCase())} escape '\\'`,
    );
  for (const [name, value] of Object.entries(query.filter) as [Column, string][])
    if (value) matching = matching.where(conditionOf(name, value, sources));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let ordered = matching.select('object.id');
  for (const { column, descending } of query.sort ?? []) {
    const value = valueOf(column, sources);
    ordered = ordered.orderBy(column === 'standing' ? rankOf(value) : value, (order) =>
      (descending ? order.desc() : order.asc()).nullsLast(),
    );
  }
  ordered = ordered.orderBy('object.id');
  if (query.after !== undefined) ordered = ordered.where('object.id', '>', query.after);
  if (query.limit !== undefined || query.offset !== undefined)
    ordered = ordered.limit(query.limit ?? 1_000_000_000);
  if (query.offset !== undefined) ordered = ordered.offset(query.offset);
  const ids = (await ordered.execute()).map(({ id }) => id);
  return { total: Number(total), chunks: readInOrder(db, sources, ids) };
}

async function* readInOrder(
  db: Db,
  sources: Sources,
  ids: readonly number[],
): AsyncGenerator<WaveObject[]> {
  for (let start = 0; start < ids.length; start += CHUNK) {
    const wanted = ids.slice(start, start + CHUNK);
    const rows = await selectMoved(db, sources)
      .select([
        'object.id',
        'object.schema_name',
        'object.object_name',
        'object.type_id',
        'object.status',
        'wave_object.wave_id',
        standingOf(sources.readId).as('standing'),
        minutesOf(sources).as('minutes'),
        countOf(sources.readId, 'object_id', 'needs_id').as('needs'),
        countOf(sources.readId, 'needs_id', 'object_id').as('needed_by'),
      ])
      .where('object.id', 'in', wanted)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield wanted.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      const { type_id: type, wave_id: wave, minutes, needs, needed_by: neededBy, ...rest } = row;
      return [
        {
          ...rest,
          object_type_id: type,
          object_type: objectTypeOf(type),
          wave,
          hours: minutes === null ? null : Math.round(Number(minutes) / 6) / 10,
          needs: Number(needs),
          needed_by: Number(neededBy),
        },
      ];
    });
  }
}
