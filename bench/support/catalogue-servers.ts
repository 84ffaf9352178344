import { type Connection, createConnection } from 'mariadb';
import pg from 'pg';
import { startMariadb } from '../../tests/support/mariadb-server.ts';
import { startPostgres } from '../../tests/support/postgres-server.ts';

export const TYPES = ['tables', 'views', 'functions', 'procedures'] as const;
export type Type = (typeof TYPES)[number];

/** A server with many objects, and direct access to it with its driver. */
export interface CatalogueServer {
  name: 'PostgreSQL' | 'MariaDB';
  engine: number;
  url: string;
  /** Name of the database, as connection forms take it. */
  database: string;
  schemas: string[];
  /** Number of objects per schema, by type. */
  counts: Record<Type, number>;
  /** Connects, runs a native query for the objects of a type in a schema, and disconnects. @returns their number */
  readNatively(schema: string, type: Type): Promise<number>;
  /** Reads name, type, default and nullability of all columns of tables in a schema. @returns their number */
  readColumnsNatively(schema: string, tables: readonly string[]): Promise<number>;
  stop(): Promise<void>;
}

const SCHEMAS = Array.from({ length: 4 }, (_, index) => `bench_${index}`);
const BATCH = 100;
const AT_ONCE = 4;

const countsFor = (tables: number): Record<Type, number> => {
  const each = tables / SCHEMAS.length;
  return { tables: each, views: each / 5, functions: each / 20, procedures: each / 20 };
};

/** Statements that create one schema: tables with eight columns and an index, every second one with a foreign key. */
function statementsOf(
  schema: string,
  counts: Record<Type, number>,
  routine: (kind: 'function' | 'procedure', name: string) => string,
): string[] {
  const list = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));
  return [
    ...list(counts.tables, (index) => {
      const reference = index % 2 ? `references ${schema}.customer_order_${index - 1} (id)` : '';
      return `create table ${schema}.customer_order_${index} (id int primary key, name varchar(50) not null,
        amount decimal(10,2), ordered_at timestamp null, state char(1) default 'n', note text, quantity int,
        parent_id int ${reference})`;
    }),
    ...list(
      counts.tables,
      (index) => `create index order_name_${index} on ${schema}.customer_order_${index} (name)`,
    ),
    ...list(
      counts.views,
      (index) =>
        `create view ${schema}.open_order_${index} as select id, name, amount from ${schema}.customer_order_${index} where state = 'n'`,
    ),
    ...list(counts.functions, (index) => routine('function', `${schema}.vat_of_${index}`)),
    ...list(counts.procedures, (index) => routine('procedure', `${schema}.close_month_${index}`)),
  ];
}

/** Creates schemas in parallel; the statements of each schema run in order. */
async function makeSchemas(make: (schema: string) => Promise<void>): Promise<void> {
  const left = [...SCHEMAS];
  const worker = async () => {
    for (let schema = left.shift(); schema; schema = left.shift()) await make(schema);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function* batches(statements: string[]): Generator<string> {
  for (let start = 0; start < statements.length; start += BATCH)
    yield statements.slice(start, start + BATCH).join(';');
}

const POSTGRES_LISTS: Record<Type, string> = {
  tables: `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('r', 'p', 'f') and not c.relispartition`,
  views: `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = $1 and c.relkind in ('v', 'm')`,
  functions: `select p.proname, oidvectortypes(p.proargtypes) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = $1 and p.prokind in ('f', 'a', 'w')`,
  procedures: `select p.proname, oidvectortypes(p.proargtypes) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = $1 and p.prokind = 'p'`,
};

async function startPostgresWith(tables: number): Promise<CatalogueServer> {
  const { url, stop } = await startPostgres({ settings: ['max_locks_per_transaction=4096'] });
  const counts = countsFor(tables);
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const routine = (kind: string, name: string) =>
    kind === 'function'
      ? `create function ${name}(amount numeric) returns numeric language sql as 'select amount * 0.2'`
      : `create procedure ${name}(month int) language sql as 'select 1'`;
  await makeSchemas((schema) =>
    withClient(async (client) => {
      await client.query(`create schema ${schema}`);
      for (const batch of batches(statementsOf(schema, counts, routine))) await client.query(batch);
    }),
  );
  await withClient((client) => client.query('vacuum analyze'));
  return {
    name: 'PostgreSQL',
    engine: 4,
    url,
    database: 'postgres',
    schemas: SCHEMAS,
    counts,
    readNatively: (schema, type) =>
      withClient(async (client) => {
        const query = { text: POSTGRES_LISTS[type], values: [schema], rowMode: 'array' as const };
        return (await client.query(query)).rows.length;
      }),
    readColumnsNatively: (schema, names) =>
      withClient(async (client) => {
        const query = {
          text: `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)
            from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where n.nspname = $1 and c.relname = any($2) and a.attnum > 0 order by c.relname, a.attnum`,
          values: [schema, names],
          rowMode: 'array' as const,
        };
        return (await client.query(query)).rows.length;
      }),
    stop,
  };
}

async function startMariadbWith(tables: number): Promise<CatalogueServer> {
  const { url, stop } = await startMariadb({ settings: ['--table-definition-cache=20000'] });
  const counts = countsFor(tables);
  const { hostname, port, username, password } = new URL(url);
  const withConnection = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await createConnection({
      host: hostname,
      port: Number(port),
      user: username,
      password,
      multipleStatements: true,
      rowsAsArray: true,
    });
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  };
  const routine = (kind: string, name: string) =>
    kind === 'function'
      ? `create function ${name}(amount decimal(10,2)) returns decimal(10,2) deterministic return amount * 0.2`
      : `create procedure ${name}(month int) select 1`;
  await makeSchemas((schema) =>
    withConnection(async (connection) => {
      await connection.query(`create database ${schema}`);
      for (const batch of batches(statementsOf(schema, counts, routine)))
        await connection.query(batch);
    }),
  );
  return {
    name: 'MariaDB',
    engine: 3,
    url,
    database: SCHEMAS[0]!,
    schemas: SCHEMAS,
    counts,
    readNatively: (schema, type) =>
      withConnection(async (connection) => {
        if (type === 'tables' || type === 'views') {
          const rows: [string, string][] = await connection.query(
            `show full tables from ${schema}`,
          );
          return rows.filter(([, kind]) => (kind === 'VIEW') === (type === 'views')).length;
        }
        const kind = type === 'functions' ? 'FUNCTION' : 'PROCEDURE';
        const rows: unknown[] = await connection.query(
          `select name from mysql.proc where db = ? and type = ?`,
          [schema, kind],
        );
        return rows.length;
      }),
    readColumnsNatively: (schema, names) =>
      withConnection(async (connection) => {
        const rows: unknown[] = await connection.query(
          `select table_name, column_name, column_type, is_nullable, column_default from information_schema.columns
           where table_schema = ? and table_name in (?) order by table_name, ordinal_position`,
          [schema, names],
        );
        return rows.length;
      }),
    stop,
  };
}

/** Servers with this many tables in four schemas, a fifth as many views, and a twentieth as many functions and procedures. */
export const CATALOGUES = [startPostgresWith, startMariadbWith] as const;
