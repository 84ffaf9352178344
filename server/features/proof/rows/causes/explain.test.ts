import { describe, expect, test } from 'vitest';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { MARK_LENGTH } from '../../../../platform/vault.ts';
import { compareRows } from '../compare-rows.ts';
import { columnOf, DOUBLE, INTEGER, memorySide, tableOf, taskOf, TEXT } from '../memory-fixture.ts';

const DECIMAL: CanonicalType = { kind: 'decimal', precision: 12, scale: 4 };
const MOMENT: CanonicalType = { kind: 'timestamp', precision: 6, zone: false };
type Rows = TextRow[];

async function compare(
  types: CanonicalType[],
  source: Rows,
  target: Rows,
  given: Parameters<typeof taskOf>[2] & { key?: string[] } = {},
) {
  const columns = types.map((type, index) => columnOf(index === 0 ? 'id' : `c${index}`, type));
  columns[0] = columnOf('id', INTEGER, false);
  const { key, ...options } = given;
  const table = tableOf(columns, key);
  const outcome = await compareRows(
    taskOf(memorySide(table, source), memorySide(table, target), options),
  );
  return { ...outcome, said: outcome.explanation?.causes.map(({ message }) => message) ?? [] };
}

const COUNT = 40;
const rowsOf = (valueOf: (place: number) => string | null, count = COUNT): Rows =>
  Array.from({ length: count }, (_, place) => [String(place + 1), valueOf(place)]);
/** Causes of a column whose values are made of a row's place. */
const causesOf = async (
  type: CanonicalType,
  source: (place: number) => string | null,
  target: (place: number) => string | null,
  count = COUNT,
) => (await compare([INTEGER, type], rowsOf(source, count), rowsOf(target, count))).said;

const at = (place: number, hours = 0): string =>
  new Date(Date.UTC(2024, 0, 1 + place * 9, 10 + hours))
    .toISOString()
    .replace('T', ' ')
    .replace('.000Z', '.000000');

describe('a column', () => {
  test('has lost its values, or got some, in three rows or more', async () => {
    const TEXT: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };
    const value = (place: number) => `v${place}`;
    const without = (nothing: string | null, rows: number) => (place: number) =>
      place < rows ? nothing : value(place);
    const said = [
      await causesOf(TEXT, value, without(null, 3)),
      await causesOf(TEXT, value, without('', 3)),
      await causesOf(TEXT, without(null, 3), value),
      await causesOf(TEXT, without('', 3), value),
    ];
    expect(said).toEqual([
      ['c1 has a value on the source and is NULL on the target in all 3 rows that differ there.'],
      ['c1 has a value on the source and is empty on the target in all 3 rows that differ there.'],
      ['c1 is NULL on the source and has a value on the target in all 3 rows that differ there.'],
      ['c1 is empty on the source and has a value on the target in all 3 rows that differ there.'],
    ]);
    expect(await causesOf(TEXT, value, without(null, 2))).toEqual([]);
  });

  test('is later by the same time in all rows, with examples and what holds for each row', async () => {
    const many = 12_000;
    const { explanation, differences, differencesTotal } = await compare(
      [INTEGER, MOMENT],
      rowsOf((place) => at(place), many),
      rowsOf((place) => at(place, 1), many),
    );
    expect(differencesTotal).toBe(many);
    expect(explanation).toMatchObject({
      read: many,
      columns: [{ name: 'c1', rows: many }],
      causes: [
        {
          id: 'shift:3600',
          column: 'c1',
          message: 'c1 is 1 h later on the target in all 12,000 rows that differ there.',
          rows: many,
          of: many,
        },
      ],
    });
    expect(explanation?.causes[0]?.examples).toHaveLength(3);
    // The rows that a decision would make equal are counted, not only those that are kept.
    expect(explanation).toMatchObject({
      counted: many,
      columns: [{ alone: many }],
      causes: [{ settles: many }],
      kept: 1_000,
      settled: 1_000,
    });
    expect(differences).toHaveLength(1_000);
    expect(differences.every(({ columns }) => columns[0]?.causes?.join() === 'shift:3600')).toBe(
      true,
    );
  });

  test('keeps some rows of a cause, a column and a kind that stand behind the first ones', async () => {
    const rows = (hours: number, spelled: (text: string) => string, many: number) =>
      Array.from({ length: many }, (_, place): TextRow => {
        const isLate = place >= 2_500;
        return [
          String(place),
          at(place, isLate ? 0 : hours),
          isLate ? spelled(`v${place}`) : 'same',
        ];
      });
    const { explanation, differences, differencesTotal } = await compare(
      [INTEGER, MOMENT, TEXT],
      rows(0, (text) => text, 3_010),
      rows(1, (text) => text.toUpperCase(), 3_000),
    );
    expect(differencesTotal).toBe(3_010);
    const having = (id: string) =>
      differences.filter(({ columns }) => columns.some(({ causes }) => causes?.includes(id)));
    expect([having('shift:3600'), having('case')].map(({ length }) => length)).toEqual([1_000, 20]);
    expect(differences.filter(({ kind }) => kind === 'missing')).toHaveLength(10);
    expect(explanation).toMatchObject({ kept: 1_000, settled: 1_000 });
  });

  test('would be equal by its cause in the rows where no other column differs', async () => {
    const rows = (hours: number, other: (place: number) => string) =>
      Array.from({ length: 3_000 }, (_, place): TextRow => [
        String(place),
        at(place, place % 100 === 7 ? hours * 5 : hours),
        other(place),
      ]);
    const { explanation } = await compare(
      [INTEGER, MOMENT, TEXT],
      rows(0, (place) => `v${place}`),
      rows(1, (place) => (place % 3 === 0 ? `V${place}` : `v${place}`)),
    );
    expect(explanation).toMatchObject({
      counted: 3_000,
      columns: [
        { name: 'c1', rows: 3_000, alone: 2_000 },
        { name: 'c2', rows: 1_000, alone: 0 },
      ],
      causes: [
        { id: 'shift:3600', rows: 2_970, settles: 1_980 },
        { id: 'case', rows: 1_000, settles: 0 },
      ],
    });
  });

  test('that is later by other times in each row is not explained', async () => {
    const said = await causesOf(
      MOMENT,
      (place) => at(place),
      (place) => at(place, place + 1),
    );
    expect(said).toEqual([]);
  });

  test('is explained by summer time where only rows in summer differ', async () => {
    const isSummer = (place: number) => /-0[4-9]-/.test(at(place));
    const said = await causesOf(
      MOMENT,
      (place) => at(place),
      (place) => at(place, isSummer(place) ? 1 : 0),
    );
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('summer time, as in Europe/Berlin');
    // The same number of rows, but of the whole year.
    const others = await causesOf(
      MOMENT,
      (place) => at(place),
      (place) => at(place, place % 2),
    );
    expect(others).toEqual(['c1 is 1 h later on the target in all 20 rows that differ there.']);
  });

  test('is explained by the zone of one side', async () => {
    const isSummer = (place: number) => /-0[4-9]-|-10-[01]/.test(at(place));
    const [said] = await causesOf(
      MOMENT,
      (place) => at(place),
      (place) => at(place, isSummer(place) ? -2 : -1),
    );
    expect(said).toContain('in local time on the source, as in Europe/Berlin, and in UTC');
  });

  test('has day and month swapped, which no shift is', async () => {
    const DATE: CanonicalType = { kind: 'date' };
    const day = (place: number) => at(place).slice(0, 10);
    const turned = (text: string) => text.replace(/-(\d\d)-(\d\d)$/, '-$2-$1');
    const isDate = (text: string) => Number(text.slice(5, 7)) <= 12;
    const swapped = (place: number) =>
      isDate(turned(day(place))) ? turned(day(place)) : day(place);
    const [said, ...others] = await causesOf(DATE, day, swapped);
    expect(said).toMatch(/^Day and month of c1 are swapped on the target in all \d+ rows/);
    expect(others).toEqual([]);
    // Where the other days became NULL, both is said.
    const lost = (place: number) => (isDate(turned(day(place))) ? turned(day(place)) : null);
    expect(await causesOf(DATE, day, lost)).toEqual([
      expect.stringContaining('is NULL on the target'),
      expect.stringMatching(/^Day and month of c1 are swapped/),
    ]);
    // Thirty days later: of the rows of one month the fourth has them swapped, too.
    const later = (place: number) => at(place, 30 * 24).slice(0, 10);
    expect(await causesOf(DATE, day, later)).toEqual([
      'c1 is 30 d later on the target in all 40 rows that differ there.',
    ]);
    // One date, in many rows, may be anything.
    const one = [() => '2024-03-04', () => '2024-04-03'] as const;
    expect(await causesOf(DATE, ...one)).toEqual([]);
    // Some of many other dates.
    const some = (place: number) =>
      place % 3 === 0 ? swapped(place) : at(place, 24 * (place + 40)).slice(0, 10);
    expect(await causesOf(DATE, day, some)).toEqual([]);
  });

  test('has its dates in another form, the same one in nearly all rows', async () => {
    const iso = (place: number) => at(place).slice(0, 10);
    const day = (place: number) => iso(place).slice(8);
    const month = (place: number) => iso(place).slice(5, 7);
    const byDay = (place: number) => `${day(place)}/${month(place)}/${iso(place).slice(0, 4)}`;
    const byMonth = (place: number) => `${month(place)}/${day(place)}/${iso(place).slice(0, 4)}`;
    expect(await causesOf(TEXT, iso, byMonth)).toEqual([
      'c1 has the same dates, as yyyy-mm-dd on the source and as mm/dd/yyyy on the target, in all 40 rows that differ there.',
    ]);
    const mixed = (place: number) => (place % 2 === 0 ? byDay(place) : byMonth(place));
    expect(await causesOf(TEXT, iso, mixed)).toEqual([]);
  });

  test('is a century off, which is not the same number of days everywhere', async () => {
    const moment = (place: number) => at(place * 12).replace(/^20/, '19');
    const century = (place: number) => at(place * 12);
    const leap = (place: number) => moment(place).replace(/^..../, (y) => String(Number(y) - 4));
    expect(await causesOf(MOMENT, moment, century)).toEqual([
      'The year of c1 is greater by 100 on the target in all 40 rows that differ there; day, month and time are the same.',
    ]);
    expect(await causesOf(MOMENT, moment, leap)).toEqual([
      'The year of c1 is smaller by 4 on the target in all 40 rows that differ there; day, month and time are the same.',
    ]);
    // Every row by another number of years.
    const any = (place: number) =>
      moment(place).replace(/^../, (c) => String(20 + (place % 9)) || c);
    expect(await causesOf(MOMENT, moment, any)).toEqual([]);
    const days = (place: number) => at(place * 12, 365 * 24);
    expect(await causesOf(MOMENT, century, days)).toEqual([
      'c1 is 365 d later on the target in all 40 rows that differ there.',
    ]);
  });

  test('has lost members of its JSON: named ones, or others in each row', async () => {
    const whole = (place: number) =>
      JSON.stringify({ id: place, address: `Street ${place}`, note: null, x1: 1, x2: 2, x3: 3 });
    const without = (namesOf: (place: number) => readonly string[]) => (place: number) => {
      const names = namesOf(place);
      const left = Object.entries(JSON.parse(whole(place))).filter(
        ([name]) => !names.includes(name),
      );
      return JSON.stringify(Object.fromEntries(left));
    };
    expect(
      await causesOf(
        TEXT,
        whole,
        without(() => ['address']),
      ),
    ).toEqual(['c1 lacks address on the target in all 40 rows that differ there.']);
    expect(
      await causesOf(
        TEXT,
        without(() => ['note']),
        whole,
      ),
    ).toEqual([
      'c1 has note as null on the target and not at all on the source in all 40 rows that differ there.',
    ]);
    const either = without((place) => (place % 4 === 0 ? ['x1'] : ['address', 'x2']));
    expect(await causesOf(TEXT, whole, either)).toEqual([
      'c1 lacks address, x2 on the target in 30 of the 40 rows that differ there.',
      'c1 lacks x1 on the target in 10 of the 40 rows that differ there.',
    ]);
    const names = ['address', 'x1', 'x2', 'x3', 'id'];
    const any = without((place) => names.filter((_, at) => ((place % 31) + 1) & (1 << at)));
    expect(await causesOf(TEXT, whole, any)).toEqual([
      'c1 lacks members on the target that it has on the source, in all 40 rows that differ there.',
    ]);
    const others = (place: number) => whole(place).replace(`"id":${place}`, `"id":${place + 1}`);
    expect(await causesOf(TEXT, whole, others)).toEqual([]);
  });

  test('is explained by the digits that a FLOAT shows, however large its numbers are', async () => {
    const single = (place: number) => Math.fround((place + 1.1) ** 4 / 37);
    const shown = (place: number) => String(Number(single(place).toPrecision(6)));
    const digits = (place: number) => String(single(place));
    expect(await causesOf(TEXT, digits, shown)).toEqual([
      'c1 keeps only 6 significant digits on the target in all 40 rows that differ there.',
    ]);
    // With the nine digits that tell all such numbers apart, nothing is lost.
    const whole = (place: number) => String(Number(single(place).toPrecision(9)));
    expect(await causesOf(TEXT, digits, whole)).toEqual([
      'c1 holds numbers that are the same to the 32 bits of a FLOAT or REAL, in all 38 rows that differ there.',
    ]);
    const other = (place: number) => String(single(place) * (1 + (place + 1) * 1e-5));
    expect(await causesOf(TEXT, digits, other)).toEqual([]);
  });

  test('is explained by the order in which floating-point numbers were added up', async () => {
    const parts = (place: number) =>
      Array.from({ length: 50 }, (_, at) => ((place * 37 + at * 11) % 97) / 10 + 0.1);
    const sum = (numbers: number[]) => String(numbers.reduce((one, other) => one + other, 0));
    const noise =
      /^c1 differs only beyond the twelfth significant digit, .* in all \d\d rows that differ there\.$/;
    const added = (place: number) => sum(parts(place));
    for (const other of [
      (place: number) => sum(parts(place).toReversed()),
      // Exact sums are short, and nobody rounded the others to their places.
      (place: number) => String(Number(sum(parts(place).map((one) => Math.round(one * 10)))) / 10),
    ])
      for (const [source, target] of [
        [added, other],
        [other, added],
      ] as const) {
        const said = await causesOf(DOUBLE, source, target);
        expect(said).toEqual([expect.stringMatching(noise)]);
      }
    // A single sum is enough, and one that is a millionth larger is another.
    expect(
      await causesOf(
        DOUBLE,
        (place) => `${place}.3`,
        (place) => (place === 7 ? '7.300000000000001' : `${place}.3`),
      ),
    ).toHaveLength(1);
    const more = (place: number) => String(Number(added(place)) * (1 + (place + 1) * 1e-7));
    expect(await causesOf(DOUBLE, added, more)).toEqual([]);
    const fifteen = (place: number) => String(Number(((place + 1) / 7).toPrecision(15)));
    expect(await causesOf(DOUBLE, (place) => String((place + 1) / 7), fifteen)).toEqual([
      expect.stringMatching(/^c1 keeps only 15 significant digits on the target/),
    ]);
  });

  test('is explained by a factor, an offset, or digits that were rounded', async () => {
    const value = (place: number) => ((place + 1) * 1.2345).toFixed(4);
    const times = (factor: number) => (place: number) => ((place + 1) * 1.2345 * factor).toFixed(4);
    expect(await causesOf(DECIMAL, value, times(100))).toEqual([
      'c1 is 100 times as large on the target in all 40 rows that differ there.',
    ]);
    expect(
      await causesOf(DECIMAL, value, (place) => ((place + 1) * 1.2345 - 5).toFixed(4)),
    ).toEqual(['c1 is smaller by 5 on the target in all 40 rows that differ there.']);
    const [said] = await causesOf(
      DECIMAL,
      value,
      (place) => `${Number(value(place)).toFixed(1)}000`,
    );
    expect(said).toMatch(/^c1 is rounded to 1 decimal place on/);
    // One value that became one other says nothing of what was done to it.
    expect(
      await causesOf(
        DECIMAL,
        () => '1.0000',
        () => '2.0000',
      ),
    ).toEqual([]);
    // Rounded, but for a third of the rows.
    expect(
      await causesOf(DECIMAL, value, (place) =>
        place % 3 === 0 ? `${place}.7777` : `${Number(value(place)).toFixed(1)}000`,
      ),
    ).toEqual([]);
  });

  test('is cut at one length; at many lengths it is not', async () => {
    const long = (place: number) => `value number ${place} goes on`;
    expect(await causesOf(TEXT, long, (place) => long(place).slice(0, 10))).toEqual([
      'c1 is truncated to 10 characters on the target in all 40 rows that differ there.',
    ]);
    expect(await causesOf(TEXT, long, (place) => long(place).slice(0, 5 + (place % 9)))).toEqual(
      [],
    );
    // One text says something only where the target's column takes no more.
    const one = [() => 'a long value', () => 'a long'] as const;
    expect(await causesOf(TEXT, ...one)).toEqual([]);
    const ofLength = (length: number): CanonicalType => ({
      kind: 'text',
      length,
      fixed: false,
      bytes: false,
    });
    expect(await causesOf(ofLength(7), ...one)).toEqual([]);
    expect(await causesOf(ofLength(6), ...one)).toEqual([
      'c1 is truncated to 6 characters on the target in all 40 rows that differ there.',
    ]);
  });

  test('one of texts is named where the rest differs in another way, too', async () => {
    const long = (place: number) => `value number ${place} goes on`;
    const rest = (share: number, make: (place: number) => string) => (place: number) =>
      place % share === 0 ? `${long(place)}?!` : make(place);
    const upper = (place: number) => long(place).toUpperCase();
    expect(await causesOf(TEXT, long, rest(5, upper))).toEqual([
      'c1 differs only in upper and lower case in 32 of the 40 rows that differ there.',
    ]);
    expect(
      await causesOf(
        TEXT,
        long,
        rest(5, (place) => long(place).slice(0, 10)),
      ),
    ).toEqual([
      'c1 is truncated to 10 characters on the target in 32 of the 40 rows that differ there.',
    ]);
    const hardly = (place: number) => (place % 5 < 3 ? `${long(place)}?!` : upper(place));
    expect(await causesOf(TEXT, long, hardly)).toEqual([]);
    // Two times, or two numbers, are a constant apart sooner.
    const later = (place: number) => at(place, place % 5 === 0 ? place + 2 : 1);
    expect(await causesOf(MOMENT, (place) => at(place), later)).toEqual([]);
  });

  test('of two rows that differ, both are said to', async () => {
    const said = await causesOf(
      TEXT,
      (place) => `Café ${place}`,
      (place) => (place < 2 ? `Cafe ${place}` : `Café ${place}`),
    );
    expect(said).toEqual(['c1 has lost accents on the target in both rows that differ there.']);
  });

  test('two causes that share the rows are both named, with their shares', async () => {
    const said = await causesOf(
      TEXT,
      (place) => `Value ${place}`,
      (place) => (place % 5 < 3 ? `VALUE ${place}` : `Value ${place} `),
    );
    expect(said).toEqual([
      'c1 differs only in upper and lower case in 24 of the 40 rows that differ there.',
      'c1 differs only in trailing blanks in 16 of the 40 rows that differ there.',
    ]);
  });

  test('examples of masked columns reveal no values', async () => {
    const { explanation } = await compare(
      [INTEGER, TEXT],
      rowsOf((place) => `secret ${place}`),
      rowsOf((place) => `Secret ${place}`),
      { mask: ['c1'] },
    );
    expect(explanation?.causes).toHaveLength(1);
    expect(JSON.stringify(explanation)).not.toMatch(/secret/i);
  });
});

describe('rows', () => {
  const value = (place: number) => `value ${place}`;

  test('two columns that were swapped are named once', async () => {
    const row = (place: number): TextRow => [String(place), `a${place}`, `b${place}`];
    const source = Array.from({ length: COUNT }, (_, place) => row(place));
    const swapped = source.map(([id, one, other]): TextRow => [id!, other!, one!]);
    const types = [INTEGER, TEXT, TEXT];
    expect((await compare(types, source, swapped)).said).toEqual([
      'c1 and c2 have each other’s values on the target in all 40 rows that differ there.',
    ]);
    const damaged = swapped.map((row, place) => (place % 5 === 0 ? [row[0]!, 'x', row[2]!] : row));
    expect((await compare(types, source, damaged)).said).toEqual([
      'c1 and c2 have each other’s values on the target in 32 of the 40 rows that differ there.',
    ]);
    // Each row is labelled by its own values, so that the cause can be accepted: those with another fault are not.
    const labels = (await compare(types, source, damaged)).marks.map((row) => row.split(' ')[1]);
    expect(labels.filter((label) => label === '["swapped","c1","c2"]')).toHaveLength(32);
    expect(labels.filter((label) => label === undefined)).toHaveLength(8);
    const copied = source.map(([id, , other]): TextRow => [id!, other!, other!]);
    expect((await compare(types, source, copied)).said).toEqual([]);
  });

  test('the same rows under other keys were renumbered', async () => {
    const source = rowsOf(value);
    const target = source.map(([id, text]): TextRow => [String(Number(id) + 7), text!]);
    const { said, marks } = await compare([INTEGER, TEXT], source, target);
    expect(said).toContain('The same 40 rows have different keys on the target.');
    expect(marks.every((row) => row.endsWith(' renumbered'))).toBe(true);
    const others = target.with(3, [target[3]![0]!, 'another']);
    expect((await compare([INTEGER, TEXT], source, others)).said.join()).not.toMatch(
      /different keys?/,
    );
  });

  test('reports that no key is on both sides, instead of missing rows', async () => {
    const source = rowsOf((place) => `Row ${place + 7}`).map(([id, text]): TextRow => [
      String(Number(id) + COUNT),
      text!,
    ]);
    const target = rowsOf(value);
    expect((await compare([INTEGER, TEXT], source, target)).said).toEqual([
      'No key is on both sides: the rows have new keys on the target, or they are other rows.',
    ]);
    const shared = target.with(-1, source[0]!);
    expect((await compare([INTEGER, TEXT], source, shared)).said).toEqual([
      'The last 39 rows are missing on the target: all from key 42 onwards.',
    ]);
    expect((await compare([INTEGER, TEXT], source, [])).said).toEqual([]);
    // Without a key, rows that differ are missing here and extra there, and nothing is known of keys.
    const keyless = await compare([INTEGER, TEXT], source, target, { key: [] });
    expect([keyless.differencesTotal, keyless.said]).toEqual([2 * COUNT, []]);
    // Of rows that were not read, nothing is known either.
    const options = { depth: 'rows', sample: 20 } as const;
    const sampled = await compare([INTEGER, TEXT], source, target, { options });
    expect(sampled.explanation?.read).toBeGreaterThan(20);
    expect(sampled.said).toEqual([]);
  });

  describe('without a key', () => {
    const keyless = async (source: Rows, target: Rows, types = [INTEGER, TEXT]) => {
      const found = await compare(types, source, target, { key: [] });
      const shown = found.differences.flatMap(({ columns }) =>
        columns.flatMap(({ causes = [] }) => causes),
      );
      return { ...found, shown };
    };
    const source = rowsOf((place) => `Row ${place}`);
    const upper = rowsOf((place) => `ROW ${place}`);

    test('few rows are matched by the columns that agree, and a key by name lets the cause pass', async () => {
      const { differencesTotal, said, explanation, shown, notes } = await keyless(source, upper);
      expect([differencesTotal, said]).toEqual([
        2 * COUNT,
        ['c1 differs only in upper and lower case in all 40 rows that differ there.'],
      ]);
      expect(explanation).toMatchObject({
        matched: COUNT,
        columns: [{ name: 'c1', rows: COUNT }],
        causes: [{ id: 'case', rows: COUNT, of: COUNT }],
      });
      // No rule would make them equal, and nothing says how many it would.
      expect(explanation?.causes[0]).not.toHaveProperty('settles');
      expect(explanation?.columns[0]).not.toHaveProperty('alone');
      expect(shown).toEqual(Array.from({ length: 2 * COUNT }, () => 'case'));
      expect(notes.map(({ code }) => code)).toContain('rows.matchedByColumns');
      const rules = { key: ['id'] };
      const named = await compare([INTEGER, TEXT], source, upper, { key: [], rules });
      expect(named.said).toEqual(said);
      expect(named.explanation?.causes[0]).toHaveProperty('settles', COUNT);
    });

    test('several columns may differ, and a tenth of the rows may be others', async () => {
      const wide = (change: (place: number, value: string) => string, hours: number) =>
        Array.from({ length: COUNT }, (_, place): TextRow => [
          String(place),
          change(place, `Row ${place}`),
          at(place, hours),
        ]);
      const same = (_place: number, text: string) => text;
      const changed = (place: number, text: string) => (place % 2 ? text : text.toUpperCase());
      const types = [INTEGER, TEXT, MOMENT];
      const target = wide(changed, 1);
      const said = [
        'c2 is 1 h later on the target in all 40 rows that differ there.',
        'c1 differs only in upper and lower case in all 20 rows that differ there.',
      ];
      expect((await keyless(wide(same, 0), target, types)).said).toEqual(said);
      const others = target.map((row, place): TextRow =>
        place < 3 ? ['999', 'x', at(place)] : row,
      );
      expect((await keyless(wide(same, 0), others, types)).said[0]).toMatch(/^c2 is 1 h later/);
      const more = target.map((row, place): TextRow => (place < 9 ? ['999', 'x', at(place)] : row));
      expect((await keyless(wide(same, 0), more, types)).said).toEqual([]);
    });

    test('nothing is said where it is not known which row became which', async () => {
      const alike = (rows: Rows) => rows.map(([, text]): TextRow => ['7', text ?? null]);
      const single = (rows: Rows) => rows.map(([, text]): TextRow => [text ?? null]);
      const shifted = upper.map(([id, text]): TextRow => [String(Number(id) + 100), text ?? null]);
      const random = rowsOf((place) => String(Math.sin(place)));
      for (const [from, to] of [
        [alike(source), alike(upper)],
        [source, shifted],
        // These are matched, but have no cause.
        [source, random],
        // More than are kept.
        [rowsOf((place) => `Row ${place}`, 600), rowsOf((place) => `ROW ${place}`, 600)],
      ] as const) {
        const { said, explanation, shown } = await keyless(from, to);
        expect([said, explanation?.matched, shown]).toEqual([[], undefined, []]);
      }
      expect((await keyless(single(source), single(upper), [TEXT])).said).toEqual([]);
    });
  });

  test('rows that are there once more were doubled', async () => {
    const source = rowsOf(value);
    const target = [...source, ...source.slice(0, 5)];
    expect((await compare([INTEGER, TEXT], source, target)).said).toEqual([
      '5 rows are duplicated on the target.',
    ]);
    const { said } = await compare([INTEGER, TEXT], source, target, { key: [] });
    expect(said).toEqual(['5 rows are duplicated on the target.']);
    const others = source.slice(0, 5).map((_row, place): TextRow => [String(100 + place), 'new']);
    expect((await compare([INTEGER, TEXT], source, [...source, ...others])).said).toEqual([]);
  });

  describe('rows that are there again under new keys', () => {
    const types = [INTEGER, TEXT, TEXT];
    const wide = (first: number, count: number, of: (place: number) => [string, string]): Rows =>
      Array.from({ length: count }, (_, place) => [String(first + place), ...of(place)]);
    const unlike = (place: number): [string, string] => [`name ${place}`, `city ${place % 7}`];
    const source = wide(1, COUNT, unlike);
    const find = (more: Rows, from: Rows = source, to: Rows = from) =>
      compare(types, from, [...to, ...more]);

    test('are named, and no others that only the target has', async () => {
      const batch = wide(101, 6, (place) => unlike(place + 20));
      const { said, marks, explanation } = await find([...batch, ['300', 'new', 'city 1']]);
      expect(said).toEqual(['6 rows are on the target again under new keys.']);
      expect(explanation?.causes).toMatchObject([{ kind: 'doubled', rows: 6 }]);
      expect(explanation?.causes[0]?.example_rows?.map(({ key }) => key)).toEqual([
        ['101'],
        ['102'],
        ['103'],
      ]);
      expect(marks.map((row) => row.slice(MARK_LENGTH))).toEqual([
        ...batch.map(() => ' extra doubled'),
        ' extra',
      ]);
    });

    test('are named after a whole load, and after several', async () => {
      const again = (first: number) => wide(first, COUNT, unlike);
      const named = (count: number) => [`${count} rows are on the target again under new keys.`];
      expect((await find(again(101))).said).toEqual(named(COUNT));
      expect((await find([...again(101), ...again(201)])).said).toEqual(named(2 * COUNT));
      // Values that many rows have are copied as often as they are there.
      const few = wide(1, COUNT, (place) => [`status ${place % 4}`, '']);
      const all = wide(101, COUNT, (place) => [`status ${place % 4}`, '']);
      expect((await find(all, few)).said).toEqual(named(COUNT));
    });

    test('are counted with those of the same key', async () => {
      const more = [...source.slice(0, 2), ...wide(101, 3, unlike)];
      expect((await find(more)).said).toEqual(['5 rows are duplicated on the target.']);
    });

    test.each([
      [
        'new ones whose values repeat in part',
        source,
        source,
        wide(101, 10, (place) => [`name ${place}`, 'x']),
      ],
      [
        'new ones with values that many rows have',
        wide(1, COUNT, (place) => [`status ${place % 4}`, '']),
        undefined,
        wide(101, 10, (place) => [`status ${place % 3}`, '']),
      ],
      [
        'new ones of which some agree with others by chance',
        source,
        source,
        wide(101, 10, (place) => (place < 4 ? unlike(place) : [`new ${place}`, 'x'])),
      ],
      [
        'many new ones with the few values that there are',
        wide(1, 3, (place) => [`status ${place}`, '']),
        undefined,
        wide(101, 30, (place) => [`status ${place < 20 ? 0 : place < 27 ? 1 : 2}`, '']),
      ],
      ['two rows', source, source, wide(101, 2, unlike)],
      ['one row that was added again and again', source, source, wide(101, 10, () => unlike(1))],
      [
        'rows that got other keys',
        source,
        [...source.slice(6, -1), ['40', 'other', 'value']],
        wide(101, 6, unlike),
      ],
    ] as [string, Rows, Rows | undefined, Rows][])(
      'are not found in %s',
      async (_of, from, to, more) => {
        const { said, marks } = await find(more, from, to);
        expect(said.filter((text) => /again|duplicated/.test(text))).toEqual([]);
        expect(marks.filter((row) => /doubled|extra:/.test(row))).toEqual([]);
      },
    );

    test('are not looked for where a column is masked, nor kept as hashes of it', async () => {
      const saved: unknown[] = [];
      const { said } = await compare(types, source, [...source, ...wide(101, 6, unlike)], {
        mask: ['c1'],
        saveCheckpoint: (value) => Promise.resolve(void saved.push(value)),
      });
      expect(said).toEqual([]);
      expect(JSON.stringify(saved)).not.toContain('extra:');
    });

    test('of views are found in what was read', async () => {
      const table = tableOf([columnOf('id', INTEGER, false), columnOf('c1', TEXT)]);
      const view = { ...table, kind: 'view' as const, definition: null } as never;
      const rows = rowsOf(value);
      const more = [...rows, ...rows.map(([id, text]): TextRow => [`${id}00`, text ?? null])];
      const sides = [memorySide(view, rows), memorySide(view, more)] as const;
      const task = { ...taskOf(...sides), viewKeys: [['id']] };
      const { explanation } = await compareRows(task);
      expect(explanation?.causes).toMatchObject([{ kind: 'doubled', rows: COUNT }]);
    });
  });

  test('the last rows are missing, unless many in between are, too', async () => {
    const source = rowsOf(value);
    expect((await compare([INTEGER, TEXT], source, source.slice(0, 30))).said).toEqual([
      'The last 10 rows are missing on the target: all from key 31 onwards.',
    ]);
    const gap = [...source.slice(0, 5), ...source.slice(6, 30)];
    expect((await compare([INTEGER, TEXT], source, gap)).said).toEqual([
      'The last 10 rows are missing on the target: all from key 31 onwards.',
    ]);
    const gaps = source.slice(0, 30).filter((_row, place) => place % 5 > 0);
    expect((await compare([INTEGER, TEXT], source, gaps)).said).toEqual([]);
    // Rows whose key is NULL, as a unique one may be on one side, come in no order.
    const nameless = await compare([INTEGER, TEXT], [...source, [null, 'x'], [null, 'y']], gap);
    expect(nameless.said).toEqual([
      'The last 10 rows are missing on the target: all from key 31 onwards.',
    ]);
    expect(nameless.marks.map((row) => row.split(' ').slice(1).join(' ')).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'missing'),
      ...Array.from({ length: 10 }, () => 'missing last_rows'),
    ]);
  });

  test.each([
    ['66 rows', 66, 1],
    ['3,000 rows, after others in between', 3_000, 1],
    ['50 rows with distant keys', 50, 10_000],
  ])(
    'to find that the last %s are missing, little of the target is read',
    async (_of, end, gap) => {
      const rowOf = (key: number): TextRow => [String(key), `value ${key}`];
      const rowsFrom = (first: number, count: number, step: number) =>
        Array.from({ length: count }, (_, place) => rowOf(first + place * step));
      const between = rowsFrom(1, Math.floor(end / 10), 2_000);
      const target = rowsFrom(1_000_000, 20_000, gap);
      const last = 1_000_000 + 20_000 * gap;
      const table = tableOf([columnOf('id', INTEGER, false), columnOf('c1', TEXT)]);
      const sides = [
        memorySide(table, [...between, ...target, ...rowsFrom(last, end, gap)]),
        memorySide(table, target),
      ] as const;
      const { explanation } = await compareRows(taskOf(...sides));
      expect(explanation?.causes).toMatchObject([{ id: `last_rows:${last}`, rows: end }]);
      // What is asked after the last differing row was read.
      const after = sides[1].calls.slice(
        sides[1].calls.findLastIndex(({ method }) => method !== 'checksum') + 1,
      );
      const inSlice = ({ from, to }: { from: string | null; to: string | null }) =>
        target.filter(([key]) => Number(key) >= Number(from) && (!to || Number(key) < Number(to)));
      const read = after.flatMap((call) =>
        call.method === 'checksum' && call.slice.kind === 'range' ? inSlice(call.slice) : [],
      );
      expect(after.length).toBeGreaterThan(2);
      expect(after.length).toBeLessThan(50);
      expect(read.length).toBeLessThan(3 * Math.max(end, 1_000));
    },
  );

  describe('of a key of several columns', () => {
    const lines = (orders: number, each = 4): Rows =>
      Array.from({ length: orders * each }, (_, place) => [
        String(Math.floor(place / each) + 1),
        `line ${place % each}`,
        `value ${place}`,
      ]);
    const find = async (source: Rows, target: Rows) =>
      (await compare([INTEGER, TEXT, TEXT], source, target, { key: ['id', 'c1'] })).said;
    const all = lines(40);

    test('the last rows are missing', async () => {
      expect(await find(all, all.slice(0, 30 * 4))).toEqual([
        'The last 40 rows are missing on the target: all from key id = 31 onwards.',
      ]);
    });

    test('the last rows are missing, and some of the key before', async () => {
      expect(await find(all, all.slice(0, 29 * 4 + 1))).toEqual([
        'The last 40 rows are missing on the target: all from key id = 31 onwards.',
      ]);
      // Of 3 and 4 rows, the end is not nearly all.
      expect(await find(all, all.slice(0, 38 * 4 + 1))).toEqual([]);
    });

    test('rows in between are missing, too', async () => {
      const gap = all.slice(0, 30 * 4).toSpliced(20, 1);
      expect(await find(all, gap)).toEqual([
        'The last 40 rows are missing on the target: all from key id = 31 onwards.',
      ]);
      const goesOn = [...all.slice(0, 30 * 4), ...all.slice(-1)];
      expect(await find(all, goesOn)).toEqual([]);
    });

    test('a key that begins with a text is in no order', async () => {
      const target = all.slice(0, 30 * 4);
      const { said } = await compare([INTEGER, TEXT, TEXT], all, target, { key: ['c1', 'id'] });
      expect(said).toEqual([]);
    });
  });

  test('counts findings from before an interruption', async () => {
    const [source, target] = [
      rowsOf((place) => `Value ${place}`, 12_000),
      rowsOf((place) => `value ${place}`, 12_000),
    ];
    const table = tableOf([columnOf('id', INTEGER, false), columnOf('c1', TEXT)]);
    let checkpoint: unknown = null;
    const sides = [memorySide(table, source), memorySide(table, target)] as const;
    let left = 25;
    sides[0].before = ({ method }) => {
      if (method === 'readRows' && (left -= 1) < 0) throw new Error('stopped');
      return Promise.resolve();
    };
    const task = { saveCheckpoint: (value: unknown) => Promise.resolve(void (checkpoint = value)) };
    await expect(compareRows(taskOf(...sides, { ...task, connections: 1 }))).rejects.toThrow();
    expect(checkpoint).toMatchObject({ findings: { tally: { read: 10_000 } } });
    sides[0].before = () => Promise.resolve();
    const resume = async (from: unknown) =>
      (await compareRows(taskOf(...sides, { ...task, checkpoint: from }))).explanation;
    const older = JSON.parse(JSON.stringify(checkpoint), (name, value: unknown) =>
      name === 'alone' ? undefined : value,
    ) as unknown;
    expect(await resume(checkpoint)).toMatchObject({
      counted: 12_000,
      columns: [{ alone: 12_000 }],
      causes: [{ id: 'case', rows: 12_000, of: 12_000, settles: 12_000 }],
    });
    // One that did not count yet what would be equal goes by the kept rows.
    const explanation = await resume(older);
    expect(explanation).toMatchObject({
      columns: [{ alone: 1_000 }],
      causes: [{ rows: 12_000, settles: 1_000 }],
      kept: 1_000,
    });
    expect(explanation?.counted).toBeUndefined();
  });
});
