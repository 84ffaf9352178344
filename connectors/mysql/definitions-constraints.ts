import type {
  ForeignKey,
  ReferentialAction,
  Check,
  Index,
  IndexMethod,
  Key,
  TableDefinition,
} from '../core/definitions.ts';
import type { Selection } from './selection.ts';
import type { Session } from './session.ts';

type IndexRow = [
  table: string,
  index: string,
  notUnique: number,
  column: string | null,
  order: string | null,
  prefix: number | null,
  kind: string,
  expression: string | null,
];

type Keys = Pick<TableDefinition, 'primaryKey' | 'uniques' | 'indexes'>;

export const noKeys = (): Keys => ({ primaryKey: null, uniques: [], indexes: [] });

/** Keys and indexes by table. A unique index on columns is a unique key; one on expressions stays an index. */
export async function readKeys({
  session,
  facts,
  schema,
  names,
}: Selection): Promise<Map<string, Keys>> {
  const rows = await session.query<IndexRow>(
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

function toPart([, , , column, order, prefix, kind, expression]: IndexRow): Index['parts'][number] {
  const descending = order === 'D';
  if (column === null) return { column, expression, descending };
  // For spatial indexes the catalogue shows a prefix length that nobody declared.
  const isWhole = prefix === null || kind === 'SPATIAL';
  return { column, expression: null, descending, ...(!isWhole && { prefix: Number(prefix) }) };
}

type CheckRow = [
  table: string,
  name: string,
  clause: string,
  level: string | null,
  enforced: string | null,
];

const CHECKS: Readonly<
  Record<'by table' | 'by name', (level: string, enforced: string) => string>
> = {
  'by table': (
    level,
  ) => `SELECT c.table_name, c.constraint_name, c.check_clause, ${level}, NULL FROM information_schema.check_constraints c
    WHERE c.constraint_schema = ? AND c.table_name IN (?)`,
  'by name': (
    _level,
    enforced,
  ) => `SELECT t.table_name, t.constraint_name, c.check_clause, NULL, ${enforced} FROM information_schema.table_constraints t
    JOIN information_schema.check_constraints c
      ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name
    WHERE t.constraint_type = 'CHECK' AND t.table_schema = ? AND t.table_name IN (?)`,
};

/** MariaDB's JSON type is an alias of a text type with this check. */
const JSON_CHECK = /^json_valid\(`((?:[^`]|``)+)`\)$/iu;

export const columnKey = (table: string, column: string): string => JSON.stringify([table, column]);

export interface ReadChecks {
  checks: Map<string, Check[]>;
  json: Set<string>;
  named: Map<string, string>;
}

/**
 * Checks by table, in the order of their names; the keys (see columnKey) of columns that a check declares to hold JSON; and
 * the checks of columns by such keys: MariaDB calls them like the column.
 */
export async function readChecks({
  session,
  facts,
  schema,
  names,
}: Selection): Promise<ReadChecks> {
  const checks = new Map<string, Check[]>();
  const json = new Set<string>();
  const named = new Map<string, string>();
  if (!facts.checks) return { checks, json, named };
  const rows = await session.query<CheckRow>(
    CHECKS[facts.checks](
      facts.checkLevels ? 'c.level' : 'NULL',
      facts.checksEnforced ? 't.enforced' : 'NULL',
    ),
    [schema, names],
  );
  rows.sort((a, b) => (a[1] < b[1] ? -1 : 1));
  for (const [table, name, clause, level, enforced] of rows) {
    if (facts.checks === 'by table' && level !== 'Table') named.set(columnKey(table, name), clause);
    const column = facts.defaultsAsSql ? JSON_CHECK.exec(clause)?.[1] : undefined;
    if (column !== undefined) {
      json.add(columnKey(table, column.replaceAll('``', '`')));
      continue;
    }
    const check: Check = {
      name,
      expression: facts.defaultsAsSql ? clause : unescape(clause),
      ...(enforced === 'NO' && { disabled: true }),
    };
    checks.set(table, [...(checks.get(table) ?? []), check]);
  }
  return { checks, json, named };
}

/** MySQL shows expressions escaped as if inside a string literal: `_utf8mb4\'a\'`. */
export const unescape = (expression: string): string => expression.replace(/\\(.)/gsu, '$1');

type ForeignKeyRow = [
  table: string,
  name: string,
  column: string,
  schema: string,
  referencedTable: string,
  referencedColumn: string,
];
type Actions = Pick<ForeignKey, 'onUpdate' | 'onDelete'>;

/** The server's actions where none were declared. */
const DEFAULT: Actions = { onUpdate: 'restrict', onDelete: 'restrict' };

/** Foreign keys by table. */
export async function readForeignKeys(selection: Selection): Promise<Map<string, ForeignKey[]>> {
  const { session, schema, names } = selection;
  const rows = await session.query<ForeignKeyRow>(
    `SELECT table_name, constraint_name, column_name, referenced_table_schema, referenced_table_name, referenced_column_name
     FROM information_schema.key_column_usage
     WHERE table_schema = ? AND table_name IN (?) AND referenced_table_name IS NOT NULL
     ORDER BY constraint_name, ordinal_position`,
    [schema, names],
  );
  const actions = rows.length > 0 ? await readActions(selection, rows) : new Map<string, Actions>();
  const keys = new Map<string, ForeignKey>();
  const byTable = new Map<string, ForeignKey[]>();
  for (const [table, name, column, toSchema, toTable, toColumn] of rows) {
    const id = columnKey(table, name);
    const known = keys.get(id);
    if (known) {
      known.columns.push(column);
      known.referenced.push(toColumn);
      continue;
    }
    const key: ForeignKey = {
      name,
      columns: [column],
      schema: toSchema,
      table: toTable,
      referenced: [toColumn],
      ...(actions.get(id) ?? DEFAULT),
    };
    keys.set(id, key);
    byTable.set(table, [...(byTable.get(table) ?? []), key]);
  }
  return byTable;
}

async function readActions(
  { session, schema, names }: Selection,
  foreignKeys: readonly ForeignKeyRow[],
): Promise<Map<string, Actions>> {
  const rows = await session.query<[string, string, string, string]>(
    `SELECT table_name, constraint_name, update_rule, delete_rule FROM information_schema.referential_constraints
     WHERE constraint_schema = ? AND table_name IN (?)`,
    [schema, names],
  );
  const actions = new Map(
    rows.map(([table, name, onUpdate, onDelete]) => [
      columnKey(table, name),
      { onUpdate: toAction(onUpdate), onDelete: toAction(onDelete) },
    ]),
  );
  const hidden = foreignKeys.filter(([table, name]) => !actions.has(columnKey(table, name)));
  for (const table of new Set(hidden.map(([name]) => name))) {
    for (const [name, found] of await readDeclaredActions(session, schema, table))
      actions.set(columnKey(table, name), found);
  }
  return actions;
}

const ACTION = '(RESTRICT|CASCADE|SET NULL|NO ACTION|SET DEFAULT)';
const DECLARATION = new RegExp(
  `^\\s*CONSTRAINT \`((?:[^\`]|\`\`)+)\` FOREIGN KEY .*?(?: ON DELETE ${ACTION})?(?: ON UPDATE ${ACTION})?,?$`,
  'gmu',
);

/** An account that only has SELECT sees the keys, but their actions only in SHOW CREATE TABLE. */
async function readDeclaredActions(
  session: Session,
  schema: string,
  table: string,
): Promise<[string, Actions][]> {
  const path = [schema, table].map((name) => name.replaceAll('`', '``')).join('`.`');
  const [row] = await session.query<[string, string]>(`SHOW CREATE TABLE \`${path}\``);
  return [...(row?.[1] ?? '').matchAll(DECLARATION)].map(([, name = '', onDelete, onUpdate]) => [
    name.replaceAll('``', '`'),
    { onUpdate: toAction(onUpdate), onDelete: toAction(onDelete) },
  ]);
}

const toAction = (rule: string | undefined): ReferentialAction =>
  rule === undefined ? 'restrict' : (rule.toLowerCase() as ReferentialAction);
