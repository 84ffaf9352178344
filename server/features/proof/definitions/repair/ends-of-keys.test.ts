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
  const items = (of: string, names: readonly string[]) =>
    names.map((name) => inventoryItem(id, name, of));
  await admin.call(inventory.importSource, { body: items('public', NAMES) });
  await admin.call(inventory.importTarget, { body: items(schema, NAMES.slice(0, target.length)) });
  await admin.call(pairs.matchObjects, { params: { id } });
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const { repairs } = await admin.call(listRepairs, { params: { id } });
  for (const { statements } of repairs) for (const one of statements) await mariadb.run(one);
  const left = repairs.map(({ unmended_said: said }) => said?.params?.parts).filter(Boolean);
  return { codes: repairs.map(({ code }) => code), left };
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
  const { codes } = await repair(
    [
      `CREATE TABLE part (id ${type} PRIMARY KEY)`,
      `CREATE TABLE piece (part ${type} PRIMARY KEY CONSTRAINT of_part REFERENCES part (id))`,
    ],
    [`CREATE TABLE part (id ${led} PRIMARY KEY)`, `CREATE TABLE piece (part ${own} PRIMARY KEY)`],
  );
  expect(codes).toEqual(mended);
});

it.each([
  ['in size', 'bigint', 'bigint', 'int', 2, undefined],
  [
    'in collation',
    'varchar(9)',
    'varchar(9)',
    'varchar(9) COLLATE utf8mb4_unicode_ci',
    2,
    undefined,
  ],
  ['in kind', 'date', 'date', 'datetime', 1, 'FOREIGN KEY of_part (part: date ≠ datetime)'],
])(
  'the key of a missing table leads to a column that differs %s where it can',
  async (_how, led, own, there, made, leaves) => {
    const source = [
      `CREATE TABLE part (id ${led} PRIMARY KEY)`,
      `CREATE TABLE piece (id int PRIMARY KEY, part ${own} CONSTRAINT of_part REFERENCES part (id))`,
    ];
    const { codes, left } = await repair(source, [`CREATE TABLE part (id ${there} PRIMARY KEY)`]);
    const created = codes.filter((code) => code === 'object.missing');
    expect(created).toHaveLength(made);
    expect(left).toEqual(leaves === undefined ? [] : [leaves]);
  },
);
