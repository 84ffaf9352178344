import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Connection } from '../../../../connectors/core/connector.ts';
import type { TextRow } from '../../../../connectors/core/data.ts';
import type { DataServer, ExamColumn } from '../../../../connectors/core/exams/data-exam.ts';
import { VALUE_KINDS } from '../../../../connectors/core/exams/data-values-exam.ts';
import { connectWith } from '../../../../connectors/core/exams/exam.ts';
import { column, table } from '../../../../connectors/core/exams/definitions-exam.ts';
import { startStandIn } from '../../../../connectors/oracle/testing/sql-stand-in.ts';
import { type EngineFixture, makeTable, startPostgres } from './engines-fixture.ts';
import { compareInWords as compareRows, taskOf } from './memory-fixture.ts';
import type { DataSide } from './types.ts';

/** What Oracle could hash itself. */
const SHORT: ExamColumn[] = [
  { name: 'id', kind: 'integer' },
  { name: 'name', kind: 'text' },
  { name: 'code', kind: 'fixed' },
  { name: 'price', kind: 'decimal' },
  { name: 'moment', kind: 'timestamp' },
  { name: 'mark', kind: 'uuid' },
];
const ALL: ExamColumn[] = [
  ...SHORT,
  { name: 'ratio', kind: 'double' },
  { name: 'body', kind: 'bytes' },
];

const rowsOf = (count: number): TextRow[] =>
  Array.from({ length: count }, (_, index) => [
    String(index + 1),
    index % 20 === 0 ? null : `Näme ${index} 😀`,
    index % 3 === 0 ? 'a' : 'some code',
    `${index}.${String(index).padStart(4, '0')}000000`,
    `2024-02-${String((index % 28) + 1).padStart(2, '0')} 12:30:00.${String(index).padStart(6, '0')}`,
    `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    index % 11 === 0 ? null : String(index / 8),
    index % 2 === 0 ? '00ff' : null,
  ]);

// SQLite in Oracle's place, behind its driver: what it gives is Oracle's, its SQL is not.
// Were its hashes of rows wrong, all of them: time is lost, but nothing is found that is not there.
describe.each([
  ['that hashes nothing itself', false, ALL],
  ['whose own hashes are wrong', true, SHORT],
])('Oracle, %s', (_what, wrongHashes, columns) => {
  let source: DataServer;
  let target: EngineFixture;
  const connections: Connection[] = [];
  beforeAll(async () => {
    [source, target] = await Promise.all([
      startStandIn(wrongHashes),
      startPostgres(inject('postgresUrl')),
    ]);
    const { connector, target: place } = source;
    connections.push(await connectWith(connector, place), await target.open());
  });
  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await Promise.all([source?.tearDown(), target?.tearDown()]);
  });

  async function makeBoth(
    name: string,
    key: string,
    rows: TextRow[],
    change = rows,
  ): Promise<void> {
    const list = columns.map(
      ({ name: one, kind }) => `${source.quote(one)} ${source.kinds[kind].type} NULL`,
    );
    await source.run(`CREATE TABLE ${source.schema}.${source.quote(name)} (${list.join(', ')})`);
    await source.insert(name, columns, rows);
    const kinds = Object.fromEntries(columns.map(({ name: one, kind }) => [one, kind]));
    await makeTable(target, name, kinds, key, change);
  }

  async function compare(name: string, key: string): ReturnType<typeof compareRows> {
    const [reader, other] = connections.map(({ data }) => data);
    const [definition] = await connections[1]!.definitions!.readDefinitions('tables', 'public', [
      name,
    ]);
    if (!reader || !other || definition?.kind !== 'table') throw new Error('Nothing to compare');
    const own = columns.map(({ name: one, kind }) => {
      const { type, canonical = VALUE_KINDS[kind].canonical } = source.kinds[kind];
      return column(one, type, canonical);
    });
    const primaryKey = key === '' ? null : { name: 'pk', columns: [key] };
    const side: DataSide = {
      engine: 2,
      reader,
      definition: table(name, own, { primaryKey }),
      schema: source.schema,
      name,
    };
    return compareRows(
      taskOf(side, { engine: 4, reader: other, definition, schema: 'public', name }),
    );
  }

  test.each([
    ['id', 'by_number'],
    ['mark', 'by_uuid'],
    ['', 'by_nothing'],
  ])('rows with the key %j: the same ones are equal, others are named', async (key, name) => {
    const rows = rowsOf(6_000).map((row) => row.slice(0, columns.length));
    await makeBoth(name, key, rows);
    expect(await compare(name, key)).toMatchObject({
      result: 'equal_under_rules',
      differencesTotal: 0,
      rowsSource: 6_000,
      rowsTarget: 6_000,
      notes: expect.arrayContaining([expect.stringMatching(/[Ee]mpty/)]) as string[],
    });
    await target.run(`DELETE FROM ${name} WHERE id = 77`);
    await target.run(`UPDATE ${name} SET price = price + 0.0000000001 WHERE id = 5777`);
    await target.run(`UPDATE ${name} SET name = '' WHERE id = 1`);
    const outcome = await compare(name, key);
    expect(outcome.result).toBe('different');
    const changed = key === '' ? ['extra', 'missing'] : ['changed'];
    expect(outcome.differences.map(({ kind }) => kind).sort()).toEqual(
      [...changed, 'missing'].sort(),
    );
  });
});
