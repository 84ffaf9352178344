import type { Index } from '../core/definitions.ts';
import { parseCreateIndex } from './create-statements.ts';
import type { Session } from './session.ts';

interface TableIndexes {
  /** Columns of each unique key. */
  uniques: string[][];
  indexes: Index[];
  hasPrimary: boolean;
}

type Row = [
  table: string,
  index: string,
  unique: number,
  /** Created for the primary key, for a unique key, or by CREATE INDEX. */
  origin: 'pk' | 'u' | 'c',
  /** Null if the part is an expression. */
  column: string | null,
  descending: number,
  collation: string,
];

/** By table. */
export async function readIndexes(
  session: Session,
  tables: readonly string[],
): Promise<Map<string, TableIndexes>> {
  const names = JSON.stringify(tables);
  const rows = await session.query<Row>(
    `SELECT m.value, l.name, l."unique", l.origin, x.name, x."desc", x.coll
     FROM json_each(?) m JOIN pragma_index_list(m.value) l JOIN pragma_index_xinfo(l.name) x
     WHERE x.key = 1 ORDER BY l.name, x.seqno`,
    [names],
  );
  const texts = new Map(
    await session.query<[string, string]>(
      `SELECT name, sql FROM sqlite_schema
       WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?))`,
      [names],
    ),
  );
  const found = new Map<string, TableIndexes>();
  for (const parts of groupByIndex(rows)) {
    const [table, name, , origin] = parts[0] as Row;
    const own = found.get(table) ?? { uniques: [], indexes: [], hasPrimary: false };
    found.set(table, own);
    if (origin === 'pk') own.hasPrimary = true;
    else if (origin === 'u') own.uniques.push(parts.map((part) => part[4] ?? ''));
    else own.indexes.push(toIndex(name, parts, texts.get(name) ?? ''));
  }
  return found;
}

/** Splits rows by index; the rows of an index are adjacent. */
function groupByIndex(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.[1] === row[1]) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

function toIndex(name: string, rows: readonly Row[], sql: string): Index {
  const { parts, where } = parseCreateIndex(sql);
  return {
    name,
    unique: rows[0]?.[2] === 1,
    parts: rows.map(([, , , , column, descending, collation], position) => ({
      column,
      expression: column === null ? (parts[position] ?? '') : null,
      descending: descending === 1,
      ...(column !== null && isBlind(collation) && { caseBlind: true }),
    })),
    where,
  };
}

const isBlind = (collation: string | null | undefined): boolean =>
  collation?.toUpperCase() === 'NOCASE';

/** @param collations - of the table's columns, by name in lower case: an index with the same collation omits it */
export const withoutOwnCollation = (
  index: Index,
  collations: ReadonlyMap<string, string>,
): Index => ({
  ...index,
  parts: index.parts.map(({ caseBlind, ...part }) => ({
    ...part,
    ...(caseBlind && !isBlind(collations.get((part.column ?? '').toLowerCase())) && { caseBlind }),
  })),
});
