import { said } from '../../../../tests/support/said.ts';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { TextRow } from '../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { ComparisonRules, Difference } from '../../../../contract/proof/rows.ts';
import { MARK_LENGTH } from '../../../platform/vault.ts';
import {
  type Call,
  columnOf,
  DOUBLE,
  INTEGER,
  JSON_TYPE,
  type MemorySide,
  memorySide,
  tableOf,
  taskOf,
  TEXT,
  compareInWords as compareRows,
} from './memory-fixture.ts';
import { planComparison } from './plan/plan.ts';

const COLUMNS = [columnOf('id', INTEGER, false), columnOf('name', TEXT), columnOf('city', TEXT)];
const TABLE = tableOf(COLUMNS);

const rowsOf = (count: number, first = 1): TextRow[] =>
  Array.from({ length: count }, (_, index) => [
    String(first + index),
    `name ${index}`,
    index % 7 === 0 ? null : 'Bern',
  ]);
const changed = (rows: TextRow[], changes: Record<number, (row: TextRow) => TextRow | null>) =>
  rows.flatMap((row, index) => {
    const change = changes[index];
    const result = change ? change(row) : row;
    return result === null ? [] : [result];
  });
const brief = ({ kind, key, columns }: Difference) =>
  [
    kind,
    key?.join(',') ?? '-',
    ...(kind === 'changed' ? [columns.map(({ name }) => name).join(',')] : []),
  ].join(' ');
const checksums = (side: MemorySide) =>
  side.calls.flatMap((call) => (call.method === 'checksum' ? [JSON.stringify(call.slice)] : []));

describe('the ladder', () => {
  test('rows that policies may hide from the account are not called identical', async () => {
    const rows = rowsOf(3);
    const [all, seen] = [memorySide(TABLE, rows), memorySide({ ...TABLE, policed: true }, rows)];
    const found = await compareRows(taskOf(all, seen));
    expect(found).toMatchObject({
      result: 'partly_compared',
      coverage: { of: null, left_out: [{ name: `${seen.schema}.${seen.name}`, why: 'policies' }] },
      notes: [
        `Policies decide which rows the account sees of ${seen.schema}.${seen.name}: rows that they hide were not compared.`,
      ],
    });
    expect(await compareRows(taskOf(all, memorySide(TABLE, rows)))).toMatchObject({
      result: 'identical',
    });
    const less = memorySide({ ...TABLE, policed: true }, rows.slice(1));
    expect(await compareRows(taskOf(all, less))).toMatchObject({ result: 'different' });
  });

  test('the same rows are identical, however many', async () => {
    for (const count of [0, 1, 5_000, 12_001]) {
      const rows = rowsOf(count);
      let read = 0;
      const task = taskOf(memorySide(TABLE, rows), memorySide(TABLE, rows.toReversed()), {
        addRows: (more) => (read += more),
      });
      expect(await compareRows(task)).toEqual({
        result: 'identical',
        rowsSource: count,
        rowsTarget: count,
        differences: [],
        differencesTotal: 0,
        atLeast: false,
        marks: [],
        coverage: {
          by: 'values',
          rows: count,
          of: count,
          columns: 3,
          left_out: [],
          complete: true,
        },
        usedTolerances: [],
        usedExpressions: [],
        reason: null,
        compared: null,
        explanation: null,
        notes: [],
      });
      expect(read).toBe(count);
    }
  });

  test('rows that are missing, extra and changed are named, with what changed', async () => {
    const rows = rowsOf(12_000);
    const target = changed(rows, {
      0: () => null,
      6_000: ([id = null, , city = null]) => [id, null, city],
      6_001: ([id = null]) => [id, 'other', 'Basel'],
      11_999: () => null,
    });
    target.push(['-5', 'below', null], ['99999', 'above', null]);
    const [source, other] = [memorySide(TABLE, rows), memorySide(TABLE, target)];
    const outcome = await compareRows(taskOf(source, other));
    expect(outcome).toMatchObject({
      result: 'different',
      rowsSource: 12_000,
      rowsTarget: 12_000,
      differencesTotal: 6,
      notes: [],
    });
    expect(outcome.differences.map(brief).sort()).toEqual([
      'changed 6001 name',
      'changed 6002 name,city',
      'extra -5',
      'extra 99999',
      'missing 1',
      'missing 12000',
    ]);
    expect(outcome.differences.find(({ key }) => key?.[0] === '6002')?.columns).toEqual([
      { name: 'name', source: 'name 6001', target: 'other' },
      { name: 'city', source: 'Bern', target: 'Basel' },
    ]);
    expect(outcome.differences.find(({ key }) => key?.[0] === '1')?.columns).toEqual([
      { name: 'id', source: '1', target: null },
      { name: 'name', source: 'name 0', target: null },
      { name: 'city', source: null, target: null },
    ]);
    // Of what is the same, only checksums were read.
    const looked = source.calls.filter(({ method }) => method === 'hashRows');
    expect(looked).toHaveLength(3);
  });

  test('the columns in which rows differ are known where every row is on both sides and was read', async () => {
    const rows = rowsOf(3_000);
    const rename = ([id = null, , city = null]: TextRow): TextRow => [id, 'other', city];
    const cases: [TextRow[], string[] | undefined][] = [
      [changed(rows, { 5: rename, 2_000: rename }), ['name']],
      [changed(rows, { 5: rename, 6: ([id = null]) => [id, 'other', 'Basel'] }), ['name', 'city']],
      // A row that is not there has no value in any column.
      [changed(rows, { 5: rename, 6: () => null }), undefined],
      [[...changed(rows, { 5: rename }), ['-5', 'below', null]], undefined],
      [rows, undefined],
    ];
    for (const [target, differing] of cases) {
      const task = taskOf(memorySide(TABLE, rows), memorySide(TABLE, target));
      const { coverage } = await compareRows(task);
      expect(coverage?.differing?.toSorted()).toEqual(differing?.toSorted());
    }
    const target = memorySide(TABLE, cases[0]![0]);
    const counted = { options: { depth: 'checksums', sample: null } } as const;
    const { coverage } = await compareRows(taskOf(memorySide(TABLE, rows), target, counted));
    expect(coverage).not.toHaveProperty('differing');
  });

  test('splits a side with many more rows until they fit into memory', async () => {
    const rows = rowsOf(6_000);
    const target = [...rows.slice(0, 100), ...rowsOf(24_000, 1_000_000)];
    const [source, other] = [memorySide(TABLE, target), memorySide(TABLE, rows)];
    other.rows = [...rows, ...rowsOf(18_000, 10 ** 9)];
    source.before = (call) => {
      if (call.method === 'findBoundaries') source.rows = target;
      return Promise.resolve();
    };
    const outcome = await compareRows(taskOf(source, other));
    expect(outcome.differencesTotal).toBe(5_900 + 24_000 + 18_000);
    const kinds = outcome.differences.map(({ kind }) => kind).sort();
    expect([kinds.length, kinds[19], kinds[20]]).toEqual([1_020, 'extra', 'missing']);
    expect(outcome.rowsSource).toBe(24_100);
  });

  test('leaves out columns whose values have no text by name, and compares the rest', async () => {
    const vector = {
      ...columnOf('embedding', { kind: 'other', name: 'vector(3)' }),
      type: 'vector(3)',
    };
    const table = tableOf([columnOf('id', INTEGER, false), columnOf('note', TEXT), vector]);
    const sides = () => {
      const rows: TextRow[] = [
        ['1', 'a', 'x'],
        ['2', 'b', 'y'],
      ];
      return [
        memorySide(table, rows),
        memorySide(table, [
          ['1', 'a', '?'],
          ['2', 'B', '?'],
        ]),
      ] as const;
    };
    const [source, target] = sides();
    source.engine = target.engine = ENGINES.mysql.id;
    const outcome = await compareRows(taskOf(source, target));
    expect(outcome.differences.map(({ key }) => key)).toEqual([['2']]);
    expect(outcome.notes.join()).toContain('embedding (vector(3) and vector(3))');
    // PostgreSQL's extension of that name writes them.
    const [one, other] = sides();
    expect((await compareRows(taskOf(one, other))).differences).toHaveLength(2);
  });

  test('depths end the ladder early and say so', async () => {
    const [rows, fewer] = [rowsOf(50), rowsOf(49)];
    const compare = async (depth: 'counts' | 'aggregates' | 'checksums', target: TextRow[]) => {
      const [source, other] = [memorySide(TABLE, rows), memorySide(TABLE, target)];
      const options = { depth, sample: null };
      const outcome = await compareRows(taskOf(source, other, { options }));
      return { ...outcome, methods: [...new Set(source.calls.map(({ method }) => method))] };
    };
    expect(await compare('counts', rows)).toMatchObject({
      result: 'partly_compared',
      notes: ['Rows were counted, not compared.'],
      methods: ['countRows'],
    });
    expect(await compare('counts', fewer)).toMatchObject({
      result: 'different',
      differencesTotal: 1,
    });
    const other = changed(rows, { 3: ([id = null]) => [id, 'a much longer name', null] });
    expect(await compare('aggregates', rows)).toMatchObject({ result: 'partly_compared' });
    const aggregates = await compare('aggregates', other);
    expect(aggregates).toMatchObject({ result: 'different', differences: [] });
    expect(aggregates.notes).toContain(
      'city: the number of NULLs is 8 on the source and 9 on the target.',
    );
    expect(await compare('checksums', rows)).toMatchObject({ result: 'identical' });
    expect(await compare('checksums', other)).toMatchObject({
      result: 'different',
      differencesTotal: 1,
      differences: [],
      notes: ['At least 1 rows differ; it was not determined which ones.'],
      methods: ['countRows', 'checksum'],
    });
  });

  test('a side that cannot hash rows tells differences by aggregates, and never that all is the same', async () => {
    const refuse = (side: MemorySide) => {
      side.before = ({ method }) =>
        method === 'checksum'
          ? Promise.reject(new ConnectorError('unsupported', said('It has no hashes.')))
          : Promise.resolve();
      return side;
    };
    const rows = rowsOf(20);
    const same = await compareRows(
      taskOf(refuse(memorySide(TABLE, rows)), memorySide(TABLE, rows)),
    );
    expect(same).toMatchObject({
      result: 'partly_compared',
      rowsSource: 20,
      coverage: { by: 'aggregates' },
    });
    expect(same.notes).toContain('It has no hashes.');
    const target = changed(rows, { 3: ([id = null]) => [id, 'a much longer name', null] });
    expect(
      await compareRows(taskOf(refuse(memorySide(TABLE, rows)), memorySide(TABLE, target))),
    ).toMatchObject({ result: 'different' });
  });

  test('after so many differences it stops and says at least', async () => {
    const source = rowsOf(150_000);
    const target = source.map(([id = null]): TextRow => [id, 'gone', null]);
    const outcome = await compareRows(taskOf(memorySide(TABLE, source), memorySide(TABLE, target)));
    expect(outcome.differencesTotal).toBeGreaterThanOrEqual(100_000);
    expect(outcome.differencesTotal).toBeLessThan(120_000);
    expect(outcome).toMatchObject({ result: 'different', rowsSource: 150_000 });
    expect(outcome.differences).toHaveLength(1_000);
    expect(outcome.notes).toEqual([
      `At least ${outcome.differencesTotal.toLocaleString('en')} rows differ; the rest were not compared.`,
    ]);
  });

  test('rows that were changed meanwhile but are equal in the end do not differ', async () => {
    const rows = rowsOf(100);
    const [source, target] = [memorySide(TABLE, rows), memorySide(TABLE, rows.slice(1))];
    let reads = 0;
    target.before = ({ method }) => {
      if (method === 'readRows' && (reads += 1) === 2) target.rows = rows;
      return Promise.resolve();
    };
    expect(await compareRows(taskOf(source, target))).toMatchObject({
      result: 'identical',
      rowsTarget: 100,
      notes: [
        '1 rows differed at first, but not when they were read again: the data is being changed.',
      ],
    });
  });
});

describe('keys', () => {
  const compare = (key: string[], source: TextRow[], target: TextRow[], columns = COLUMNS) =>
    compareRows(
      taskOf(memorySide(tableOf(columns, key), source), memorySide(tableOf(columns, key), target)),
    );

  test('of texts: buckets find the rows in few scans', async () => {
    const rows = rowsOf(30_000).map(([id = null, name = null, city = null]): TextRow => [
      `k${id}`,
      name,
      city,
    ]);
    const table = tableOf([columnOf('id', TEXT, false), ...COLUMNS.slice(1)]);
    const target = changed(rows, {
      5: () => null,
      20_000: ([id = null]) => [id, 'x', 'y'],
      29_999: ([id = null, name = null]) => [id, name, 'y'],
    });
    const [source, other] = [memorySide(table, rows), memorySide(table, target)];
    const outcome = await compareRows(taskOf(source, other));
    expect(outcome).toMatchObject({ rowsSource: 30_000, rowsTarget: 29_999, differencesTotal: 3 });
    expect(outcome.differences.map(brief).sort()).toEqual([
      'changed k20001 name,city',
      'changed k30000 city',
      'missing k6',
    ]);
    expect(source.calls.map(({ method }) => method)).toEqual([
      'countRows',
      'bucketChecksums',
      'hashRows',
      'readRows',
      'readRows',
    ]);
  });

  test('none: whole rows are compared, copies included', async () => {
    const [a, b, c]: TextRow[] = [
      ['1', 'a', null],
      ['1', 'b', null],
      ['1', 'c', null],
    ];
    const rows = [a, a, a, b, c].flatMap((row) => (row ? [row] : []));
    const target = [a, b, b].flatMap((row) => (row ? [row] : []));
    const outcome = await compare([], rows, target);
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 4 });
    expect(
      outcome.differences.map(({ kind, key, columns }) => [
        kind,
        key,
        columns[1]?.source ?? columns[1]?.target,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['missing', null, 'a'],
        ['missing', null, 'a'],
        ['missing', null, 'c'],
        ['extra', null, 'b'],
      ]),
    );
    expect(outcome.notes).toEqual([expect.stringContaining('No key identifies rows')]);
    expect(await compare([], rows, rows.toReversed())).toMatchObject({ result: 'identical' });
  });

  test('none: more copies of a row than fit into memory are counted', async () => {
    const row: TextRow = ['1', 'a', null];
    const many = Array.from({ length: 21_000 }, () => row);
    const outcome = await compare([], many, many.slice(0, 20_990));
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 10, differences: [] });
    expect(outcome.notes).toContain(
      'Some keys have more than 20,000 rows each: those were counted, not compared.',
    );
  });

  test('a unique key without nullable columns will do, and a key of one side only', async () => {
    const unique = { ...tableOf(COLUMNS, []), uniques: [{ name: 'u', columns: ['id'] }] };
    const rows = rowsOf(10);
    const target = changed(rows, { 4: ([id = null]) => [id, 'x', 'Bern'] });
    for (const [one, other] of [
      [unique, TABLE],
      [TABLE, tableOf(COLUMNS, [])],
      [tableOf(COLUMNS, []), unique],
    ] as const) {
      const outcome = await compareRows(taskOf(memorySide(one, rows), memorySide(other, target)));
      expect(outcome.differences.map(brief)).toEqual(['changed 5 name']);
    }
    const nullable = {
      ...unique,
      columns: COLUMNS.map((column) => ({ ...column, nullable: true })),
    };
    const outcome = await compareRows(
      taskOf(memorySide(nullable, rows), memorySide(nullable, target)),
    );
    expect(outcome.differences.map(brief).sort()).toEqual(['extra -', 'missing -']);
  });

  test('chosen by hand, and one that does not exist', async () => {
    const [source, target] = [rowsOf(10), rowsOf(10, 100)];
    const rules = { key: ['name'], leave_out: ['id'] };
    const sides = [memorySide(TABLE, source), memorySide(TABLE, target)] as const;
    expect(await compareRows(taskOf(...sides, { rules }))).toMatchObject({
      result: 'equal_under_rules',
      notes: ['Left out by the rules: id.'],
    });
    expect(await compareRows(taskOf(...sides, { rules: { key: ['nome'] } }))).toMatchObject({
      result: 'not_comparable',
      notes: [expect.stringContaining('contains nome')],
    });
  });
});

describe('rules', () => {
  const number = [columnOf('id', INTEGER, false), columnOf('ratio', DOUBLE)];
  const json = [columnOf('id', INTEGER, false), columnOf('doc', JSON_TYPE)];

  test('columns of one side, and other names', async () => {
    const source = tableOf([...COLUMNS, columnOf('old', TEXT)]);
    const target = tableOf(
      [
        columnOf('ID', INTEGER, false),
        columnOf('full_name', TEXT),
        columnOf('city_name', TEXT),
        columnOf('added', TEXT),
      ],
      ['ID'],
    );
    const rows = rowsOf(5);
    const outcome = await compareRows(
      taskOf(memorySide(source, rows), memorySide(target, rows), {
        rules: { columns: [{ source: 'name', target: 'full_name' }] },
        namesFold: (name) => `${name}_name`,
      }),
    );
    expect(outcome).toMatchObject({
      result: 'partly_compared',
      notes: [
        'Only the source has these columns: old.',
        'Only the target has these columns: added.',
      ],
    });
  });

  test('numbers within the tolerance are no differences, and named', async () => {
    const source: TextRow[] = [
      ['1', '1.0000001'],
      ['2', '5'],
      ['3', null],
    ];
    const target: TextRow[] = [
      ['1', '1'],
      ['2', '6'],
      ['3', '0'],
    ];
    const compare = (rows: number) =>
      compareRows(
        taskOf(
          memorySide(tableOf(number), source.slice(0, rows)),
          memorySide(tableOf(number), target.slice(0, rows)),
          { rules: { float_tolerance: 1e-6 } },
        ),
      );
    const outcome = await compare(3);
    expect(outcome.differences.map(brief)).toEqual(['changed 2 ratio', 'changed 3 ratio']);
    expect(await compare(1)).toMatchObject({
      result: 'equal_under_rules',
      differencesTotal: 0,
      notes: [expect.stringContaining('within the tolerance')],
    });
  });

  test('all of the rows whose hashes differ are looked at, where they may be equal by the tolerance', async () => {
    const sideOf = (digits: string) =>
      memorySide(
        tableOf(number),
        rowsOf(1_500).map(([id = null]): TextRow => [id, `${id}.${digits}`]),
      );
    const rules = { float_tolerance: 1e-6 };
    expect(await compareRows(taskOf(sideOf('0'), sideOf('0000001'), { rules }))).toMatchObject({
      result: 'equal_under_rules',
      differencesTotal: 0,
    });
  });

  test('JSON is compared by meaning, with a key and without', async () => {
    const source: TextRow[] = [
      ['1', '{"a": 1.0, "b": [1, 2]}'],
      ['2', '{"n": 9007199254740993}'],
    ];
    const same: TextRow[] = [
      ['1', '{"b":[1,2],"a":1}'],
      ['2', '{"n":9007199254740993}'],
    ];
    const other: TextRow[] = [
      ['1', '{"b":[2,1],"a":1}'],
      ['2', '{"n":9007199254740992}'],
    ];
    for (const key of [['id'], []]) {
      const compare = (target: TextRow[]) =>
        compareRows(
          taskOf(memorySide(tableOf(json, key), source), memorySide(tableOf(json, key), target)),
        );
      const equal = await compare(same);
      expect(equal.result).toBe('equal_under_rules');
      expect(equal.notes).toContain('Some values are equal as JSON, but not as text: doc.');
      expect((await compare(other)).differencesTotal).toBe(key.length > 0 ? 2 : 4);
    }
  });

  test('masked values are neither kept nor shown, not even in keys or checkpoints', async () => {
    const table = tableOf(
      [columnOf('card_no', INTEGER, false), columnOf('Password', TEXT), columnOf('city', TEXT)],
      ['card_no'],
    );
    const rows: TextRow[] = [
      ['4111', 'secret 1', 'Bern'],
      ['4222', 'secret 2', 'Bern'],
    ];
    const target: TextRow[] = [
      ['4111', 'secret 3', null],
      ['4333', 'secret 4', 'Bern'],
    ];
    const saved: unknown[] = [];
    const outcome = await compareRows(
      taskOf(memorySide(table, rows), memorySide(table, target), {
        mask: ['pass', 'card'],
        saveCheckpoint: (value) => Promise.resolve(void saved.push(value)),
      }),
    );
    expect(outcome.differencesTotal).toBe(3);
    expect(outcome.differences.find(({ kind }) => kind === 'changed')).toEqual({
      key: ['••••'],
      kind: 'changed',
      columns: [
        { name: 'Password', source: '••••', target: '••••' },
        { name: 'city', source: 'Bern', target: null },
      ],
    });
    expect(saved.length).toBeGreaterThan(0);
    expect(JSON.stringify([outcome, saved])).not.toMatch(/secret|4111|4222|4333/);
  });

  test.each([
    [3, ['card_no']],
    [12_000, ['card_no']],
    [12_000, ['shop', 'card_no']],
  ])(
    'masked keys are in no checkpoint, neither of what was found nor of where slices of %i rows begin: %j',
    async (count, key) => {
      // Every slice that is finished is saved.
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
      const table = tableOf(
        [
          columnOf('card_no', INTEGER, false),
          columnOf('city', TEXT),
          columnOf('shop', INTEGER, false),
        ],
        key,
      );
      const rows = Array.from({ length: count }, (_, i): TextRow => [
        `4111000${100_000 + i}`,
        'Bern',
        '1',
      ]);
      const target = rows.map(([id = null], i): TextRow => [id, i === 1 ? 'Basel' : 'Bern', '1']);
      const saved: unknown[] = [];
      const outcome = await compareRows(
        taskOf(memorySide(table, rows), memorySide(table, target), {
          mask: ['card'],
          saveCheckpoint: (value) => Promise.resolve(void saved.push(value)),
        }),
      );
      expect(outcome.differencesTotal).toBe(1);
      expect(saved.length).toBeGreaterThan(1);
      expect(JSON.stringify([outcome, saved])).not.toContain('4111000');
    },
  );

  test('if a side is Oracle, empty texts count as NULL, which is noted', async () => {
    const [source, target] = [memorySide(TABLE, rowsOf(3)), memorySide(TABLE, rowsOf(3))];
    source.engine = ENGINES.oracle.id;
    expect(await compareRows(taskOf(source, target))).toMatchObject({
      result: 'equal_under_rules',
      notes: ['An empty string counts as NULL: name, city.'],
    });
  });

  test('columns of incomparable types are left out by name', async () => {
    const table = (city: typeof INTEGER) =>
      tableOf([...COLUMNS.slice(0, 2), columnOf('city', city)]);
    const rows = rowsOf(3);
    const outcome = await compareRows(
      taskOf(memorySide(table({ kind: 'uuid' }), rows), memorySide(table({ kind: 'date' }), rows)),
    );
    expect(outcome).toMatchObject({
      result: 'partly_compared',
      notes: ['Left out, because their types cannot be compared: city (uuid and date).'],
    });
  });

  test('long values are shown from shortly before where they differ', async () => {
    const long = 'x'.repeat(50_000);
    const outcome = await compareRows(
      taskOf(
        memorySide(TABLE, [['1', `${long}a`, null]]),
        memorySide(TABLE, [['1', `${long}b`, null]]),
      ),
    );
    const [column] = outcome.differences[0]?.columns ?? [];
    expect(column?.source).toMatch(/^…x{100}a$/);
    expect(column?.target).toMatch(/^…x{100}b$/);
  });
});

/** A side whose answers have room for so many rows; those with these keys never fit. */
function narrow(
  side: MemorySide,
  room: number,
  tooLarge: readonly string[] = [],
  inParts = true,
): MemorySide {
  side.before = (call) => {
    if (inParts && call.method === 'readRows' && call.part) return Promise.resolve();
    const keys = call.method === 'readRows' && 'keys' in call.of ? call.of.keys : null;
    const fits = keys
      ? keys.length <= room && !keys.some(([key]) => tooLarge.includes(key ?? ''))
      : call.method !== 'sampleRows';
    if (!fits) throw new ConnectorError('limit', said('That is too much.'));
    return Promise.resolve();
  };
  return side;
}

describe('large rows', () => {
  const rows = rowsOf(1_200);
  const other = rows.map(([id = null, name = null, city = null], index) =>
    index < 700 ? [id, `other ${name}`, city] : [id, name, city],
  );

  test('are read in smaller parts, as many as an answer has room for', async () => {
    const source = narrow(memorySide(TABLE, rows), 20);
    const outcome = await compareRows(taskOf(source, memorySide(TABLE, other)));
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 700, atLeast: false });
    expect(outcome.differences.map(brief).sort()).toEqual(
      rows
        .slice(0, 700)
        .map(([id]) => `changed ${id} name`)
        .sort(),
    );
    expect(outcome.notes.join()).not.toContain('too large');
    // Ten times too much at first, then what fits: nobody tries the large parts again and again.
    expect(source.calls.filter(({ method }) => method === 'readRows').length).toBeLessThan(150);
  });

  test('that fit in no answer differ by their hashes, and the others with their values', async () => {
    const more = [...rows, ['5000', 'more', null]];
    const source = narrow(memorySide(TABLE, more), 500, ['3', '5000'], false);
    const outcome = await compareRows(taskOf(source, memorySide(TABLE, other)));
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 701 });
    const found = outcome.differences.map(brief);
    expect(found).toContain('changed 3 ');
    expect(found).toContain('changed 4 name');
    expect(found).toContain('missing 5000');
    expect(found).toHaveLength(701);
    expect(outcome.notes).toContain(
      'Some rows are too large to read: their hashes differ, and their values are not shown.',
    );
  });

  test.each([
    ['short', 1, [4, 500, 190]],
    ['long', 500_000, [4, 7, 7]],
  ])('are read as many at once as those before let expect: %s ones', async (_, length, counts) => {
    const [one, two] = ['1', '2'].map((text) => text.repeat(length));
    const few = rows.slice(
      0,
      counts.reduce((sum, count) => sum + count),
    );
    const sideOf = (text: string | undefined) =>
      memorySide(
        TABLE,
        few.map(([id = null]) => [id, text ?? null, null]),
      );
    const source = sideOf(one);
    await compareRows(taskOf(source, sideOf(two)));
    // Before a difference is reported, its row is read once more.
    const read = source.calls.flatMap((call) =>
      call.method === 'readRows' && 'keys' in call.of ? [call.of.keys.length] : [],
    );
    expect(read.slice(0, counts.length)).toEqual(counts);
  });

  test('that fit in no answer are read part by part: the first difference, what stands around it, the lengths', async () => {
    const long = 'x'.repeat(5_000_000);
    const changedAt = (place: number) => `${long.slice(0, place)}Y${long.slice(place + 1)}`;
    const rowsWith = (texts: Record<number, string | null>): TextRow[] =>
      rowsOf(20).map(([id = null, name = null, city = null]) => {
        const text = texts[Number(id)];
        return [id, text === undefined ? name : text, city];
      });
    const source = narrow(
      memorySide(TABLE, rowsWith({ 3: long, 4: long, 5: 'short', 6: long })),
      500,
      ['3', '4', '5', '6'],
    );
    const target = memorySide(
      TABLE,
      rowsWith({ 3: changedAt(4_100_000), 4: `${long}Z`, 5: 'other', 6: null }),
    );
    const outcome = await compareRows(taskOf(source, target));
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 4 });
    expect(outcome.notes.join()).not.toContain('too large');
    const columnsOf = (id: string) =>
      outcome.differences.find(({ key }) => key?.[0] === id)?.columns;
    const x = (count: number) => 'x'.repeat(count);
    expect(columnsOf('3')).toEqual([
      { name: 'name', source: `…${x(2_000)}…`, target: `…${x(100)}Y${x(1_899)}…` },
      { name: 'name (length)', source: '5000000', target: '5000000' },
    ]);
    expect(columnsOf('4')).toEqual([
      { name: 'name', source: `…${x(100)}`, target: `…${x(100)}Z` },
      { name: 'name (length)', source: '5000000', target: '5000001' },
    ]);
    expect(columnsOf('5')).toEqual([{ name: 'name', source: 'short', target: 'other' }]);
    expect(columnsOf('6')).toEqual([
      { name: 'name', source: `${x(2_000)}…`, target: null },
      { name: 'name (length)', source: '5000000', target: null },
    ]);
  });

  test('of a sample are compared by their hashes', async () => {
    const source = narrow(memorySide(TABLE, rows), 500);
    const outcome = await compareRows(
      taskOf(source, memorySide(TABLE, other), { options: { depth: 'rows', sample: 300 } }),
    );
    expect(outcome).toMatchObject({ result: 'different', coverage: { by: 'sample' } });
    expect(outcome.coverage?.rows).toBeGreaterThan(0);
  });
});

describe('marks of what differs', () => {
  const numbered = [
    columnOf('id', INTEGER, false),
    columnOf('name', TEXT),
    columnOf('code', TEXT),
    columnOf('ratio', DOUBLE),
  ];
  /** Each as it is before it is hashed: a mark of the row, and of its values. */
  const marksOf = async (source: TextRow[], target: TextRow[], key = ['id']) => {
    const texts = new Map<string, string>();
    const table = tableOf(numbered, key);
    const { marks } = await compareRows(
      taskOf(memorySide(table, source), memorySide(table, target), {
        rules: { float_tolerance: 0.1 },
        mark(text) {
          const mark = String(texts.size).padStart(MARK_LENGTH, '0');
          texts.set(mark, text);
          return mark;
        },
      }),
    );
    return marks.map((row) =>
      Array.from({ length: row.length / MARK_LENGTH }, (_, index) =>
        texts.get(row.slice(index * MARK_LENGTH, (index + 1) * MARK_LENGTH)),
      ),
    );
  };

  test('hold long values by their hashes: which ones they are still counts', async () => {
    const long = 'x'.repeat(100_000);
    const valueOf = async (target: string) =>
      (await marksOf([['1', `${long}a`, 'b', '0.5']], [['1', target, 'b', '0.5']]))[0]![1]!;
    const [one, other] = [await valueOf(`${long}b`), await valueOf(`${long}c`)];
    expect(one.length).toBeLessThan(200);
    expect(one).not.toBe(other);
    expect(await valueOf(`${long}b`)).toBe(one);
  });

  test('hold key, column and both values, and no value that is equal', async () => {
    const [marks] = await marksOf([['1', 'a', 'b', '0.5']], [['1', 'c', 'd', '0.51']]);
    expect(marks?.slice(1)).toEqual([
      '["value",["1"],"name","a","c"]',
      '["value",["1"],"code","b","d"]',
    ]);
  });

  test('are as many as rows, though these are all the same', async () => {
    const copies = Array.from({ length: 3 }, (): TextRow => [null, 'a', 'b', '1']);
    const marks = await marksOf(copies, [], []);
    expect(new Set(marks.flat()).size).toBe(3);
  });

  test('are of the row alone, where more than a hundred of its values are changed', async () => {
    const columns = Array.from({ length: 120 }, (_, index) => columnOf(`c${index}`, TEXT));
    const table = tableOf([columnOf('id', INTEGER, false), ...columns]);
    const sideOf = (text: string, count: number) =>
      memorySide(table, [['1', ...columns.map((_, index) => (index < count ? text : 'x'))]]);
    for (const [count, length] of [
      [100, 101],
      [101, 1],
    ] as const) {
      const { marks } = await compareRows(taskOf(sideOf('a', count), sideOf('b', count)));
      expect(marks[0]).toHaveLength(length * MARK_LENGTH);
    }
  });
});

describe('a sample', () => {
  test.each([500, 15_000])('of %i rows is the same on both sides', async (sample) => {
    const rows = rowsOf(30_000);
    const target = changed(rows, { 17: () => null });
    target.push(['-1', 'x', null]);
    const shifted = target.map(([id = null, name = null]): TextRow => [id, name, 'Z']);
    const options = { depth: 'rows', sample } as const;
    const compare = (other: TextRow[]) =>
      compareRows(taskOf(memorySide(TABLE, rows), memorySide(TABLE, other), { options }));
    const equal = await compare(rows);
    expect(equal.result).toBe('partly_compared');
    expect(equal.notes).toContain('A sample was compared, not all rows.');
    const [, counted] = /^(\d+) of 30000 rows/.exec(equal.notes.at(-1) ?? '') ?? [];
    expect(Math.abs(Number(counted) - sample)).toBeLessThan(sample / 20);
    const different = await compare(shifted);
    expect(different.differencesTotal).toBeGreaterThan(sample * 0.9);
    expect(different.differencesTotal).toBeLessThan(sample * 1.1);
  });
});

test.each([1, 2, 7])(
  'a sample of %i rows compares as many, as far as keys are hashed once',
  async (sample) => {
    const rows = rowsOf(100);
    const other = rows.map(([id = null, name = null]): TextRow => [id, name, 'Z']);
    const options = { depth: 'rows', sample } as const;
    const outcome = await compareRows(
      taskOf(memorySide(TABLE, rows), memorySide(TABLE, other), { options }),
    );
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: sample });
  },
);

describe('notes everything that is left out', () => {
  test('whatever is let pass in its column, and a reason only where it was needed', async () => {
    const decimal = { kind: 'decimal', precision: 8, scale: 2 } as const;
    const wide = (type: CanonicalType) => tableOf([...COLUMNS, columnOf('sum', type)]);
    const look = (source: string, target: string) =>
      compareRows(
        taskOf(
          memorySide(
            wide(decimal),
            rowsOf(4).map((row) => [...row, source]),
          ),
          memorySide(
            wide({ kind: 'float', bits: 32 }),
            rowsOf(4).map((row) => [...row, target]),
          ),
          { rules: { tolerated: [{ column: 'sum', cause: 'factor:100', reason: 'cents' }] } },
        ),
      );
    const lost = await look('5', '5.0000001');
    expect([lost.result, lost.coverage?.left_out]).toEqual([
      'partly_compared',
      [{ name: 'sum', why: 'digits' }],
    ]);
    expect(JSON.stringify(lost.notes)).not.toContain('cents');
    const needed = await look('5', '500');
    expect(needed.result).toBe('equal_under_rules');
    expect(JSON.stringify(needed.notes)).toContain('cents');
  });

  test('and whole although the target alone has a column that it computes', async () => {
    const made = tableOf([...COLUMNS, { ...columnOf('made', INTEGER), generated: 'id + 1' }]);
    const rows = rowsOf(4);
    const target = memorySide(
      made,
      rows.map((row) => [...row, '5']),
    );
    const found = await compareRows(taskOf(memorySide(tableOf(COLUMNS), rows), target));
    expect([found.result, found.coverage?.left_out]).toEqual(['identical', []]);
    expect(JSON.stringify(found.notes)).toContain('made');
  });

  test('and covered in part, as far as it is the doing of the program', async () => {
    const wide = (name: string, type: CanonicalType) => tableOf([...COLUMNS, columnOf(name, type)]);
    const whole = rowsOf(4).map((row) => [...row, '5']);
    const covered = async (
      source: ReturnType<typeof wide>,
      target: ReturnType<typeof wide>,
      rules: Partial<ComparisonRules> = {},
      rounded = whole,
    ) => {
      const sides = [memorySide(source, whole), memorySide(target, rounded)] as const;
      const { result, coverage } = await compareRows(taskOf(...sides, { rules }));
      return [result, coverage?.columns, coverage?.left_out];
    };
    const decimal = { kind: 'decimal', precision: 38, scale: 2 } as const;
    expect(await covered(wide('sum', INTEGER), wide('total', INTEGER))).toEqual([
      'partly_compared',
      3,
      [
        { name: 'sum', why: 'only_source' },
        { name: 'total', why: 'only_target' },
      ],
    ]);
    expect(
      await covered(wide('sum', INTEGER), wide('total', INTEGER), { leave_out: ['sum', 'total'] }),
    ).toEqual([
      'equal_under_rules',
      3,
      [
        { name: 'sum', why: 'rule' },
        { name: 'total', why: 'rule' },
      ],
    ]);
    expect(await covered(wide('sum', decimal), wide('sum', DOUBLE))).toEqual([
      'partly_compared',
      4,
      [{ name: 'sum', why: 'digits' }],
    ]);
    // Named once, though its digits are lost for two reasons.
    expect(
      await covered(
        wide('sum', decimal),
        wide('sum', { kind: 'float', bits: 32 }),
        {},
        rowsOf(4).map((row) => [...row, '5.0000001']),
      ),
    ).toEqual(['partly_compared', 4, [{ name: 'sum', why: 'digits' }]]);
    expect(await covered(wide('sum', INTEGER), wide('sum', { kind: 'uuid' }))).toEqual([
      'partly_compared',
      3,
      [{ name: 'sum', why: 'types' }],
    ]);
    const gone = { columns: [{ source: 'sum', target: 'gone' }] };
    expect(await covered(wide('sum', INTEGER), wide('sum', INTEGER), gone)).toEqual([
      'partly_compared',
      4,
      [{ name: 'sum and gone', why: 'link' }],
    ]);
  });

  const wider = tableOf([...COLUMNS, columnOf('audit', TEXT)]);
  const rows = rowsOf(10);
  const compare = (rules: Partial<ComparisonRules>) =>
    compareRows(
      taskOf(
        memorySide(TABLE, rows),
        memorySide(
          wider,
          rows.map((row) => [...row, 'x']),
        ),
        { rules },
      ),
    );

  test('also where only the target has the column', async () => {
    expect(await compare({ leave_out: ['audit'] })).toMatchObject({
      result: 'equal_under_rules',
      notes: ['Left out by the rules: audit.'],
    });
    expect(await compare({})).toMatchObject({
      result: 'partly_compared',
      notes: ['Only the target has these columns: audit.'],
    });
  });

  test('and a blank condition is none', async () => {
    const blank = { where_source: '', where_target: ' \n' };
    const task = taskOf(memorySide(TABLE, rows), memorySide(TABLE, rows), { rules: blank });
    expect(await compareRows(task)).toMatchObject({ result: 'identical', notes: [] });
    expect(planComparison(task).source.where).toBeNull();
  });
});

test('of wide rows less is kept of each value, so that a thousand of them fit into memory', async () => {
  const columns = Array.from({ length: 200 }, (_, index) => columnOf(`c${index}`, TEXT));
  const wide = tableOf([columnOf('id', INTEGER, false), ...columns]);
  const long = 'x'.repeat(5_000);
  const rows = Array.from({ length: 3 }, (_, index): TextRow => [
    String(index),
    ...columns.map(() => long),
  ]);
  const { differences } = await compareRows(taskOf(memorySide(wide, rows), memorySide(wide, [])));
  expect(differences).toHaveLength(3);
  for (const row of differences) expect(JSON.stringify(row).length).toBeLessThan(40_000);
});

describe('going on', () => {
  const rows = rowsOf(30_000);
  const target = changed(rows, {
    10: () => null,
    7_000: ([id = null]) => [id, 'x', null],
    23_333: ([id = null]) => [id, 'y', null],
    29_999: () => null,
  });
  const ids = ['11', '23334', '30000', '7001'];

  const interrupted = async (after: number, checkpoint: unknown) => {
    const [source, other] = [memorySide(TABLE, rows), memorySide(TABLE, target)];
    const abort = new AbortController();
    let calls = 0;
    source.before = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if ((calls += 1) === after) abort.abort(new Error('paused'));
    };
    let saved: unknown = checkpoint;
    const task = taskOf(source, other, {
      signal: abort.signal,
      checkpoint,
      saveCheckpoint: (value) => Promise.resolve(void (saved = JSON.parse(JSON.stringify(value)))),
    });
    const outcome = await compareRows(task).catch((error: unknown) => error);
    return { outcome, saved: saved as { next: number; ahead: number[] } | null, source };
  };

  test('a paused comparison reads no finished slice again and finds what a whole one finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 6 }),
        async (stops) => {
          let checkpoint: unknown = null;
          const finished = new Set<string>();
          for (const stop of [...stops, Infinity]) {
            const { outcome, saved, source } = await interrupted(stop, checkpoint);
            for (const slice of checksums(source)) expect(finished).not.toContain(slice);
            checkpoint = saved;
            if (saved) {
              const slices = 6;
              const isDone = (index: number) => index < saved.next || saved.ahead.includes(index);
              for (let index = 0; index < slices; index += 1) {
                const from = index === 0 ? null : String(index * 5_000 + 1);
                const to = index === slices - 1 ? null : String((index + 1) * 5_000 + 1);
                if (isDone(index)) finished.add(JSON.stringify({ kind: 'range', from, to }));
              }
            }
            if (outcome instanceof Error) {
              expect(outcome.message).toBe('paused');
              continue;
            }
            expect(outcome).toMatchObject({
              rowsSource: 30_000,
              rowsTarget: 29_998,
              differencesTotal: 4,
            });
            const { differences } = outcome as { differences: Difference[] };
            expect(differences.map(({ key }) => key?.[0]).sort()).toEqual(ids);
            expect(finished.size).toBeLessThanOrEqual(6);
            return;
          }
        },
      ),
      { numRuns: 5 },
    );
    // Hashes of 30,000 rows, again and again: much for a busy machine.
  }, 180_000);

  test('other rules make an earlier checkpoint worthless', async () => {
    const { saved } = await interrupted(7, null);
    const [source, other] = [memorySide(TABLE, rows), memorySide(TABLE, target)];
    const task = taskOf(source, other, { checkpoint: saved, rules: { leave_out: ['city'] } });
    expect(await compareRows(task)).toMatchObject({ differencesTotal: 4 });
    expect(checksums(source)).toHaveLength(6);
    // Two find nothing behind the last missing row, the third that the target goes on before it, and reads no further.
    expect(checksums(other)).toHaveLength(9);
  });

  test('an abort ends it, even where an engine does not answer', async () => {
    const abort = new AbortController();
    const side = memorySide(TABLE, rows);
    const never = new Promise<void>(() => undefined);
    side.before = ({ method }: Call) => (method === 'checksum' ? never : Promise.resolve());
    const task = taskOf(side, memorySide(TABLE, rows), { signal: abort.signal });
    const running = compareRows(task).catch((error: unknown) => error);
    setTimeout(() => abort.abort(new Error('cancelled')), 50);
    expect(await running).toMatchObject({ message: 'cancelled' });
  });

  test('a failure of one slice is thrown when the others have ended, and what they did is saved', async () => {
    const [source, other] = [memorySide(TABLE, rows), memorySide(TABLE, target)];
    let sums = 0;
    source.before = ({ method }) =>
      method === 'checksum' && (sums += 1) === 5
        ? Promise.reject(new ConnectorError('network', said('It is gone.')))
        : Promise.resolve();
    let saved: unknown = null;
    const task = taskOf(source, other, {
      saveCheckpoint: (value) => Promise.resolve(void (saved = value)),
    });
    await expect(compareRows(task)).rejects.toThrow('It is gone.');
    expect((saved as unknown as { next: number }).next).toBeGreaterThanOrEqual(3);
  });
});

describe('any tables', () => {
  const cell = fc.option(fc.constantFrom('a', 'b', 'c'), { freq: 4 });
  const keyed = (of: fc.Arbitrary<string>) =>
    fc.uniqueArray(fc.tuple(of, cell, cell), { selector: ([key]) => key, maxLength: 40 });
  const integerKey = fc.bigInt(-50n, 50n).map(String);
  const textKey = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 });

  test.each([
    ['an integer key', integerKey, INTEGER],
    ['a text key', textKey, TEXT],
  ])('with %s: exactly the rows that differ', async (_name, of, type) => {
    const table = tableOf([columnOf('id', type, false), ...COLUMNS.slice(1)]);
    await fc.assert(
      fc.asyncProperty(keyed(of), keyed(of), async (source, target) => {
        const outcome = await compareRows(
          taskOf(memorySide(table, source), memorySide(table, target)),
        );
        const [left, right] = [source, target].map(
          (rows) => new Map(rows.map((row): [string, TextRow] => [row[0], row])),
        );
        const expected = [...new Set([...left!.keys(), ...right!.keys()])].flatMap((key) => {
          const [one, other] = [left!.get(key), right!.get(key)];
          if (!one) return [`extra ${key}`];
          if (!other) return [`missing ${key}`];
          const names = ['id', 'name', 'city'].filter(
            (_column, index) => one[index] !== other[index],
          );
          return names.length > 0 ? [`changed ${key} ${names.join(',')}`] : [];
        });
        expect(outcome.differences.map(brief).sort()).toEqual(expected.sort());
        expect(outcome.differencesTotal).toBe(expected.length);
        expect(outcome.result).toBe(expected.length > 0 ? 'different' : 'identical');
      }),
    );
  });

  test('without a key: as many rows as are too few or too many', async () => {
    const table = tableOf(COLUMNS, []);
    const rows = fc.array(fc.tuple(fc.constantFrom('1', '2'), cell, fc.constant(null)), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(rows, rows, async (source, target) => {
        const outcome = await compareRows(
          taskOf(memorySide(table, source), memorySide(table, target)),
        );
        const counts = new Map<string, number>();
        for (const row of source) counts.set(row.join(), (counts.get(row.join()) ?? 0) + 1);
        for (const row of target) counts.set(row.join(), (counts.get(row.join()) ?? 0) - 1);
        const expected = [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
        expect(outcome.differencesTotal).toBe(expected);
        expect(outcome.differences).toHaveLength(expected);
      }),
    );
  });
});
