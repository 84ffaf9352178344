import { toEnglish } from '../../../../contract/messages/english.ts';
import { describe, expect, it } from 'vitest';
import type { CallResult, ResultColumn, ResultRow } from '../../../../connectors/core/call.ts';
import type { ErrorClass } from '../../../../contract/proof/calls.ts';
import { type ComparisonRules, DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import { ENGINES, type EngineId } from '../../../../connectors/engines.ts';
import { type Run, compareCalls } from './compare-answers.ts';

interface Answer extends CallResult {
  result_sets: { columns: ResultColumn[]; rows: ResultRow[] }[];
}

const answer = (rows: ResultRow[], over: Partial<Answer> = {}): Answer => ({
  result_sets: [
    {
      columns: (rows[0] ?? []).map((_, index) => ({ name: `c${index}`, type: '', origin: null })),
      rows,
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

const ROWS_AT_ONCE = 7;

/** Gives the answer part by part, until no more is wanted. */
const runOf =
  ({ result_sets, ...result }: Answer): Run =>
  async (take) => {
    for (const { columns, rows } of result_sets) {
      let isWanted = await take({ columns });
      for (let at = 0; isWanted && at < rows.length; at += ROWS_AT_ONCE)
        isWanted = await take({ rows: rows.slice(at, at + ROWS_AT_ONCE) });
    }
    return result;
  };

interface Options {
  ordered: boolean;
  mask: string[];
  expected?: ErrorClass | null;
  length?: number;
  milliseconds?: number;
  asks?: Record<'source' | 'target', boolean>;
  engines?: Record<'source' | 'target', EngineId>;
  rules?: Partial<ComparisonRules>;
}

/** The source is a procedure's call, the target a query. */
const QUERY_ON_TARGET = { source: false, target: true };

/** PostgreSQL's answer with MySQL's. */
async function compareAnswers(
  source: Answer,
  target: Answer,
  {
    ordered,
    mask,
    expected = null,
    length = 1e9,
    milliseconds = 60_000,
    asks = QUERY_ON_TARGET,
    engines = { source: ENGINES.postgresql.id, target: ENGINES.mysql.id },
    rules = {},
  }: Options,
) {
  const { compared } = await compareCalls(
    { source: runOf(source), target: runOf(target) },
    {
      ordered,
      mask,
      expected,
      rules: { ...DEFAULT_COMPARISON_RULES, ...rules },
      engines,
      asks,
      limits: { length, milliseconds },
    },
  );
  const { differences, notes, ...rest } = compared!;
  return { ...rest, differences: differences.map(toEnglish), notes: notes.map(toEnglish) };
}

describe('comparing answers', () => {
  it('takes numbers by value, timestamps by time, everything else by text', async () => {
    const one = [['1.50', '15e-1', '-0', '2026-01-01T10:00:00.500', '007', null]];
    const other = [['1.5', '1.5', '0', '2026-01-01 10:00:00.5', '007', null]];
    expect(
      (await compareAnswers(answer(one), answer(other), { ordered: true, mask: [] })).result,
    ).toBe('equal');
    expect(
      (await compareAnswers(answer([['007']]), answer([['7']]), { ordered: true, mask: [] }))
        .result,
    ).toBe('different');
    expect(
      (await compareAnswers(answer([[null]]), answer([['']]), { ordered: true, mask: [] })).result,
    ).toBe('different');
    expect(
      (await compareAnswers(answer([['100']]), answer([['10']]), { ordered: true, mask: [] }))
        .result,
    ).toBe('different');
  });

  it('takes times by their fractions, with and without a date or a zone', async () => {
    const one = [['10:00:00.500000', '10:00:00.000', '-838:59:59.10', '2026-01-01 10:00:00.50+02']];
    const other = [['10:00:00.5', '10:00:00', '-838:59:59.1', '2026-01-01 10:00:00.5+02']];
    const compare = async (rows: string[][], others: string[][]) =>
      (await compareAnswers(answer(rows), answer(others), { ordered: true, mask: [] })).result;
    expect(await compare(one, other)).toBe('equal');
    expect(await compare([['10:00:00.500000']], [['10:00:00.05']])).toBe('different');
    expect(await compare([['10:00:00']], [['-10:00:00']])).toBe('different');
    expect(await compare([['10:00:00+02']], [['10:00:00+03']])).toBe('different');
  });

  it('shows differences in the spelling of each side', async () => {
    const { differences } = await compareAnswers(
      answer([['8.10', null]]),
      answer([['19.0', 'x']]),
      {
        ordered: false,
        mask: [],
      },
    );
    expect(differences).toEqual([
      'Only on the source: (8.10, NULL).',
      'Only on the target: (19.0, x).',
    ]);
  });

  it('takes rows as a set, or in their order', async () => {
    const one = answer([['a'], ['b'], ['b']]);
    expect(
      (await compareAnswers(one, answer([['b'], ['a'], ['b']]), { ordered: false, mask: [] }))
        .result,
    ).toBe('equal');
    expect(
      (await compareAnswers(one, answer([['b'], ['a'], ['b']]), { ordered: true, mask: [] }))
        .differences,
    ).toEqual([
      'Row 1: (a) on the source, (b) on the target.',
      'Row 2: (b) on the source, (a) on the target.',
    ]);
    expect(
      (await compareAnswers(one, answer([['a'], ['a'], ['b']]), { ordered: false, mask: [] }))
        .differences,
    ).toEqual(['Only on the source: (b).', 'Only on the target: (a).']);
  });

  it('names the rows that the other side lacks by the rules of the comparison, not by their words', async () => {
    const [one, other] = [
      answer([['1.50'], ['b'], ['b'], ['c']]),
      answer([['b'], ['1.5'], ['d'], ['e']]),
    ];
    expect((await compareAnswers(one, other, { ordered: false, mask: [] })).different_rows).toEqual(
      [{ source: [2, 3], target: [2, 3] }],
    );
    expect(
      (await compareAnswers(one, answer([['1.5'], ['b']]), { ordered: true, mask: [] }))
        .different_rows,
    ).toEqual([{ source: [2, 3], target: [] }]);
  });

  it('compares the names of columns, but not names that an engine made up', async () => {
    const named = (name: string) =>
      answer([], {
        result_sets: [{ columns: [{ name, type: 'int', origin: null }], rows: [['1']] }],
      });
    expect(
      (await compareAnswers(named('tax(?)'), named('tax'), { ordered: false, mask: [] })).result,
    ).toBe('equal');
    expect(
      (await compareAnswers(named('1'), named('?column?'), { ordered: false, mask: [] })).result,
    ).toBe('equal');
    expect(
      (await compareAnswers(named('net'), named('gross'), { ordered: false, mask: [] }))
        .differences,
    ).toEqual(['Column 1 is named net on the source and gross on the target.']);
  });

  it.each([[[]], [[['1', '2']]]])(
    'takes answers of another number of columns as different: %j',
    async (rows: ResultRow[]) => {
      const set = (...names: string[]) =>
        answer([], {
          result_sets: [
            {
              columns: names.map((name) => ({ name, type: 'int', origin: null })),
              rows: rows.map((row) => row.slice(0, names.length)),
            },
          ],
        });
      for (const [one, other, difference] of [
        [set('net'), set('net', 'tax'), 'The source has 1 columns, the target 2.'],
        [set('net', 'tax'), set('net'), 'The source has 2 columns, the target 1.'],
      ] as const)
        expect(await compareAnswers(one, other, { ordered: false, mask: [] })).toMatchObject({
          result: 'different',
          differences: [difference],
        });
    },
  );

  it('takes yes and no as engines write them where one side knows booleans', async () => {
    const flags = answer([['true'], ['f']]);
    flags.result_sets[0]!.columns[0]!.type = 'boolean';
    const bits = answer([['1'], ['0']]);
    bits.result_sets[0]!.columns[0]!.type = 'tinyint';
    expect((await compareAnswers(flags, bits, { ordered: true, mask: [] })).result).toBe('equal');
  });

  it('takes no other value for yes or no', async () => {
    const flags = answer([['false']]);
    flags.result_sets[0]!.columns[0]!.type = 'boolean';
    for (const value of ['2', 'x', ''])
      expect(
        (await compareAnswers(flags, answer([[value]]), { ordered: true, mask: [] })).result,
      ).toBe('different');
  });

  it('compares texts of both sides as texts', async () => {
    const typed = (type: string, value: string) => {
      const one = answer([[value]]);
      one.result_sets[0]!.columns[0]!.type = type;
      return one;
    };
    const compare = async (one: Answer, other: Answer) =>
      (await compareAnswers(one, other, { ordered: false, mask: [] })).result;
    expect(await compare(typed('character varying(9)', '1.50'), typed('varchar', '1.5'))).toBe(
      'different',
    );
    expect(await compare(typed('character varying(9)', '1.50'), typed('decimal', '1.5'))).toBe(
      'equal',
    );
  });

  it('compares masked values without showing them', async () => {
    const named = (value: string) =>
      answer([], {
        result_sets: [
          {
            columns: [{ name: 'Ssn_no', type: 'text', origin: null }],
            rows: [[value]],
          },
        ],
        output: { ssn: value },
      });
    const { result, differences } = await compareAnswers(named('123'), named('456'), {
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

  it('reports different numbers of changed rows', async () => {
    const changed = (affected: number) => answer([], { result_sets: [], affected });
    expect(
      (await compareAnswers(changed(3), changed(5), { ordered: false, mask: [] })).notes,
    ).toEqual(['Rows changed: 3 on the source, 5 on the target. Engines count them differently.']);
  });

  it('waits for the other side where one has refused: it may be about to refuse, too', async () => {
    const late: Run = async (take) => {
      await take({ columns: [{ name: 'a', type: '', origin: null }] });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const isWanted = await take({ rows: [['1']] });
      return isWanted ? refused('22012') : answer([]);
    };
    const { compared } = await compareCalls(
      { source: late, target: runOf(refused('1365')) },
      {
        ordered: false,
        mask: [],
        expected: null,
        rules: DEFAULT_COMPARISON_RULES,
        engines: { source: ENGINES.postgresql.id, target: ENGINES.mysql.id },
        asks: QUERY_ON_TARGET,
        limits: { length: 1e9, milliseconds: 60_000 },
      },
    );
    expect(compared).toMatchObject({ result: 'failed' });
  });

  it('takes a call that fails for a failed one, and an error on one side for a difference', async () => {
    const compare = (one: Answer, other: Answer, expected: ErrorClass | null = null) =>
      compareAnswers(one, other, { ordered: false, mask: [], expected });
    expect((await compare(refused('42P01'), refused('1146 (42S02)'))).result).toBe('failed');
    expect((await compare(refused('23505'), refused('1062 (23000)'))).result).toBe('failed');
    expect(await compare(answer([['1']]), refused('1305 (42000)'))).toMatchObject({
      result: 'different',
      differences: ['Only the target rejects the call.'],
    });
  });

  it('has failed where the account of a side may not do what it does', async () => {
    const compare = (one: Answer, other: Answer) =>
      compareAnswers(one, other, { ordered: false, mask: [], expected: null });
    for (const one of [refused('1142 (42000)'), refused('1044 (42000)')])
      expect(await compare(answer([['1']]), one)).toMatchObject({
        result: 'failed',
        differences: [expect.stringContaining('The account of the target may not do')],
      });
    expect((await compare(refused('42501'), answer([['1']]))).result).toBe('failed');
    expect((await compare(refused('42P01'), answer([['1']]))).result).toBe('different');
  });

  it('counts an expected error as equal only if both sides raise it', async () => {
    const compare = async (one: Answer, other: Answer) =>
      (await compareAnswers(one, other, { ordered: false, mask: [], expected: 'unique' })).result;
    expect(await compare(refused('23505'), refused('1062 (23000)'))).toBe('equal');
    expect(await compare(refused('23505'), refused('1452 (23000)'))).toBe('failed');
    expect(await compare(refused('23505'), answer([['1']]))).toBe('different');
    expect(await compare(answer([['1']]), answer([['1']]))).toBe('different');
  });

  it('finds the one row that differs among many, in their order and as a set, and shows it', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => [`row ${index}`]);
    const others = rows.map((row, index) => (index === 1_500 ? ['another'] : row));
    for (const ordered of [true, false]) {
      const target = ordered ? others : others.toReversed();
      const found = await compareAnswers(answer(rows), answer(target), { ordered, mask: [] });
      expect(found).toMatchObject({ result: 'different', complete: true });
      expect(found.differences.join(' ')).toContain('(row 1500)');
      const [set] = found.source!.result_sets;
      expect(set).toMatchObject({ count: 5_000, first: 1_000, truncated: true });
      expect(set!.rows[found.different_rows[0]!.source[0]!]).toEqual(['row 1500']);
      const equal = await compareAnswers(answer(rows), answer(ordered ? rows : rows.toReversed()), {
        ordered,
        mask: [],
      });
      expect(equal).toMatchObject({ result: 'equal', complete: true, differences: [] });
    }
  });

  it('calls no answer equal that it has not read to its end, and no row lacking that may be among the rest', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => [`row ${index}`]);
    const compare = (one: string[][], other: string[][], ordered: boolean) =>
      compareAnswers(answer(one), answer(other), { ordered, mask: [], length: 5_000 });
    for (const ordered of [true, false]) {
      const same = await compare(rows, rows, ordered);
      expect(same).toMatchObject({ result: 'partly_compared', complete: false, differences: [] });
      expect(same.notes[0]).toContain('those of the source were only read up to the limit');
    }
    expect((await compare(rows, rows.toReversed(), false)).result).toBe('partly_compared');
    expect((await compare(rows, rows.toReversed(), true)).result).toBe('different');
    // What one side has beyond the place where the other was cut off may be there, too.
    const [long, short] = [rows.map(() => ['1.000000']), rows.map(() => ['1'])];
    for (const ordered of [true, false])
      for (const sides of [
        [long, short],
        [short, long],
      ] as const)
        expect(await compare(...sides, ordered)).toMatchObject({
          result: 'partly_compared',
          differences: [],
        });
    // One side has ended, and the other has more than that.
    for (const ordered of [true, false])
      expect((await compare(rows.slice(0, 2), rows, ordered)).result).toBe('different');
  });

  it('reads no longer than it may take', async () => {
    const found = await compareAnswers(answer([['1']]), answer([['1']]), {
      ordered: true,
      mask: [],
      milliseconds: 0,
    });
    expect(found).toMatchObject({ result: 'partly_compared', complete: false });
    expect(found.notes[0]).toContain('up to the limit of 0 seconds');
  });

  it('keeps of long rows only as many as can be shown', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => [`${index}`.padEnd(1_000_000)]);
    const { source, result } = await compareAnswers(answer(rows), answer(rows), {
      ordered: true,
      mask: [],
    });
    expect(result).toBe('equal');
    expect(source?.result_sets[0]).toMatchObject({ count: 9, first: 3, truncated: true });
  });

  it('reads a thousand result sets, however small they are and however many come', async () => {
    const { result_sets } = answer([['1']]);
    const many = answer([], {
      result_sets: Array.from({ length: 1_200 }, () => result_sets[0]!),
    });
    const options = { ordered: true, mask: [] };
    const found = await compareAnswers(many, many, options);
    expect(found).toMatchObject({ result: 'partly_compared', complete: false, differences: [] });
    expect(found.notes[0]).toContain('those of the source were only read up to the limit of 1,000');
    expect(found.source!.result_sets).toHaveLength(1_000);
    const others = await compareAnswers(many, answer([['1']]), options);
    expect(others).toMatchObject({ result: 'partly_compared', complete: false });
    expect(others.source!.result_sets).toHaveLength(1_000);
  });

  it('keeps of rows without characters no more than of others', async () => {
    const empty = Array.from({ length: 900 }, () => Array<null>(1_000).fill(null));
    const one = answer(empty).result_sets[0]!;
    const many = answer([], { result_sets: Array.from({ length: 8 }, () => one) });
    const { source } = await compareAnswers(many, many, { ordered: true, mask: [] });
    const kept = source!.result_sets.reduce((sum, { rows }) => sum + rows.length, 0);
    expect(kept).toBe(3_999);
  });

  it.each(['source', 'target'])(
    'says at most that the call committed, when it did on the %s',
    async (side) => {
      const sides = ['source', 'target'].map((one) => answer([['1']], { committed: one === side }));
      const { result } = await compareAnswers(sides[0]!, sides[1]!, { ordered: false, mask: [] });
      expect(result).toBe('partly_compared');
    },
  );

  it('compares output parameters and the number of result sets', async () => {
    const one = answer([['1']], { output: { Total: '1.0' } });
    expect(
      (
        await compareAnswers(one, answer([['1']], { output: { total: '1' } }), {
          ordered: false,
          mask: [],
        })
      ).result,
    ).toBe('equal');
    expect(
      (await compareAnswers(one, answer([['1']]), { ordered: false, mask: [] })).differences,
    ).toEqual(['Output total: 1.0 on the source, NULL on the target.']);
    expect(
      (
        await compareAnswers(answer([['1']]), answer([], { result_sets: [] }), {
          ordered: false,
          mask: [],
        })
      ).differences,
    ).toEqual(['The source returned 1 result sets, the target 0.']);
  });

  it.each([
    ['Oracle beside PostgreSQL', { TOTAL: '5' }, { total: '5' }, 'equal', []],
    ['SQL Server beside MySQL', { '@Total': '5' }, { total: '5.0' }, 'equal', []],
    [
      'a value that differs',
      { '@TOTAL': '5' },
      { total: '6' },
      'different',
      ['Output total: 5 on the source, 6 on the target.'],
    ],
    [
      'names that differ in case alone on a side',
      { a: '1', A: '2' },
      { A: '2', a: '9' },
      'different',
      ['Output a: 1 on the source, 9 on the target.'],
    ],
  ])(
    'pairs output parameters as engines spell them: %s',
    async (_what, one, other, result, said) => {
      const outputs = (output: Answer['output']) => answer([], { result_sets: [], output });
      const found = await compareAnswers(outputs(one), outputs(other), {
        ordered: false,
        mask: [],
      });
      expect([found.result, found.differences]).toEqual([result, said]);
    },
  );

  describe('under rules that name columns and outputs', () => {
    const set = (names: string[], ...rows: ResultRow[]) =>
      answer([], {
        result_sets: [
          { columns: names.map((name) => ({ name, type: 'text', origin: null })), rows },
        ],
      });
    const compare = async (
      one: Answer,
      other: Answer,
      rules: Partial<ComparisonRules>,
      ordered = false,
    ) => {
      const { result, differences, notes } = await compareAnswers(one, other, {
        ordered,
        mask: [],
        rules,
      });
      return [result, ...differences, ...notes];
    };
    const because = { cause: 'shift:3600', reason: 'the server has another zone' };

    it.each([true, false])(
      'lets a cause pass in one column and says why, in order: %s',
      async (ordered) => {
        const rules = { tolerated: [{ column: 'AT', ...because }] };
        const at = (id: string, hour: number) => [id, `2026-01-01 ${hour}:00:00`];
        const one = set(['id', 'at'], at('1', 10), at('2', 11));
        const moved = set(['id', 'at'], at('1', 11), at('2', 12));
        expect(await compare(one, moved, rules, ordered)).toEqual([
          'equal',
          'Differences that the rules allow count as equal: AT.',
          'Why differences in AT count as equal: the server has another zone',
        ]);
        const [result] = await compare(
          one,
          set(['id', 'at'], at('1', 11), at('2', 13)),
          rules,
          ordered,
        );
        expect(result).toBe('different');
        // Another column is not meant.
        const [other] = await compare(
          set(['a'], at('1', 10).slice(1)),
          set(['a'], at('1', 11).slice(1)),
          rules,
        );
        expect(other).toBe('different');
      },
    );

    it('leaves columns out, those that one side alone has among them', async () => {
      const rules = { leave_out: ['Version', 'extra'] };
      expect(
        await compare(
          set(['id', 'version'], ['1', 'a']),
          set(['extra', 'ID', 'VERSION'], ['x', '1', 'b']),
          rules,
        ),
      ).toEqual(['equal', 'Left out by the rules: version, extra, VERSION.']);
      expect(
        (
          await compare(
            set(['id', 'version'], ['1', 'a']),
            set(['id', 'version'], ['2', 'a']),
            rules,
          )
        )[0],
      ).toBe('different');
    });

    it.each([true, false])('has names for what differs, in order or not: %s', async (ordered) => {
      const named = async (
        rows: [ResultRow[], ResultRow[]],
        rules: Partial<ComparisonRules> = {},
        output: [CallResult['output'], CallResult['output']] = [{}, {}],
      ) => {
        const [one, other] = rows.map((given, side) =>
          answer(given, { output: output[side === 0 ? 0 : 1] }),
        );
        return (await compareAnswers(one!, other!, { ordered, mask: [], rules })).different_names;
      };
      // Only the last column differs, in whichever order the rows come.
      const here: ResultRow[] = [
        ['1', 'a', '5'],
        ['2', 'b', '6'],
      ];
      const there: ResultRow[] = [
        ['1', 'a', '7'],
        ['2', 'b', '6'],
      ];
      expect(await named([here, there])).toEqual(['c2']);
      if (!ordered) expect(await named([here, there.toReversed()])).toEqual(['c2']);
      // What is left out, or passes a rule, does not differ.
      const other: ResultRow[] = [
        ['1', 'x', '7'],
        ['2', 'b', '6'],
      ];
      expect(await named([here, other])).toEqual(['c1', 'c2']);
      expect(await named([here, other], { leave_out: ['c1'] })).toEqual(['c2']);
      const cased: ResultRow[] = [
        ['1', 'A', '7'],
        ['2', 'b', '6'],
      ];
      const tolerated = [{ column: 'c1', cause: 'case', reason: 'r' }];
      expect(await named([here, cased], { tolerated })).toEqual(['c2']);
      // No column makes up for a row.
      expect(await named([here, here.slice(1)])).toEqual([]);
      expect(
        await named([[], []], {}, [
          { '@n': '1', m: '2' },
          { n: '2', M: '2' },
        ]),
      ).toEqual(['@n']);
    });

    it('has compared a part where nothing is left', async () => {
      expect(
        await compare(set(['version'], ['a']), set(['version'], ['b']), { leave_out: ['version'] }),
      ).toEqual([
        'partly_compared',
        'Left out by the rules: version.',
        'The rules leave out every value of the answers, so none was compared.',
      ]);
    });

    it('of output parameters, beside a row, too', async () => {
      const output = (at: string, id = '1') =>
        answer([], { result_sets: [], output: { ID: id, AT: at } });
      const rules = { tolerated: [{ column: '@at', ...because }] };
      const [ten, eleven] = ['2026-01-01 10:00:00', '2026-01-01 11:00:00'];
      expect((await compare(output(ten), output(eleven), rules))[0]).toBe('equal');
      expect((await compare(output(eleven), output(ten), rules))[0]).toBe('different');
      expect((await compare(output(ten), output(eleven, '2'), rules))[0]).toBe('different');
      expect((await compare(output(ten), output('x'), { leave_out: ['at'] }))[0]).toBe('equal');
      const row = (at: string) =>
        answer([], {
          result_sets: [
            {
              columns: [
                { name: 'id', type: 'int', origin: null },
                { name: 'at', type: 'datetime', origin: null },
              ],
              rows: [['1', at]],
            },
          ],
        });
      expect((await compare(output(ten), row(eleven), rules))[0]).toBe('equal');
      expect((await compare(output(eleven), row(ten), rules))[0]).toBe('different');
    });
  });

  describe("a procedure's outputs beside a function's row", () => {
    const outputs = (output: Answer['output']) => answer([], { result_sets: [], output });
    const row = (columns: [name: string, type: string][], ...rows: ResultRow[]) =>
      answer([], {
        result_sets: [
          { columns: columns.map(([name, type]) => ({ name, type, origin: null })), rows },
        ],
      });
    const compare = async (one: Answer, other: Answer, over: Partial<Options> = {}) => {
      const options = { ordered: false, mask: [], ...over };
      const { result, differences } = await compareAnswers(one, other, options);
      return [result, ...differences];
    };

    it('are compared by the type of the columns, whatever the only one is called', async () => {
      const given = outputs({ n: '7.50' });
      expect(await compare(given, row([['tax(?)', 'decimal(9,4)']], ['7.5000']))).toEqual([
        'equal',
      ]);
      expect(await compare(given, row([['tax', 'decimal(9,4)']], ['8']))).toEqual([
        'different',
        'Output n: 7.50 on the source, 8 on the target.',
      ]);
      expect(await compare(outputs({ n: '007' }), row([['f', 'varchar']], ['7']))).toContain(
        'different',
      );
      expect(await compare(outputs({ n: null }), row([['f', 'varchar']], [null]))).toEqual([
        'equal',
      ]);
      expect(await compare(outputs({ n: null }), row([['f', 'varchar']], ['']))).toContain(
        'different',
      );
    });

    it('keep what the type of the column leaves out', async () => {
      const day = row([['f', 'date']], ['2024-01-31']);
      expect(await compare(outputs({ d: '2024-01-31 00:00:00' }), day)).toEqual(['equal']);
      expect(await compare(outputs({ d: '2024-01-31 13:45:00' }), day)).toContain('different');
      const empty = row([['f', 'bytea']], ['']);
      expect(await compare(outputs({ b: '' }), empty)).toEqual(['equal']);
      expect(await compare(outputs({ b: 'hello' }), empty)).toContain('different');
    });

    it('of Oracle have NULL for an empty text', async () => {
      const engines = { source: ENGINES.oracle.id, target: ENGINES.postgresql.id };
      const empty = row([['f', 'varchar']], ['']);
      expect(await compare(outputs({ s: null }), empty, { engines })).toEqual(['equal']);
    });

    it('are not compared with a row that was too long to keep', async () => {
      const long = row([['f', 'text']], ['x'.repeat(5_000_000)]);
      expect((await compare(outputs({ s: null }), long))[0]).toBe('different');
    });

    it('are compared on whichever side the function is', async () => {
      const flag = row([['is_open', 'boolean']], ['true']);
      const asks = { source: true, target: false };
      expect(await compare(flag, outputs({ '@x': '1' }), { asks })).toEqual(['equal']);
      expect(await compare(flag, outputs({ x: '0' }), { asks, mask: ['a'] })).toEqual([
        'different',
        'Output x: •••• on the source, •••• on the target.',
      ]);
    });

    it('are compared by name, in any order, and by place where names are made up', async () => {
      const given = outputs({ Net: '1', gross: '2' });
      const int = 'int';
      expect(
        await compare(
          given,
          row(
            [
              ['gross', int],
              ['net', int],
            ],
            ['2', '1'],
          ),
        ),
      ).toEqual(['equal']);
      const madeUp: [string, string][] = [
        ['a(?)', int],
        ['b(?)', int],
      ];
      expect(await compare(given, row(madeUp, ['1', '2']))).toEqual(['equal']);
      expect(
        await compare(
          given,
          row(
            [
              ['net', int],
              ['vat', int],
            ],
            ['1', '2'],
          ),
        ),
      ).toEqual([
        'different',
        'Outputs of the procedure: Net, gross; columns of the row: net, vat. Their names do not tell which belong together.',
      ]);
    });

    it('are no row of several, none, or another number of columns, nor what a procedure selects', async () => {
      const given = outputs({ n: '1' });
      const column: [string, string][] = [['f', 'int']];
      for (const other of [
        row(column),
        row(column, ['1'], ['1']),
        row([...column, ['g', 'int']], ['1', null]),
        answer([], {
          result_sets: [...row(column, ['1']).result_sets, ...row(column, ['1']).result_sets],
        }),
      ])
        expect((await compare(given, other))[0]).toBe('different');
      const asks = { source: false, target: false };
      expect((await compare(given, row(column, ['1']), { asks }))[0]).toBe('different');
      expect((await compare(answer([['1']], { output: { n: '1' } }), row(column, ['1'])))[0]).toBe(
        'different',
      );
    });
  });
});
