import { setImmediate as letOthers } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import { message } from '../../../../../contract/messages/message.ts';
import { MAX_ROWS } from './find-buckets.ts';
import { roomForCopies } from './compare-in-memory.ts';
import {
  columnOf,
  compareInWords as compareRows,
  INTEGER,
  type MemorySide,
  memorySide,
  tableOf,
  taskOf,
  TEXT,
  viewOf,
} from '../memory-fixture.ts';

const COLUMNS = [columnOf('id', INTEGER, false), columnOf('name', TEXT)];
const VIEW = viewOf(COLUMNS);
const rowsOf = (count: number): TextRow[] =>
  Array.from({ length: count }, (_, index) => [String(index), `name ${index}`]);
const sidesOf = (rows: TextRow[], others = rows) =>
  [memorySide(VIEW, rows), memorySide(VIEW, others)] as const;
const ROOM = roomForCopies({ columns: [] });
const asked = ({ calls }: MemorySide) => calls.map(({ method }) => method);

describe('a view', () => {
  test('is read once on each side where nothing differs, also against a table, and where it is empty', async () => {
    for (const count of [0, 1, MAX_ROWS]) {
      const [source, target] = sidesOf(rowsOf(count));
      const outcome = await compareRows(taskOf(source, target));
      expect(outcome).toMatchObject({
        result: 'identical',
        rowsSource: count,
        coverage: { by: 'values', rows: count, of: count, complete: true },
      });
      expect([source, target].map(asked)).toEqual([['sampleRows'], ['sampleRows']]);
    }
    const [source, table] = [
      memorySide(VIEW, rowsOf(9_000)),
      memorySide(tableOf(COLUMNS), rowsOf(9_000)),
    ];
    expect(await compareRows(taskOf(source, table))).toMatchObject({ result: 'identical' });
    expect([source, table].map(asked)).toEqual([['sampleRows'], ['sampleRows']]);
  });

  test('rows that differ are read again: those that are equal then were being changed', async () => {
    const rows = rowsOf(3_000);
    const others = rows.map(([id = null, name = null]) => [id, Number(id) < 2 ? 'x' : name]);
    const [source, target] = sidesOf(rows, others);
    target.before = () => {
      // Before the second look, the first row becomes what it should be.
      if (target.calls.length === 2) target.rows = [rows[0]!, ...others.slice(1)];
      return Promise.resolve();
    };
    const outcome = await compareRows(taskOf(source, target, { rules: { key: ['id'] } }));
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 1 });
    expect(outcome.differences).toMatchObject([
      { key: ['1'], kind: 'changed', columns: [{ name: 'name', source: 'name 1', target: 'x' }] },
    ]);
    expect(outcome.notes.join(' ')).toContain('1 row');
    expect([source, target].map((side) => asked(side).length)).toEqual([2, 2]);
  });

  /** Makes each question to a side take this long. */
  const slowly = async (
    ms: number,
    sides: readonly MemorySide[],
    compared: () => Promise<void>,
  ) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    for (const side of sides)
      side.before = () => Promise.resolve(void vi.advanceTimersByTime(ms / sides.length));
    try {
      await compared();
    } finally {
      vi.useRealTimers();
    }
  };

  test.each([
    ['by a key', 50, { key: ['id'] }, 1],
    ['as whole rows', 50, {}, 2],
    ['in parts', MAX_ROWS * 2 + 5, { key: ['id'] }, 1],
  ])(
    'that takes long to read is read once, also where rows differ, %s, and that is said',
    async (_, count, rules, times) => {
      const rows = rowsOf(count);
      const others = rows.map(([id = null, name = null]) => [id, id === '3' ? 'x' : name]);
      const [source, target] = sidesOf(rows, others);
      await slowly(4_000, [source, target], async () => {
        const outcome = await compareRows(taskOf(source, target, { rules }));
        expect(outcome).toMatchObject({
          result: 'different',
          differencesTotal: times,
          rowsSource: count,
        });
        expect(outcome.notes.join(' ')).toContain('Reading took 4 seconds');
        expect([source, target].map(asked)).toEqual([['sampleRows'], ['sampleRows']]);
        target.rows = rows;
        const { result, notes } = await compareRows(taskOf(source, target, { rules }));
        expect(result).toBe('identical');
        expect(notes.join(' ')).not.toContain('Reading took');
      });
    },
  );

  test('of more rows than one comparison at a time holds finds each of them in parts', async () => {
    const rows = rowsOf(MAX_ROWS * 3);
    const others = rows.flatMap(([id = null, name = null]): TextRow[] => {
      if (id === '7') return [];
      return [[id, Number(id) % 10_000 === 1 ? `${name}!` : name]];
    });
    const [source, target] = sidesOf(rows, [...others.toReversed(), ['-1', 'more']]);
    const outcome = await compareRows(taskOf(source, target, { viewKeys: [['id']] }));
    expect(outcome.differences.map(({ kind, key }) => `${kind} ${key?.join()}`).toSorted()).toEqual(
      [
        ...[1, 10_001, 20_001, 30_001, 40_001, 50_001].map((id) => `changed ${id}`),
        'extra -1',
        'missing 7',
      ],
    );
    expect([source, target].map((side) => asked(side).length)).toEqual([2, 2]);
  });

  test('of more rows than are taken into memory is compared by buckets, and not counted', async () => {
    const rows = rowsOf(ROOM + 1);
    const [source, target] = sidesOf(rows);
    expect(await compareRows(taskOf(source, target))).toMatchObject({
      result: 'identical',
      rowsSource: ROOM + 1,
    });
    expect([source, target].map(asked)).toEqual([
      ['sampleRows', 'bucketChecksums'],
      ['sampleRows', 'bucketChecksums'],
    ]);
    target.rows = rows.slice(1);
    for (const side of [source, target]) side.calls = [];
    await slowly(4_000, [source, target], async () => {
      expect(await compareRows(taskOf(source, target))).toMatchObject({
        result: 'different',
        differencesTotal: 1,
        rowsSource: ROOM + 1,
        rowsTarget: ROOM,
      });
    });
    // Once for all rows, once for their checksums, once for those of the bucket that differs.
    const thrice = ['sampleRows', 'bucketChecksums', 'readRows'];
    expect([source, target].map(asked)).toEqual([thrice, thrice]);
  });

  test('of many columns has room for fewer rows, but for as many as a batch has', () => {
    const roomOf = (count: number) => roomForCopies({ columns: Array(count).fill(COLUMNS[0]) });
    expect([2, 9, 10, 24, 49, 500].map(roomOf)).toEqual([
      100_000,
      100_000,
      90_909,
      40_000,
      MAX_ROWS,
      MAX_ROWS,
    ]);
  });

  test('that does not fit into memory is read in one batch at a time', async () => {
    const rows = rowsOf(MAX_ROWS * 2 + 1);
    const others = rows.map(([id = null, name = null]) => [id, Number(id) % 5 ? name : 'x']);
    const [source, target] = sidesOf(rows, others);
    let [now, most, batches] = [0, 0, 0];
    source.before = async (call) => {
      if (call.method === 'sampleRows') throw new ConnectorError('limit', message('rows.noColumn'));
      if (call.method !== 'readRows') return;
      batches += 1;
      most = Math.max(most, (now += 1));
      await letOthers();
      now -= 1;
    };
    const outcome = await compareRows(taskOf(source, target, { rules: { key: ['id'] } }));
    expect(outcome.differencesTotal).toBe(8_001);
    expect(batches).toBeGreaterThan(1);
    expect(most).toBe(1);
  });

  test.each(['limit', 'unsupported'] as const)(
    'whose rows cannot be read at once (%s) is compared all the same',
    async (code) => {
      const [source, target] = sidesOf(rowsOf(100), rowsOf(99));
      target.before = ({ method }) =>
        method === 'sampleRows'
          ? Promise.reject(new ConnectorError(code, message('rows.noColumn')))
          : Promise.resolve();
      const outcome = await compareRows(taskOf(source, target));
      expect(outcome).toMatchObject({ result: 'different', differencesTotal: 1, rowsTarget: 99 });
    },
  );

  test('of which only a count or a sample is wanted is not read for more', async () => {
    for (const options of [
      { depth: 'counts', sample: null },
      { depth: 'rows', sample: 10 },
    ] as const) {
      const [source, target] = sidesOf(rowsOf(100));
      await compareRows(taskOf(source, target, { options }));
      expect(asked(source)[0]).toBe('countRows');
    }
  });
});

const REPLACED = { column: 'id', source: 'id', target: 'id' };
const IN_PLACE = new Map([['id', { type: 'integer', canonical: INTEGER, expression: 'id' }]]);
const COMPUTED = { source: IN_PLACE, target: IN_PLACE };

describe('what identifies the rows of two views by their queries', () => {
  const rows = rowsOf(100);
  const changed = rows.map(([id = null, name = null]) => [id, name === null ? null : `${name} `]);

  test('matches them, so that a row that differs is a changed one, and its cause is told', async () => {
    const outcome = await compareRows(taskOf(...sidesOf(rows, changed), { viewKeys: [['id']] }));
    expect(outcome).toMatchObject({ result: 'different', differencesTotal: 100 });
    expect(outcome.differences[0]).toMatchObject({ kind: 'changed' });
    expect(outcome.explanation?.causes).toMatchObject([{ column: 'name' }]);
    expect(outcome.notes.join(' ')).toContain('unique in the rows of both: id.');
    expect(outcome.notes.join(' ')).not.toContain('No key');
  });

  test.each<[string, Parameters<typeof taskOf>[2] & object, TextRow[]]>([
    ['is not known', {}, changed],
    ['is not unique in the rows of a side', { viewKeys: [['id']] }, [...changed, ['0', 'x']]],
    [
      'is replaced by an expression',
      { viewKeys: [['id']], rules: { expressions: [REPLACED] }, computed: COMPUTED },
      changed,
    ],
    ['is a column that is not compared', { viewKeys: [['lost']] }, changed],
    [
      'is compared in another way than letter by letter',
      { viewKeys: [['name']], rules: { ignore_case: true } },
      changed,
    ],
  ])('is not used where it %s', async (_, given, others) => {
    const outcome = await compareRows(taskOf(...sidesOf(rows, others), given));
    expect(outcome.differences.some(({ kind }) => kind === 'changed')).toBe(false);
    expect(outcome.differencesTotal).toBe(rows.length + others.length);
    expect(outcome.notes.join(' ')).toContain('No key');
  });

  test('gives way to the next one, and to the key that a person names', async () => {
    const keys = { viewKeys: [['name'], ['id']] };
    const twice = [...rows, ['100', 'name 0']];
    const outcome = await compareRows(taskOf(...sidesOf(twice, rows), keys));
    expect(outcome.differences).toMatchObject([{ key: ['100'], kind: 'missing' }]);
    const named = await compareRows(
      taskOf(...sidesOf(rows, changed), { viewKeys: [['id']], rules: { key: ['name'] } }),
    );
    expect(named.differencesTotal).toBe(200);
  });

  test('is not stored where it is masked', async () => {
    const task = taskOf(...sidesOf(rows, changed), { viewKeys: [['id']], mask: ['id'] });
    const outcome = await compareRows(task);
    expect(outcome.differences[0]).toMatchObject({ kind: 'changed' });
    expect(JSON.stringify(outcome.differences)).not.toContain('"0"');
  });
});
