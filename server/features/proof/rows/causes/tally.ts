import type { Cause } from '../../../../../contract/proof/causes.ts';

export type Example = Cause['examples'][number];

/** A cause, and the rows in which it holds. */
export interface Held {
  rows: number;
  /** Stands for the first source value that it holds for, and whether there are others: only then it may be ''. */
  first: string;
  varied: boolean;
  examples: Example[];
}

/** What rows that differ were found to have in common; plain JSON, of bounded size whatever their number. */
export interface Tally {
  /** Rows that differ and were read. */
  read: number;
  /** By the column's place: in how many rows it differs, and what holds there. */
  columns: Record<string, { rows: number; held: Record<string, Held> }>;
  /** By the places of two columns that have each other's values. */
  swapped: Record<string, Held>;
  /** Rows of the target that the source has, but not as often. */
  doubled: Held;
  /** Sums of the hashes of all rows without their keys: they are equal where the same rows stand under other keys. */
  contents: Record<'source' | 'target', { rows: number; sum: string }> &
    Pick<Held, 'first' | 'varied'>;
  /** The least key of rows that the target does not have, where it is a whole number. */
  missing: { rows: number; least: string | null };
}

const nothing = (): Held => ({ rows: 0, first: '', varied: false, examples: [] });

export const noTally = (): Tally => ({
  read: 0,
  columns: {},
  swapped: {},
  doubled: nothing(),
  contents: {
    source: { rows: 0, sum: '0' },
    target: { rows: 0, sum: '0' },
    first: '',
    varied: false,
  },
  missing: { rows: 0, least: null },
});

export const EXAMPLES = 3;
/** Causes that are followed in a column. Where there are more, those of the fewest rows are given up. */
const MOST_HELD = 200;

/** Adds one count to another. */
export function addTally(to: Tally, from: Tally): void {
  if (from.read === 0) return;
  to.read += from.read;
  for (const [place, { rows, held }] of Object.entries(from.columns)) {
    const column = (to.columns[place] ??= { rows: 0, held: {} });
    column.rows += rows;
    addAll(column.held, held);
  }
  addAll(to.swapped, from.swapped);
  addHeld(to.doubled, from.doubled);
  addContents(to.contents, from.contents);
  to.missing = {
    rows: to.missing.rows + from.missing.rows,
    least: lesser(to.missing.least, from.missing.least),
  };
}

function addAll(to: Record<string, Held>, from: Record<string, Held>): void {
  for (const [id, held] of Object.entries(from)) addHeld(follow(to, id), held);
}

function addHeld(to: Held, from: Held): void {
  addFirst(to, from);
  to.rows += from.rows;
  to.examples = [...to.examples, ...from.examples].slice(0, EXAMPLES);
}

function addFirst(to: Pick<Held, 'first' | 'varied'>, from: Pick<Held, 'first' | 'varied'>): void {
  to.varied ||= from.varied || (to.first !== '' && from.first !== '' && to.first !== from.first);
  to.first ||= from.first;
}

function addContents(to: Tally['contents'], from: Tally['contents']): void {
  addFirst(to, from);
  for (const side of ['source', 'target'] as const)
    to[side] = {
      rows: to[side].rows + from[side].rows,
      sum: String(BigInt(to[side].sum) + BigInt(from[side].sum)),
    };
}

/** How many causes are followed, as counting keys takes longer than all else here. */
const sizes = new WeakMap<Record<string, Held>, number>();

/** Where a cause is counted; for a new one, others may have to give way. */
function follow(held: Record<string, Held>, id: string): Held {
  const known = held[id];
  if (known) return known;
  let size = sizes.get(held) ?? Object.keys(held).length;
  if (size >= MOST_HELD) {
    const kept = new Set(mostFrequent(Object.entries(held)).map(([other]) => other));
    for (const other of Object.keys(held)) if (!kept.has(other)) delete held[other];
    size = kept.size;
  }
  sizes.set(held, size + 1);
  return (held[id] = nothing());
}

/** Half of those that are followed, so that it is long until there are too many again. */
export const mostFrequent = <Counted extends { rows: number }>(
  held: readonly [id: string, counted: Counted][],
): [id: string, counted: Counted][] =>
  held.toSorted(([, one], [, other]) => other.rows - one.rows).slice(0, MOST_HELD / 2);

export const lesser = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other;
  return BigInt(one) <= BigInt(other) ? one : other;
};
