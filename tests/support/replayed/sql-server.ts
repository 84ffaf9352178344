import { connectWith } from '../../../connectors/core/exams/exam.ts';
import type { ObjectDefinition } from '../../../connectors/core/definitions.ts';
import { sqlServer } from '../../../connectors/sql-server/connector.ts';
import { replay, targetAt } from '../../../connectors/sql-server/testing/replayed-database.ts';
import {
  columnRow,
  INT,
  type Rows,
  scriptOf,
} from '../../../connectors/sql-server/testing/replayed-definitions.ts';
import { withAccess } from './with-access.ts';

const BLIND = 'Latin1_General_100_CI_AS_SC_UTF8';
const EXACT = 'Latin1_General_100_BIN2_UTF8';
const [PARENTS, ORDERS, EVENTS, ACCOUNTS] = [1, 2, 3, 4];
const NOT_NULL = { nullable: 0 };
const plain = (fallback: string | null, collation: string | null = null) => [
  fallback,
  null,
  collation,
  null,
];
const key = (table: number, name: string, column = 'id') => [
  table,
  1,
  name,
  1,
  1,
  0,
  null,
  column,
  0,
  1,
  0,
  0,
];

/** What the catalogue of a shop answers. */
export const SHOP: Rows = {
  objects: [
    [PARENTS, 'shop', 'parents', 'U ', null],
    [ORDERS, 'shop', 'orders', 'U ', 'What was bought'],
    [EVENTS, 'shop', 'events', 'U ', null],
    [ACCOUNTS, 'shop', 'accounts', 'U ', null],
  ],
  columns: [
    columnRow(PARENTS, 'id', INT, NOT_NULL),
    columnRow(ORDERS, 'id', INT, { nullable: 0, identity: 1 }),
    columnRow(ORDERS, 'parent_id', INT, NOT_NULL, plain('((1))')),
    columnRow(ORDERS, 'code', ['varchar', null, 20, 0, 0], NOT_NULL, [
      null,
      null,
      BLIND,
      'Printed',
    ]),
    columnRow(ORDERS, 'status', ['varchar', null, 10, 0, 0], NOT_NULL, plain("('new')", EXACT)),
    columnRow(ORDERS, 'amount', ['decimal', null, 9, 12, 2], NOT_NULL, plain('((0))')),
    columnRow(ORDERS, 'placed', ['datetime2', null, 7, 23, 3], NOT_NULL, plain('(sysdatetime())')),
    columnRow(ORDERS, 'is_open', ['bit', null, 1, 1, 0], NOT_NULL, plain('((1))')),
    columnRow(ORDERS, 'token', ['uniqueidentifier', null, 16, 0, 0], {}, plain('(newid())')),
    columnRow(ORDERS, 'note', ['nvarchar', null, 400, 0, 0], {}, plain(null, EXACT)),
    columnRow(
      ORDERS,
      'twice',
      ['decimal', null, 9, 13, 2],
      {},
      [null, '([amount]*(2))', null, null],
      1,
    ),
    columnRow(EVENTS, 'id', INT, NOT_NULL),
    columnRow(EVENTS, 'day', ['date', null, 3, 10, 0], NOT_NULL),
    columnRow(ACCOUNTS, 'id', INT, NOT_NULL),
    columnRow(ACCOUNTS, 'owner', INT),
  ],
  indexes: [
    key(PARENTS, 'PK_parents'),
    key(ORDERS, 'PK_orders'),
    [ORDERS, 2, 'UQ_code', 1, 0, 1, null, 'code', 0, 2, 0, 0],
    [ORDERS, 3, 'by_parent', 0, 0, 0, null, 'parent_id', 0, 2, 0, 0],
    [ORDERS, 3, 'by_parent', 0, 0, 0, null, 'placed', 1, 2, 0, 0],
    [ORDERS, 3, 'by_parent', 0, 0, 0, null, 'amount', 0, 2, 1, 0],
    [ORDERS, 4, 'open_ones', 0, 0, 0, '([is_open]=(1))', 'placed', 0, 2, 0, 0],
    key(EVENTS, 'PK_events'),
    key(EVENTS, 'PK_events', 'day'),
    key(ACCOUNTS, 'PK_accounts'),
  ],
  foreignKeys: [[ORDERS, 'FK_parent', 'shop', 'parents', 0, 1, 'parent_id', 'id', 0, 0, 0]],
  checks: [
    [ORDERS, 'CK_amount', '([amount]>=(0) AND [amount]<(1000000))', 0, 0, 0],
    [ORDERS, 'CK_status', "([status]='paid' OR [status]='new')", 0, 0, 0],
    [ORDERS, 'CK_placed', '(datepart(year,[placed])>=(2000))', 0, 0, 0],
  ],
  triggers: [
    [
      ORDERS,
      'log_orders',
      0,
      0,
      'INSERT',
      'CREATE TRIGGER shop.log_orders ON shop.orders AFTER INSERT AS INSERT INTO shop.events (id, day) SELECT id, placed FROM inserted',
    ],
  ],
  numberings: [[ORDERS, 'id', '1']],
  partitions: [[EVENTS, 'day', 4, 1]],
  policies: [[ACCOUNTS, 'shop.own', 'FILTER', null, '([shop].[mine]([owner]))']],
  owners: [PARENTS, ORDERS, EVENTS, ACCOUNTS].map((id) => [id, 'dbo']),
};

/** The same shop with its key, its check and its trigger switched off. */
export const SQL_SERVER_OFF: Rows = {
  foreignKeys: SHOP.foreignKeys!.map((row) => [...row.slice(0, 8), 1, 1, 0]),
  checks: SHOP.checks!.map((row) => [...row.slice(0, 3), 1, 1, 0]),
  triggers: SHOP.triggers!.map(([table, name, instead, , ...rest]) => [
    table!,
    name!,
    instead!,
    1,
    ...rest,
  ]),
};

/** The tables of a shop as the connector reads them from a replayed SQL Server. @param app - who may read orders */
export async function readSqlServer(app: string, changes: Rows = {}): Promise<ObjectDefinition[]> {
  const grants = [[ORDERS, app, 'SELECT', 'G ', null, 0]];
  const server = await replay({ script: scriptOf({ ...SHOP, grants, ...changes }) });
  try {
    const connection = await connectWith(sqlServer, targetAt(server.port));
    const found = await withAccess(connection.definitions!, 'shop', [
      'parents',
      'orders',
      'events',
      'accounts',
    ]);
    await connection.close();
    return found;
  } finally {
    await server.stop();
  }
}
