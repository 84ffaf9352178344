import type { ForeignKey, ReferentialAction } from '../core/structure.ts';
import type { Session } from './session.ts';

type Row = [
  table: string,
  id: number,
  column: string,
  referencedTable: string,
  /** Null where the other table is missing, or has no such primary key. */
  referencedColumn: string | null,
  onUpdate: string,
  onDelete: string,
];

/** By table, in the order of their declaration; without their names. Where no columns were named, the primary key is meant. */
export async function readForeignKeys(
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
