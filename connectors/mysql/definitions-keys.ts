import type { Index, IndexMethod, Key, TableDefinition } from '../core/definitions.ts';
import type { Selection } from './selection.ts';

type Row = [
  table: string,
  index: string,
  notUnique: number,
  column: string | null,
  order: string | null,
  prefix: number | null,
  kind: string,
  expression: string | null,
];

export type Keys = Pick<TableDefinition, 'primaryKey' | 'uniques' | 'indexes'>;

export const noKeys = (): Keys => ({ primaryKey: null, uniques: [], indexes: [] });

/** Keys and indexes by table. A unique index on columns is a unique key; one on expressions stays an index. */
export async function readKeys({
  session,
  facts,
  schema,
  names,
}: Selection): Promise<Map<string, Keys>> {
  const rows = await session.query<Row>(
    `SELECT table_name, index_name, non_unique, column_name, collation, sub_part, index_type,
       ${facts.indexExpressions ? 'expression' : 'NULL'}
     FROM information_schema.statistics WHERE table_schema = ? AND table_name IN (?) ORDER BY index_name, seq_in_index`,
    [schema, names],
  );
  const indexes = new Map<string, { table: string; index: Index }>();
  for (const row of rows) {
    const [table, name, notUnique, , , , kind] = row;
    const using = METHODS.get(kind);
    const key = JSON.stringify([table, name]);
    const found = indexes.get(key) ?? {
      table,
      index: {
        name,
        unique: Number(notUnique) === 0,
        parts: [],
        where: null,
        ...(using && { using }),
      },
    };
    found.index.parts.push(toPart(row));
    indexes.set(key, found);
  }
  const keys = new Map<string, Keys>();
  for (const { table, index } of indexes.values()) {
    const own = keys.get(table) ?? noKeys();
    keys.set(table, own);
    const key = toKey(index);
    if (key && index.name === 'PRIMARY') own.primaryKey = key;
    else if (key && index.unique) own.uniques.push(key);
    else own.indexes.push(index);
  }
  return keys;
}

const METHODS: ReadonlyMap<string, IndexMethod> = new Map([
  ['FULLTEXT', 'full text'],
  ['SPATIAL', 'spatial'],
  ['RTREE', 'spatial'],
  ['HASH', 'hash'],
  ['VECTOR', 'other'],
]);

/** Null if a part is an expression. */
function toKey({ name, parts }: Index): Key | null {
  const columns = parts.flatMap(({ column }) => column ?? []);
  if (columns.length < parts.length) return null;
  const prefixes = parts.map(({ prefix }) => prefix ?? null);
  return { name, columns, ...(prefixes.some((prefix) => prefix !== null) && { prefixes }) };
}

function toPart([, , , column, order, prefix, kind, expression]: Row): Index['parts'][number] {
  const descending = order === 'D';
  if (column === null) return { column, expression, descending };
  // For spatial indexes the catalogue shows a prefix length that nobody declared.
  const isWhole = prefix === null || kind === 'SPATIAL';
  return { column, expression: null, descending, ...(!isWhole && { prefix: Number(prefix) }) };
}
