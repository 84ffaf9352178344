import { describe, expect, it } from 'vitest';
import type { CallAnswer } from '../../../contract/calls.ts';
import { compareAnswers } from './compare-answers.ts';

const answer = (rows: (string | null)[][], over: Partial<CallAnswer> = {}): CallAnswer => ({
  result_sets: [
    {
      columns: (rows[0] ?? []).map((_, index) => ({ name: `c${index}`, type: '', origin: null })),
      rows,
      truncated: false,
    },
  ],
  output: {},
  affected: null,
  error: null,
  committed: false,
  milliseconds: 1,
  ...over,
});
const refused = (code: string) => answer([], { result_sets: [], error: { code, message: 'no' } });

describe('comparing answers', () => {
  it('takes numbers by value, timestamps by time, everything else by text', () => {
    const one = [['1.50', '15e-1', '-0', '2026-01-01T10:00:00.500', '007', null]];
    const other = [['1.5', '1.5', '0', '2026-01-01 10:00:00.5', '007', null]];
    expect(compareAnswers(answer(one), answer(other), { ordered: true, mask: [] }).result).toBe(
      'equal',
    );
    expect(
      compareAnswers(answer([['007']]), answer([['7']]), { ordered: true, mask: [] }).result,
    ).toBe('different');
    expect(
      compareAnswers(answer([[null]]), answer([['']]), { ordered: true, mask: [] }).result,
    ).toBe('different');
    expect(
      compareAnswers(answer([['100']]), answer([['10']]), { ordered: true, mask: [] }).result,
    ).toBe('different');
  });

  it('takes times by their fractions, with and without a date or a zone', () => {
    const one = [['10:00:00.500000', '10:00:00.000', '-838:59:59.10', '2026-01-01 10:00:00.50+02']];
    const other = [['10:00:00.5', '10:00:00', '-838:59:59.1', '2026-01-01 10:00:00.5+02']];
    const compare = (rows: string[][], others: string[][]) =>
      compareAnswers(answer(rows), answer(others), { ordered: true, mask: [] }).result;
    expect(compare(one, other)).toBe('equal');
    expect(compare([['10:00:00.500000']], [['10:00:00.05']])).toBe('different');
    expect(compare([['10:00:00']], [['-10:00:00']])).toBe('different');
    expect(compare([['10:00:00+02']], [['10:00:00+03']])).toBe('different');
  });

  it('says what differs as the sides wrote it', () => {
    const { differences } = compareAnswers(answer([['8.10', null]]), answer([['19.0', 'x']]), {
      ordered: false,
      mask: [],
    });
    expect(differences).toEqual([
      'Only on the source: (8.10, NULL).',
      'Only on the target: (19.0, x).',
    ]);
  });

  it('takes rows as a set, or in their order', () => {
    const one = answer([['a'], ['b'], ['b']]);
    expect(
      compareAnswers(one, answer([['b'], ['a'], ['b']]), { ordered: false, mask: [] }).result,
    ).toBe('equal');
    expect(
      compareAnswers(one, answer([['b'], ['a'], ['b']]), { ordered: true, mask: [] }).differences,
    ).toEqual([
      'Row 1: (a) on the source, (b) on the target.',
      'Row 2: (b) on the source, (a) on the target.',
    ]);
    expect(
      compareAnswers(one, answer([['a'], ['a'], ['b']]), { ordered: false, mask: [] }).differences,
    ).toEqual(['Only on the source: (b).', 'Only on the target: (a).']);
  });

  it('names the rows that the other side lacks by the rules of the comparison, not by their words', () => {
    const [one, other] = [
      answer([['1.50'], ['b'], ['b'], ['c']]),
      answer([['b'], ['1.5'], ['d'], ['e']]),
    ];
    expect(compareAnswers(one, other, { ordered: false, mask: [] }).different_rows).toEqual([
      { source: [2, 3], target: [2, 3] },
    ]);
    expect(
      compareAnswers(one, answer([['1.5'], ['b']]), { ordered: true, mask: [] }).different_rows,
    ).toEqual([{ source: [2, 3], target: [] }]);
  });

  it('compares the names of columns, but not names that an engine made up', () => {
    const named = (name: string) =>
      answer([], {
        result_sets: [
          { columns: [{ name, type: 'int', origin: null }], rows: [['1']], truncated: false },
        ],
      });
    expect(compareAnswers(named('tax(?)'), named('tax'), { ordered: false, mask: [] }).result).toBe(
      'equal',
    );
    expect(compareAnswers(named('1'), named('?column?'), { ordered: false, mask: [] }).result).toBe(
      'equal',
    );
    expect(
      compareAnswers(named('net'), named('gross'), { ordered: false, mask: [] }).differences,
    ).toEqual(['Column 1 is named net on the source and gross on the target.']);
  });

  it('takes yes and no as engines write them where one side knows booleans', () => {
    const flags = answer([['true'], ['f']]);
    flags.result_sets[0]!.columns[0]!.type = 'boolean';
    expect(compareAnswers(flags, answer([['1'], ['0']]), { ordered: true, mask: [] }).result).toBe(
      'equal',
    );
  });

  it('takes no other value for yes or no', () => {
    const flags = answer([['false']]);
    flags.result_sets[0]!.columns[0]!.type = 'boolean';
    for (const value of ['2', 'x', ''])
      expect(compareAnswers(flags, answer([[value]]), { ordered: true, mask: [] }).result).toBe(
        'different',
      );
  });

  it('compares what is a text on both sides as a text', () => {
    const typed = (type: string, value: string) => {
      const one = answer([[value]]);
      one.result_sets[0]!.columns[0]!.type = type;
      return one;
    };
    const compare = (one: CallAnswer, other: CallAnswer) =>
      compareAnswers(one, other, { ordered: false, mask: [] }).result;
    expect(compare(typed('varchar', '1.50'), typed('character varying(9)', '1.5'))).toBe(
      'different',
    );
    expect(compare(typed('varchar', '1.50'), typed('numeric(9,2)', '1.5'))).toBe('equal');
  });

  it('says nothing of masked values, and compares them', () => {
    const named = (value: string) =>
      answer([], {
        result_sets: [
          {
            columns: [{ name: 'Ssn_no', type: 'text', origin: null }],
            rows: [[value]],
            truncated: false,
          },
        ],
        output: { ssn: value },
      });
    const { result, differences } = compareAnswers(named('123'), named('456'), {
      ordered: false,
      mask: ['SSN'],
    });
    expect(result).toBe('different');
    expect(differences).toEqual([
      'Only on the source: (••••).',
      'Only on the target: (••••).',
      'Output ssn: •••• on the source, •••• on the target.',
    ]);
  });

  it('says that other numbers of rows were changed', () => {
    const changed = (affected: number) => answer([], { result_sets: [], affected });
    expect(compareAnswers(changed(3), changed(5), { ordered: false, mask: [] }).notes).toEqual([
      'The source counts 3 changed rows, the target 5; engines count them differently.',
    ]);
  });

  it('takes two errors as the same answer, and one as a difference', () => {
    expect(
      compareAnswers(refused('42883'), refused('1305'), { ordered: false, mask: [] }).result,
    ).toBe('equal');
    expect(
      compareAnswers(answer([['1']]), refused('1305'), { ordered: false, mask: [] }),
    ).toMatchObject({
      result: 'different',
      differences: ['Only the target refuses the call.'],
    });
  });

  it('compares output parameters and the number of result sets', () => {
    const one = answer([['1']], { output: { Total: '1.0' } });
    expect(
      compareAnswers(one, answer([['1']], { output: { total: '1' } }), { ordered: false, mask: [] })
        .result,
    ).toBe('equal');
    expect(compareAnswers(one, answer([['1']]), { ordered: false, mask: [] }).differences).toEqual([
      'Output total: 1.0 on the source, NULL on the target.',
    ]);
    expect(
      compareAnswers(answer([['1']]), answer([], { result_sets: [] }), { ordered: false, mask: [] })
        .differences,
    ).toEqual(['The source gave 1 result sets, the target 0.']);
  });
});
