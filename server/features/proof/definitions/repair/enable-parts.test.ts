import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { type EngineFixture, startPostgres } from '../../rows/engines-fixture.ts';
import { findBetween } from '../compare/compare-fixture.ts';
import { repairsOf } from './repairs.ts';
import { repairSetting } from './repair-fixture.ts';

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await startPostgres(inject('postgresUrl'));
});
afterAll(() => fixture.tearDown());

const ENGINE = ENGINES.postgresql.id;

async function read(name: string): Promise<TableDefinition> {
  const connection = await fixture.open();
  const [found] = await connection.definitions!.readDefinitions('tables', fixture.schema, [name]);
  await connection.close();
  return found as TableDefinition;
}

/** What a table of the target lacks, with the statements that mend it. */
async function compare(name: string) {
  const [source, target] = [await read('source'), await read(name)];
  const found = await findBetween({ source: ENGINE, target: ENGINE }, source, target);
  const repairs = repairsOf(
    found,
    source,
    target,
    repairSetting({ source: ENGINE, target: ENGINE }, [fixture.schema, name]),
  );
  return found.map((finding) => ({
    said: `${finding.code} ${finding.severity}`,
    statements: repairs.get(finding)?.statements ?? [],
  }));
}

it('an index whose creation failed and a check of new rows only are seen, and mended', async () => {
  const { run } = fixture;
  await run('CREATE TABLE source (id int, a int, CHECK (a > 0))');
  await run('CREATE UNIQUE INDEX source_id ON source (id)');
  await run('CREATE INDEX source_a ON source (a)');
  await run('CREATE TABLE moved (id int, a int)');
  await run('INSERT INTO moved VALUES (1, 1), (1, 1)');
  await run('CREATE INDEX moved_a ON moved (a)');
  await run('ALTER TABLE moved ADD CONSTRAINT positive CHECK (a > 0) NOT VALID');
  await expect(run('CREATE UNIQUE INDEX CONCURRENTLY moved_id ON moved (id)')).rejects.toThrow(
    'could not create unique index',
  );
  // As a server leaves it that stops in between.
  await run(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'moved_a'::regclass`);

  const found = await compare('moved');
  expect(found).toEqual([
    { said: 'uniqueKey.disabled error', statements: ['REINDEX INDEX "public"."moved_id"'] },
    {
      said: 'check.unchecked warning',
      statements: ['ALTER TABLE "public"."moved" VALIDATE CONSTRAINT "positive"'],
    },
    { said: 'index.disabled warning', statements: ['REINDEX INDEX "public"."moved_a"'] },
  ]);
  const statements = found.flatMap((one) => one.statements);
  await expect(run(statements[0]!)).rejects.toThrow('could not create unique index');
  await run('DELETE FROM moved WHERE ctid = (SELECT min(ctid) FROM moved)');
  for (const statement of statements) await run(statement);
  expect(await compare('moved')).toEqual([]);
});

it('a key of a partitioned table is not valid while a partition lacks it', async () => {
  const { run } = fixture;
  await run('DROP TABLE IF EXISTS source');
  await run('CREATE TABLE source (id int PRIMARY KEY) PARTITION BY RANGE (id)');
  await run('CREATE TABLE parted (id int NOT NULL) PARTITION BY RANGE (id)');
  await run('CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (9)');
  await run('CREATE TABLE source_1 PARTITION OF source FOR VALUES FROM (0) TO (9)');
  await run('ALTER TABLE ONLY parted ADD PRIMARY KEY (id)');
  expect(await compare('parted')).toEqual([{ said: 'primaryKey.disabled error', statements: [] }]);
});

it('what is checked by triggers that are off takes rows that violate it, and is enabled alone', async () => {
  const { run } = fixture;
  await run('DROP TABLE IF EXISTS source');
  const create = async (name: string) => {
    await run(`CREATE SCHEMA of_${name}`);
    await run(`CREATE TABLE of_${name}.up (id int PRIMARY KEY)`);
    await run(`CREATE TABLE ${name} (id int PRIMARY KEY, up int, b int, a int,
      CONSTRAINT "${name}'s" UNIQUE (a) DEFERRABLE,
      CONSTRAINT leads FOREIGN KEY (up) REFERENCES of_${name}.up, CONSTRAINT too FOREIGN KEY (b) REFERENCES of_${name}.up)`);
  };
  await create('source');
  await create('switched');
  expect(await compare('switched')).toEqual([]);
  await run(
    `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  );
  for (const name of ['source', 'switched']) {
    await run(
      `CREATE TRIGGER own BEFORE INSERT ON ${name} FOR EACH ROW EXECUTE FUNCTION nothing()`,
    );
    await run(`ALTER TABLE ${name} DISABLE TRIGGER own`);
  }

  await run('ALTER TABLE switched DISABLE TRIGGER ALL');
  await run('INSERT INTO switched VALUES (1, 7, 8, 9), (2, 7, 8, 9)');
  const found = await compare('switched');
  expect(found.map(({ said }) => said)).toEqual([
    'uniqueKey.disabled error',
    'foreignKey.disabled error',
    'foreignKey.disabled error',
  ]);
  for (const { statements } of found) for (const one of statements) await run(one);
  expect(await compare('switched')).toEqual([]);
  await expect(run('INSERT INTO switched VALUES (3, 7)')).rejects.toThrow('leads');
  await expect(run('INSERT INTO switched VALUES (3, NULL, NULL, 9)')).rejects.toThrow(
    `"switched's"`,
  );
  // The trigger that is off on the source as well stays so.
  const off = await fixture.run(`SELECT tgname FROM pg_trigger WHERE tgenabled = 'D' ORDER BY 1`);
  expect(off).toMatchObject({ rows: [{ tgname: 'own' }, { tgname: 'own' }] });

  // Rows of the other table could go.
  await run('ALTER TABLE of_switched.up DISABLE TRIGGER ALL');
  const there = await compare('switched');
  expect(there.map(({ said }) => said)).toEqual([
    'foreignKey.disabled error',
    'foreignKey.disabled error',
  ]);
  for (const { statements } of there) for (const one of statements) await run(one);
  expect(await compare('switched')).toEqual([]);
});

it('and so does a partition whose triggers are off', async () => {
  const { run } = fixture;
  await run('DROP TABLE IF EXISTS source');
  await run('CREATE TABLE top (id int PRIMARY KEY)');
  for (const name of ['source', 'in_parts']) {
    await run(`CREATE TABLE ${name} (id int, up int, CONSTRAINT leads_${name} FOREIGN KEY (up) REFERENCES top)
      PARTITION BY RANGE (id)`);
    await run(`CREATE TABLE ${name}_1 PARTITION OF ${name} FOR VALUES FROM (0) TO (9)`);
  }
  expect(await compare('in_parts')).toEqual([]);
  await run('ALTER TABLE in_parts_1 DISABLE TRIGGER ALL');
  await run('INSERT INTO in_parts VALUES (1, 7)');
  const [found] = await compare('in_parts');
  expect(found?.said).toBe('foreignKey.disabled error');
  for (const one of found!.statements) await run(one);
  expect(await compare('in_parts')).toEqual([]);
  await expect(run('INSERT INTO in_parts VALUES (1, 7)')).rejects.toThrow('leads_in_parts');
});
