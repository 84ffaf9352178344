import { namesWithin, type AdversarialCase } from '../core/exams/adversarial-exam.ts';
import type { MariadbServer } from './fixture.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const rules = { longest: 64, unit: 'characters', emoji: false } as const;
/** The name of a table's file has 255 bytes, and each of these letters takes five. */
const cut = (name: string) => name.replace(/^(日{40})日*$/, '$1');
const NAMES = namesWithin({ ...rules, caseSensitive: true }).map(cut);
/** Routines differ by more than case and accents. */
const ROUTINES = namesWithin({ ...rules, caseSensitive: false }).filter(
  (name) => !name.includes('\u0301'),
);

/** The package's own routines beside what it hides, and what only looks like a routine. */
const PACKAGE = `CREATE PACKAGE tools AS
  -- FUNCTION in_a_comment RETURN INT;
  FUNCTION salary(employee INT) RETURN DECIMAL(10,2);
  PROCEDURE pay(employee INT, amount DECIMAL(10,2)) COMMENT 'FUNCTION in_a_text';
  /* PROCEDURE hidden; */ PROCEDURE "odd;name"(a VARCHAR(20));
END`;
const PACKAGE_BODY = `CREATE PACKAGE BODY tools AS
  counter INT;
  FUNCTION own RETURN INT AS BEGIN RETURN 1; END;
  FUNCTION salary(employee INT) RETURN DECIMAL(10,2) AS BEGIN RETURN 1; END;
  PROCEDURE pay(employee INT, amount DECIMAL(10,2)) COMMENT 'FUNCTION in_a_text' AS BEGIN NULL; END;
  PROCEDURE "odd;name"(a VARCHAR(20)) AS BEGIN NULL; END;
END`;

async function makePackages({ addSchema, run }: MariadbServer, name: string): Promise<string> {
  const schema = await addSchema(name);
  await run(`USE ${quote(schema)}`);
  await run('SET @usual = @@sql_mode, sql_mode = ORACLE');
  await run(PACKAGE);
  await run(PACKAGE_BODY);
  await run('CREATE PACKAGE nothing AS END');
  await run('CREATE PACKAGE `back``tick` AS FUNCTION one RETURN INT; END');
  await run('SET sql_mode = @usual');
  await run('CREATE FUNCTION alone() RETURNS int RETURN 1');
  return schema;
}

const CASES: AdversarialCase<MariadbServer>[] = [
  {
    title: '5,000 schemas',
    async make({ addSchema, addUser, run, target }) {
      const crowd = await addSchema('crowd');
      const pattern = `${crowd.replaceAll('_', '\\_')}%`;
      const user = await addUser('crowd', [`SELECT, EXECUTE ON \`${pattern}\`.*`]);
      for (const index of range(4_999)) await run(`CREATE DATABASE ${crowd}_${index}`);
      await run(`CREATE TABLE ${crowd}_1.same (id int)`);
      await run(`CREATE TABLE ${crowd}_4999.same (id int)`);
      await run(`CREATE VIEW ${crowd}_4999.seen AS SELECT 1 AS one`);
      return {
        target: { ...target, ...user, database: crowd },
        schemas: [crowd, ...range(4_999).map((index) => `${crowd}_${index}`)],
        content: {
          [`${crowd}_1`]: { tables: ['same'] },
          [`${crowd}_2`]: {},
          [`${crowd}_4999`]: { tables: ['same'], views: ['seen'] },
        },
      };
    },
  },
  {
    title: 'a table with 1,017 columns, the most that InnoDB holds',
    async make({ addSchema, run, target }) {
      const schema = await addSchema('wide');
      const columns = range(1_017).map((index) => `column_${index} int`);
      await run(`CREATE TABLE ${schema}.widest (${columns.join()})`);
      await run(`CREATE VIEW ${schema}.seen AS SELECT * FROM ${schema}.widest`);
      return { target, content: { [schema]: { tables: ['widest'], views: ['seen'] } } };
    },
  },
  {
    title: 'names of every look, for schemas, tables, views, functions and procedures',
    async make({ addSchema, run, target, tag }) {
      const [wild, views] = [await addSchema('wild'), await addSchema('views')];
      const own: [string, { tables: string[] }][] = [];
      for (const name of NAMES) {
        await run(`CREATE TABLE ${wild}.${quote(name)} (${quote(name)} int)`);
        await run(`CREATE VIEW ${views}.${quote(name)} AS SELECT 1 AS one`);
        const schema = `${Array.from(name).slice(0, 50).join('')} ${tag}`;
        if (own.some(([known]) => known === schema)) continue;
        await run(`CREATE DATABASE ${quote(schema)}`);
        await run(`CREATE TABLE ${quote(schema)}.${quote(name)} (id int)`);
        own.push([schema, { tables: [name] }]);
      }
      for (const name of ROUTINES) {
        await run(`CREATE FUNCTION ${wild}.${quote(name)}() RETURNS int RETURN 1`);
        await run(`CREATE PROCEDURE ${wild}.${quote(name)}() SELECT 1`);
      }
      return {
        target,
        content: {
          [wild]: { tables: NAMES, functions: ROUTINES, procedures: ROUTINES },
          [views]: { views: NAMES },
          ...Object.fromEntries(own),
        },
      };
    },
  },
  {
    title: 'views that no longer compile',
    async make({ addSchema, run, target }) {
      const schema = await addSchema('broken');
      await run(`CREATE TABLE ${schema}.changing (id int, gone int)`);
      await run(`CREATE TABLE ${schema}.soon_gone (id int)`);
      await run(`CREATE FUNCTION ${schema}.soon_gone() RETURNS int RETURN 1`);
      await run(`CREATE VIEW ${schema}.on_column AS SELECT gone FROM ${schema}.changing`);
      await run(`CREATE VIEW ${schema}.on_table AS SELECT * FROM ${schema}.soon_gone`);
      await run(`CREATE VIEW ${schema}.on_view AS SELECT * FROM ${schema}.on_table`);
      await run(`CREATE VIEW ${schema}.on_function AS SELECT ${schema}.soon_gone() AS one`);
      await run(
        `CREATE DEFINER='nobody'@'nowhere' VIEW ${schema}.of_nobody AS SELECT * FROM ${schema}.changing`,
      );
      await run(`ALTER TABLE ${schema}.changing DROP COLUMN gone`);
      await run(`DROP TABLE ${schema}.soon_gone`);
      await run(`DROP FUNCTION ${schema}.soon_gone`);
      const views = ['on_column', 'on_table', 'on_view', 'on_function', 'of_nobody'];
      return { target, content: { [schema]: { tables: ['changing'], views } } };
    },
  },
  {
    title: 'what is a table and what is none: versioned, partitioned, sequences, temporary ones',
    async make({ addSchema, run, target, isMariadb }) {
      const schema = await addSchema('things');
      if (isMariadb) {
        await run(`CREATE TABLE ${schema}.versioned (id int) WITH SYSTEM VERSIONING`);
        await run(`CREATE SEQUENCE ${schema}.counter`);
      }
      await run(
        `CREATE TABLE ${schema}.parted (id int) PARTITION BY RANGE (id) SUBPARTITION BY HASH (id) SUBPARTITIONS 2
         (PARTITION few VALUES LESS THAN (10), PARTITION many VALUES LESS THAN MAXVALUE)`,
      );
      await run(`CREATE TABLE ${schema}.in_memory (id int) ENGINE=MEMORY`);
      await run(`CREATE TEMPORARY TABLE ${schema}.passing (id int)`);
      await run(`CREATE INDEX by_id ON ${schema}.in_memory (id)`);
      const tables = [...(isMariadb ? ['versioned'] : []), 'parted', 'in_memory'];
      return { target, content: { [schema]: { tables } } };
    },
  },
  {
    title: 'somebody with SELECT in one schema sees that one, and is told what hides its routines',
    async make({ addSchema, addUser, run, target }) {
      const schema = await addSchema('granted');
      await run(`CREATE TABLE ${schema}.mine (id int)`);
      await run(`CREATE FUNCTION ${schema}.hidden() RETURNS int RETURN 1`);
      const user = await addUser('one_schema', [`SELECT ON \`${schema}\`.*`]);
      const warning = new RegExp(`GRANT EXECUTE ON \`${schema}\`\\.\\* TO`);
      return {
        target: { ...target, ...user, database: schema },
        schemas: [schema],
        content: { [schema]: { tables: ['mine'] } },
        warning: { functions: warning, procedures: warning },
      };
    },
  },
];

/** What MariaDB alone has. */
const OF_PACKAGES: AdversarialCase<MariadbServer>[] = [
  {
    title: 'routines in packages',
    async make(server) {
      const schema = await makePackages(server, 'packages');
      return {
        target: server.target,
        content: {
          [schema]: {
            functions: ['alone', 'tools.salary', 'back`tick.one'],
            procedures: ['tools.pay', 'tools.odd;name'],
          },
        },
      };
    },
  },
  {
    title: 'packages that may be run and not read: the warning names the grant',
    async make(server) {
      const schema = await makePackages(server, 'closed_packages');
      const user = await server.addUser('runs', [`SELECT, EXECUTE ON ${schema}.*`]);
      const warning = new RegExp(
        `the packages of ${schema}, so.* GRANT SELECT ON mysql\\.proc TO '${user.username}'@'%'\\.$`,
      );
      return {
        target: { ...server.target, ...user, database: schema },
        schemas: [schema],
        content: { [schema]: { functions: ['alone'] } },
        warning: { functions: warning, procedures: warning },
      };
    },
  },
];

export const casesOf = (name: 'MariaDB' | 'MySQL'): AdversarialCase<MariadbServer>[] =>
  name === 'MariaDB' ? [...CASES, ...OF_PACKAGES] : CASES;
