import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import { joinSides } from './join-sides.ts';
import {
  columnOf,
  INTEGER,
  memorySide,
  tableOf,
  taskOf,
  TEXT,
  compareInWords as compareRows,
} from '../memory-fixture.ts';

const COLUMNS = [columnOf('id', INTEGER, false), columnOf('name', TEXT)];
const TABLE = tableOf(COLUMNS);
const rowsOf = (count: number): TextRow[] =>
  Array.from({ length: count }, (_, index) => [String(index + 1), `name ${index}`]);

/** A part of the table, under a name of its own. */
const partOf = (name: string, rows: TextRow[], structure = TABLE) =>
  memorySide({ ...structure, name }, rows);
const split = (rows: TextRow[], parts: number, structure = TABLE) =>
  joinSides(
    Array.from({ length: parts }, (_, part) =>
      partOf(
        `items_${part}`,
        rows.filter((_row, index) => index % parts === part),
        structure,
      ),
    ),
  )!;

describe('several tables as one', () => {
  test('are identical with the table that they are the parts of, however many rows', async () => {
    for (const count of [0, 5, 12_001]) {
      const rows = rowsOf(count);
      for (const structure of [TABLE, tableOf(COLUMNS, []), tableOf(COLUMNS, ['name'])]) {
        const task = taskOf(memorySide(structure, rows), split(rows, 3, structure));
        expect(await compareRows(task)).toMatchObject({
          result: 'identical',
          rowsSource: count,
          rowsTarget: count,
        });
      }
    }
  });

  test('say that policies may hide rows of one of them', async () => {
    const rows = rowsOf(4);
    const policed = partOf('items_1', rows.slice(2), { ...TABLE, policed: true });
    const both = joinSides([partOf('items_0', rows.slice(0, 2)), policed])!;
    const { result, coverage } = await compareRows(taskOf(memorySide(TABLE, rows), both));
    expect(result).toBe('partly_compared');
    expect(coverage?.left_out).toEqual([{ name: both.name, why: 'policies' }]);
  });

  test('are compared on both sides', async () => {
    const rows = rowsOf(12_001);
    expect(await compareRows(taskOf(split(rows, 2), split(rows, 5)))).toMatchObject({
      result: 'identical',
    });
  });

  test('rows that differ name their table; one that is in two of them is extra', async () => {
    const rows = rowsOf(30);
    const [one, other] = [rows.slice(0, 15), rows.slice(15)];
    one[3] = ['4', 'changed'];
    const target = joinSides([
      partOf('old', one),
      partOf('new', [...other.filter(([id]) => id !== '20'), ['1', 'name 0']]),
    ])!;
    const { differences } = await compareRows(taskOf(memorySide(TABLE, rows), target));
    const found = new Map(differences.map((row) => [`${row.kind} ${row.key?.[0]}`, row.columns]));
    expect([...found.keys()].sort()).toEqual(['changed 4', 'extra 1', 'missing 20']);
    expect(found.get('changed 4')![0]).toEqual({
      name: '(table)',
      source: null,
      target: 'shop.old',
    });
    expect(found.get('extra 1')![0]!.target).toMatch(/^shop\.(old|new)$/);
    expect(found.get('missing 20')!.map(({ name }) => name)).toEqual(['id', 'name']);
  });

  test('a sample of them is the sample of the whole', async () => {
    const rows = rowsOf(500);
    const options = { depth: 'rows', sample: 40 } as const;
    const task = taskOf(memorySide(TABLE, rows), split(rows, 4), { options });
    const outcome = await compareRows(task);
    expect(outcome.result).toBe('partly_compared');
    expect(outcome.notes.at(-1)).toMatch(/^40 of 500 rows .* with 40 of 500 /);
  });

  test('any parts find what the whole finds', async () => {
    const rows = rowsOf(60);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(70), fc.constantFrom('x', 'y')), { maxLength: 12 }),
        fc.integer({ min: 2, max: 6 }),
        async (edits, parts) => {
          const byId = new Map(rows.map((row) => [row[0], row]));
          for (const [id, name] of edits) byId.set(String(id), [String(id), name]);
          const target = [...byId.values()];
          const whole = await compareRows(
            taskOf(memorySide(TABLE, rows), memorySide(TABLE, target)),
          );
          const divided = await compareRows(taskOf(memorySide(TABLE, rows), split(target, parts)));
          expect(divided.differencesTotal).toBe(whole.differencesTotal);
          const ids = ({ differences }: typeof whole) =>
            differences.map(({ kind, key }) => `${kind} ${key?.[0]}`).sort();
          expect(ids(divided)).toEqual(ids(whole));
        },
      ),
    );
  });

  test('need the same columns of the same types', () => {
    const wider = tableOf([...COLUMNS, columnOf('more', TEXT)]);
    expect(joinSides([partOf('a', []), partOf('b', [], wider)])).toBeNull();
    const other = tableOf([columnOf('id', TEXT, false), columnOf('name', TEXT)]);
    expect(joinSides([partOf('a', []), partOf('b', [], other)])).toBeNull();
  });
});
