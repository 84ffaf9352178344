import { gzipSync } from 'node:zlib';
import Database from 'libsql';
import pg from 'pg';

export const ROWS = 100_000;
export const nameOf = (index: number): string => `customer_order_line_${index}`;

/** The same rows written and read by the driver alone, in the tables of a store of the same kind. */
export interface Floor {
  insert(): Promise<void>;
  assign(userId: number): Promise<void>;
  list(): Promise<void>;
  close(): Promise<void>;
}

const NOW = new Date().toISOString();
const COLUMNS =
  'project_id, side, type_id, schema_name, object_name, search_key, created_at, created_by, updated_at';

/** The project of the floor's rows; both stores have one with this id. */
const json = (project: number) =>
  JSON.stringify(
    Array.from({ length: ROWS }, (_, index) => [
      project,
      'shop',
      nameOf(index),
      `shop.${nameOf(index)}`,
    ]),
  );

const history = (
  column: string,
) => `insert into history (at, user_id, entity, entity_id, project_id, action, changes)
  select '${NOW}', 1, 'object', id, project_id, 'assigned', '{"developer":[' || coalesce(cast(${column} as text), 'null') || ',' || `;

export function openSqliteFloor(file: string, project: number): Floor {
  const database = new Database(file, { timeout: 5_000 });
  database.exec('pragma journal_mode=wal');
  database.exec('pragma synchronous=full');
  database.exec('pragma foreign_keys=on');
  const rows = json(project);
  return {
    async insert() {
      database
        .prepare(
          `insert into object (${COLUMNS}) select value->>0, 'source', 1, value->>1, value->>2, value->>3, '${NOW}', 1, '${NOW}' from json_each(?)`,
        )
        .run([rows]);
    },
    async assign(userId) {
      database.exec('begin immediate');
      database.exec(
        `${history('developer_id')} '${userId}]}' from object where project_id = ${project}`,
      );
      database.exec(
        `update object set developer_id = ${userId}, updated_at = '${NOW}' where project_id = ${project}`,
      );
      database.exec('commit');
    },
    async list() {
      const all = database
        .prepare(`select * from object where project_id = ${project} order by id`)
        .all([]);
      gzipSync(JSON.stringify(all), { level: 3 });
    },
    async close() {
      database.close();
    },
  };
}

export async function openPostgresFloor(url: string, project: number): Promise<Floor> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const rows = json(project);
  return {
    async insert() {
      await client.query(
        `insert into object (${COLUMNS}) select (value->>0)::int, 'source', 1, value->>1, value->>2, value->>3, '${NOW}', 1, '${NOW}' from json_array_elements($1::json)`,
        [rows],
      );
    },
    async assign(userId) {
      await client.query('begin');
      await client.query(
        `${history('developer_id')} '${userId}]}' from object where project_id = ${project}`,
      );
      await client.query(
        `update object set developer_id = ${userId}, updated_at = '${NOW}' where project_id = ${project}`,
      );
      await client.query('commit');
    },
    async list() {
      const { rows: all } = await client.query(
        `select * from object where project_id = ${project} order by id`,
      );
      gzipSync(JSON.stringify(all), { level: 3 });
    },
    close: () => client.end(),
  };
}
