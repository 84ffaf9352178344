import type { ReadColumn, Reading, TextRow } from '../../../../../connectors/core/data.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import type { ColumnEvidence } from '../../../../../contract/proof/verdicts.ts';
import type { Candidate } from './candidates.ts';
import type { Looseness } from './choose-form.ts';
import { areEqual } from '../answer/compare-values.ts';
import type { Plan } from './plan.ts';
import type { Sides } from '../sides.ts';
import { type ValuePair, weighValues } from './weigh-values.ts';

/** Rows that are read on both sides. */
export const MAX_HELD = 200;
/** Characters that are read of a value. */
const PART = { start: 0, length: 1_000 };
/** Columns that are read at once, the same column in another form among them. */
const MAX_READ = 450;
/** Columns of one name that show whether rows with one key are the same row. */
const MAX_WITNESSES = 5;

/** The source's columns without a confirmed counterpart; none where no key tells which rows to hold against each other. */
export const openColumns = ({ keyed, candidates }: Plan): string[] =>
  keyed ? [...new Set(candidates.map(({ source }) => source.name))] : [];

/**
 * Reads some rows of both sides, and holds the values of columns without a confirmed counterpart against each other.
 * @param keys - of rows of the source; the keys of rows all over the table are read where there are none
 */
export async function holdOpenColumns(
  sides: Sides,
  plan: Plan,
  { keys, rows }: { keys?: readonly TextRow[]; rows: number },
): Promise<ColumnEvidence[]> {
  if (openColumns(plan).length === 0) return [];
  const { candidates, source, target } = plan;
  const tried = [...candidates.map(readBoth), ...witnessesOf(plan)];
  const readings = {
    source: readingOf(
      source,
      tried.map((one) => one.source),
    ),
    target: readingOf(
      target,
      tried.map((one) => one.target),
    ),
  };
  if (Object.values(readings).some(({ columns }) => columns.length > MAX_READ)) return [];
  try {
    const of = { keys: keys?.slice(0, MAX_HELD) ?? (await readKeys(sides, plan, rows)) };
    if (of.keys.length === 0) return [];
    const [ones, others] = await Promise.all(
      (['source', 'target'] as const).map((side) =>
        sides.one(side, (reader) => reader.readRows(readings[side], of, PART)),
      ),
    );
    const valuesOf = pairRows(readings, ones!, others!);
    return weighValues(
      candidates.map((one, index) => ({
        ...one,
        source: one.source.name,
        target: one.target.name,
        values: (first) => valuesOf(tried[index]!, first),
      })),
      tried.slice(candidates.length).map((one) => valuesOf(one)),
    );
  } catch (error) {
    // What is only a hint must not cost the result.
    if (error instanceof ConnectorError) return [];
    throw error;
  }
}

interface Tried {
  source: ReadColumn;
  target: ReadColumn;
  loose: Looseness | null;
}

const readBoth = ({ source, target, form, loose }: Candidate): Tried => {
  const read = ({ name, canonical, type }: Column): ReadColumn => ({ name, canonical, type, form });
  return { source: read(source), target: read(target), loose };
};

/** Columns that have a counterpart beyond doubt. */
function witnessesOf({ source, target, columns, candidates }: Plan): Tried[] {
  const open = new Set(candidates.map((one) => one.source.name));
  return columns
    .flatMap(({ name, loose }, place): Tried[] => {
      const [one, other] = [source.columns[place]!, target.columns[place]!];
      const isPlain = loose === null && one.expression === undefined && !open.has(name);
      const isShown = other.expression === undefined && !source.key.includes(place);
      return isPlain && isShown ? [{ source: one, target: other, loose }] : [];
    })
    .slice(0, MAX_WITNESSES);
}

const nameOf = ({ name, form }: ReadColumn): string => JSON.stringify([name, form]);

/** Reads the key, and each of these columns once. */
function readingOf(reading: Reading, columns: readonly ReadColumn[]): Reading {
  const key = reading.key.map((place) => reading.columns[place]!);
  const others = new Map(columns.map((column) => [nameOf(column), column]));
  return { ...reading, columns: [...key, ...others.values()], key: key.map((_, place) => place) };
}

/** Keys of rows from all over the source. */
async function readKeys(sides: Sides, plan: Plan, rows: number): Promise<TextRow[]> {
  const reading = readingOf(plan.source, []);
  if (plan.slicing === 'ranges' && plan.indexed) {
    // The first key is no boundary.
    const step = Math.max(1, Math.floor(rows / (MAX_HELD + 1)));
    const keys = await sides.one('source', (reader) => reader.findBoundaries(reading, step));
    return keys.slice(0, MAX_HELD).map((key) => [key]);
  }
  return sides.one('source', (reader) => reader.sampleRows(reading, MAX_HELD));
}

type Readings = Record<'source' | 'target', Reading>;

/** The values of two columns in the rows whose key each side has once. */
function pairRows(
  readings: Readings,
  source: readonly TextRow[],
  target: readonly TextRow[],
): (tried: Tried, first?: number) => ValuePair[] {
  const count = readings.source.key.length;
  const keyOf = (row: TextRow) => JSON.stringify(row.slice(0, count));
  const byKey = (rows: readonly TextRow[]) => {
    const found = new Map<string, TextRow | null>();
    for (const row of rows) found.set(keyOf(row), found.has(keyOf(row)) ? null : row);
    return found;
  };
  const others = byKey(target);
  const both = [...byKey(source)].flatMap(([key, one]) => {
    const other = others.get(key);
    return one && other ? [[one, other] as const] : [];
  });
  const placesIn = ({ columns }: Reading) =>
    new Map(columns.map((column, place) => [nameOf(column), place]));
  const places = { source: placesIn(readings.source), target: placesIn(readings.target) };
  return ({ source: from, target: to, loose }, first) => {
    const place = places.source.get(nameOf(from))!;
    const theirs = places.target.get(nameOf(to))!;
    const width = readings.source.columns.length;
    const theirWidth = readings.target.columns.length;
    return both.slice(0, first).map(([row, otherRow]): ValuePair => {
      const [one, other] = [row[place] ?? null, otherRow[theirs] ?? null];
      const lengths = [Number(row[width + place]), Number(otherRow[theirWidth + theirs])];
      const isWhole = lengths.every((length) => length <= PART.length);
      const equal = isWhole
        ? areEqual(one, other, loose)
        : one === other && lengths[0] === lengths[1];
      return { source: one, target: other, equal, key: row.slice(0, count) };
    });
  };
}
