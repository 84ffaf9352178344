import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import {
  compareMoved,
  linesOf,
  readTarget,
} from '../../../../../tests/support/replayed/compare-moved.ts';
import { FAULTS } from '../../../../../tests/support/replayed/faults.ts';
import { MARIADB_FAULTS, onMariadb } from '../../../../../tests/support/replayed/on-mariadb.ts';
import { type OnPostgres, onPostgres } from '../../../../../tests/support/replayed/on-postgres.ts';
import { ORACLE_OFF, readOracle } from '../../../../../tests/support/replayed/oracle.ts';
import { readSqlServer, SQL_SERVER_OFF } from '../../../../../tests/support/replayed/sql-server.ts';
import { type EngineFixture, startMariadb, startPostgres } from '../../rows/engines-fixture.ts';

const TABLES = ['parents', 'orders', 'events', 'accounts'];
/** A role of the whole server. */
const app = `app_${randomBytes(4).toString('hex')}`;
let postgres: EngineFixture;
beforeAll(async () => {
  postgres = await startPostgres(inject('postgresUrl'));
  await postgres.run(`CREATE ROLE ${app}`);
});
const opened: EngineFixture[] = [];
afterAll(async () => {
  await postgres?.run(`DROP OWNED BY ${app}; DROP ROLE ${app}`);
  await postgres?.tearDown();
  for (const fixture of opened) await fixture.tearDown();
});

const MADE_OF_SQL_SERVER: OnPostgres = {
  app,
  letters: 'blind',
  otherLetters: 'pg_catalog."default"',
  indexes: [
    'CREATE INDEX by_parent ON orders (parent_id, placed DESC) INCLUDE (amount)',
    'CREATE INDEX open_ones ON orders (placed) WHERE is_open',
  ],
};
const MADE_OF_ORACLE: OnPostgres = {
  app,
  otherLetters: 'blind',
  day: 'timestamp(0)',
  indexes: [
    'CREATE INDEX by_parent ON orders (parent_id, placed)',
    'CREATE INDEX open_ones ON orders (upper(note))',
  ],
};
/** A part that is on again refuses rows that the source takes: nothing is lost. */
const OFF = [
  'check.disabled ck_amount info',
  'check.disabled ck_placed info',
  'check.disabled ck_status info',
  'foreignKey.disabled fk_parent info',
  'object.policies itself warning',
  'trigger.disabled log_orders warning',
  'trigger.text log_orders warning',
];

const SOURCES = [
  {
    name: 'SQL Server',
    engine: 1,
    schema: 'shop',
    read: readSqlServer,
    made: MADE_OF_SQL_SERVER,
    readOff: () => readSqlServer(app, SQL_SERVER_OFF),
  },
  {
    name: 'Oracle',
    engine: 2,
    schema: 'SHOP',
    read: readOracle,
    made: MADE_OF_ORACLE,
    readOff: () => readOracle(app, ORACLE_OFF),
  },
] as const;

describe.each(SOURCES)('a replayed $name', ({ engine, schema, read, made, readOff, name }) => {
  let source: ObjectDefinition[];
  beforeAll(async () => {
    source = await read(app);
  });

  const onPostgresWith = async (what: string, damage: readonly string[]) => {
    const target = `${name} ${what}`;
    await postgres.run(`CREATE SCHEMA "${target}"; SET search_path TO "${target}"`);
    await postgres.run(`GRANT USAGE ON SCHEMA "${target}" TO ${app}`);
    for (const statement of [...onPostgres(made), ...damage]) await postgres.run(statement);
    return { target: await readTarget(postgres, target, TABLES), to: target };
  };

  it.each(Object.entries(FAULTS))('to PostgreSQL: %s', async (what, { does, finds, untold }) => {
    const { target, to } = await onPostgresWith(what, does(made));
    const engines = { source: engine, target: 4 } as const;
    const found = await compareMoved({
      engines,
      schemas: { source: schema, target: to },
      source,
      target,
    });
    expect(linesOf(found, app, finds)).toEqual([...finds, ...untold].toSorted());
  });

  it('to PostgreSQL: what was switched off there, and is on here', async () => {
    const { target, to } = await onPostgresWith('off', []);
    const engines = { source: engine, target: 4 } as const;
    const found = await compareMoved({
      engines,
      schemas: { source: schema, target: to },
      source: await readOff(),
      target,
    });
    expect(linesOf(found, app, OFF)).toEqual(OFF.toSorted());
  });

  it.each(Object.entries(MARIADB_FAULTS))('to MariaDB: %s', async (_what, fault) => {
    const mariadb = await startMariadb(inject('mariadbUrl'));
    opened.push(mariadb);
    for (const statement of onMariadb(engine, fault)) await mariadb.run(statement);
    const target = await readTarget(mariadb, mariadb.schema, TABLES);
    const engines = { source: engine, target: 3 } as const;
    const schemas = { source: schema, target: mariadb.schema };
    const found = await compareMoved({ engines, schemas, source, target });
    expect(linesOf(found, app, fault.finds)).toEqual(fault.finds.toSorted());
  });
});
