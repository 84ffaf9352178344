import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as contract from '../../../../contract/proof/calls.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { createFolder } from '../../../../connectors/duckdb/fixture.ts';
import { openServer } from '../../../../connectors/mysql/fixture.ts';
import * as inventory from '../../../../contract/inventory.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../../contract/proof/rows.ts';
import { addProjectExpression } from '../../../../contract/proof/tolerances.ts';
import { inventoryItem, createProject } from '../../../../tests/support/fixtures.ts';
import { type Runs, openRuns } from '../runs/run-fixture.ts';

const WRITABLE = { ...DEFAULT_PROOF_SETTINGS.source, calls: true, disposable: true };

const TABLE = 'CREATE TABLE account (id int PRIMARY KEY, owner varchar(20), balance decimal(9,2))';
const ROWS = "INSERT INTO account VALUES (1, 'Ada', 100), (2, 'Bob', 50), (3, 'Cyd', 0)";

/** Where a side is, and how its schema is called there. */
interface Place {
  schema: string;
  form: (side: 'source' | 'target') => Record<string, unknown>;
  read(): Promise<unknown>;
}

describe('what a call changes in a file', () => {
  let runs: Runs;
  let maria: Awaited<ReturnType<typeof openServer>>;
  let ducks: Awaited<ReturnType<typeof createFolder>>;
  let places: Record<'sqlite' | 'postgresql' | 'mysql' | 'duckdb', Place>;

  beforeAll(async () => {
    ducks = await createFolder();
    runs = await openRuns({ env: { SQLITE_DIR: ducks.folder } });
    maria = await openServer(inject('mariadbUrl'));
    const schema = await maria.addSchema('files');
    const shop = new Database(join(ducks.folder, 'shop.sqlite'));
    for (const sql of [TABLE, ROWS]) {
      shop.exec(sql);
      await maria.run(sql.replace('account', `${schema}.account`));
    }
    shop.close();
    await runs.world.onTarget(`${TABLE}; ${ROWS}`);
    await ducks.run('shop.duckdb', TABLE, ROWS);
    const { host, port, username, password } = maria.target;
    const database =
      (engine: keyof typeof ENGINES, more: Record<string, unknown>) =>
      (side: 'source' | 'target') => ({
        [side === 'source' ? 'Source_Database' : 'Target_Database']: ENGINES[engine].id,
        ...Object.fromEntries(
          Object.entries(more).map(([key, value]) => [`${side}_${key}`, value]),
        ),
      });
    const { form } = runs.world;
    const postgres = Object.fromEntries(
      Object.entries(form).flatMap(([key, value]) =>
        key.startsWith('target_') ? [[key.slice('target_'.length), value]] : [],
      ),
    );
    const all = 'SELECT * FROM account ORDER BY id';
    const none = { ip: '', port: null, username: '', db_password: '' };
    places = {
      sqlite: {
        schema: 'main',
        form: database('sqlite', { ...none, db_name: 'shop.sqlite' }),
        read: async () => {
          const file = new Database(join(ducks.folder, 'shop.sqlite'));
          const rows = file.prepare(all).all();
          file.close();
          return rows;
        },
      },
      duckdb: {
        schema: 'main',
        form: database('duckdb', { ...none, db_name: 'shop.duckdb' }),
        read: async () => {
          const instance = await DuckDBInstance.create(join(ducks.folder, 'shop.duckdb'));
          const connection = await instance.connect();
          const rows = await (await connection.run(all)).getRowsJson();
          connection.closeSync();
          instance.closeSync();
          return rows;
        },
      },
      postgresql: {
        schema: 'public',
        form: database('postgresql', postgres),
        read: () => runs.world.askTarget(all),
      },
      mysql: {
        schema,
        form: database('mysql', {
          ip: host,
          port,
          username,
          db_password: password,
          db_name: schema,
        }),
        read: () => maria.run(all.replace('account', `${schema}.account`)),
      },
    };
  });
  afterAll(async () => {
    await maria?.tearDown();
    await runs?.close();
    await ducks?.tearDown();
  });

  const prepare = async (source: Place, target: Place) => {
    const { Project_Id: id } = await createProject(runs.admin, {
      ...runs.world.form,
      ...source.form('source'),
      ...target.form('target'),
    });
    await runs.admin.call(inventory.importSource, {
      body: [inventoryItem(id, 'account', source.schema)],
    });
    await runs.admin.call(inventory.importTarget, {
      body: [inventoryItem(id, 'account', target.schema)],
    });
    await runs.admin.call(pairs.matchObjects, { params: { id } });
    await runs.set(id, { source: WRITABLE, target: WRITABLE });
    return { id, pair: (await runs.pairOf(id, 'account')).id };
  };

  it.each([
    ['sqlite', 'postgresql'],
    ['mysql', 'sqlite'],
    ['duckdb', 'postgresql'],
    ['sqlite', 'duckdb'],
  ] as const)('is compared before it is rolled back: %s to %s', async (from, to) => {
    const [source, target] = [places[from], places[to]];
    const { id, pair } = await prepare(source, target);
    const before = [await source.read(), await target.read()];
    const call = async (here: string, there: string) => {
      const { comparisons } = await runs.admin.call(contract.runCall, {
        params: { id, pair },
        body: {
          source_text: here.replaceAll('@', source.schema),
          target_text: there.replaceAll('@', target.schema),
          parameter_sets: [{ name: 'one', values: { p: '2' }, expected_error: null }],
          tables: [],
          ordered: false,
          writes: true,
        },
      });
      return comparisons[0]!;
    };
    const same = 'UPDATE @.account SET balance = balance - 10 WHERE id = :p';
    expect(await call(same, same)).toMatchObject({
      result: 'equal',
      effects: [{ result: 'equal', source: { updated: 1 }, target: { updated: 1 } }],
    });
    const other = 'UPDATE @.account SET balance = balance - 11 WHERE id = :p';
    // A type of SQLite sets no number of digits.
    const digits = from === 'sqlite' || to === 'sqlite' ? '' : '.00';
    expect(await call(same, other)).toMatchObject({
      result: 'different',
      effects: [
        {
          result: 'different',
          differences: [
            {
              kind: 'changed',
              key: ['2'],
              columns: [{ name: 'balance', source: `40${digits}`, target: `39${digits}` }],
            },
          ],
        },
      ],
    });
    const twice = "INSERT INTO @.account VALUES (:p, 'Dan', 1)";
    expect(await call(twice, twice)).toMatchObject({
      result: 'failed',
      source: { error: { class: 'unique' } },
      target: { error: { class: 'unique' } },
    });
    expect([await source.read(), await target.read()]).toEqual(before);
  });

  it('is compared by the expressions of the project, from MariaDB to PostgreSQL', async () => {
    const { id, pair } = await prepare(places.mysql, places.postgresql);
    const added = ({ schema }: Place, name: string) =>
      `INSERT INTO ${schema}.account VALUES (:p, '${name}', 1)`;
    const call = async () => {
      const { comparisons } = await runs.admin.call(contract.runCall, {
        params: { id, pair },
        body: {
          source_text: added(places.mysql, 'DAN'),
          target_text: added(places.postgresql, 'dan'),
          parameter_sets: [{ name: 'one', values: { p: '4' }, expected_error: null }],
          tables: [],
          ordered: false,
          writes: true,
        },
      });
      return comparisons[0]!;
    };
    expect(await call()).toMatchObject({ effects: [{ result: 'different' }] });
    await runs.admin.call(addProjectExpression, {
      params: { id },
      body: {
        source_type: 'varchar',
        target_type: 'character varying',
        source_expression: 'lower({column})',
        target_expression: 'lower({column})',
        reason: 'letters mean the same',
        until: null,
      },
    });
    expect(await call()).toMatchObject({
      effects: [{ result: 'equal', source: { inserted: 1 }, target: { inserted: 1 } }],
    });
    await runs.compareRows(id);
    expect(await runs.pairOf(id, 'account')).toMatchObject({
      data_result: 'equal_under_rules',
      data_coverage: { computed: ['owner'], left_out: [] },
    });
  });
});
