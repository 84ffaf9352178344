import { expect, it } from 'vitest';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const TEXT = { kind: 'text', length: 20, fixed: false, bytes: false } as const;
const table = (expressions: string[], padSpace: boolean) =>
  sampleTable(
    [
      sampleColumn('b', {
        type: 'varchar(20)',
        canonical: TEXT,
        caseSensitive: true,
        ...(padSpace && { padSpace }),
      }),
    ],
    { checks: expressions.map((expression, at) => ({ name: `c${at}`, expression })) },
  );
const find = async (source: string[], target: string[]) => {
  const engines = { source: ENGINES.mysql.id, target: ENGINES.postgresql.id };
  const found = await findBetween(engines, table(source, true), table(target, false));
  return found.map(({ code }) => code).filter((code) => code.startsWith('check.'));
};

it.each<[source: string[], target: string[], string[]]>([
  [["`b` <> ''"], ["((rtrim(b)) <> ''::text)"], []],
  [["`b` <> ''"], ["((b)::text <> ''::text)"], []],
  [["`b` <> 'x '"], ["((b)::text <> 'x '::text)"], ['check.different']],
  // Each becomes the one that is written like it.
  [["`b` <> ''", "rtrim(`b`) <> '' or `b` = 'x'"], ["((rtrim(b)) <> ''::text)"], ['check.missing']],
])('checks %s and %s', async (source, target, expected) => {
  expect(await find(source, target)).toEqual(expected);
});
