import { namesWithin, type AdversarialCase } from '../core/exams/adversarial-exam.ts';
import type { PostgresDatabase } from './fixture.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const NAMES = namesWithin({ longest: 63, unit: 'bytes', emoji: true, caseSensitive: true });

export const POSTGRES_CASES: AdversarialCase<PostgresDatabase>[] = [
  {
    title: '5,000 schemas',
    async make({ run, target }) {
      await run(`DO $$ BEGIN
          FOR i IN 1..5000 LOOP EXECUTE format('CREATE SCHEMA crowd_%s', i); END LOOP;
        END $$;
        CREATE TABLE crowd_1.same (id int); CREATE TABLE crowd_5000.same (id int);
        CREATE VIEW crowd_5000.seen AS SELECT 1 AS one`);
      return {
        target,
        schemas: ['public', ...range(5_000).map((index) => `crowd_${index}`)],
        content: {
          crowd_1: { tables: ['same'] },
          crowd_2: {},
          crowd_5000: { tables: ['same'], views: ['seen'] },
        },
      };
    },
  },
  {
    title: 'a table with 1,600 columns',
    async make({ run, target }) {
      const columns = range(1_600).map((index) => `column_${index} int`);
      await run(`CREATE SCHEMA wide; CREATE TABLE wide.table_of_1600 (${columns.join()});
        CREATE VIEW wide.view_of_1600 AS SELECT * FROM wide.table_of_1600`);
      return {
        target,
        content: { wide: { tables: ['table_of_1600'], views: ['view_of_1600'] } },
      };
    },
  },
  {
    title: 'names of every look, for schemas, tables, views and functions',
    async make({ run, target }) {
      const inside = NAMES.map(
        (name) => `CREATE SCHEMA ${quote(name)};
        CREATE TABLE ${quote(name)}.${quote(name)} (${quote(name)} int);
        CREATE TABLE wild.${quote(name)} (id int);
        CREATE VIEW wild_views.${quote(name)} AS SELECT 1 AS one;
        CREATE FUNCTION wild.${quote(name)}(a int) RETURNS int LANGUAGE sql AS 'SELECT 1';`,
      );
      await run(`CREATE SCHEMA wild; CREATE SCHEMA wild_views; ${inside.join('')}`);
      const own = NAMES.map((name) => [name, { tables: [name] }] as const);
      return {
        target,
        content: {
          wild: { tables: NAMES, functions: NAMES },
          wild_views: { views: NAMES },
          ...Object.fromEntries(own),
        },
      };
    },
  },
  {
    title: 'overloaded routines',
    async make({ run, target }) {
      await run(`CREATE SCHEMA many; CREATE DOMAIN many."Do, main" AS int; CREATE TYPE many.pair AS (a int, b int);
        CREATE FUNCTION many.f() RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many.f(many."Do, main", many.pair[]) RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many.f(a varchar(10), b numeric(10, 2) DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many.f(OUT a int, INOUT b "char") LANGUAGE sql AS 'SELECT 1, $1';
        CREATE FUNCTION many.f(anyelement, VARIADIC interval[]) RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many."f()"(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many."f()(integer)"(text) RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many."h()"() RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE FUNCTION many."F"() RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE AGGREGATE many.f(int) (SFUNC = int4pl, STYPE = int);
        DO $$ BEGIN FOR i IN 1..90 LOOP
          EXECUTE format('CREATE FUNCTION many.g(%s) RETURNS int LANGUAGE sql AS ''SELECT 1''',
            (SELECT string_agg('int', ', ') FROM generate_series(1, i)));
        END LOOP; END $$`);
      return {
        target,
        content: {
          many: {
            functions: [
              'F',
              'f()',
              'f()(integer)',
              'f()(integer)(text)',
              'h()',
              'f("char")',
              'f(anyelement, interval[])',
              'f(character varying, numeric)',
              'f(integer)',
              'f(many."Do, main", many.pair[])',
              ...range(90).map(
                (count) =>
                  `g(${range(count)
                    .map(() => 'integer')
                    .join(', ')})`,
              ),
            ],
          },
        },
      };
    },
  },
  {
    title: 'partitions of partitions, also elsewhere; those let go; inheritance over several steps',
    async make({ run, target }) {
      await run(`CREATE SCHEMA parts; CREATE SCHEMA elsewhere;
        CREATE TABLE parts.whole (a int, b int) PARTITION BY RANGE (a);
        CREATE TABLE parts.part PARTITION OF parts.whole FOR VALUES FROM (0) TO (10) PARTITION BY LIST (b);
        CREATE TABLE parts.part_of_part PARTITION OF parts.part FOR VALUES IN (1);
        CREATE TABLE elsewhere.part PARTITION OF parts.whole FOR VALUES FROM (10) TO (20);
        CREATE TABLE parts.let_go PARTITION OF parts.whole FOR VALUES FROM (20) TO (30);
        ALTER TABLE parts.whole DETACH PARTITION parts.let_go;
        CREATE TABLE elsewhere.taken_in (a int, b int);
        ALTER TABLE parts.whole ATTACH PARTITION elsewhere.taken_in FOR VALUES FROM (30) TO (40);
        CREATE TABLE parts.parent (id int); CREATE TABLE parts.child () INHERITS (parts.parent);
        CREATE TABLE elsewhere.grandchild (more int) INHERITS (parts.child)`);
      return {
        target,
        content: {
          parts: { tables: ['whole', 'let_go', 'parent', 'child'] },
          elsewhere: { tables: ['grandchild'] },
        },
      };
    },
  },
  {
    title: 'materialised views, empty ones too, and a view that fails when it is read',
    async make({ run, target }) {
      await run(`CREATE SCHEMA seen; CREATE TABLE seen.soon_gone (id int);
        CREATE FUNCTION seen.fails() RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT count(*) FROM seen.soon_gone); END';
        CREATE VIEW seen.failing AS SELECT seen.fails();
        CREATE MATERIALIZED VIEW seen.filled AS SELECT 1 AS one;
        CREATE MATERIALIZED VIEW seen.unfilled AS SELECT * FROM seen.failing WITH NO DATA;
        CREATE RECURSIVE VIEW seen.counting (n) AS SELECT 1 UNION ALL SELECT n + 1 FROM counting WHERE n < 3;
        DROP TABLE seen.soon_gone`);
      return {
        target,
        content: {
          seen: { views: ['failing', 'filled', 'unfilled', 'counting'], functions: ['fails'] },
        },
      };
    },
  },
  {
    title: 'what is nobody’s table: sequences, types, indexes, temporary tables of others',
    async make({ run, target, version }) {
      await run(`CREATE SCHEMA things; CREATE SEQUENCE things.counter; CREATE TYPE things.shape AS (a int);
        CREATE TABLE things.typed OF things.shape; CREATE TABLE things.real (id serial PRIMARY KEY, words text);
        CREATE INDEX by_word ON things.real (words); CREATE STATISTICS things.both ON id, words FROM things.real;
        CREATE TEMPORARY TABLE passing (id int); CREATE TEMPORARY VIEW passing_view AS SELECT 1 AS one;
        CREATE RULE quiet AS ON DELETE TO things.real DO INSTEAD NOTHING;
        ${version >= 110_000 ? 'CREATE INDEX covering ON things.real (id) INCLUDE (words)' : ''}`);
      return { target, content: { things: { tables: ['typed', 'real'] } } };
    },
  },
  {
    title: 'somebody with SELECT in one schema sees all there is',
    async make({ run, target }) {
      const username = `one schema ${target.database}`;
      await run(`CREATE SCHEMA granted; CREATE TABLE granted.mine (id int); CREATE SCHEMA closed;
        CREATE TABLE closed.not_mine (id int); CREATE FUNCTION closed.hidden() RETURNS int LANGUAGE sql AS 'SELECT 1';
        REVOKE EXECUTE ON FUNCTION closed.hidden() FROM PUBLIC;
        CREATE ROLE ${quote(username)} LOGIN PASSWORD 'one'; GRANT USAGE ON SCHEMA granted TO ${quote(username)};
        GRANT SELECT ON granted.mine TO ${quote(username)}`);
      return {
        target: { ...target, username, password: 'one' },
        content: {
          granted: { tables: ['mine'] },
          closed: { tables: ['not_mine'], functions: ['hidden'] },
        },
      };
    },
  },
];
