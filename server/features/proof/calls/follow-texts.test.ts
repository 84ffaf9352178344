import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { type EngineId, ENGINES } from '../../../../connectors/engines.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import { OBJECT_TYPES, type ObjectTypeId } from '../../../../contract/engines.ts';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import { timestampNow } from '../../../platform/clock.ts';
import { readConfig } from '../../../platform/config.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { openStore, type Store } from '../../../platform/db/store.ts';
import { createWriteLock } from '../../../platform/db/write-lock.ts';
import { followTexts, type KeyOf } from './follow-texts.ts';
import { callsIn, writesIn } from './statements.ts';

const { tables: TABLE, views: VIEW, procedures: PROCEDURE } = OBJECT_TYPES;

describe('what the texts of a call reach', () => {
  let place: Awaited<ReturnType<typeof createTestStore>>;
  let store: Store;
  let project: number;
  /** Texts that objects run: those of a routine, or of a table's triggers. */
  let texts: Map<number, string | null>;
  let names: Map<number, string>;
  let keys: KeyOf[] | null;

  beforeAll(async () => {
    place = await createTestStore({ migrated: true });
    store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
    await migrate(store);
  });
  afterAll(async () => {
    await store?.close();
    await place?.remove();
  });
  beforeEach(async () => {
    project = (await addStoredProject(store.db)).id;
    texts = new Map();
    names = new Map();
    keys = [];
  });

  /** Adds objects that have a counterpart each: name, type, what they run. */
  const add = async (...objects: [name: string, type: ObjectTypeId, text?: string | null][]) => {
    for (const [full, type_id, text = ''] of objects) {
      const [schema_name = '', ...rest] = full.split('.');
      const common = { project_id: project, type_id, created_at: timestampNow() };
      const pair = await store.db
        .insertInto('pair')
        .values({
          ...common,
          name: full,
          search_key: full,
          source_count: 1,
          target_count: 1,
          state: 'confirmed',
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id } = await store.db
        .insertInto('object')
        .values({
          ...common,
          side: 'source',
          schema_name,
          object_name: rest.join('.'),
          search_key: full,
          updated_at: common.created_at,
          pair_id: pair.id,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      texts.set(id, text);
      names.set(pair.id, full);
    }
  };

  const definitionOf = (id: number): ObjectDefinition => {
    const text = texts.get(id)!;
    if (text?.startsWith('ON INSERT '))
      return { kind: 'table', triggers: [{ enabled: true, text }] } as never;
    if (text === null || !text.startsWith('SELECT ')) return { kind: 'routine', text } as never;
    const [query, ...instead] = text.split(' INSTEAD ');
    const viewTriggers = instead.map((own) => ({ enabled: true, text: own }));
    return { kind: 'view', text: query, viewTriggers } as never;
  };

  const follow = async (text: string | null, engine: EngineId = ENGINES.mysql.id) => {
    const tables: ObjectDefinition = { kind: 'table', triggers: [] } as never;
    let reads = 0;
    const { pairs, gaps, unread } = await followTexts(store.db, {
      projectId: project,
      side: 'source',
      syntax: connectorOf(engine).callSyntax,
      own: [
        { id: 0, type_id: PROCEDURE, schema_name: 'shop', object_name: 'start(integer)', text },
      ],
      text: 'CALL shop.start(1)',
      async read(_pair, id) {
        reads += 1;
        return texts.get(id) === '' ? tables : definitionOf(id);
      },
      keysTo: async (_schema, wanted) =>
        keys && keys.filter(({ key: { table } }) => wanted.includes(table)),
    });
    return {
      tables: pairs.map((pair) => names.get(pair)),
      unread: unread.map(({ code, params }) => params?.['it'] ?? code),
      gaps,
      reads,
    };
  };
  const called = (text: string, engine: EngineId) =>
    callsIn(text, connectorOf(engine).callSyntax).map(({ written }) => written);
  const NOT_FOLLOWED = 'effect.notFollowed';

  it('are looked up however many names a text has', async () => {
    await add(['shop.line', TABLE, 'ON INSERT INSERT INTO zz_audit VALUES (1)']);
    await add(['shop.zz_audit', TABLE], ['shop.last', TABLE]);
    const many = Array.from({ length: 1_500 }, (_, at) => `v${at}`).join(' + ');
    expect(await follow(`SET a = ${many}; INSERT INTO line VALUES (1); DELETE FROM last`)).toEqual({
      tables: ['shop.line', 'shop.last', 'shop.zz_audit'],
      unread: [],
      gaps: [],
      reads: 3,
    });
  });

  it('are found in any case, whatever their letters are', async () => {
    await add(['shop.BESTÄTIGT', TABLE], ['shop.bestxtigt', TABLE], ['shop.Ünder_ÖL%', TABLE]);
    await add(['shop.underöxöl%', TABLE], ['shop.Заказ', TABLE]);
    const text = 'DELETE FROM bestätigt; DELETE FROM `ünder_öl%`; DELETE FROM ЗАКАЗ';
    expect((await follow(text)).tables).toEqual(['shop.BESTÄTIGT', 'shop.Ünder_ÖL%', 'shop.Заказ']);
  });

  it('are found in every schema that has them', async () => {
    await add(...Array.from({ length: 1_100 }, (_, at) => [`s${at}.t`, TABLE] as never));
    await add(['shop.t', TABLE]);
    expect((await follow('DELETE FROM t')).tables).toEqual(['shop.t']);
  });

  it('are found later where it is a trigger that leads to their schema', async () => {
    await add(['audit.late', TABLE], ['log.line', TABLE, 'ON INSERT DELETE FROM audit.other']);
    expect((await follow('DELETE FROM log.line; SELECT late')).tables).toEqual([
      'log.line',
      'audit.late',
    ]);
  });

  it.each([
    [5, true],
    [6, false],
  ])('are followed five levels deep: %s', async (levels, isFollowed) => {
    for (let at = 1; at < levels; at += 1)
      await add([`shop.p${at}`, PROCEDURE, `CALL p${at + 1}()`]);
    await add([`shop.p${levels}`, PROCEDURE, 'DELETE FROM last'], ['shop.last', TABLE]);
    expect(await follow('CALL p1()')).toMatchObject({
      tables: isFollowed ? ['shop.last'] : [],
      unread: isFollowed ? [] : [NOT_FOLLOWED],
    });
  });

  it.each([
    [49, 49, []],
    [50, 49, [NOT_FOLLOWED]],
  ])('are followed through 50 objects at most: %s tables', async (count, reads, unread) => {
    const tables = Array.from({ length: count }, (_, at) => `t${at}`);
    await add(...tables.map((name) => [`shop.${name}`, TABLE] as never));
    const found = await follow(tables.map((name) => `DELETE FROM ${name}`).join('; '));
    expect(found).toMatchObject({ reads, unread });
    expect(found.tables).toHaveLength(count);
  });

  it.each([
    ['CALL logs(1)', []],
    ['CALL shop.logs(1)', []],
    ['call `Shop` . `Logs` (1)', []],
    ['CALL audit.logs(1)', ['CALL audit.logs']],
    ['CALL shop.pkg.proc(1)', []],
    ['CALL pkg.proc(1)', []],
    ['CALL other.pkg.proc(1)', ['CALL other.pkg.proc']],
    ['CALL proc(1)', ['CALL proc']],
    ['CALL shop.start(1)', []],
    ['CALL shop.`tidy-up`(1)', ['CALL shop.tidy-up']],
    ['CALL /* now */ shop.gone(1)', ['CALL shop.gone']],
    ['PREPARE s FROM @text; EXECUTE s', ['EXECUTE s']],
    ["EXECUTE IMMEDIATE 'DO 1'", ['EXECUTE IMMEDIATE']],
    ["EXECUTE 'DO 1'", ['EXECUTE']],
    ['INSERT INTO `call` (id) VALUES (1)', []],
    ['UPDATE t SET a = t.call', []],
    ["SET a = 'CALL gone()'", []],
    ['SELECT audit.stamp(id), shop.logs(id), t.id IN (1) FROM shop.t', ['audit.stamp']],
    ['SET a = 1 + audit . stamp(2)', ['audit.stamp']],
    ['INSERT INTO shop.t (id) SELECT lower(a) FROM shop.log', []],
    ['CREATE INDEX i ON audit.t (a)', []],
    ['CREATE INDEX i USING BTREE ON audit.t (a); SELECT audit.stamp(1)', ['audit.stamp']],
    ['SELECT 1 FROM shop.t USE INDEX (i) JOIN shop.log ON audit.stamp(1)', ['audit.stamp']],
    [
      'DROP INDEX i ON shop.t; SELECT 1 FROM shop.t JOIN shop.log ON audit.stamp(1)',
      ['audit.stamp'],
    ],
    ['CREATE VIEW audit.v (a) AS SELECT 1', []],
  ])('are known or not: %s', async (text, unread) => {
    await add(
      ['shop.logs', PROCEDURE, 'DELETE FROM log'],
      ['shop.pkg.proc', PROCEDURE, 'DELETE FROM packed'],
      ['shop.log', TABLE],
      ['shop.packed', TABLE],
      ['shop.call', TABLE],
      ['shop.t', TABLE],
    );
    const found = await follow(text);
    expect(found.unread).toEqual(unread);
    if (text.includes('pkg')) expect(found.tables).toContain('shop.packed');
  });

  it('are no calls on engines without procedures', async () => {
    await add(['shop.log', TABLE]);
    for (const engine of [ENGINES.sqlite.id, ENGINES.duckdb.id])
      expect((await follow('INSERT INTO log (call) VALUES (1)', engine)).unread).toEqual([]);
    const { unread } = await follow(
      'CREATE PROCEDURE p WITH EXECUTE AS OWNER AS EXEC @found = dbo.[tidy up] 1',
      ENGINES.sqlServer.id,
    );
    expect(unread).toEqual(['EXEC dbo.tidy up']);
    const hints = 'SELECT 1 FROM audit.t (NOLOCK) JOIN audit.u (NOLOCK, ROWLOCK) ON audit.f(1) = 1';
    expect((await follow(hints, ENGINES.sqlServer.id)).unread).toEqual(['audit.f']);
    const ofRows = 'SELECT 1 FROM audit.rows() JOIN audit.of (nolock, 1) ON 1 = 1';
    expect((await follow(ofRows, ENGINES.sqlServer.id)).unread).toEqual(['audit.rows, audit.of']);
  });

  it.each([
    ['postgresql', 'SELECT id, app.purge(snapshot) FROM runs', ['app.purge']],
    ['postgresql', 'SELECT 1 FROM runs, app.wipe(nowait)', ['app.wipe']],
    ['mysql', 'SELECT 1 FROM app.wipe(nowait)', ['app.wipe']],
    ['sqlServer', 'SELECT id, app.purge(snapshot) FROM runs', ['app.purge']],
    ['sqlServer', 'SELECT 1 FROM runs ORDER BY id, app.purge(snapshot)', ['app.purge']],
    ['sqlServer', 'SELECT 1 FROM runs SELECT id, app.purge(snapshot)', ['app.purge']],
    ['sqlServer', 'SELECT id IS DISTINCT FROM app.purge(snapshot)', ['app.purge']],
    ['sqlServer', 'SELECT 1 FROM a JOIN b ON a.x IS DISTINCT FROM app.f(nolock)', ['app.f']],
    [
      'sqlServer',
      "SELECT 1 FROM runs WHERE TRIM('x' FROM app.purge(snapshot)) = ''",
      ['app.purge'],
    ],
    ['sqlServer', 'SELECT 1 FROM runs AS r (NOLOCK), app.log (NOLOCK)', []],
    [
      'sqlServer',
      'SELECT 1 FROM (SELECT 1 AS a FROM runs, app.log (NOLOCK)) AS r, app.log (NOLOCK)',
      [],
    ],
    ['sqlServer', 'UPDATE app.log (ROWLOCK) SET a = 1', []],
  ] as const)('may be functions with arguments like hints: %s, %s', (engine, text, functions) => {
    expect(called(text, ENGINES[engine].id)).toEqual(functions);
  });

  it.each([
    ['SELECT t.index FROM t JOIN u ON app.touch(u.id)', ['app.touch']],
    ['SELECT index FROM t JOIN u ON app.touch(u.id)', ['app.touch']],
    ['CREATE INDEX i ON t SELECT 1 FROM t JOIN u ON app.touch(u.id)', ['app.touch']],
    ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON ONLY app.t (a)', []],
    ['CREATE OR REPLACE FULLTEXT INDEX i ON app.t (a)', []],
    ['CREATE UNIQUE NONCLUSTERED INDEX index ON app.t (a)', []],
  ])('may be functions behind columns named index: %s', (text, functions) => {
    expect(called(text, ENGINES.postgresql.id)).toEqual(functions);
  });

  it('are found with work that grows as the text does, however deep its brackets are', () => {
    const syntax = connectorOf(ENGINES.sqlServer.id).callSyntax;
    const words = vi.spyOn(String.prototype, 'toUpperCase');
    const workOn = (depth: number): number => {
      words.mockClear();
      const text = `${'JOIN s.f(0 '.repeat(depth)}${')'.repeat(depth)}`;
      expect(callsIn(text, syntax)).toHaveLength(depth);
      return words.mock.calls.length;
    };
    const [once, twice] = [workOn(300), workOn(600)];
    words.mockRestore();
    expect(twice).toBeLessThan(2.5 * once);
  });

  it('are not known where a text is hidden, that of what is called among them', async () => {
    await add(['shop.hidden', PROCEDURE, null]);
    expect((await follow('CALL hidden()')).unread).toEqual(['shop.hidden']);
    expect((await follow(null)).unread).toEqual(['shop.start(integer)']);
  });

  it.each([
    ['UPDATE seen SET a = 1', ['shop.base']],
    ['DELETE FROM shop.seen', ['shop.base']],
    ['UPDATE last JOIN seen ON seen.id = last.id SET seen.a = 1', ['shop.last', 'shop.base']],
    ['INSERT INTO twice VALUES (1)', ['shop.base']],
    ['DELETE FROM instead', ['shop.last', 'shop.base']],
    ['INSERT INTO last SELECT id FROM seen', ['shop.last']],
  ])('are the tables behind a view that is written: %s', async (text, tables) => {
    await add(['shop.last', TABLE], ['shop.base', TABLE]);
    await add(['shop.seen', VIEW, 'SELECT * FROM `shop`.`base`']);
    await add(['shop.twice', VIEW, 'SELECT * FROM `shop`.`seen`']);
    await add(['shop.instead', VIEW, 'SELECT * FROM base INSTEAD DELETE FROM last']);
    expect(await follow(text)).toMatchObject({ tables, unread: [], gaps: [] });
  });

  it('are not known where MySQL runs a part of a comment', async () => {
    await add(['shop.log', TABLE], ['shop.last', TABLE]);
    await add(['shop.tidy', PROCEDURE, 'DELETE FROM log /* all */; /*!50003 DELETE FROM last */']);
    const { tables, unread } = await follow('CALL tidy()');
    expect(tables).toEqual(['shop.log']);
    expect(unread).toEqual(['/*!50003 DELETE FROM last */']);
    expect((await follow('/*M! UPDATE log SET a = 1 */ SELECT 1')).unread).toHaveLength(1);
  });

  it('are not known behind a view whose query is hidden', async () => {
    await add(['shop.hidden', VIEW, null]);
    expect((await follow('UPDATE hidden SET a = 1')).unread).toEqual(['shop.hidden']);
  });

  const key = (child: string, table: string, more: Partial<KeyOf['key']>): KeyOf => ({
    of: { schema: 'shop', table: child },
    key: {
      name: '',
      columns: [`${table}_id`],
      schema: 'shop',
      table,
      referenced: ['id'],
      onUpdate: 'restrict',
      onDelete: 'restrict',
      ...more,
    },
  });

  it.each([
    ['DELETE FROM house WHERE id = 1', ['shop.house', 'shop.room', 'shop.tenant', 'shop.chair']],
    ['REPLACE INTO house VALUES (1)', ['shop.house', 'shop.room', 'shop.tenant', 'shop.chair']],
    ['UPDATE house SET name = 1 WHERE id = 1', ['shop.house']],
    ['UPDATE house SET name = 1, ID = 2', ['shop.house', 'shop.owner']],
    ['INSERT INTO house VALUES (1) ON DUPLICATE KEY UPDATE id = 2', ['shop.house', 'shop.owner']],
    ['UPDATE room SET id = 1', ['shop.room']],
    ['DELETE FROM owner', ['shop.owner']],
  ])('are the tables whose rows change with others: %s', async (text, tables) => {
    for (const name of ['house', 'room', 'chair', 'tenant', 'owner', 'street'])
      await add([`shop.${name}`, TABLE]);
    keys = [
      key('room', 'house', { onDelete: 'cascade' }),
      key('chair', 'room', { onDelete: 'set null' }),
      key('tenant', 'house', { onDelete: 'set default' }),
      key('owner', 'house', { onUpdate: 'cascade' }),
      key('street', 'house', {}),
    ];
    expect(await follow(text)).toMatchObject({ tables, unread: [] });
  });

  it('are found whatever the order of the keys is, and where they name no column', async () => {
    for (const name of ['house', 'room', 'chair', 'leg', 'owner'])
      await add([`shop.${name}`, TABLE]);
    await add(['attic.chest', TABLE]);
    keys = [
      {
        ...key('chest', 'chair', { onDelete: 'cascade' }),
        of: { schema: 'attic', table: 'chest' },
      },
      key('leg', 'chair', { onDelete: 'cascade' }),
      key('chair', 'room', { onDelete: 'cascade' }),
      key('room', 'house', { onDelete: 'cascade' }),
      key('owner', 'house', { onUpdate: 'cascade', referenced: [] }),
    ];
    const all = ['house', 'room', 'chair', 'leg'].map((name) => `shop.${name}`);
    const found = await follow('DELETE FROM house; SELECT 1 FROM room, chair, leg, chest');
    expect(found.tables.toSorted()).toEqual([...all, 'attic.chest'].toSorted());
    expect(found.unread).toEqual([]);
    expect((await follow('UPDATE house SET a = 1')).tables).toEqual(['shop.house', 'shop.owner']);
    keys = null;
    expect((await follow('DELETE FROM leg; SELECT 1 FROM house')).unread).toEqual(['shop.leg']);
  });

  it('are found behind a view that calls the key otherwise, and by both actions of a key', async () => {
    for (const name of ['house', 'room', 'chair']) await add([`shop.${name}`, TABLE]);
    await add(['shop.seen', VIEW, 'SELECT id AS k FROM house']);
    keys = [
      key('room', 'house', { onDelete: 'cascade', onUpdate: 'cascade' }),
      key('chair', 'room', { onUpdate: 'cascade', referenced: ['house_id'] }),
    ];
    const all = ['shop.house', 'shop.room', 'shop.chair'];
    expect((await follow('UPDATE seen SET k = 2')).tables).toEqual(all);
    expect((await follow('DELETE FROM house; UPDATE house SET id = 2')).tables).toEqual(all);
  });

  it('are those that TRUNCATE empties, and whatever refers to them', async () => {
    for (const name of ['house', 'room', 'owner']) await add([`shop.${name}`, TABLE]);
    keys = [key('room', 'house', {})];
    const { tables } = await follow('TRUNCATE owner, house CASCADE', ENGINES.postgresql.id);
    expect(tables).toEqual(['shop.house', 'shop.owner', 'shop.room']);
  });

  it('are not all known where the keys cannot be read', async () => {
    await add(['shop.house', TABLE]);
    keys = null;
    expect((await follow('DELETE FROM house')).unread).toEqual(['shop.house']);
  });

  it('are not all compared where one that is written is not listed', async () => {
    await add(['shop.house', TABLE], ['audit.log', TABLE]);
    keys = [key('Room', 'house', { onDelete: 'cascade' })];
    const text = 'DELETE FROM house; INSERT INTO Note VALUES (1); UPDATE other.house SET a = 1';
    expect((await follow(text)).unread).toEqual(['Note', 'other.house', 'shop.Room']);
    expect((await follow('INSERT INTO log VALUES (1)')).unread).toEqual(['log']);
    for (const own of [
      'CREATE TEMPORARY TABLE IF NOT EXISTS kept (a int); INSERT INTO kept VALUES (1)',
      'WITH late (id) AS (SELECT 1), early AS (SELECT 2) UPDATE house, late, early SET house.a = 1',
    ])
      expect((await follow(own)).unread).toEqual([]);
    const former = 'CREATE TABLE IF NOT EXISTS kept (a int); INSERT INTO kept VALUES (1)';
    expect((await follow(former)).unread).toEqual(['kept']);
    await add([
      'shop.seen',
      VIEW,
      'SELECT h.id AS k FROM (`archive`.`hidden` h JOIN `shop`.`house`)',
    ]);
    expect((await follow('UPDATE seen SET k = 1')).unread).toEqual(['archive.hidden']);
  });
});

describe('what statements write', () => {
  const { callSyntax } = connectorOf(ENGINES.mysql.id);
  it.each([
    ['INSERT IGNORE INTO a (x) SELECT y FROM b', ['a']],
    ['DELETE QUICK FROM a.b WHERE c = 1', ['a.b']],
    ['DELETE x FROM a x JOIN b.c ON 1 = 1', ['a', 'b.c']],
    ['DELETE FROM x, y USING a x, b JOIN (SELECT 1 FROM d) y WHERE 1 = 1', ['a', 'b']],
    ['DELETE FROM hidden USING a x WHERE 1 = 1', ['hidden', 'a']],
    [
      'MERGE INTO a USING b ON 1 = 1 WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (1)',
      ['a'],
    ],
    ['TRUNCATE TABLE a', ['a']],
    ['UPDATE a, b.c AS d LEFT JOIN e ON 1 = 1 SET d.f = 1', ['a', 'b.c', 'e']],
    ['UPDATE LOW_PRIORITY `a b` SET c = (SELECT d FROM e)', ['a b']],
    ['SELECT a INTO b FROM c FOR UPDATE', []],
    ['SELECT REPLACE(a, b, c), INSERT(a, 1, 2, c), TRUNCATE(a, 1) FROM d', []],
    ['CREATE OR REPLACE PROCEDURE p() REPLACE INTO a VALUES (1)', ['a']],
    ["SET x = 'UPDATE a SET b = 1' -- DELETE FROM c", []],
    ['IF x THEN UPDATE a SET b = 1; ELSE DELETE FROM c; END IF', ['a', 'c']],
    ['ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c (d) ON DELETE CASCADE ON UPDATE CASCADE', []],
  ])('is named by them: %s', (text, paths) => {
    expect(writesIn(text, callSyntax).paths.map((path) => path.join('.'))).toEqual(paths);
  });

  it('says of which tables it may delete rows', () => {
    const text =
      'INSERT INTO a VALUES (1); DELETE FROM b; REPLACE c VALUES (1); UPDATE d SET e = 1';
    expect(writesIn(text, callSyntax)).toMatchObject({
      changed: ['a', 'b', 'c', 'd'],
      deleted: ['b', 'c'],
    });
  });

  it.each([
    [
      'UPDATE a SET b = c + f(d, e), g.h = (SELECT i = j), (k, l) = (1, m) WHERE n = 1',
      'b g h k l',
    ],
    ['INSERT INTO a VALUES (1) ON DUPLICATE KEY UPDATE b = c', 'b'],
    ['SELECT a FROM b WHERE c = 1', ''],
  ])('says which columns get values: %s', (text, columns) => {
    expect(writesIn(text, callSyntax).assigned.join(' ')).toBe(columns);
  });
});
