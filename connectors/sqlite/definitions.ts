import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import { ConnectorError } from '../core/errors.ts';
import type {
  Column,
  StandardDefinition,
  DefinitionReader,
  TableDefinition,
  ViewDefinition,
  ForeignKey,
  ReferentialAction,
} from '../core/definitions.ts';
import { parseCreateTable, parseCreateView, type TableText } from './create-statements.ts';
import type { Session } from './session.ts';
import { readIndexes } from './definitions-indexes.ts';
import { readNamedTriggers, readTriggers } from './definitions-triggers.ts';
import { canonicalOf } from './types.ts';

export function createDefinitionReader(session: Session): DefinitionReader {
  return {
    async readDefinitions(type, schema, names): Promise<StandardDefinition[]> {
      if (schema !== 'main') return [];
      if (type === 'tables') return readTables(session, names);
      return type === 'views' ? readViews(session, names) : [];
    },
    readReferring: (schema, names) =>
      session.query<[string, string]>(
        `SELECT DISTINCT ?, m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
           WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL %'
             AND lower(f."table") IN (SELECT lower(value) FROM json_each(?))`,
        [schema, JSON.stringify(schema === 'main' ? names : [])],
      ),
    readTriggers: async (schema, names) =>
      schema === 'main' ? readNamedTriggers(session, names) : [],
  };
}

/** The texts of tables or views, by their names. */
async function readTexts(
  session: Session,
  type: 'table' | 'view',
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await session.query<[string, string]>(
    `SELECT name, sql FROM sqlite_schema WHERE type = '${type}' AND name IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(names)],
  );
  return new Map(rows);
}

async function readTables(session: Session, names: readonly string[]): Promise<TableDefinition[]> {
  const texts = await readTexts(session, 'table', names);
  const found = [...texts.keys()];
  const columnRows = await readColumnRows(session, found);
  const parsed = new Map([...texts].map(([name, sql]) => [name, parseCreateTable(sql)]));
  const indexes = await readIndexes(session, found, (table, column) =>
    parsed.get(table)?.collations.get(column.toLowerCase()),
  );
  const foreignKeys = await readForeignKeys(session, found);
  const triggers = await readTriggers(session, found);
  const estimates = await readEstimates(session);
  return [...parsed].map(([name, text]) => {
    const rows = columnRows.get(name) ?? [];
    const own = indexes.get(name);
    const primary = rows.filter((row) => row[5] > 0).sort((a, b) => a[5] - b[5]);
    // A primary key without an index is the rowid.
    const isRowNumber = primary.length === 1 && !own?.primary;
    return {
      kind: 'table',
      name,
      columns: rows.map((row) => toColumn(row, text, isRowNumber)),
      primaryKey:
        primary.length > 0
          ? {
              ...own?.primary,
              name: text.primaryKeyName,
              columns: primary.map(([, column]) => column),
            }
          : null,
      uniques: (own?.uniques ?? []).map((key) => ({
        ...key,
        name: text.uniques.find((unique) => isSame(unique.columns, key.columns))?.name ?? '',
      })),
      foreignKeys: (foreignKeys.get(name) ?? []).map((key, index) => ({
        ...key,
        name: text.foreignKeyNames[index] ?? '',
        ...(text.deferred.has(index) && { deferrable: 'always' }),
      })),
      checks: text.checks,
      indexes: own?.indexes ?? [],
      triggers: triggers.get(name) ?? [],
      comment: null,
      estimatedRows: estimates.get(name) ?? null,
    };
  });
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name.toLowerCase() === b[index]?.toLowerCase());

const BROKEN = toEnglish(message('reading.brokenView'));

async function readViews(session: Session, names: readonly string[]): Promise<ViewDefinition[]> {
  const texts = await readTexts(session, 'view', names);
  const columns = await readColumnRows(session, [...texts.keys()]);
  const triggers = await readTriggers(session, [...texts.keys()]);
  return [...texts].map(([name, sql]) => ({
    kind: 'view',
    name,
    columns: (columns.get(name) ?? []).map((row) => toColumn(row, null, false)),
    text: parseCreateView(sql),
    materialised: false,
    viewTriggers: triggers.get(name) ?? [],
    comment: null,
    broken: columns.has(name) ? null : BROKEN,
  }));
}

type ColumnRow = [
  owner: string,
  name: string,
  type: string,
  notNull: number,
  fallback: string | null,
  /** Position in the primary key, from 1; 0 if not part of it. */
  primary: number,
  /** 2 and 3 mark generated columns. */
  hidden: number,
];

/**
 * Columns by table or view, without the views that SQLite can no longer parse: a single one makes the statement fail.
 */
async function readColumnRows(
  session: Session,
  names: readonly string[],
): Promise<Map<string, ColumnRow[]>> {
  try {
    const rows = await session.query<ColumnRow>(
      `SELECT m.value, p.name, p.type, p."notnull", p.dflt_value, p.pk, p.hidden
       FROM json_each(?) m JOIN pragma_table_xinfo(m.value) p WHERE p.hidden <> 1 ORDER BY m.key, p.cid`,
      [JSON.stringify(names)],
    );
    const found = new Map<string, ColumnRow[]>();
    for (const row of rows) {
      const ofOwner = found.get(row[0]) ?? [];
      ofOwner.push(row);
      found.set(row[0], ofOwner);
    }
    return found;
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.code !== 'failed') throw error;
    if (names.length <= 1) return new Map();
    const half = Math.ceil(names.length / 2);
    const first = await readColumnRows(session, names.slice(0, half));
    return new Map([...first, ...(await readColumnRows(session, names.slice(half)))]);
  }
}

const defaultOf = (text: string | null): string | null =>
  text === null || /^null$/iu.test(text) ? null : text;

function toColumn(row: ColumnRow, text: TableText | null, isRowNumber: boolean): Column {
  const [, name, type, notNull, fallback, primary, hidden] = row;
  const canonical = canonicalOf(type);
  const identity = primary > 0 && isRowNumber;
  const isGenerated = hidden === 2 || hidden === 3;
  return {
    name,
    type,
    canonical,
    nullable: notNull === 0 && !identity,
    default: isGenerated ? null : defaultOf(fallback),
    identity,
    ...(identity && text?.autoincrement === false && { reusesNumbers: true as const }),
    ...(isGenerated && { stored: hidden === 3 }),
    generated: isGenerated ? (text?.generated.get(name.toLowerCase()) ?? '') : null,
    ...comparisonOf(canonical, text?.collations.get(name.toLowerCase())),
    comment: null,
  };
}

const comparisonOf = (
  { kind }: CanonicalType,
  collation: string | undefined,
): Pick<Column, 'caseSensitive' | 'padSpace'> => ({
  caseSensitive: kind === 'text' ? collation !== 'NOCASE' : null,
  ...(kind === 'text' && collation === 'RTRIM' && { padSpace: true }),
});

/**
 * Row counts as of the last ANALYZE, from the statistics of indexes; takes the largest, because a partial index has
 * fewer rows.
 */
async function readEstimates(session: Session): Promise<Map<string, number>> {
  const estimates = new Map<string, number>();
  const [table] = await session.query(
    `SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1' AND type = 'table'`,
  );
  if (!table) return estimates;
  const rows = await session.query<[string, number | null]>(
    'SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl',
  );
  for (const [name, count] of rows) if (count !== null) estimates.set(name, count);
  return estimates;
}

type Row = [
  table: string,
  id: number,
  column: string,
  referencedTable: string,
  /** Null if the other table is missing, or has no such primary key. */
  referencedColumn: string | null,
  onUpdate: string,
  onDelete: string,
];

/**
 * Foreign keys by table, in the order of declaration, without their names. Without columns, a foreign key refers to
 * the primary key.
 */
async function readForeignKeys(
  session: Session,
  tables: readonly string[],
): Promise<Map<string, ForeignKey[]>> {
  const rows = await session.query<Row>(
    `SELECT m.value, f.id, f."from", f."table",
       coalesce(f."to", (SELECT p.name FROM sqlite_schema o JOIN pragma_table_info(o.name) p
         WHERE f."to" IS NULL AND o.type = 'table' AND o.sql NOT LIKE 'CREATE VIRTUAL %'
           AND lower(o.name) = lower(f."table") AND p.pk = f.seq + 1)),
       f.on_update, f.on_delete
     FROM json_each(?) m JOIN pragma_foreign_key_list(m.value) f ORDER BY m.key, f.id DESC, f.seq`,
    [JSON.stringify(tables)],
  );
  const found = new Map<string, Map<number, ForeignKey>>();
  for (const [table, id, column, referencedTable, referencedColumn, onUpdate, onDelete] of rows) {
    const ofTable = found.get(table) ?? new Map<number, ForeignKey>();
    found.set(table, ofTable);
    const key = ofTable.get(id) ?? {
      name: '',
      columns: [],
      schema: 'main',
      table: referencedTable,
      referenced: [],
      onUpdate: toAction(onUpdate),
      onDelete: toAction(onDelete),
    };
    ofTable.set(id, key);
    key.columns.push(column);
    if (referencedColumn !== null) key.referenced.push(referencedColumn);
  }
  return new Map([...found].map(([table, keys]) => [table, [...keys.values()]]));
}

const toAction = (rule: string): ReferentialAction => rule.toLowerCase() as ReferentialAction;
