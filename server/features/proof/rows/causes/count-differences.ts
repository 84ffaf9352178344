import type { TextRow } from '../../../../../connectors/core/data.ts';
import { areEqual } from '../answer/compare-values.ts';
import type { Plan } from '../plan/plan.ts';
import { findCauses } from './find-causes.ts';
import { type Example, EXAMPLES, type Held, mostFrequent, noTally, type Tally } from './tally.ts';

/** Differing columns of a row that are checked for swapped values. */
const MAX_SWAPPED = 20;
/** Causes counted per column before the rarest are dropped. */
const MAX_COUNTED = 2_000;

/** Rows of which a single one is too small a share for its cause to be named. */
const MANY = 200;

/** A cause while it is counted. Its mark and examples are only made if it is kept. */
interface Counted {
  rows: number;
  alone: number;
  first: string;
  varied: boolean;
  examples: [of: ExampleOf, place: number][];
}
/** Shows a column of a differing row. */
type ExampleOf = (place: number) => Example;
type Causes = Map<string, Counted>;

/** The possible causes of the difference between two values. */
export const causesOfValue = (plan: Plan, place: number, source: TextRow, target: TextRow) =>
  findCauses(source[place] ?? null, target[place] ?? null, {
    ...(plan.source.columns[place]?.form ?? { as: 'text' }),
    masked: plan.columns[place]?.masked ?? true,
    type: plan.target.columns[place]?.canonical,
  });

/** Counts what differing rows have in common. */
export function createCounter(plan: Plan) {
  const rows = { read: 0, changed: 0 };
  const columns = new Map<number, { rows: number; alone: number; causes: Causes }>();
  const swapped: Causes = new Map();
  const doubled: Causes = new Map();
  const missing: Tally['missing'] = { rows: 0 };
  const contents = createContents(plan);

  return {
    /** A row that was changed. */
    change(
      [source, target]: readonly [source: TextRow, target: TextRow],
      exampleOf: ExampleOf,
    ): void {
      rows.read += 1;
      rows.changed += 1;
      const differing: number[] = [];
      for (const [place, { loose }] of plan.columns.entries())
        if (!areEqual(source[place] ?? null, target[place] ?? null, loose)) differing.push(place);
      const isAlone = differing.length === 1;
      for (const place of differing) {
        let column = columns.get(place);
        if (!column) columns.set(place, (column = { rows: 0, alone: 0, causes: new Map() }));
        column.rows += 1;
        if (isAlone) column.alone += 1;
        for (const id of causesOfValue(plan, place, source, target)) {
          const counted = count(column.causes, id, source[place] ?? '', exampleOf, place);
          if (isAlone) counted.alone += 1;
        }
      }
      for (const [one, other] of swappedIn(differing.slice(0, MAX_SWAPPED), source, target))
        count(swapped, `${one} ${other}`, source[one] ?? '', exampleOf, one);
      contents.add('source', source);
      contents.add('target', target);
    },

    /**
     * A row that only one side has.
     * @param isCopy - whether the other side has the same row, but less often
     */
    alone(
      row: TextRow,
      {
        kind,
        isCopy,
        keyOf,
      }: { kind: 'missing' | 'extra'; isCopy: boolean; keyOf: () => Example['key'] },
    ): void {
      rows.read += 1;
      if (isCopy)
        count(
          doubled,
          '',
          JSON.stringify(row),
          () => ({ key: keyOf(), source: null, target: null }),
          0,
        );
      if (kind === 'missing') missing.rows += 1;
      contents.add(kind === 'missing' ? 'source' : 'target', row);
    },

    tally(): Tally {
      const closeAll = (causes: Causes, of: number) =>
        Object.fromEntries(
          mostFrequent([...causes]).map(([id, counted]) => [id, closed(plan, counted, of)]),
        );
      return {
        ...noTally(),
        ...rows,
        columns: Object.fromEntries(
          [...columns].map(([place, { causes, ...counts }]) => [
            place,
            { ...counts, held: closeAll(causes, counts.rows) },
          ]),
        ),
        // These are weighed against the rows in which their two columns differ, however many differ elsewhere.
        swapped: closeAll(swapped, 0),
        ...(doubled.size > 0 && { doubled: closeAll(doubled, doubled.size)[''] }),
        contents: contents.tally(),
        missing,
      };
    },
  };
}

/** The places of columns whose values are swapped. */
function swappedIn(places: readonly number[], source: TextRow, target: TextRow) {
  const found: [one: number, other: number][] = [];
  for (const [index, one] of places.entries())
    for (let next = index + 1; next < places.length; next += 1) {
      const other = places[next]!;
      if (source[one] === target[other] && source[other] === target[one]) found.push([one, other]);
    }
  return found;
}

/** @param value - the source value; a cause that holds for one value only proves little */
function count(
  causes: Causes,
  id: string,
  value: string,
  example: ExampleOf,
  place: number,
): Counted {
  let counted = causes.get(id);
  if (!counted) {
    if (causes.size >= MAX_COUNTED) {
      const kept = mostFrequent([...causes]);
      causes.clear();
      for (const [other, one] of kept) causes.set(other, one);
    }
    causes.set(id, (counted = { rows: 0, alone: 0, first: value, varied: false, examples: [] }));
  }
  counted.varied ||= counted.first !== value;
  counted.rows += 1;
  if (counted.examples.length < EXAMPLES) counted.examples.push([example, place]);
  return counted;
}

/** @param of - the rows that were counted: what holds in a single one of many is counted, and no more, as it is never named by that */
const closed = (
  plan: Plan,
  { rows, alone, first, varied, examples }: Counted,
  of: number,
): Held => {
  const isRare = rows === 1 && of >= MANY;
  return {
    rows,
    alone,
    // Checkpoints are stored, so they hold a mark instead of the value.
    first: varied || isRare ? '' : plan.mark(`first ${first}`),
    varied,
    examples: isRare ? [] : examples.map(([exampleOf, place]) => exampleOf(place)),
  };
};

/** Adds up the contents of rows, without their keys. */
function createContents(plan: Plan) {
  const places = plan.source.columns.flatMap(({ form }, place) =>
    plan.source.key.includes(place) || form.as === 'json' ? [] : [place],
  );
  const isCounted = plan.keyed && places.length > 0;
  const sides = { source: { rows: 0, high: 0, low: 0 }, target: { rows: 0, high: 0, low: 0 } };
  let first: string | null = null;
  let varied = false;
  return {
    add(side: 'source' | 'target', row: TextRow): void {
      if (!isCounted) return;
      const { high, low } = hashContent(row, places);
      const sum = sides[side];
      sum.rows += 1;
      sum.high += high;
      sum.low += low;
      if (varied) return;
      const name = `${high} ${low}`;
      varied = first !== null && first !== name;
      first ??= name;
    },
    tally(): Tally['contents'] {
      const sumOf = ({ rows, high, low }: (typeof sides)['source']) => ({
        rows,
        sum: String((BigInt(high) << 32n) + BigInt(low)),
      });
      return {
        source: sumOf(sides.source),
        target: sumOf(sides.target),
        first: varied || first === null ? '' : plan.mark(`content ${first}`),
        varied,
      };
    },
  };
}

/**
 * A 64-bit hash of a row's contents, as two numbers. Nobody gains by a collision, so it need not be cryptographic, which
 * would take longer than all else here.
 */
function hashContent(row: TextRow, places: readonly number[]): { high: number; low: number } {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const place of places) {
    const text = row[place] ?? null;
    // Each value is preceded by its length, so that neighbouring values cannot run together; NULL has a length of its own.
    let unit = text === null ? -1 : text.length;
    for (let at = 0; ; at += 1) {
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
      if (text === null || at === text.length) break;
      unit = text.charCodeAt(at);
    }
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return { high: high >>> 0, low: low >>> 0 };
}
