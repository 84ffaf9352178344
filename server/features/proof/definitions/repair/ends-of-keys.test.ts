import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { openServer } from '../../../../../connectors/mysql/fixture.ts';
import { createDatabase } from '../../../../../connectors/postgresql/fixture.ts';
import * as inventory from '../../../../../contract/inventory.ts';
import { listRepairs } from '../../../../../contract/proof/definitions.ts';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import {
  connectionOf,
  createProject,
  inventoryItem,
} from '../../../../../tests/support/fixtures.ts';
import { type Runs, openRuns } from '../../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const NAMES = ['part', 'piece'];

/** Compares PostgreSQL's tables `part` and `piece`, which refers to it, with MariaDB's, and lists the repairs. */
async function repair(source: readonly string[], target: readonly string[]) {
  const { admin } = runs;
  const postgres = await createDatabase(inject('postgresUrl'));
  const mariadb = await openServer(inject('mariadbUrl'));
  onTestFinished(async () => {
    await Promise.all([postgres.tearDown(), mariadb.tearDown()]);
  });
  const schema = await mariadb.addSchema('to');
  for (const statement of source) await postgres.run(statement);
  for (const statement of target) await mariadb.run(statement.replace('TABLE ', `$&${schema}.`));
  const { Project_Id: id } = await createProject(admin, {
    Source_Database: ENGINES.postgresql.id,
    Target_Database: ENGINES.mysql.id,
    ...connectionOf('source', postgres.target),
    ...connectionOf('target', { ...mariadb.target, database: schema }),
  });
  const items = (of: string) => NAMES.map((name) => inventoryItem(id, name, of));
  await admin.call(inventory.importSource, { body: items('public') });
  await admin.call(inventory.importTarget, { body: items(schema) });
  await admin.call(pairs.matchObjects, { params: { id } });
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const { repairs } = await admin.call(listRepairs, { params: { id } });
  for (const { statements } of repairs) for (const one of statements) await mariadb.run(one);
  return repairs.map(({ code }) => code);
}

it.each([
  [
    'is offered where another statement gives both ends one size',
    'bigint',
    ['int', 'bigint'],
    ['type.range', 'foreignKey.missing'],
  ],
  [
    'waits where no statement can give the other end its type',
    'numeric(80)',
    ['bigint', 'int'],
    [],
  ],
])('a foreign key %s', async (_how, type, [led, own], mended) => {
  const found = await repair(
    [
      `CREATE TABLE part (id ${type} PRIMARY KEY)`,
      `CREATE TABLE piece (part ${type} PRIMARY KEY CONSTRAINT of_part REFERENCES part (id))`,
    ],
    [`CREATE TABLE part (id ${led} PRIMARY KEY)`, `CREATE TABLE piece (part ${own} PRIMARY KEY)`],
  );
  expect(found).toEqual(mended);
});
