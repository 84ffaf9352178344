import { afterEach, describe, expect, it } from 'vitest';
import { createFolder, type DuckdbFolder } from '../../../../../connectors/duckdb/fixture.ts';
import { duckdb } from '../../../../../connectors/duckdb/connector.ts';
import { connectWith } from '../../../../../connectors/core/exams/exam.ts';
import { findRepairs } from '../../../../../tests/support/repairs-world.ts';
import type { EngineFixture } from '../../rows/engines-fixture.ts';

let folders: DuckdbFolder[] = [];
afterEach(async () => {
  for (const folder of folders) await folder.tearDown();
  folders = [];
});

async function make(...statements: string[]): Promise<EngineFixture> {
  const folder = await createFolder();
  folders.push(folder);
  await folder.run('made.duckdb', ...statements);
  return {
    connector: duckdb,
    schema: 'main',
    open: () => connectWith(duckdb, folder.targetOf('made.duckdb'), folder.options),
    run: (sql: string) => folder.run('made.duckdb', sql),
  } as unknown as EngineFixture;
}

describe('a table of DuckDB', () => {
  it('is changed without its indexes, which are made again', async () => {
    const indexes = [
      'CREATE UNIQUE INDEX one ON t (id, b)',
      'CREATE INDEX lowered ON t (lower(b))',
    ];
    const source = await make(
      'CREATE TABLE t (id int PRIMARY KEY, a bigint, b varchar NOT NULL)',
      ...indexes,
    );
    const target = await make(
      'CREATE TABLE t (id int, a int, b varchar, c int)',
      ...indexes,
      'CREATE INDEX gone ON t (c)',
    );
    const before = await findRepairs(source, target);
    expect(before.map(({ what }) => what).toSorted()).toEqual([
      'column.extra c',
      'column.nullable b',
      'column.nullable id',
      'index.extra gone',
      'primaryKey.missing t',
      'type.range a',
    ]);
    const removals = before.toSorted((one, other) => other.what.localeCompare(one.what));
    for (const statement of [
      ...before.flatMap(({ statements, last }) => [...(statements ?? []), ...last]),
      ...removals.flatMap(({ removal }) => removal ?? []),
    ])
      await target.run(statement);
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it('that foreign keys of another lead to is not changed, only added to', async () => {
    const source = await make(
      'CREATE TABLE t (id int PRIMARY KEY, a bigint, b varchar NOT NULL, day date)',
      'CREATE TABLE p (id int REFERENCES t (id))',
    );
    const target = await make(
      'CREATE TABLE t (id int PRIMARY KEY, a int, b varchar, c int)',
      'CREATE TABLE p (id int REFERENCES t (id))',
    );
    const found = await findRepairs(source, target);
    const offered = found.map(({ what, statements, removal }) => [
      what,
      (statements ?? removal)?.length ?? 0,
    ]);
    expect(offered.toSorted()).toEqual([
      ['column.extra c', 0],
      ['column.missing day', 1],
      ['column.nullable b', 0],
      ['type.range a', 0],
    ]);
    for (const change of ['ALTER a SET DATA TYPE bigint', 'ALTER b SET NOT NULL', 'DROP COLUMN c'])
      await expect(target.run(`ALTER TABLE t ${change}`)).rejects.toThrow(/depend/);
    for (const statement of found.flatMap(({ statements }) => statements ?? []))
      await target.run(statement);
  });

  it('that refers to itself is changed', async () => {
    const keyed = (type: string) =>
      `CREATE TABLE t (id int PRIMARY KEY, a ${type}, u int REFERENCES t (id))`;
    const [source, target] = [await make(keyed('bigint')), await make(keyed('int'))];
    const [found] = await findRepairs(source, target);
    for (const statement of found?.statements ?? []) await target.run(statement);
    expect(found?.statements).not.toBeNull();
    expect(await findRepairs(source, target)).toEqual([]);
  });

  it.each([
    ['key', 'a int UNIQUE'],
    ['check', 'a int CHECK (a > 0)'],
    ['computed column', 'a int, g int GENERATED ALWAYS AS (a + 1) VIRTUAL'],
  ])('keeps the type of a column that a %s uses', async (_, column) => {
    const source = await make(`CREATE TABLE t (id int, ${column.replace('int', 'bigint')})`);
    const target = await make(`CREATE TABLE t (id int, ${column})`);
    const found = (await findRepairs(source, target)).find(({ what }) => what === 'type.range a');
    expect(found).toMatchObject({ statements: null, unmended: { code: 'repair.engine' } });
    await expect(target.run('ALTER TABLE t ALTER COLUMN a SET DATA TYPE bigint')).rejects.toThrow();
  });
});
