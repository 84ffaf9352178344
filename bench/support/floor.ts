import type { RawStore, StoreName } from './store.ts';

export const nameOf = (index: number): string => `customer_order_line_${index}`;

const COLUMNS =
  'project_id, side, type_id, schema_name, object_name, search_key, created_at, created_by, updated_at';

/** The rows of an import as a single parameter, as the driver alone would send them. */
const rowsOf = (project: number, count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => [
      project,
      'shop',
      nameOf(index),
      `shop.${nameOf(index)}`,
    ]),
  );

const VALUES = {
  SQLite: { number: 'value->>0', rows: 'json_each(?)' },
  PostgreSQL: { number: '(value->>0)::int', rows: 'json_array_elements($1::json)' },
} as const;

/** Inserts the rows of an import in one statement. @returns a function that runs the prepared work */
export function bulkInsert(store: StoreName, raw: RawStore, project: number, count: number) {
  const rows = rowsOf(project, count);
  const { number, rows: parameter } = VALUES[store];
  const now = new Date().toISOString();
  return () =>
    raw.run(
      `insert into object (${COLUMNS}) select ${number}, 'source', 1, value->>1, value->>2, value->>3,
         '${now}', 1, '${now}' from ${parameter}`,
      rows,
    );
}

/** Assigns all objects of a project to a developer, with history. */
export async function bulkAssign(raw: RawStore, project: number, userId: number): Promise<void> {
  const now = new Date().toISOString();
  await raw.run('begin');
  await raw.run(`insert into history (at, user_id, entity, entity_id, project_id, action, changes)
    select '${now}', 1, 'object', id, project_id, 'assigned',
      '{"developer":[' || coalesce(cast(developer_id as text), 'null') || ',${userId}]}'
    from object where project_id = ${project}`);
  await raw.run(
    `update object set developer_id = ${userId}, updated_at = '${now}' where project_id = ${project}`,
  );
  await raw.run('commit');
}
