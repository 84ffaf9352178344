import { expect, test, vi } from 'vitest';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import { message } from '../../../../../contract/messages/message.ts';
import {
  type MemorySide,
  columnOf,
  compareInWords as compareRows,
  INTEGER,
  memorySide,
  tableOf,
  taskOf,
  TEXT,
  viewOf,
} from '../memory-fixture.ts';

const named = (...names: string[]): Column[] => [
  columnOf('id', INTEGER, false),
  ...names.map((name) => columnOf(name, TEXT)),
];
const rowsOf = (count: number): TextRow[] =>
  Array.from({ length: count }, (_, index) => [
    String(index + 1),
    `name ${index}`,
    `city ${index % 40}`,
    `other ${(index * index) % 997}`,
  ]);
const FROM = named('name', 'f1', 'qty');
const TO = named('name', 'city', 'quantity');
const ROWS = rowsOf(3_000);
/** Of the last column, the target has other values. */
const OTHERS = ROWS.map(([id = null, name = null, city = null], row) => [
  id,
  name,
  city,
  `x${row}`,
]);

const table = (columns: Column[], rows = ROWS, key = ['id']) =>
  memorySide(tableOf(columns, key), rows);
const evidenceOf = async (...task: Parameters<typeof taskOf>) => {
  const { coverage } = await compareRows(taskOf(...task));
  return coverage?.column_evidence?.map(({ source, target, rows, equal }) => [
    `${source} ${target}`,
    rows,
    equal,
  ]);
};
const BOTH = [
  ['f1 city', 200, 200],
  ['qty quantity', 200, 0],
];

test('of tables, views and samples, 200 rows are read by their keys', async () => {
  const [source, target] = [table(FROM), table(TO, OTHERS)];
  expect(await evidenceOf(source, target)).toEqual(BOTH);
  const asked = source.calls.flatMap((call) =>
    call.method === 'readRows' && call.part ? [call.of] : [],
  );
  expect(asked).toEqual([{ keys: expect.anything() }]);
  expect(
    await evidenceOf(table(FROM), table(TO, OTHERS), { options: { depth: 'rows', sample: 500 } }),
  ).toEqual(BOTH);
  const views = [FROM, TO].map((columns, index) =>
    memorySide(viewOf(columns), index ? OTHERS : ROWS),
  );
  expect(await evidenceOf(views[0]!, views[1]!, { viewKeys: [['id']] })).toEqual(BOTH);
  const some = rowsOf(30);
  expect(await evidenceOf(table(FROM, some), table(TO, some))).toEqual([
    // All but the first.
    ['f1 city', 29, 29],
    ['qty quantity', 29, 29],
  ]);
});

test('nothing is read where each column has its counterpart, or no key tells rows', async () => {
  const read = async (source: MemorySide, target: MemorySide, rules = {}) => {
    expect(await evidenceOf(source, target, { rules })).toBeUndefined();
    return source.calls.some((call) => call.method === 'readRows' && call.part !== undefined);
  };
  expect(await read(table(FROM), table(FROM))).toBe(false);
  expect(await read(table(FROM), table(named('name')))).toBe(false);
  expect(await read(table(FROM, ROWS, []), table(TO, ROWS, []))).toBe(false);
  const columns = [
    { source: 'f1', target: 'city' },
    { source: 'qty', target: 'quantity' },
  ];
  expect(await read(table(FROM), table(TO), { columns })).toBe(false);
  expect(await read(table(FROM), table(TO), { leave_out: ['f1', 'qty'] })).toBe(false);
});

test.each([
  ['fits into memory', false],
  ['does not', true],
])(
  'of a view that takes long to read and %s, nothing is held, which is said',
  async (_, isLarge) => {
    const said = async (
      slow: number,
      from: Column[],
      to: Column[],
      rows: TextRow[],
      viewKeys = [['id']],
    ) => {
      const sides = [memorySide(viewOf(from), ROWS), memorySide(viewOf(to), rows)] as const;
      vi.useFakeTimers({ toFake: ['performance'] });
      sides[0].before = async ({ method }) => {
        if (method !== 'sampleRows') return;
        vi.advanceTimersByTime(slow);
        if (isLarge) throw new ConnectorError('limit', message('rows.noColumn'));
      };
      try {
        const rules = { key: viewKeys[0] ?? [] };
        const outcome = await compareRows(taskOf(...sides, { viewKeys, rules }));
        return outcome.notes.filter((note) => note.startsWith('Reading took'));
      } finally {
        vi.useRealTimers();
      }
    };
    const unread =
      'Reading took 4 seconds, so no values were read to find out which columns of the target are these ones of the source under another name: f1, qty.';
    expect(await said(4_000, FROM, TO, ROWS)).toEqual([unread]);
    const others = ROWS.map(([id = null, , ...values]) => [id, 'x', ...values]);
    expect(await said(4_000, FROM, TO, others)).toEqual([
      expect.stringContaining('so it was not repeated'),
      unread,
    ]);
    expect(await said(2_000, FROM, TO, ROWS)).toEqual([]);
    expect(await said(4_000, FROM, FROM, ROWS)).toEqual([]);
    // Without a key, these are never held against each other.
    expect(await said(4_000, FROM, TO, ROWS, [])).toEqual([]);
  },
);

test('rows of a key that several rows have tell nothing', async () => {
  const doubled = ROWS.map(([, ...values], row) => [String(Math.floor(row / 2)), ...values]);
  expect(await evidenceOf(table(FROM, doubled), table(TO, doubled))).toBeUndefined();
});

test('long values are read as far as 1,000 characters, and differ by their lengths, too', async () => {
  const long = (end: string) =>
    ROWS.map(([id = null, name = null, city = null]) => [
      id,
      name,
      `${city}${'x'.repeat(1_000)}${end}`,
      city,
    ]);
  const one = table(named('name', 'f1', 'f2'), long(''));
  expect(await evidenceOf(one, table(named('name', 'text', 'city'), long('')))).toEqual([
    ['f1 text', 200, 200],
    ['f2 city', 200, 200],
  ]);
  expect(await evidenceOf(one, table(named('name', 'text', 'city'), long('!')))).toEqual([
    ['f2 city', 200, 200],
  ]);
});

test('a database that refuses these questions changes nothing of the result', async () => {
  const source = table(FROM);
  source.before = (call) =>
    call.method === 'readRows' && call.part
      ? Promise.reject(new ConnectorError('limit', message('rows.onlySample')))
      : Promise.resolve();
  const outcome = await compareRows(taskOf(source, table(TO)));
  expect(outcome).toMatchObject({ result: 'partly_compared', differencesTotal: 0 });
  expect(outcome.coverage).not.toHaveProperty('column_evidence');
});

test('of masked columns, no value is told', async () => {
  const outcome = await compareRows(taskOf(table(FROM), table(TO), { mask: ['f1', 'city'] }));
  expect(outcome.coverage?.column_evidence).toContainEqual({
    source: 'f1',
    target: 'city',
    rows: 200,
    equal: 200,
  });
  expect(JSON.stringify(outcome)).not.toContain('city 3');
});

test('of many columns all are held against each other, of too many none', async () => {
  const wide = (prefix: string, count: number) =>
    memorySide(
      tableOf(named(...Array.from({ length: count }, (_, place) => `${prefix}${place}`))),
      Array.from({ length: 300 }, (_, row) => [
        String(row),
        ...Array.from({ length: count }, (_, place) => `text ${(row * (place + 3)) % 311}`),
      ]),
    );
  const found = await evidenceOf(wide('one', 120), wide('xyz', 120));
  expect(found).toHaveLength(120);
  expect(found?.every(([names]) => /^one(\d+) xyz\1$/.test(String(names)))).toBe(true);
  expect(await evidenceOf(wide('one', 123), wide('xyz', 123))).toBeUndefined();
});
