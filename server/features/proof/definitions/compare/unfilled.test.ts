import { afterEach, expect, it } from 'vitest';
import type { Reading } from '../../../../../connectors/core/data.ts';
import { failureOf } from '../../../../../connectors/core/exams/exam.ts';
import { findRepairs, make, tearDown } from '../../../../../tests/support/repairs-world.ts';

afterEach(tearDown);

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY)';
const VIEW = 'CREATE MATERIALIZED VIEW v AS SELECT t.id FROM t';

it('says of a materialised view that it was never filled, and fills it', async () => {
  const [source, target] = [
    await make('postgresql', [TABLE, VIEW]),
    await make('postgresql', [TABLE, `${VIEW} WITH NO DATA`]),
  ];
  const repairs = await findRepairs(source, target);
  expect(repairs.map(({ finding }) => `${finding.code} ${finding.detail.code}`)).toEqual([
    'object.broken definition.unfilled',
  ]);
  for (const statement of repairs[0]!.statements!) await target.run(statement);
  expect(await findRepairs(source, target)).toEqual([]);
});

it('says so where its rows are read', async () => {
  const { open, schema } = await make('postgresql', [TABLE, `${VIEW} WITH NO DATA`]);
  const connection = await open();
  const id = { kind: 'integer', bits: 32, unsigned: false } as const;
  const reading: Reading = {
    schema,
    table: 'v',
    columns: [{ name: 'id', type: 'integer', canonical: id, form: { as: 'integer' } }],
    key: [0],
    where: null,
  };
  const error = await failureOf(connection.data!.countRows(reading));
  expect(error.message).toContain('was never filled (WITH NO DATA)');
  await connection.close();
});
