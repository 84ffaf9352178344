import { afterEach, expect, it } from 'vitest';
import type { EngineFixture } from '../../../rows/engines-fixture.ts';
import {
  findRepairs,
  make,
  read,
  tearDown,
} from '../../../../../../tests/support/repairs-world.ts';

afterEach(tearDown);

const WANTED = 'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a bigint, b bigint)';
const TABLE = 'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int, b int)';
const HELD = [
  TABLE,
  'CREATE VIEW z AS SELECT id, a FROM t WHERE a > 1',
  'CREATE VIEW "A b" WITH (security_barrier=true) AS SELECT z.id, z.a + 1 AS "more" FROM z',
  'CREATE MATERIALIZED VIEW kept AS SELECT "more" FROM "A b" WITH NO DATA',
  'CREATE UNIQUE INDEX kept_more ON kept ("more")',
  'CREATE VIEW v AS SELECT id, b FROM t',
  'CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  'CREATE TRIGGER instead INSTEAD OF INSERT ON z FOR EACH ROW EXECUTE FUNCTION nothing()',
  'CREATE RULE quiet AS ON DELETE TO z DO INSTEAD NOTHING',
  `COMMENT ON VIEW z IS 'it''s $$ here'`,
  `COMMENT ON COLUMN "A b"."more" IS 'one more'`,
  'GRANT SELECT ON z TO PUBLIC',
  'GRANT SELECT, UPDATE ON "A b" TO pg_monitor WITH GRANT OPTION',
];

const FACTS = `
  SELECT c.relname, c.relkind::text, c.reloptions::text, c.relacl::text, c.relispopulated, pg_get_viewdef(c.oid), obj_description(c.oid),
    (SELECT string_agg(col_description(c.oid, a.attnum), ';') FROM pg_attribute a WHERE a.attrelid = c.oid),
    (SELECT string_agg(pg_get_triggerdef(t.oid), ';') FROM pg_trigger t WHERE t.tgrelid = c.oid),
    (SELECT string_agg(pg_get_ruledef(r.oid), ';' ORDER BY r.rulename) FROM pg_rewrite r WHERE r.ev_class = c.oid),
    (SELECT string_agg(pg_get_indexdef(i.indexrelid), ';') FROM pg_index i WHERE i.indrelid = c.oid)
  FROM pg_class c WHERE c.relkind IN ('v', 'm') AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`;

async function factsOf({ run }: EngineFixture): Promise<unknown> {
  const { rows } = (await run(FACTS)) as { rows: unknown[] };
  expect(rows.length).toBeGreaterThan(0);
  return rows;
}

it('views that keep the type of a column are dropped before it changes, and made again as they were', async () => {
  const source = await make('mariadb', [WANTED]);
  const target = await make('postgresql', HELD);
  const before = await factsOf(target);
  const found = await findRepairs(source, target);
  const types = found.filter(({ what }) => what.startsWith('type.'));
  expect(types.map(({ what, unmended }) => [what, unmended])).toEqual([
    ['type.range a', null],
    ['type.range b', null],
  ]);
  // What uses another column stays.
  expect(types[0]!.statements!.join()).not.toMatch(/VIEW \w+\.v\b/);
  expect(types[1]!.statements!.join()).not.toMatch(/VIEW \w+\.z\b/);
  for (const { statements } of types) for (const one of statements!) await target.run(one);
  expect(await factsOf(target)).toEqual(before);
  const left = await findRepairs(source, target);
  expect(left.filter(({ what }) => what.startsWith('type.'))).toEqual([]);
});

it.each<[string, string, string?]>([
  ['rights to a column', 'GRANT SELECT (id) ON z TO PUBLIC'],
  ['a default', 'ALTER VIEW z ALTER COLUMN a SET DEFAULT 1'],
  [
    'a function of its rows',
    'CREATE FUNCTION f() RETURNS SETOF z LANGUAGE sql AS $$ SELECT * FROM z $$',
  ],
  ['a rule of the table', 'CREATE RULE r AS ON UPDATE TO t WHERE new.a > 3 DO INSTEAD NOTHING'],
  ['an index that it is clustered by', 'ALTER MATERIALIZED VIEW kept CLUSTER ON kept_more'],
])('what depends on a column is left to people with %s', async (_, statement) => {
  const source = await make('mariadb', [WANTED]);
  const target = await make('postgresql', [...HELD, statement]);
  const found = await findRepairs(source, target);
  const types = found.filter(({ what }) => what.startsWith('type.'));
  expect(types.map(({ what, unmended }) => [what, unmended?.code])).toEqual([
    ['type.range a', 'repair.viewsHoldTypes'],
    ['type.range b', undefined],
  ]);
  for (const change of types[1]!.statements!) await target.run(change);
});

it('many views of a table are not read', async () => {
  const views = Array.from({ length: 13 }, (_, at) => `CREATE VIEW v_${at} AS SELECT a FROM t`);
  const target = await make('postgresql', [TABLE, ...views]);
  const found = await findRepairs(await make('mariadb', [WANTED]), target);
  expect(found.find(({ what }) => what === 'type.range b')?.unmended?.code).toBe(
    'repair.viewsHoldTypes',
  );
  expect((await read(target)).get('t')).not.toHaveProperty('dependents');
});

it('where a view cannot be made again, nothing is changed', async () => {
  const source = await make('mariadb', [
    'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a varchar(9))',
  ]);
  const target = await make('postgresql', [
    'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int)',
    'CREATE VIEW v AS SELECT a / 2 AS half FROM t',
  ]);
  const before = await factsOf(target);
  const found = await findRepairs(source, target);
  const statements = found.find(({ what }) => what === 'type.kind a')?.statements;
  expect(statements).toHaveLength(1);
  await expect(target.run(statements![0]!)).rejects.toThrow('operator does not exist');
  expect(await factsOf(target)).toEqual(before);
});
