import { expect, it } from 'vitest';
import { parametersOf, variablesOf } from './call-parameters.ts';
import { fieldsOf, rulesOf } from '../rows/rules-editor.tsx';

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

const rules = {
  leave_out: ['note'],
  columns: [{ source: 'Total', target: 'sum' }],
  tolerated: [{ column: 'at', cause: 'shift:3600', by: null, at: null, ended_at: null }],
  not_tolerated: [3],
  expressions: [{ column: 'code', source: 'upper(code)', target: null }],
  key: null,
  where_source: 'id > 5',
  where_target: null,
  float_tolerance: 0,
  time_precision: null,
  ignore_case: true,
  ignore_trailing_blanks: false,
  empty_is_null: false,
};

it('types rules and reads them back, a tolerance of nought included', () => {
  expect(rulesOf(fieldsOf(rules))).toEqual(rules);
});

it('refuses a line that names no column of the target', () => {
  expect(rulesOf({ ...fieldsOf(rules), columns: [{ source: 'Total', target: '' }] })).toBeNull();
});
