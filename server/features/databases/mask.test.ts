import { expect, it } from 'vitest';
import { maskComparison } from '../proof/evidence/service.ts';
import { maskDifferences } from './mask.ts';

it('hides values and keys by what either side calls their column', () => {
  const row = {
    key: ['7', 'x'],
    kind: 'changed' as const,
    columns: [
      { name: 'phone', source: 'a', target: 'b' },
      { name: 'city', source: 'c', target: null },
    ],
  };
  const compared = {
    names: [
      ['id', 'SECRET_id'],
      ['code', 'code'],
      ['phone', 'Secret_phone'],
      ['city', 'city'],
    ] as [string, string][],
    key: ['id', 'code'],
  };
  expect(maskDifferences([row], compared, ['secret'])).toEqual([
    {
      ...row,
      key: ['••••', 'x'],
      columns: [{ name: 'phone', source: '••••', target: '••••' }, row.columns[1]],
    },
  ]);
});

it('hides output parameters of calls where anything is masked: nobody knows what they show', () => {
  const answer = { result_sets: [], output: { a: '1', b: null }, error: null };
  const comparison = { source: answer, target: answer } as never;
  expect(maskComparison(comparison, ['secret']).target?.output).toEqual({ a: '••••', b: null });
  expect(maskComparison(comparison, []).target?.output).toEqual(answer.output);
});
