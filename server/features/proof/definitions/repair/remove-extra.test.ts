import { afterEach, describe, expect, it } from 'vitest';
import { OBJECT_TYPES } from '../../../../../contract/engines.ts';
import type { ObjectDefinition } from '../../../../../connectors/core/definitions.ts';
import { inOrderOfRemoval, namesOf, placeOf } from './order-repairs.ts';
import { removeObject } from './remove-extra.ts';
import {
  type Name,
  findRepairs,
  make,
  tearDown,
} from '../../../../../tests/support/repairs-world.ts';

afterEach(tearDown);

const PARENT = 'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY)';
const PLAIN = 'CREATE TABLE t (id bigint, a bigint, b bigint, c bigint)';
const VIEW = 'CREATE VIEW v AS SELECT p.id FROM p';
/** The same table, on which more is demanded. */
const more = `CREATE TABLE t (
  id bigint NOT NULL, a bigint, b bigint, c bigint CHECK (c < 900), "more" varchar(20) DEFAULT 'x', "dou""ble" int,
  CONSTRAINT t_pk PRIMARY KEY (id),
  CONSTRAINT t_un UNIQUE (a, b),
  CONSTRAINT t_ck CHECK (a > 0),
  CONSTRAINT t_fk FOREIGN KEY (b) REFERENCES p (id))`;
const INDEXES = ['CREATE INDEX "t ix" ON t (c, a)', 'CREATE UNIQUE INDEX t_ux ON t (c)'];
const TRIGGERS: Record<Name, readonly string[]> = {
  mariadb: ['CREATE TRIGGER touch BEFORE INSERT ON t FOR EACH ROW SET NEW.c = NEW.a * 2'],
  sqlite: ['CREATE TRIGGER touch AFTER INSERT ON t BEGIN DELETE FROM p WHERE id = 0; END'],
  postgresql: [
    "CREATE FUNCTION empty() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN DELETE FROM p; RETURN NULL; END'",
    'CREATE TRIGGER touch AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION empty()',
  ],
};
const inDialect = (engine: Name, statement: string) =>
  engine === 'mariadb'
    ? statement.replaceAll('"dou""ble"', '`dou"ble`').replaceAll(/"([\w ]+)"/g, '`$1`')
    : statement;

/** What an engine takes away only with its table. */
const KEPT: Record<Name, RegExp> = {
  postgresql: /^never/,
  mariadb: /^(check.extra c|index.extra t_fk)$/,
  sqlite: /^(primaryKey|check|foreignKey)\.extra|uniqueKey.extra t_un/,
};

describe.each<[Name, Name]>([
  ['sqlite', 'postgresql'],
  ['postgresql', 'mariadb'],
  ['mariadb', 'sqlite'],
])('from %s to %s', (from, to) => {
  it('what only the target has is gone after the statements, and was never among those that mend', async () => {
    const source = await make(from, [PARENT, PLAIN, VIEW]);
    const target = await make(
      to,
      [PARENT, more, VIEW, ...INDEXES, ...TRIGGERS[to]].map((one) => inDialect(to, one)),
    );
    const extra = async () =>
      (await findRepairs(source, target)).filter(({ what }) => what.includes('.extra'));
    const before = await extra();
    expect(before.length).toBeGreaterThan(9);
    for (const { what, statements, removal, unmended } of before) {
      expect([what, statements]).toEqual([what, null]);
      expect([what, unmended?.code]).toEqual([
        what,
        expect.stringMatching(removal ? /^repair\.removes/ : /^repair\.(engine|needed)$/),
      ]);
      expect([what, removal === null]).toEqual([what, KEPT[to].test(what)]);
    }
    const removals = before.map(({ finding, removal, what }) => ({
      place: placeOf(finding, OBJECT_TYPES.tables),
      whole: null,
      words: [],
      removal: removal ?? [],
      what,
    }));
    for (const { removal, what } of inOrderOfRemoval(removals))
      for (const statement of removal)
        await target.run(statement).catch((error: unknown) => {
          throw new Error(`${what}: ${statement}`, { cause: error });
        });
    expect((await extra()).map(({ what }) => what)).toEqual(
      before.map(({ what }) => what).filter((what) => KEPT[to].test(what)),
    );
  });
});

const WHOLE: Record<Name, readonly string[]> = {
  sqlite: [
    'CREATE TABLE one (id integer primary key)',
    'CREATE TABLE another (id integer primary key, up integer references one (id))',
    'CREATE VIEW "a view" AS SELECT id FROM another',
    'CREATE TRIGGER tr AFTER INSERT ON one BEGIN DELETE FROM another; END',
  ],
  mariadb: [
    'CREATE TABLE one (id bigint primary key)',
    'CREATE TABLE another (id bigint primary key, up bigint, FOREIGN KEY (up) REFERENCES one (id))',
    'CREATE VIEW `a view` AS SELECT id FROM another',
    'CREATE FUNCTION f(a int) RETURNS int DETERMINISTIC RETURN a',
    'CREATE PROCEDURE pr(a int) SELECT a',
    'CREATE SEQUENCE numbers',
    'CREATE TRIGGER tr AFTER INSERT ON one FOR EACH ROW DELETE FROM another',
  ],
  postgresql: [
    'CREATE TABLE one (id bigint primary key)',
    'CREATE FUNCTION f(a int) RETURNS int IMMUTABLE LANGUAGE sql AS $$ SELECT a $$',
    'CREATE TABLE another (id bigint primary key, up bigint REFERENCES one (id), CHECK (f(1) = 1))',
    'CREATE VIEW "a view" AS SELECT id FROM another',
    'CREATE MATERIALIZED VIEW zkept AS SELECT id FROM "a view"',
    'CREATE FUNCTION f(a text) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT a $$',
    'CREATE FUNCTION g(a "a view") RETURNS SETOF one LANGUAGE sql AS $$ SELECT * FROM one $$',
    'CREATE AGGREGATE added (int) (SFUNC = int4pl, STYPE = int)',
    'CREATE PROCEDURE pr(a int) LANGUAGE sql AS $$ SELECT a $$',
    'CREATE SEQUENCE numbers',
    "CREATE FUNCTION served() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    'CREATE TRIGGER tr AFTER INSERT ON one FOR EACH ROW EXECUTE FUNCTION served()',
  ],
};

it.each<[Name, number]>([
  ['sqlite', 4],
  ['mariadb', 7],
  ['postgresql', 11],
])(
  'objects that only the target has are dropped on %s, what needs others first',
  async (engine, count) => {
    const target = await make(engine, WHOLE[engine]);
    const { schema, connector } = target;
    const readAll = async (): Promise<[keyof typeof OBJECT_TYPES, ObjectDefinition][]> => {
      const connection = await target.open();
      const { readDefinitions, readTriggers, readSequences } = connection.definitions!;
      const types = ['tables', 'views', 'functions', 'procedures'] as const;
      const found: [keyof typeof OBJECT_TYPES, ObjectDefinition][] = [];
      for (const type of types.slice(0, engine === 'sqlite' ? 2 : 4)) {
        const { names } = await connection.listObjects(type, schema);
        for (const one of await readDefinitions(type, schema, names)) found.push([type, one]);
      }
      for (const [table, one] of (await readTriggers?.(schema, [{ name: 'tr', table: 'one' }])) ??
        [])
        found.push(['triggers', { ...one, kind: 'trigger', schema, table }]);
      for (const one of (await readSequences?.(schema, ['numbers'])) ?? [])
        found.push(['sequences', one]);
      await connection.close();
      return found.filter(([, one]) => !('belongsTo' in one));
    };
    const removals = (await readAll()).map(([type, definition]) => {
      const { removal, unmended } = removeObject(definition, {
        ddl: connector.ddl,
        path: [schema, definition.name],
      });
      expect(unmended?.code).toMatch(/^repair\.removes/);
      const place = placeOf({ code: 'object.extra', part: 'object' }, OBJECT_TYPES[type]);
      return { place, ...namesOf(definition), removal: removal ?? [] };
    });
    expect(removals.length).toBeGreaterThanOrEqual(count);
    for (const { removal } of inOrderOfRemoval(removals))
      for (const statement of removal)
        await target.run(statement).catch((error: unknown) => {
          throw new Error(statement, { cause: error });
        });
    expect(await readAll()).toEqual([]);
  },
);
