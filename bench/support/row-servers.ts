import { createConnection } from 'mariadb';
import pg from 'pg';
import {
  type Connection,
  type Connector,
  DEFAULT_LIMITS,
} from '../../connectors/core/connector.ts';
import { createReach } from '../../connectors/core/connecting/reach.ts';
import { mysql } from '../../connectors/mysql/connector.ts';
import { postgresql } from '../../connectors/postgresql/connector.ts';
import { startMariadb } from '../../tests/support/mariadb-server.ts';
import { startPostgres } from '../../tests/support/postgres-server.ts';

/** A server with the table `big`: nine columns, and the same rows on every engine. */
export interface RowServer {
  name: 'MariaDB' | 'PostgreSQL';
  connector: Connector;
  schema: string;
  open(): Promise<Connection>;
  /** All rows, fetched with the driver alone. */
  fetchAll(): Promise<unknown[][]>;
  run(sql: string): Promise<void>;
  stop(): Promise<void>;
}

export const opener = (connector: Connector, url: string, database: string) => () => {
  const { hostname, port, username, password } = new URL(url);
  const target = {
    host: hostname,
    port: Number(port),
    database,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: 'off',
    tlsCa: null,
  } as const;
  const limits = { ...DEFAULT_LIMITS, statement: 600_000, overall: 3_600_000 };
  return connector.connect(target, { reach: createReach({ fileFolders: [] }), limits });
};

export async function startMariadbWithRows(rows: number): Promise<RowServer> {
  const { url, stop } = await startMariadb({ settings: ['--innodb-buffer-pool-size=1G'] });
  const { hostname, port, username, password } = new URL(url);
  const client = await createConnection({
    host: hostname,
    port: Number(port),
    user: username,
    password,
    rowsAsArray: true,
    bigIntAsNumber: true,
  });
  const run = async (sql: string): Promise<void> => void (await client.query(sql));
  await run('create database bench');
  await run('use bench');
  await run(`create table big (id bigint primary key, code char(4), name varchar(60), amount decimal(18,4),
    ratio double, active tinyint(1), at datetime(6), born date, body binary(8)) character set utf8mb4`);
  await run(`insert into big select seq, elt(seq % 3 + 1, 'aa', 'b', 'c'),
    if(seq % 20 = 0, null, concat('Näme ', seq * 7919 % 1000003, ' 日本')), seq * 0.1237, seq / 3e0, seq % 2,
    date_add('2020-01-01', interval seq * 1000003 microsecond), date_add('1950-01-01', interval seq % 20000 day),
    unhex(lpad(hex(seq * 2654435761 % 4294967296), 16, '0')) from seq_1_to_${rows}`);
  await run('analyze table big');
  return {
    name: 'MariaDB',
    connector: mysql,
    schema: 'bench',
    open: opener(mysql, url, 'bench'),
    fetchAll: () => client.query('select * from big'),
    run,
    async stop() {
      await client.end();
      await stop();
    },
  };
}

export async function startPostgresWithRows(rows: number): Promise<RowServer> {
  const { url, stop } = await startPostgres();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const run = async (sql: string): Promise<void> => void (await client.query(sql));
  await run(`create table big (id bigint, code char(4), name varchar(60), amount numeric(18,4),
    ratio double precision, active boolean, at timestamp, born date, body bytea)`);
  await run(`insert into big select n, (array['aa', 'b', 'c'])[n % 3 + 1],
    case when n % 20 <> 0 then 'Näme ' || n * 7919 % 1000003 || ' 日本' end, n * 0.1237, n / 3::float8, n % 2 = 1,
    timestamp '2020-01-01' + n * interval '1000003 microsecond', date '1950-01-01' + (n % 20000)::int,
    decode(lpad(to_hex(n * 2654435761 % 4294967296), 16, '0'), 'hex') from generate_series(1::bigint, ${rows}) n`);
  await run('alter table big add primary key (id)');
  await run('vacuum analyze big');
  return {
    name: 'PostgreSQL',
    connector: postgresql,
    schema: 'public',
    open: opener(postgresql, url, 'postgres'),
    fetchAll: async () =>
      (await client.query({ text: 'select * from big', rowMode: 'array' })).rows,
    run,
    async stop() {
      await client.end();
      await stop();
    },
  };
}
