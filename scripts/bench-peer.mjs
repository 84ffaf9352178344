// Lets another tool read everything on a server: `node bench-peer.mjs <folder of its packages> <tool> <URL>
// <schema …>`. Prints a line for each part that is done.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, tool, url, ...schemas] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { hostname: host, port, username: user, password } = new URL(url);
const mysql = { host, port: Number(port), user, password };

const knexInspector = async (settings, withSchema) => {
  for (const schema of schemas) {
    const knex = load('knex')(settings(schema));
    const inspector = load('knex-schema-inspector').default(knex);
    if (withSchema) inspector.withSchema(schema);
    const tables = await inspector.tableInfo();
    const columns = await inspector.columnInfo();
    console.log(schema, tables.length, columns.length);
    await knex.destroy();
  }
};

const tools = {
  async 'kysely-postgresql'() {
    const { Kysely, PostgresDialect } = await import('kysely');
    const pool = new (load('pg').Pool)({ connectionString: url });
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
    console.log('all', (await db.introspection.getTables()).length);
    await db.destroy();
  },
  async 'kysely-mariadb'() {
    const { Kysely, MysqlDialect } = await import('kysely');
    for (const database of schemas) {
      const pool = load('mysql2').createPool({ ...mysql, database });
      const db = new Kysely({ dialect: new MysqlDialect({ pool }) });
      console.log(database, (await db.introspection.getTables()).length);
      await db.destroy();
    }
  },
  async 'postgres-meta'() {
    const { PostgresMeta } = load('@supabase/postgres-meta');
    const meta = new PostgresMeta({ connectionString: url, max: 4 });
    for (const kind of ['tables', 'views', 'functions']) {
      const { data, error } = await meta[kind].list({ includeColumns: false });
      if (error) throw new Error(error.message);
      console.log(kind, data.length);
    }
    await meta.end();
  },
  'knex-postgresql': () => knexInspector(() => ({ client: 'pg', connection: url }), true),
  'knex-mariadb': () =>
    knexInspector((database) => ({ client: 'mysql2', connection: { ...mysql, database } }), false),
};

await tools[tool]();
process.exit(0);
