import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { TableDefinition } from '../../../../../connectors/core/definitions.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { type EngineFixture, startPostgres } from '../../rows/engines-fixture.ts';
import { findBetween } from '../compare/compare-fixture.ts';
import { repairsOf } from './repairs.ts';

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
  const repairs = repairsOf(found, source, target, {
    ddl: connectorOf(ENGINE).ddl,
    sameEngine: true,
    from: connectorOf(ENGINE),
    rename: (it) => it,
    named: [],
    path: [fixture.schema, name],
    texts: { expression: () => null, view: () => null },
    schemaOf: () => null,
    relation: () => null,
    referenced: () => null,
  });
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
