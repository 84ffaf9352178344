import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RoutineDefinition } from '../../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { type MariadbServer, openServer } from '../../../../../../connectors/mysql/fixture.ts';
import {
  createDatabase,
  type PostgresDatabase,
} from '../../../../../../connectors/postgresql/fixture.ts';
import { connectorOf } from '../../../../../../connectors/registry.ts';
import * as inventory from '../../../../../../contract/inventory.ts';
import { getStructure } from '../../../../../../contract/proof/definitions.ts';
import * as pairs from '../../../../../../contract/proof/pairs.ts';
import * as runs from '../../../../../../contract/proof/runs.ts';
import { connectionOf, createProject } from '../../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../../tests/support/test-app.ts';
import { callsIn, onlyWrites } from './called-routines.ts';

const MY = connectorOf(ENGINES.mysql.id);

const procedure = (body: string, over: Partial<RoutineDefinition> = {}): RoutineDefinition => ({
  kind: 'routine',
  name: 'p',
  parameters: [],
  returns: null,
  language: 'SQL',
  text: `BEGIN ${body} END`,
  comment: null,
  ...over,
});

describe('a procedure of MySQL returns no rows', () => {
  it.each([
    'INSERT INTO t (a) VALUES (1);',
    'INSERT INTO t SELECT a FROM u UNION SELECT b FROM v;',
    'REPLACE INTO t SELECT 1;',
    'CREATE TEMPORARY TABLE x AS SELECT 1;',
    'DECLARE n int; SELECT count(*) INTO n FROM t;',
    'DECLARE c CURSOR FOR SELECT a FROM t; OPEN c; FETCH c INTO n; CLOSE c;',
    'DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = TRUE; SET n = (SELECT 1);',
    "IF EXISTS (SELECT 1 FROM t) THEN UPDATE t SET a = CASE WHEN b THEN 'SELECT 1' ELSE 2 END ORDER BY a DESC; END IF;",
    '-- SELECT 1\n SET @a = 1;',
  ])('%s', (body) => {
    expect(onlyWrites(procedure(body), MY)).toBe(true);
  });
});

describe('a procedure of MySQL may return rows', () => {
  it.each([
    'SELECT 1;',
    'INSERT INTO t VALUES (1); SELECT 2;',
    "IF REPLACE(a, 'x', '') = '' THEN SELECT 1; END IF;",
    'IF a THEN SET b = 1; ELSE SELECT 1; END IF;',
    '(SELECT 1) UNION (SELECT 2);',
    'WITH c AS (SELECT 1) (SELECT * FROM c);',
    'DECLARE CONTINUE HANDLER FOR NOT FOUND SELECT 1;',
    'DECLARE CONTINUE HANDLER FOR SQLWARNING VALUES (1);',
    'INSERT INTO t VALUES (1) RETURNING a;',
    'SHOW WARNINGS;',
    'DESC t;',
    'TABLE t;',
    'VALUES (1), (2);',
    'CALL other();',
    "EXECUTE IMMEDIATE 'SELECT 1';",
    '/*!50003 SELECT 1; */',
    String.raw`SET a = 'x\'; SELECT 1; SET a = '';`,
  ])('%s', (body) => {
    expect(onlyWrites(procedure(body), MY)).toBe(false);
  });

  it('one whose text is hidden, one that sets a parameter, and a function', () => {
    const canonical = { kind: 'integer', bits: 32, unsigned: false } as const;
    const n = { name: 'n', type: 'int', canonical, mode: 'out', default: null } as const;
    expect(onlyWrites(procedure('', { text: null }), MY)).toBe(false);
    expect(onlyWrites(procedure('', { parameters: [n] }), MY)).toBe(false);
    const returns = { type: 'int', canonical, set: false };
    expect(onlyWrites(procedure('', { returns }), MY)).toBe(false);
  });
});

it('finds what a text calls, not what it says', () => {
  const text = "BEGIN -- call me\n CALL `a`(1); CALL s.b(2); CALL c; SET x = 'CALL d()'; END";
  expect(callsIn(text, MY)).toEqual(['a', 's.b', 'c']);
  const pg = connectorOf(ENGINES.postgresql.id);
  expect(callsIn('BEGIN PERFORM id FROM t; PERFORM f(1); END', pg)).toEqual(['f']);
});

describe('procedures that call others', () => {
  let app: TestApp;
  let mariadb: MariadbServer;
  let postgres: PostgresDatabase;
  let shop: string;
  let id: number;

  /** What each procedure does on MariaDB and PostgreSQL; the first three are called by the others. */
  const BODIES: Record<string, [string, string]> = {
    note: ['INSERT INTO log (id) VALUES (p);', 'INSERT INTO log (id) VALUES (p);'],
    shows: ['SELECT p;', 'NULL;'],
    kept: ['DELETE FROM log WHERE id = p;', 'DELETE FROM log WHERE id = p;'],
    calls: ['CALL note(p); CALL kept(p);', 'CALL note(p); CALL keep(p);'],
    performs: [
      'IF p > 5 THEN CALL note(p + 1); END IF;',
      'IF p > 5 THEN CALL note(1 + p); END IF;',
    ],
    otherwise: ['CALL note(p);', 'CALL keep(p);'],
    reads: ['CALL shows(p);', 'CALL shows(p);'],
    strange: ['CALL nothing(p);', 'CALL nothing(p);'],
  };
  /** What each trigger before an event does. */
  const TRIGGERS: Record<string, [string, string]> = {
    insert: ['CALL kept(NEW.n)', 'CALL keep(NEW.n); RETURN NEW;'],
    update: ['CALL gone(NEW.n)', 'CALL gone(NEW.n); RETURN NEW;'],
    delete: ['CALL gone(OLD.n)', 'CALL gone(OLD.n); RETURN OLD;'],
  };
  const names = Object.keys(BODIES);
  const onTarget = (name: string) => (name === 'kept' ? 'keep' : name);

  beforeAll(async () => {
    mariadb = await openServer(inject('mariadbUrl'));
    postgres = await createDatabase(inject('postgresUrl'));
    shop = await mariadb.addSchema('shop');
    await mariadb.run(`CREATE TABLE ${shop}.log (id int)`);
    await mariadb.run(`CREATE TABLE ${shop}.item (id int PRIMARY KEY, n int)`);
    await postgres.run('CREATE TABLE log (id int)');
    await postgres.run('CREATE TABLE item (id int PRIMARY KEY, n int)');
    for (const [event, [source, target]] of Object.entries(TRIGGERS)) {
      await mariadb.run(
        `CREATE TRIGGER ${shop}.before_${event} BEFORE ${event} ON ${shop}.item FOR EACH ROW ${source}`,
      );
      await postgres.run(
        `CREATE FUNCTION on_${event}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${target} END $$`,
      );
      await postgres.run(
        `CREATE TRIGGER before_${event} BEFORE ${event} ON item FOR EACH ROW EXECUTE FUNCTION on_${event}()`,
      );
    }
    for (const [name, [source, target]] of Object.entries(BODIES)) {
      await mariadb.run(`CREATE PROCEDURE ${shop}.${name} (p int) BEGIN ${source} END`);
      await postgres.run(
        `CREATE PROCEDURE ${onTarget(name)} (p int) LANGUAGE plpgsql AS $$ BEGIN ${target} END $$`,
      );
    }
    app = await startTestApp();
    const row = await createProject(app.admin, {
      Source_Database: ENGINES.mysql.id,
      ...connectionOf('source', { ...mariadb.target, database: shop }),
      ...connectionOf('target', postgres.target),
    });
    id = row.Project_Id;
    const item = (schema: string, table_name: string, type: 'tables' | 'procedures') => ({
      Project_Id: id,
      schema,
      table_name,
      object_type_source: type,
    });
    const tables = (schema: string) => ['log', 'item'].map((name) => item(schema, name, 'tables'));
    await app.admin.call(inventory.importSource, {
      body: [...tables(shop), ...names.map((name) => item(shop, name, 'procedures'))],
    });
    await app.admin.call(inventory.importTarget, {
      body: [
        ...tables('public'),
        ...names.map((name) => item('public', onTarget(name), 'procedures')),
      ],
    });
    await app.admin.call(pairs.matchObjects, { params: { id } });
    const listed = await app.admin.call(pairs.listPairs, { params: { id } });
    const [kept, keep] = ['kept', 'keep'].map((name) =>
      listed.find((pair) => pair.name.endsWith(`.${name}`)),
    );
    if (kept!.id !== keep?.id && keep)
      await app.admin.call(pairs.linkObjects, {
        params: { id },
        body: {
          source_ids: [kept!.source[0]!.id],
          target_ids: [keep.target[0]!.id],
        },
      });
    const run = await app.admin.call(runs.startRun, {
      params: { id },
      body: { kind: 'structure' },
    });
    const params = { id, run: run.id };
    while ((await app.admin.call(runs.getRun, { params })).state !== 'finished') await sleep(50);
  });
  afterAll(async () => {
    await app?.close();
    await mariadb?.tearDown();
    await postgres?.tearDown();
  });

  const saidOf = async (name: string, of: 'text' | 'trigger') => {
    const listed = await app.admin.call(pairs.listPairs, { params: { id } });
    const pair = listed.find((one) => one.name === `${shop}.${name}`)!;
    const { findings } = await app.admin.call(getStructure, { params: { id, pair: pair.id } });
    return findings
      .filter(({ part }) => part === of)
      .map(({ name: trigger, detail_said: said }) =>
        [trigger, said!.code, said!.params?.['routine']].filter(Boolean).join(' '),
      );
  };

  it('are compared in triggers, too: one that may set a column of the row is not known', async () => {
    expect(await saidOf('item', 'trigger')).toEqual(['before_update definition.otherDialect']);
  });

  it.each([
    // MySQL keeps what was written before a failure.
    ['calls', ['definition.keepsHalf']],
    ['performs', ['definition.keepsHalf']],
    ['otherwise', ['definition.otherDialect']],
    ['reads', ['definition.callUnclear shows']],
    ['strange', ['definition.callUnclear nothing']],
  ])('%s: %j', async (name, expected) => {
    expect(await saidOf(name, 'text')).toEqual(expected);
  });
});
