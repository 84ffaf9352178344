import { expect, it } from 'vitest';
import { parametersOf, variablesOf } from './call-parameters.ts';

it('finds the parameters of both texts once, in order', () => {
  expect(parametersOf('select f(:a, :b)', 'call f(:b, :größe)')).toEqual(['a', 'b', 'größe']);
});

it('takes casts, texts, quoted names and comments for no parameters', () => {
  expect(
    parametersOf(`select x::int, ':no', "a:no", 10:30 -- :no\n/* :no */ from t where id = :id`),
  ).toEqual(['id']);
});

it('finds the variables that procedures give something to', () => {
  expect(
    variablesOf(
      "call shop.p(:a, @total, '@no', @said)",
      'EXEC shop.p @a = :a, @b = @Total OUTPUT, @c = @more out',
    ),
  ).toEqual(['total', 'said', 'Total', 'more']);
  expect(variablesOf('select @a, f(@b)')).toEqual([]);
});
