import type { Connection, FieldInfo } from 'mariadb';
import { namesIn, wordsOf } from '../core/calls/call-text.ts';
import type { Origin } from '../core/call.ts';
import { CALL_SYNTAX } from './call-syntax.ts';

/** How many levels of nested views are followed. */
const DEEPEST = 10;

/**
 * Words that mark statements for which the server reports columns of a subquery as columns of a table: for `select
 * body from (select secret as body from notes) notes` it names the column `body` of `notes`.
 */
const DERIVES = [
  'WITH',
  'UNION',
  'EXCEPT',
  'INTERSECT',
  'VALUES',
  'TABLE',
  'JSON_TABLE',
  'LATERAL',
];
const isPlainSelect = (text: string): boolean => {
  const words = wordsOf(text, CALL_SYNTAX);
  const selects = text.match(/select/gi)?.length ?? 0;
  return words[0] === 'SELECT' && selects === 1 && !DERIVES.some((word) => words.includes(word));
};

type Found = [schema: string, table: string, type: string];

/** Finds the table columns behind the columns of a result, from the server's descriptions; views are followed. */
export async function findOrigins(
  client: Connection,
  text: string,
  columns: readonly FieldInfo[],
  deepest = DEEPEST,
): Promise<(Origin | null)[]> {
  if (deepest === 0 || !isPlainSelect(text)) return columns.map(() => null);
  const names = namesIn(text, CALL_SYNTAX);
  // Asks for one name at a time: otherwise the server opens every table that it has.
  const places = await client.query<Found[]>(
    {
      rowsAsArray: true,
      sql: names
        .map(
          () =>
            'SELECT table_schema, table_name, table_type FROM information_schema.tables WHERE table_name = ?',
        )
        .join(' UNION ALL '),
    },
    names,
  );
  const [view, ...moreViews] = places.filter(([, , type]) => type === 'VIEW');
  // The server reports a view by its alias, which may equal the name of a table or of another view.
  if (moreViews.length > 0) return columns.map(() => null);
  const shown = view && (await originsOfView(client, view, deepest - 1));
  const isAt = (column: FieldInfo, [schema, table]: Found) =>
    column.db() === schema && column.orgTable() === table;
  return columns.map((column) => {
    const name = column.orgName();
    if (view) return isAt(column, view) ? (shown?.get(name.toLowerCase()) ?? null) : null;
    const place = places.find((one) => TABLES.includes(one[2]) && isAt(column, one));
    return place ? { schema: place[0], table: place[1], column: name } : null;
  });
}

const TABLES = ['BASE TABLE', 'SYSTEM VERSIONED'];

/** Origins by the view's column names in lower case; empty if the account may not see its query. */
async function originsOfView(
  client: Connection,
  [schema, view]: Found,
  deepest: number,
): Promise<Map<string, Origin | null>> {
  const [row] = await client.query<[string | null][]>(
    {
      rowsAsArray: true,
      sql: 'SELECT view_definition FROM information_schema.views WHERE table_schema = ? AND table_name = ?',
    },
    [schema, view],
  );
  const query = row?.[0] ?? '';
  if (!isPlainSelect(query)) return new Map();
  const columns = await describe(client, query).catch((): FieldInfo[] => []);
  const origins = await findOrigins(client, query, columns, deepest);
  return new Map(columns.map((column, index) => [column.name().toLowerCase(), origins[index]!]));
}

/** Describes the columns of a query without fetching rows. */
async function describe(client: Connection, sql: string): Promise<FieldInfo[]> {
  await client.query('SET SESSION sql_select_limit = 0');
  try {
    const [, columns] = await client.query<[unknown, FieldInfo[]]>({
      sql,
      rowsAsArray: true,
      metaAsArray: true,
    });
    return columns;
  } finally {
    await client.query('SET SESSION sql_select_limit = DEFAULT');
  }
}
