import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openServer } from '../../../../../connectors/mysql/fixture.ts';
import type { Side } from '../../../../../contract/fields.ts';
import * as inventory from '../../../../../contract/inventory.ts';
import { getStructure, listRepairs } from '../../../../../contract/proof/definitions.ts';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import { DEFAULT_PROOF_SETTINGS, setProofSettings } from '../../../../../contract/proof/rows.ts';
import { getRun, startRun } from '../../../../../contract/proof/runs.ts';
import {
  connectionOf,
  createProject,
  inventoryItem,
} from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';
import {
  type EngineFixture,
  startMariadb,
  startPostgres,
  startSqlite,
} from '../../rows/engines-fixture.ts';

/** As somebody who may grant. */
async function startGrantingMariadb(): Promise<EngineFixture> {
  const fixture = await startMariadb(inject('mariadbUrl'));
  const server = await openServer(inject('mariadbUrl'));
  await server.run(`USE ${fixture.schema}`);
  return {
    ...fixture,
    run: server.run,
    async tearDown() {
      await server.tearDown();
      await fixture.tearDown();
    },
  };
}

const START = {
  mariadb: startGrantingMariadb,
  postgresql: () => startPostgres(inject('postgresUrl')),
  sqlite: startSqlite,
};
type Name = keyof typeof START;

/** Accounts belong to the server, which others use, too. */
const own = `g${randomUUID().slice(0, 8)}`;
const ACCOUNTS = ['app', 'clerk', 'boss', 'stranger'].map((name) => `${own}_${name}`);
const [APP, CLERK, BOSS, STRANGER] = ACCOUNTS as [string, string, string, string];

const accountOn = (engine: Name, name: string) => (engine === 'mariadb' ? `'${name}'@'%'` : name);
const makeAccounts: Record<Name, (name: string) => string> = {
  mariadb: (name) => `CREATE USER '${name}'@'%'`,
  // Both sides may be databases of one server.
  postgresql: (name) =>
    `DO $$ BEGIN CREATE ROLE ${name}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  sqlite: () => 'SELECT 1',
};
const TABLES = ['wares', 'exact', 'wide'];

const makeObjects = (engine: Name): string[] => [
  ...TABLES.map((table) => `CREATE TABLE ${table} (id int PRIMARY KEY, price int, note int)`),
  'CREATE VIEW cheap AS SELECT id FROM wares',
  engine === 'mariadb'
    ? 'CREATE FUNCTION one() RETURNS int DETERMINISTIC RETURN 1'
    : "CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1'",
];

/** What the source grants: ALL stands for what each engine has. */
const GRANTED: [rights: string, on: string, to: string][] = [
  ['SELECT, INSERT', 'wares', APP],
  ['UPDATE (price)', 'wares', CLERK],
  ['SELECT', 'cheap', CLERK],
  ['ALL', 'exact', BOSS],
  ['SELECT', 'exact', APP],
];

interface World {
  app: TestApp;
  id: number;
  fixtures: Record<Side, EngineFixture>;
  engines: Record<Side, Name>;
}

const runOn = async (side: EngineFixture, statements: readonly string[]) => {
  for (const statement of statements)
    await side.run(statement).catch((error: unknown) => {
      throw new Error(statement, { cause: error });
    });
};
const placeOf = (side: Side, { connector, target }: EngineFixture) => ({
  [side === 'source' ? 'Source_Database' : 'Target_Database']: connector.id,
  ...connectionOf(side, target),
});

async function open(source: Name, target: Name): Promise<World> {
  const fixtures = { source: await START[source](), target: await START[target]() };
  const engines = { source, target };
  for (const side of ['source', 'target'] as const) {
    await runOn(fixtures[side], ACCOUNTS.map(makeAccounts[engines[side]]));
    await runOn(
      fixtures[side],
      makeObjects(engines[side]).filter(
        (one) => engines[side] !== 'sqlite' || !one.includes('FUNCTION'),
      ),
    );
  }
  const app = await startTestApp({ env: { SQLITE_DIR: fixtures.target.folder ?? '' } });
  const { Project_Id: id } = await createProject(app.admin, {
    ...placeOf('source', fixtures.source),
    ...placeOf('target', fixtures.target),
  });
  const items = (side: Side) => {
    const { schema } = fixtures[side];
    const routines = engines[side] === 'sqlite' ? [] : [['one', 3, 'functions'] as const];
    return [
      ...TABLES.map((name) => inventoryItem(id, name, schema)),
      ...[['cheap', 2, 'views'] as const, ...routines].map(([name, type, called]) => ({
        ...inventoryItem(id, name, schema, type),
        object_type_source: called,
      })),
    ];
  };
  await app.admin.call(inventory.importSource, { body: items('source') });
  await app.admin.call(inventory.importTarget, { body: items('target') });
  await app.admin.call(pairs.matchObjects, { params: { id } });
  return { app, id, fixtures, engines };
}

async function close({ app, fixtures, engines }: World): Promise<void> {
  await app.close();
  for (const side of ['source', 'target'] as const) {
    if (engines[side] === 'postgresql')
      await runOn(fixtures[side], [`DROP OWNED BY ${ACCOUNTS.join(', ')} CASCADE`]);
  }
  for (const side of ['source', 'target'] as const) {
    if (engines[side] !== 'sqlite')
      await runOn(
        fixtures[side],
        ACCOUNTS.map((name) =>
          engines[side] === 'mariadb' ? `DROP USER '${name}'@'%'` : `DROP ROLE IF EXISTS ${name}`,
        ),
      );
    await fixtures[side].tearDown();
  }
}

const set = ({ app, id }: World, grants: boolean) =>
  app.admin.call(setProofSettings, {
    params: { id },
    body: { ...DEFAULT_PROOF_SETTINGS, grants },
  });

/** What is said of grants, by the name of the object. */
async function compare({ app, id }: World): Promise<Record<string, string[]>> {
  const run = await app.admin.call(startRun, { params: { id }, body: { kind: 'structure' } });
  for (;;) {
    const now = await app.admin.call(getRun, { params: { id, run: run.id } });
    if (now.state === 'finished') break;
    if (now.state === 'failed') throw new Error(now.error ?? '');
    await sleep(50);
  }
  const said: Record<string, string[]> = {};
  for (const pair of await app.admin.call(pairs.listPairs, { params: { id } })) {
    const { findings } = await app.admin.call(getStructure, { params: { id, pair: pair.id } });
    const ofGrants = findings.filter(({ part }) => part === 'grant');
    if (ofGrants.length === 0) continue;
    said[pair.name.split('.').at(-1)!] = ofGrants
      .map(({ code, name, severity, source, target }) =>
        [code, name?.replace(`${own}_`, ''), severity, `${source} | ${target}`].join(' '),
      )
      .toSorted();
  }
  return said;
}

const grantsOn = (engine: Name, side: EngineFixture): string[] =>
  GRANTED.map(
    ([rights, on, to]) =>
      `GRANT ${rights} ON ${engine === 'mariadb' ? `${side.schema}.` : ''}${on} TO ${accountOn(engine, to)}`,
  );

describe.each<[Name, Name]>([
  ['mariadb', 'postgresql'],
  ['postgresql', 'mariadb'],
])('grants from %s to %s', (from, to) => {
  let world: World;
  beforeAll(async () => {
    world = await open(from, to);
  });
  afterAll(() => close(world));

  it('are neither read nor compared unless the project says so', async () => {
    const { fixtures } = world;
    await runOn(fixtures.source, grantsOn(from, fixtures.source));
    expect(await compare(world)).toEqual({});
    const [pair] = await world.app.admin.call(pairs.listPairs, { params: { id: world.id } });
    const { snapshots } = await world.app.admin.call(getStructure, {
      params: { id: world.id, pair: pair!.id },
    });
    expect(snapshots.flatMap(({ others }) => others.map(({ kind }) => kind))).not.toContain(
      'grant',
    );
  });

  it('make all pairs outdated when that is switched on, and again when it is switched off', async () => {
    const verdicts = async () => {
      const rows = await world.app.admin.call(pairs.listPairs, { params: { id: world.id } });
      return [...new Set(rows.map(({ verdict }) => verdict))];
    };
    expect(await verdicts()).not.toContain('outdated');
    await set(world, true);
    expect(await verdicts()).toEqual(['outdated']);
    await compare(world);
    await set(world, true);
    expect(await verdicts()).not.toContain('outdated');
    await set(world, false);
    expect(await verdicts()).toEqual(['outdated']);
    expect(await compare(world)).toEqual({});
    await set(world, true);
  });

  it('are reported if missing, extra or different, and repaired by the offered statements', async () => {
    const { fixtures, app, id } = world;
    const on = (table: string) => (to === 'mariadb' ? `${fixtures.target.schema}.${table}` : table);
    const account = (name: string) => accountOn(to, name);
    const missing = await compare(world);
    expect(missing.wares).toEqual([
      'grant.missing app warning INSERT, SELECT | null',
      'grant.missing clerk warning UPDATE (price) | null',
    ]);
    expect(missing.cheap).toEqual(['grant.missing clerk warning SELECT | null']);
    await runOn(fixtures.target, [
      `GRANT INSERT, DELETE ON ${on('wares')} TO ${account(APP)}`,
      `GRANT SELECT ON ${on('wares')} TO ${account(STRANGER)}`,
      `GRANT UPDATE (note) ON ${on('wares')} TO ${account(CLERK)}`,
      `GRANT ALL ON ${on('exact')} TO ${account(BOSS)}`,
      `GRANT SELECT ON ${on('exact')} TO ${account(APP)} WITH GRANT OPTION`,
    ]);
    const found = await compare(world);
    expect(found.wares).toEqual([
      'grant.different app warning INSERT, SELECT | DELETE, INSERT',
      'grant.different clerk warning UPDATE (price) | UPDATE (note)',
      'grant.extra stranger warning null | SELECT',
    ]);
    expect(found.exact).toEqual(['grant.different app warning SELECT | SELECT WITH GRANT OPTION']);
    const { repairs, left } = await app.admin.call(listRepairs, { params: { id } });
    const ofGrants = repairs.filter(({ code }) => code.startsWith('grant.'));
    expect({ repairs: ofGrants.length, left }).toEqual({ repairs: 5, left: 0 });
    await runOn(
      fixtures.target,
      ofGrants.flatMap(({ statements }) => statements),
    );
    const after = await compare(world);
    expect({ wares: after.wares, cheap: after.cheap, exact: after.exact }).toEqual({});
  });

  it('on routines: rights that everybody has are only a note', async () => {
    const found = await compare(world);
    const everybody =
      from === 'postgresql'
        ? 'grant.missing PUBLIC info EXECUTE | null'
        : 'grant.extra PUBLIC info null | EXECUTE';
    expect(found.one).toEqual([everybody]);
    if (from === 'postgresql') return;
    const { source } = world.fixtures;
    await runOn(source, [
      `GRANT EXECUTE ON FUNCTION ${source.schema}.one TO ${accountOn(from, APP)}`,
    ]);
    expect((await compare(world)).one).toEqual([everybody]);
    await runOn(world.fixtures.target, ['REVOKE EXECUTE ON FUNCTION one() FROM PUBLIC']);
    expect((await compare(world)).one).toEqual(['grant.missing app warning EXECUTE | null']);
  });

  it('of a whole schema count, and are not taken away from one table', async () => {
    const mariadb = from === 'mariadb' ? 'source' : 'target';
    const { fixtures, app, id } = world;
    const pattern = fixtures[mariadb].schema.replaceAll('_', '\\_');
    await runOn(fixtures[mariadb], [`GRANT SELECT ON \`${pattern}\`.* TO '${STRANGER}'@'%'`]);
    const { wide } = await compare(world);
    const side = mariadb === 'source' ? 'SELECT | null' : 'null | SELECT';
    expect(wide).toEqual([
      `grant.${mariadb === 'source' ? 'missing' : 'extra'} stranger warning ${side}`,
    ]);
    const { repairs } = await app.admin.call(listRepairs, { params: { id } });
    const ofWide = repairs.filter(
      ({ name, code }) => name.endsWith('.wide') && code.startsWith('grant'),
    );
    expect(ofWide).toHaveLength(mariadb === 'source' ? 1 : 0);
  });
});

let opened: World | undefined;
afterEach(async () => {
  if (opened) await close(opened);
  opened = undefined;
});
const openOnce = async (...engines: [Name, Name]): Promise<World> => {
  opened = await open(...engines);
  return opened;
};

it('who owns an object on one side has all rights there', async () => {
  const world = await openOnce('mariadb', 'postgresql');
  const { source, target } = world.fixtures;
  await runOn(source, [
    `GRANT ALL ON ${source.schema}.wares TO '${BOSS}'@'%'`,
    `GRANT SELECT ON ${source.schema}.exact TO '${BOSS}'@'%'`,
  ]);
  await runOn(target, [`ALTER TABLE wares OWNER TO ${BOSS}`]);
  await set(world, true);
  expect(await compare(world)).toEqual({
    exact: ['grant.missing boss warning SELECT | null'],
    one: ['grant.extra PUBLIC info null | EXECUTE'],
  });
});

it('are of no use without USAGE on the schema, which a statement gives', async () => {
  const world = await openOnce('postgresql', 'postgresql');
  const { source, target } = world.fixtures;
  for (const side of [source, target]) await runOn(side, [`GRANT SELECT ON wares TO ${APP}`]);
  await set(world, true);
  expect(await compare(world)).toEqual({});
  await runOn(target, ['REVOKE USAGE ON SCHEMA public FROM PUBLIC']);
  expect(await compare(world)).toEqual({ wares: ['grant.schema app warning USAGE | null'] });
  const { repairs } = await world.app.admin.call(listRepairs, { params: { id: world.id } });
  expect(repairs.map(({ statements }) => statements)).toEqual([
    [`GRANT USAGE ON SCHEMA "public" TO "${APP}"`],
  ]);
  await runOn(
    target,
    repairs.flatMap(({ statements }) => statements),
  );
  expect(await compare(world)).toEqual({});
  // Who could not reach it on the source misses nothing.
  await runOn(target, [`REVOKE USAGE ON SCHEMA public FROM ${APP}`]);
  await runOn(source, ['REVOKE USAGE ON SCHEMA public FROM PUBLIC']);
  expect(await compare(world)).toEqual({});
});

it('are never missing on an engine without accounts, which is noted', async () => {
  const world = await openOnce('postgresql', 'sqlite');
  await runOn(world.fixtures.source, [`GRANT SELECT ON wares TO ${APP}`]);
  await set(world, true);
  expect(await compare(world)).toEqual({
    wares: [`grant.impossible  info ${APP}: SELECT | null`],
  });
});

it('that the account may not see are a warning, and nothing counts as missing', async () => {
  const world = await openOnce('mariadb', 'postgresql');
  const { source } = world.fixtures;
  await runOn(source, [
    `GRANT SELECT, SHOW VIEW, EXECUTE ON ${source.schema}.* TO '${APP}'@'%'`,
    `SET PASSWORD FOR '${APP}'@'%' = PASSWORD('reads')`,
  ]);
  const { Project_Id } = await createProject(world.app.admin, {
    ...placeOf('source', source),
    source_username: APP,
    source_db_password: 'reads',
    ...placeOf('target', world.fixtures.target),
  });
  await world.app.admin.call(inventory.importSource, {
    body: [inventoryItem(Project_Id, 'wares', source.schema)],
  });
  await world.app.admin.call(inventory.importTarget, {
    body: [inventoryItem(Project_Id, 'wares', 'public')],
  });
  const other = { ...world, id: Project_Id };
  await world.app.admin.call(pairs.matchObjects, { params: { id: Project_Id } });
  await set(other, true);
  expect(await compare(other)).toEqual({ wares: ['grant.unread  warning null | null'] });
  const TABLES_OF_GRANTS = ['tables_priv', 'columns_priv', 'procs_priv', 'db'];
  await runOn(
    source,
    TABLES_OF_GRANTS.map((table) => `GRANT SELECT ON mysql.${table} TO '${APP}'@'%'`),
  );
  // It sees its own grants, too.
  expect(await compare(other)).toEqual({
    wares: [
      'grant.impossible app info SHOW VIEW | null',
      'grant.missing app warning SELECT, SHOW VIEW | null',
    ],
  });
});
