import type { ForeignKey, ReferentialAction } from '../core/definitions.ts';
import type { Selection } from './selection.ts';
import type { Session } from './session.ts';
import { columnKey } from './definitions-checks.ts';

type Row = [
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
  const rows = await session.query<Row>(
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
  foreignKeys: readonly Row[],
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
