import { afterEach, describe, expect, it } from 'vitest';
import type { RoutineDefinition } from '../../../../../../connectors/core/definitions.ts';
import {
  type Name,
  findRepairs,
  make,
  read,
  tearDown,
} from '../../../../../../tests/support/repairs-world.ts';
import { message } from '../../../../../../contract/messages/message.ts';
import { createMissing } from '../../repair/create-missing.ts';
import type { RawFinding } from '../raw-finding.ts';
import { repairsOf } from '../../repair/repairs.ts';
import { repairSetting } from '../../repair/repair-fixture.ts';

afterEach(tearDown);

const TABLES = [
  'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY, at varchar(20))',
  'CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, a bigint, b varchar(20))',
  'CREATE VIEW v AS SELECT p.id FROM p',
];
const TRIGGERS: Record<Name, readonly string[]> = {
  mariadb: [
    "CREATE TRIGGER `to``uch` BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 7; SET NEW.b = 'it''s;'; END",
    'CREATE TRIGGER plain AFTER DELETE ON t FOR EACH ROW DELETE FROM p',
  ],
  sqlite: [
    'CREATE TRIGGER "to""uch" AFTER UPDATE OF a, b ON t WHEN NEW.a > 7 BEGIN DELETE FROM p; END',
    "CREATE TRIGGER plain BEFORE INSERT ON t BEGIN DELETE FROM p WHERE at = 'when (of)'; END",
  ],
  postgresql: [
    "CREATE FUNCTION \"to uch\"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN NEW.b := 'it''s' || TG_ARGV[0]; RETURN NEW; END $$",
    "CREATE TRIGGER \"to uch\" BEFORE INSERT OR UPDATE OF a, b ON t FOR EACH ROW WHEN (NEW.b <> ' ON x EXECUTE FUNCTION (') EXECUTE FUNCTION \"to uch\"('a', 'b)')",
    "CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM p; RETURN NULL; END'",
    'CREATE TRIGGER counted AFTER DELETE ON t REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION counted()',
  ],
};

it.each(['mariadb', 'sqlite', 'postgresql'] as const)(
  'triggers that the target lacks are made from the source’s text between two of %s',
  async (engine) => {
    const source = await make(engine, [...TABLES, ...TRIGGERS[engine]]);
    const target = await make(engine, TABLES);
    const before = await findRepairs(source, target);
    expect(before.map(({ what, unmended }) => [what.split(' ')[0], unmended?.code])).toEqual([
      ['trigger.missing', 'repair.ownWords'],
      ['trigger.missing', 'repair.ownWords'],
    ]);
    for (const statement of before.flatMap(({ statements }) => statements ?? []))
      await target.run(statement).catch((error: unknown) => {
        throw new Error(statement, { cause: error });
      });
    expect(await findRepairs(source, target)).toEqual([]);
  },
);

/** Of the same names, and doing something else. */
const OTHER_TRIGGERS: Record<Name, readonly string[]> = {
  mariadb: [
    'CREATE TRIGGER `to``uch` BEFORE INSERT ON t FOR EACH ROW SET NEW.a = 8',
    'CREATE TRIGGER t_plain AFTER DELETE ON t FOR EACH ROW DELETE FROM p WHERE id = 1',
  ],
  sqlite: [
    'CREATE TRIGGER "to""uch" AFTER UPDATE OF a ON t BEGIN DELETE FROM p; END',
    'CREATE TRIGGER t_plain BEFORE INSERT ON t BEGIN DELETE FROM p WHERE id = 1; END',
  ],
  postgresql: [
    'CREATE FUNCTION "to uch"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.b := \'x\'; RETURN NEW; END $$',
    'CREATE TRIGGER "to uch" BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION "to uch"()',
    "CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM p WHERE id = 1; RETURN NULL; END'",
    'CREATE TRIGGER t_counted AFTER DELETE ON t FOR EACH STATEMENT EXECUTE FUNCTION counted()',
  ],
};

it.each(['mariadb', 'sqlite', 'postgresql'] as const)(
  'triggers that do something else are replaced between two of %s',
  async (engine) => {
    const source = await make(engine, [...TABLES, ...TRIGGERS[engine]]);
    const target = await make(engine, [...TABLES, ...OTHER_TRIGGERS[engine]]);
    // Other attributes have no statement of their own: they are replaced with the trigger.
    const before = (await findRepairs(source, target)).filter(
      ({ what }) => !what.startsWith('trigger.attributes'),
    );
    expect(new Set(before.map(({ unmended }) => unmended?.code))).toEqual(
      new Set(['repair.replacedTrigger']),
    );
    const statements = before.map((one) => one.statements ?? []);
    const once = [...new Map(statements.map((own) => [own.join(';'), own])).values()];
    expect(once).toHaveLength(2);
    for (const statement of once.flat())
      await target.run(statement).catch((error: unknown) => {
        throw new Error(statement, { cause: error });
      });
    expect(await findRepairs(source, target)).toEqual([]);
  },
);

const NAMES: Record<Name, readonly string[]> = {
  mariadb: ['plain', 'to`uch'],
  sqlite: ['plain', 'to"uch'],
  postgresql: ['counted', 'to uch'],
};

it.each(['mariadb', 'sqlite', 'postgresql'] as const)(
  'so are triggers that are objects of their own between two of %s',
  async (engine) => {
    const source = await make(engine, [...TABLES, ...TRIGGERS[engine]]);
    const target = await make(engine, TABLES);
    const readAll = async ({ open, schema }: typeof source) => {
      const connection = await open();
      const wanted = NAMES[engine].map((name) => ({ name, table: null }));
      const found = await connection.definitions!.readTriggers!(schema, wanted);
      await connection.close();
      return found.map(([table, trigger]) => ({
        ...trigger,
        kind: 'trigger' as const,
        schema,
        table,
      }));
    };
    const from = await readAll(source);
    expect(from).toHaveLength(2);
    const columns = ['id', 'a', 'b'].map((name) => ({
      name,
      as: name,
      canonical: { kind: 'integer', bits: 64, unsigned: false } as const,
      nullable: true,
    }));
    for (const trigger of from) {
      const { statements, unmended } = createMissing(
        trigger,
        repairSetting(
          { source: source.connector.id, target: target.connector.id },
          [target.schema, trigger.name],
          {
            relation: ({ table }) => ({ path: [target.schema, table], columns }),
            schemaOf: () => target.schema,
          },
        ),
      );
      expect([trigger.name, unmended?.code]).toEqual([trigger.name, 'repair.ownWords']);
      for (const statement of statements!) await target.run(statement);
    }
    const bare = (list: typeof from) =>
      list.map(({ name, table, timing, events, level, condition, text }) => ({
        name,
        table,
        timing,
        events,
        level,
        condition,
        text,
      }));
    expect(bare(await readAll(target))).toEqual(bare(from));
  },
);

const ROUTINES = {
  mariadb: [
    "CREATE FUNCTION `f``n`(a decimal(8,2), s varchar(10) CHARACTER SET latin1, e enum('x','y''z'), j json) RETURNS varchar(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DETERMINISTIC READS SQL DATA SQL SECURITY INVOKER COMMENT 'it''s' BEGIN DECLARE x int; SET x = a; RETURN concat(s, x); END",
    'CREATE PROCEDURE pr(IN a int, OUT b bigint unsigned, INOUT c varchar(5)) MODIFIES SQL DATA SET b = a',
    'CREATE PROCEDURE bare() SELECT 1',
  ],
  postgresql: [
    "CREATE FUNCTION f(a numeric DEFAULT 1.5, VARIADIC b text[] DEFAULT '{}') RETURNS text LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = 'pg_catalog' COST 7 AS $$ SELECT a || ')' || b[1] $$",
    'CREATE FUNCTION f(a int) RETURNS TABLE (x int, y text) LANGUAGE sql IMMUTABLE BEGIN ATOMIC SELECT a, a::text; END',
    "CREATE PROCEDURE pr(INOUT a int) LANGUAGE plpgsql AS 'BEGIN a := a + 1; END'",
  ],
} as const;

/** All functions and procedures of a side. */
async function readRoutines({
  open,
  schema,
}: Awaited<ReturnType<typeof make>>): Promise<RoutineDefinition[]> {
  const connection = await open();
  const found: RoutineDefinition[] = [];
  for (const type of ['functions', 'procedures'] as const) {
    const { names } = await connection.listObjects(type, schema);
    const own = await connection.definitions!.readDefinitions(type, schema, names);
    found.push(...(own as RoutineDefinition[]));
  }
  await connection.close();
  return found;
}

describe.each(['mariadb', 'postgresql'] as const)('routines between two of %s', (engine) => {
  it('are made from the source’s text, and are the same then', async () => {
    const source = await make(engine, ROUTINES[engine]);
    const target = await make(engine, []);
    const read = async (side: typeof source) =>
      (await readRoutines(side)).map((one) => ({
        ...one,
        signature: { ...one.signature!, path: ['', one.signature!.path.at(-1)!] },
      }));
    const from = await read(source);
    expect(from).toHaveLength(3);
    for (const routine of from) {
      const { statements, unmended } = createMissing(
        routine,
        repairSetting(
          { source: source.connector.id, target: target.connector.id },
          [target.schema, routine.name],
          {
            schemaOf: () => target.schema,
          },
        ),
      );
      expect([routine.name, unmended?.code]).toEqual([routine.name, 'repair.ownWords']);
      for (const statement of statements ?? [])
        await target.run(statement).catch((error: unknown) => {
          throw new Error(statement, { cause: error });
        });
    }
    expect(await read(target)).toEqual(from);
  });
});

describe.each(['mariadb', 'postgresql'] as const)('what lies in another schema: %s', (engine) => {
  it('is named as it is on the target', async () => {
    const source = await make(engine, TABLES);
    const target = await make(engine, TABLES);
    const quote = engine === 'mariadb' ? '`' : '"';
    const from = (name: string) => `${quote}${source.schema}${quote}.${name}`;
    const text =
      engine === 'mariadb'
        ? `CREATE PROCEDURE moves() INSERT INTO ${from('p')} (id) SELECT q.id + 1 FROM ${from('t')} q`
        : `CREATE PROCEDURE moves() LANGUAGE plpgsql AS $$ BEGIN INSERT INTO ${from('p')} (id) SELECT q.id + 1 FROM ${from('t')} q; END $$`;
    await source.run(text);
    const connection = await source.open();
    const [routine] = await connection.definitions!.readDefinitions('procedures', source.schema, [
      (await connection.listObjects('procedures', source.schema)).names[0]!,
    ]);
    await connection.close();
    const { statements } = createMissing(
      routine!,
      repairSetting(
        { source: source.connector.id, target: target.connector.id },
        [target.schema, 'moves'],
        {
          schemaOf: (schema) => (schema === source.schema ? target.schema : null),
        },
      ),
    );
    expect(statements!.join()).toContain(`${quote}${target.schema}${quote}.p`);
    if (source.schema !== target.schema) expect(statements!.join()).not.toContain(source.schema);
    for (const statement of statements!) await target.run(statement);
    await target.run('INSERT INTO t (id) VALUES (1)');
    await target.run('CALL moves()');
    // A second row of the same key shows that the first one is there.
    await expect(target.run('INSERT INTO p (id) VALUES (2)')).rejects.toThrow();
  });
});

describe('constraints between two of PostgreSQL', () => {
  const BARE = 'CREATE TABLE t (id int PRIMARY KEY, a int NOT NULL, r int4range, p point, x xml)';
  const CONSTRAINTS = [
    'ALTER TABLE t ADD CONSTRAINT apart EXCLUDE USING gist (r WITH &&) WHERE (a > 0)',
    'ALTER TABLE t ADD CONSTRAINT within CHECK (p <@ box(point(0,0), point(1,1)))',
    'ALTER TABLE t ADD CONSTRAINT whole CHECK (x IS DOCUMENT)',
  ];
  const VIEW = 'CREATE VIEW v AS SELECT id FROM t';

  it('are made in their own words where the parser has none for them', async () => {
    const source = await make('postgresql', [BARE, ...CONSTRAINTS, VIEW]);
    const target = await make('postgresql', [BARE, VIEW]);
    const before = await findRepairs(source, target);
    expect(before.map(({ what }) => what)).toEqual([
      'check.missing apart',
      'check.missing whole',
      'check.missing within',
    ]);
    for (const statement of before.flatMap(({ statements }) => statements!))
      await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it('are made with a table that the target lacks, whose types lie in its schema', async () => {
    const source = await make('postgresql', [
      "CREATE TYPE mood AS ENUM ('so', 'so so')",
      "CREATE TABLE t (id int, a int, r int4range, m mood DEFAULT 'so', all_of mood[] DEFAULT ARRAY['so'::mood], PRIMARY KEY (id) INCLUDE (a))",
      CONSTRAINTS[0]!,
    ]);
    const target = await make('postgresql', [
      'CREATE SCHEMA shop',
      "CREATE TYPE shop.mood AS ENUM ('so', 'so so')",
    ]);
    const { statements, unmended } = createMissing(
      (await read(source)).get('t')!,
      repairSetting({ source: source.connector.id, target: target.connector.id }, ['shop', 't'], {
        schemaOf: (schema) => (schema === 'public' ? 'shop' : null),
      }),
    );
    expect(unmended).toMatchObject({ params: { parts: 'INCLUDE (a)' } });
    for (const statement of statements!) await target.run(statement);
    await target.run("INSERT INTO shop.t (id, a, r) VALUES (1, 1, '[1,5)')");
    await expect(
      target.run("INSERT INTO shop.t (id, a, r) VALUES (2, 1, '[2,3)')"),
    ).rejects.toThrow();
  });
});

const OTHER_ROUTINES = {
  mariadb: [
    'CREATE FUNCTION `f``n`(a decimal(8,2)) RETURNS varchar(9) DETERMINISTIC RETURN a',
    'CREATE PROCEDURE pr(IN a int, OUT b bigint unsigned, INOUT c varchar(5)) MODIFIES SQL DATA SET b = a + 1',
    'CREATE PROCEDURE bare() SELECT 2',
  ],
  postgresql: [
    "CREATE FUNCTION f(a numeric DEFAULT 1.5, VARIADIC b text[] DEFAULT '{}') RETURNS text LANGUAGE sql AS $$ SELECT a || b[2] $$",
    'CREATE FUNCTION f(a int) RETURNS TABLE (x int) LANGUAGE sql IMMUTABLE AS $$ SELECT a $$',
    "CREATE PROCEDURE pr(INOUT b int) LANGUAGE plpgsql AS 'BEGIN b := b + 2; END'",
  ],
} as const;

it.each(['mariadb', 'postgresql'] as const)(
  'routines that differ are replaced between two of %s',
  async (engine) => {
    const source = await make(engine, ROUTINES[engine]);
    const target = await make(engine, OTHER_ROUTINES[engine]);
    const readSorted = async (side: typeof source) =>
      (await readRoutines(side)).toSorted((one, other) => one.name.localeCompare(other.name));
    const [from, to] = [await readSorted(source), await readSorted(target)];
    expect(from.map(({ name }) => name)).toEqual(to.map(({ name }) => name));
    const dropped: boolean[] = [];
    for (const [at, routine] of from.entries()) {
      const there = to[at]!;
      const differs: RawFinding = {
        code: 'text.different',
        part: 'text',
        name: null,
        source: routine.text,
        target: there.text,
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.otherText'),
        advice: message('definition.otherTextAdvice'),
      };
      const setting = repairSetting(
        { source: source.connector.id, target: target.connector.id },
        [target.schema, there.name],
        {
          schemaOf: (schema) => (schema === source.schema ? target.schema : null),
        },
      );
      const repair = repairsOf([differs], routine, there, setting).get(differs)!;
      expect(repair.unmended?.code).toBe('repair.replacedRoutine');
      dropped.push(repair.statements!.length > 1);
      for (const statement of repair.statements!) await target.run(statement);
      const others = repairsOf([differs], routine, there, { ...setting, sameEngine: false });
      expect(others.get(differs)!.statements).toBeNull();
    }
    expect(dropped).toEqual(engine === 'mariadb' ? [true, true, true] : [true, false, true]);
    const bare = (list: RoutineDefinition[]) => list.map(({ signature: _, ...one }) => one);
    expect(bare(await readSorted(target))).toEqual(bare(from));
  },
);
