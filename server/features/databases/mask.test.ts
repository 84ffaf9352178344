import { expect, it } from 'vitest';
import { maskComparison, presentComparison } from '../proof/evidence/service.ts';
import { toEnglish } from '../../../contract/messages/english.ts';
import {
  hideUnknown,
  maskDifferences,
  maskExplanation,
  maskNotes,
  describeMeasure,
} from './mask.ts';

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

it('hides output parameters of calls if anything is masked, because they may show it', () => {
  const answer = { result_sets: [], output: { a: '1', b: null }, error: null };
  const comparison = { source: answer, target: answer } as never;
  expect(maskComparison(comparison, ['secret']).target?.output).toEqual({ a: '••••', b: null });
  expect(maskComparison(comparison, []).target?.output).toEqual(answer.output);
});

it('reveals no extreme and no sum of a masked column, in words or parameters', () => {
  const phone = (masked: boolean) => ({ name: 'phone', masked });
  const told = (masked: boolean) => [
    describeMeasure(phone(masked), 'min', '4111', '4222'),
    describeMeasure(phone(masked), 'lengths', 4111, 4222),
    describeMeasure(phone(masked), 'nulls', 3, 4),
  ];
  const hidden = [
    'phone: the minimum differs.',
    'phone: the total length differs.',
    'phone: the number of NULLs is 3 on the source and 4 on the target.',
  ];
  expect(told(true).map(toEnglish)).toEqual(hidden);
  const compared = { names: [['phone', 'Secret_phone']] as [string, string][], key: null };
  // What was kept before messages were data is words.
  const kept = [
    'phone: the least value is 4111 on the source and 4222 on the target.',
    'phone: the greatest value is 4111 on the source and 4222 on the target.',
    'phone: the sum is 4111 on the source and 4222 on the target.',
    'phone: the sum of lengths is 4111 on the source and 4222 on the target.',
  ];
  const keptHidden = kept.map((text) => text.replace(/ is .*/, ' differs.'));
  for (const [notes, expected] of [
    [told(false), hidden],
    [kept, keptHidden],
  ] as const) {
    const masked = maskNotes(notes, compared, ['secret']);
    expect(masked.map(toEnglish)).toEqual(expected);
    expect(JSON.stringify([told(true), masked])).not.toMatch(/4111|4222/);
    expect(maskNotes(notes, compared, ['city'])).toEqual(notes);
  }
});

it('leaves out causes that reveal a hidden value, and hides the examples of others', () => {
  const cause = (kind: string, column: string | null) => ({
    id: kind,
    kind,
    column,
    message: '',
    message_said: { code: 'x' },
    rows: 1,
    of: 1,
    examples: [{ key: ['7'], source: 'a', target: 'b' }],
    example_rows: [
      { key: ['7'], kind: 'extra', columns: [{ name: 'phone', source: null, target: '4711' }] },
    ],
  });
  const causes = [
    cause('empty', 'phone'),
    cause('empty', 'city'),
    cause('trimmed', 'phone'),
    cause('doubled', null),
    cause('last_rows', null),
  ];
  const explanation = { read: 1, columns: [], causes } as never;
  const compared = (key: string) => ({
    names: [
      ['id', 'id'],
      ['phone', 'Secret_phone'],
    ] as [string, string][],
    key: [key],
  });
  const shown = (key: string) =>
    maskExplanation(explanation, compared(key), ['secret'])!.causes.map(
      ({ kind, column, examples: [one] }) => [kind, column, one!.key, one!.source, one!.target],
    );
  expect(shown('id')).toEqual([
    ['empty', 'city', ['7'], 'a', 'b'],
    ['trimmed', 'phone', ['7'], '••••', '••••'],
    ['doubled', null, ['7'], 'a', 'b'],
    ['last_rows', null, ['7'], 'a', 'b'],
  ]);
  expect(shown('phone').map(([kind, , key]) => [kind, key])).toEqual([
    ['empty', ['••••']],
    ['trimmed', ['••••']],
    ['doubled', ['••••']],
  ]);
  const [masked] = maskExplanation(explanation, compared('phone'), ['secret'])!.causes;
  expect(masked!.example_rows).toEqual([
    { key: ['••••'], kind: 'extra', columns: [{ name: 'phone', source: null, target: '••••' }] },
  ]);
  expect(maskExplanation(null, null, ['secret'])).toBeNull();
});

it('hides unknown columns if anything is masked', () => {
  expect(['a', null].map((value) => hideUnknown(value, ['secret']))).toEqual(['••••', null]);
  expect(hideUnknown('a', [])).toBe('a');
});

it('shows a call that was kept before the columns that differ were', () => {
  const kept = { source: null, target: null, differences: [], notes: [] } as never;
  expect(presentComparison(kept).different_names).toEqual([]);
});
