import { afterEach, describe, expect, it } from 'vitest';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { message } from '../../../../../contract/messages/message.ts';
import {
  type Name,
  SMALL,
  findRepairs,
  make,
  tearDown,
} from '../../../../../tests/support/repairs-world.ts';
import { createdOnce } from './order-repairs.ts';
import { sampleTrigger } from '../../../../../tests/support/sample-definitions.ts';
import { createTrigger } from './create-triggers.ts';
import { assignmentsOf } from '../compare/triggers/trigger-settings.ts';
import { repairSetting } from './repair-fixture.ts';

afterEach(tearDown);

const tables = (engine: Name) => [
  'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY, at varchar(20))',
  `CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, a bigint, c bigint, n decimal(10,2), code varchar(20), at ${engine === 'mariadb' ? 'datetime' : 'timestamp(0)'})`,
  'CREATE VIEW v AS SELECT p.id FROM p',
];
const SOURCES = {
  mariadb: [
    "CREATE TRIGGER code BEFORE INSERT ON t FOR EACH ROW BEGIN -- it's\n SET NEW.code = upper(trim(NEW.code)), NEW.c = NEW.a * 2; SET NEW.n = coalesce(NEW.n, 1.50); END",
    'CREATE TRIGGER stamp BEFORE UPDATE ON t FOR EACH ROW SET NEW.at = NOW()',
    'CREATE TRIGGER filled BEFORE INSERT ON t FOR EACH ROW FOLLOWS code BEGIN IF NEW.a IS NULL THEN SET NEW.a = 7; END IF; END',
  ],
  postgresql: [
    "CREATE FUNCTION code() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.code := upper(btrim(NEW.code)); NEW.c = NEW.a * 2; /* it's */ NEW.n := coalesce(NEW.n, 1.50); RETURN NEW; END $$",
    'CREATE TRIGGER code BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION code()',
    'CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."at" := now(); RETURN NEW; END $$',
    'CREATE TRIGGER stamp BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION stamp()',
    'CREATE FUNCTION filled() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.a IS NULL THEN NEW.a := 7; END IF; RETURN NEW; END $$',
    'CREATE TRIGGER filled BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION filled()',
  ],
} as const;

/** Rows that the triggers change, and what they are then. */
const WRITES = [
  "INSERT INTO t (id, a, code) VALUES (1, 3, ' ab ')",
  "INSERT INTO t (id, a, n, code) VALUES (2, NULL, 2.25, 'C')",
  'INSERT INTO t (id, a, code) VALUES (3, -4, NULL)',
  'UPDATE t SET a = 5 WHERE id = 1',
];

describe.each([
  ['mariadb', 'postgresql'],
  ['postgresql', 'mariadb'],
] as const)('triggers of %s that only set columns, on %s', (from, to) => {
  it('are rewritten, and still do the same', async () => {
    const source = await make(from, [...tables(from), ...SOURCES[from]]);
    const target = await make(to, tables(to));
    const found = await findRepairs(source, target);
    expect(found.map(({ what, unmended }) => [what, unmended?.code]).toSorted()).toEqual([
      ['trigger.missing code', 'repair.setter'],
      ['trigger.missing filled', 'repair.setter'],
      ['trigger.missing stamp', 'repair.setter'],
    ]);
    for (const statement of found.flatMap(({ statements }) => statements ?? []))
      await target.run(statement);
    const rest = (await findRepairs(source, target)).map(({ finding }) => finding);
    expect(rest.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const fixture of [source, target]) {
      for (const sql of WRITES) await fixture.run(sql);
      const rows = await fixture.run(
        'SELECT id, a, n, code, CASE WHEN at IS NULL THEN 0 ELSE 1 END AS stamped FROM t ORDER BY id',
      );
      expect(valuesOf(rows)).toEqual([
        ['1', '5', '1.50', 'AB', '1'],
        ['2', '7', '2.25', 'C', '0'],
        ['3', '-4', '1.50', 'NULL', '0'],
      ]);
    }
  });
});

/** As the target has them: each sets another value, or acts otherwise. */
const OTHERS = {
  mariadb: [
    'CREATE TRIGGER code BEFORE INSERT ON t FOR EACH ROW SET NEW.code = lower(trim(NEW.code)), NEW.c = NEW.a * 2, NEW.n = coalesce(NEW.n, 1.50)',
    'CREATE TRIGGER stamp AFTER UPDATE ON t FOR EACH ROW DELETE FROM p',
    'CREATE TRIGGER t_filled BEFORE INSERT ON t FOR EACH ROW FOLLOWS code SET NEW.a = coalesce(NEW.a, 8)',
  ],
  postgresql: [
    'CREATE FUNCTION code() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.code := lower(btrim(NEW.code)); NEW.c = NEW.a * 2; NEW.n := coalesce(NEW.n, 1.50); RETURN NEW; END $$',
    'CREATE TRIGGER code BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION code()',
    "CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM p; RETURN NULL; END'",
    'CREATE TRIGGER stamp AFTER UPDATE ON t FOR EACH ROW EXECUTE FUNCTION stamp()',
    'CREATE FUNCTION t_filled() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.a := coalesce(NEW.a, 8); RETURN NEW; END $$',
    'CREATE TRIGGER t_filled BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION t_filled()',
    // Others call the function of one that is replaced.
    'CREATE TRIGGER code BEFORE INSERT ON p FOR EACH ROW EXECUTE FUNCTION code()',
  ],
} as const;

describe.each([
  ['mariadb', 'postgresql'],
  ['postgresql', 'mariadb'],
] as const)('a trigger of %s that sets another value on %s', (from, to) => {
  it('is replaced by one that does what the source’s does', async () => {
    const source = await make(from, [...tables(from), ...SOURCES[from]]);
    const target = await make(to, [...tables(to), ...OTHERS[to]]);
    const found = await findRepairs(source, target);
    const open = found.filter(({ finding }) => finding.severity !== 'info');
    expect(
      open.map(({ what, finding, unmended }) => [what, finding.detail.code, unmended?.code]),
    ).toEqual([
      ['trigger.text code', 'definition.otherSetting', 'repair.replacedTrigger'],
      ['trigger.timing stamp', 'definition.triggerTiming', 'repair.replacedTrigger'],
      ['trigger.text stamp', 'definition.otherDialect', 'repair.replacedTrigger'],
      ['trigger.text filled', 'definition.otherSetting', 'repair.replacedTrigger'],
    ]);
    for (const statement of new Set(open.flatMap(({ statements }) => statements ?? [])))
      await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
    for (const sql of WRITES) await target.run(sql);
    const rows = await target.run('SELECT id, a, n, code FROM t ORDER BY id');
    expect(valuesOf(rows)).toEqual([
      ['1', '5', '1.50', 'AB'],
      ['2', '7', '2.25', 'C'],
      ['3', '-4', '1.50', 'NULL'],
    ]);
  });
});

it('a trigger with a condition is replaced, too', async () => {
  const [source, target] = await Promise.all(
    ['upper', 'lower'].map((change) =>
      make('postgresql', [
        ...tables('postgresql'),
        `CREATE FUNCTION code() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.code := ${change}(NEW.code); RETURN NEW; END $$`,
        'CREATE TRIGGER code BEFORE INSERT ON t FOR EACH ROW WHEN (NEW.a > 0) EXECUTE FUNCTION code()',
      ]),
    ),
  );
  const found = await findRepairs(source!, target!);
  expect(found.map(({ what }) => what)).toEqual(['trigger.text code']);
  for (const statement of found.flatMap(({ statements }) => statements ?? []))
    await target!.run(statement);
  expect(await findRepairs(source!, target!)).toEqual([]);
});

it('a missing trigger calls the function that the target has, and a replaced one its own', async () => {
  const [from, to] = [['code', 'stamp'], ['rewritten']].map((names) =>
    names.map(
      (name) =>
        `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.code := 'x'; RETURN NEW; END $$`,
    ),
  );
  const call = (name: string, on = 'INSERT') =>
    `CREATE TRIGGER ${name} BEFORE ${on} ON t FOR EACH ROW EXECUTE FUNCTION ${name}()`;
  const source = await make('postgresql', [
    ...tables('postgresql'),
    ...from!,
    call('code'),
    call('stamp', 'UPDATE'),
  ]);
  const target = await make('postgresql', [...tables('postgresql'), ...to!]);
  const programOf = ({ schema, table }: { schema: string; table: string }) =>
    schema === source.schema && table === 'code'
      ? { schema: target.schema, table: 'rewritten' }
      : undefined;
  const world = { ...SMALL, programOf };
  const mend = async () => {
    const found = await findRepairs(source, target, world);
    const statements = found.flatMap((one) => one.statements ?? []);
    for (const statement of statements) await target.run(statement);
    return statements.filter((text) => text.startsWith('CREATE FUNCTION')).length;
  };
  expect(await mend()).toBe(1);
  expect(await findRepairs(source, target, world)).toEqual([]);
  await target.run(
    "CREATE OR REPLACE FUNCTION rewritten() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.code := 'y'; RETURN NEW; END $$",
  );
  expect(await mend()).toBe(1);
  expect(await findRepairs(source, target, world)).toEqual([]);
});

it('a function that several missing triggers call is created once among them', async () => {
  const call = (name: string, on: string) =>
    `CREATE TRIGGER ${name} BEFORE ${on} ON t FOR EACH ROW EXECUTE FUNCTION stamp()`;
  const source = await make('postgresql', [
    ...tables('postgresql'),
    "CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.code := 'x'; RETURN NEW; END $$",
    call('made', 'INSERT'),
    call('changed', 'UPDATE'),
  ]);
  const target = await make('postgresql', tables('postgresql'));
  const found = await findRepairs(source, target);
  const repairs = createdOnce(found.map(({ statements }) => ({ statements: statements ?? [] })));
  expect(repairs.map(({ statements }) => statements.length)).toEqual([2, 1]);
  for (const statement of repairs.flatMap(({ statements }) => statements))
    await target.run(statement);
  expect(await findRepairs(source, target)).toEqual([]);
});

const valuesOf = (rows: unknown): string[][] =>
  (Array.isArray(rows) ? rows : (rows as { rows: unknown[] }).rows).map((row: unknown) =>
    Object.values(row as Record<string, unknown>).map((value) =>
      value === null ? 'NULL' : `${value as string}`,
    ),
  );

it('leaves triggers that do more to people', async () => {
  const source = await make('mariadb', [
    ...tables('mariadb'),
    'CREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; DELETE FROM p; END',
    'CREATE TRIGGER b AFTER INSERT ON t FOR EACH ROW SET @last = NEW.id',
    'CREATE TRIGGER c BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = OLD.a + 1',
    "CREATE TRIGGER d BEFORE DELETE ON t FOR EACH ROW SIGNAL SQLSTATE '45000'",
    'CREATE TRIGGER e BEFORE UPDATE ON t FOR EACH ROW SET NEW.code = NEW.n',
    'CREATE TRIGGER f BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = (SELECT max(id) FROM p)',
    'CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW IF NEW.a > 1 THEN SET NEW.a = 1; END IF',
    'CREATE TRIGGER h BEFORE UPDATE ON t FOR EACH ROW SET NEW.a = NEW.c / 3',
  ]);
  const target = await make('postgresql', tables('postgresql'));
  const found = await findRepairs(source, target);
  expect(found).toHaveLength(8);
  for (const { what, statements, unmended } of found)
    expect([what, statements, unmended?.code]).toEqual([what, null, 'repair.program']);
});

it('SQLite cannot change the row that is written', async () => {
  const source = await make('mariadb', [...tables('mariadb'), SOURCES.mariadb[1]]);
  const target = await make('sqlite', tables('sqlite'));
  const found = await findRepairs(source, target);
  const stamp = found.find(({ what }) => what === 'trigger.missing stamp');
  expect([stamp?.statements, stamp?.unmended?.code]).toEqual([null, 'repair.engine']);
});

it('a trigger that stands alone says what has to be written by hand, and where', () => {
  const trigger = {
    ...sampleTrigger({ name: 'log', events: ['insert', 'delete'], text: 'DELETE FROM log' }),
    kind: 'trigger',
    schema: 'shop',
    table: 'sale',
  } as const;
  const setting = repairSetting(
    { source: ENGINES.mysql.id, target: ENGINES.postgresql.id },
    ['public', 'log'],
    {
      schemaOf: () => 'public',
    },
  );
  const made = (relation: { path: string[]; columns: [] } | null) =>
    createTrigger(
      { ...trigger, events: [...trigger.events] },
      { ...setting, relation: () => relation },
    ).unmended;
  expect(made({ path: ['public', 'sales'], columns: [] })).toEqual(
    message('repair.trigger', {
      when: 'AFTER INSERT OR DELETE FOR EACH ROW',
      table: 'public.sales',
    }),
  );
  expect(made(null)).toEqual(message('repair.triggerTable'));
});

describe('what a text sets', () => {
  const mysql = connectorOf(ENGINES.mysql.id);
  const oracle = connectorOf(ENGINES.oracle.id);
  const postgresql = connectorOf(ENGINES.postgresql.id);

  it('is read of Oracle’s, too', () => {
    expect(assignmentsOf('BEGIN :new.at := SYSDATE; :NEW."b" := :new.c; END;', oracle)).toEqual([
      { column: 'at', value: 'SYSDATE' },
      { column: 'b', value: '"new$c"' },
    ]);
  });

  it.each([
    'BEGIN NEW.a := 1; END',
    'BEGIN RETURN NEW; NEW.a := 1; END',
    'DECLARE x int; BEGIN NEW.a := 1; RETURN NEW; END',
    'BEGIN NEW.a := 1; RETURN OLD; END',
    'BEGIN IF NEW.a IS NULL THEN NEW.b := 1; END IF; RETURN NEW; END',
    'BEGIN IF NEW.a IS NULL THEN NEW.a := 1; ELSE NEW.a := 2; END IF; RETURN NEW; END',
    "BEGIN NEW.a := 'x; RETURN NEW; END",
    'BEGIN NEW.a := "new$b"; RETURN NEW; END',
    'BEGIN PERFORM f(NEW); NEW.a := 1; RETURN NEW; END',
  ])('is not told of %s', (text) => {
    expect(assignmentsOf(text, postgresql)).toBeNull();
  });

  it.each([
    'SET NEW.a = "b"',
    'SET NEW.a = NEW.b || NEW.c',
    String.raw`SET NEW.a = 'x\y'`,
    'SET NEW.a = 1 /*!50000 + 1 */',
    'SET NEW.a = 1 /*M! + 1 */',
  ])('is not told where MySQL’s settings or version say what it is: %s', (text) => {
    expect(assignmentsOf(text, mysql)).toBeNull();
  });

  it('may hold such signs where they mean nothing', () => {
    expect(assignmentsOf(String.raw`SET NEW.a = 'b|"c' /* x\y || z */`, mysql)).toEqual([
      { column: 'a', value: `'b|"c'` },
    ]);
  });
});
