import type { Index, Key, Letters } from '../core/definitions.ts';
import { parseCreateIndex } from './create-statements.ts';
import type { Session } from './session.ts';

interface TableIndexes {
  /** Unique keys, without names. */
  uniques: Pick<Key, 'columns' | 'letters'>[];
  indexes: Index[];
  /** Null where no index enforces the primary key. */
  primary: Pick<Key, 'columns' | 'letters'> | null;
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
  collationOf: (table: string, column: string) => string | undefined,
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
    const own = found.get(table) ?? { uniques: [], indexes: [], primary: null };
    found.set(table, own);
    const letters = parts.map(([, , , , column, , collation]) =>
      column === null ? null : lettersOf(collation, collationOf(table, column)),
    );
    const key = {
      columns: parts.map((part) => part[4] ?? ''),
      ...(letters.some((one) => one) && { letters }),
    };
    if (origin === 'pk') own.primary = key;
    else if (origin === 'u') own.uniques.push(key);
    else own.indexes.push(toIndex(name, parts, letters, texts.get(name) ?? ''));
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

function toIndex(
  name: string,
  rows: readonly Row[],
  letters: readonly (Letters | null)[],
  sql: string,
): Index {
  const { parts, where } = parseCreateIndex(sql);
  return {
    name,
    unique: rows[0]?.[2] === 1,
    parts: rows.map(([, , , , column, descending], position) => ({
      column,
      expression: column === null ? (parts[position] ?? '') : null,
      descending: descending === 1,
      ...(letters[position] === 'blind' && { caseBlind: true }),
      ...(letters[position] === 'seeing' && { caseSeeing: true }),
    })),
    where,
  };
}

/** How an index treats case where that is not its column's own way. */
function lettersOf(collation: string, ofColumn: string | undefined): Letters | null {
  const [isBlind, isColumnBlind] = [collation, ofColumn].map(
    (one) => one?.toUpperCase() === 'NOCASE',
  );
  return isBlind === isColumnBlind ? null : isBlind ? 'blind' : 'seeing';
}
