import { expect, it } from 'vitest';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, PG, column } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const read = async (text: string) => {
  const asked = {
    engine: PG,
    tables: [{ name: 't', as: 't', columns: [column('k')] }],
    routine: {
      text,
      language: 'plpgsql',
      parameters: [{ ...column('a'), as: '$1' }],
      gives: { value: INT },
      strict: false,
    },
  };
  await meanings.prepare([asked]);
  return meanings.ofRoutine(asked);
};

it.each([
  ['a place in a list', 'return (array[a, 7])[i]'],
  ['an order', 'return (select array_agg(k order by k * i) from t)'],
  ['a query in a list', 'return cardinality(array(select k from t where k > i))'],
])('sees variables in what only one engine has: %s', async (_, step) => {
  const [one, again, other] = await Promise.all([
    read(`declare i int := 1; begin ${step}; end`),
    read(`declare i int := 1; begin ${step}; end;`),
    read(`declare i int := 2; begin ${step}; end`),
  ]);
  expect([compareMeanings(one, again), compareMeanings(one, other)]).toEqual(['same', 'unclear']);
});
