import type { Cause } from '../../../../../contract/proof/causes.ts';

export type Example = Cause['examples'][number];

/** A cause, and the rows in which it holds. */
export interface Held {
  rows: number;
  /** Those of them in which no other column differs; undefined where a checkpoint from before this was counted goes in. */
  alone: number | undefined;
  /** A mark of the first source value that it holds for, and whether there were other values; '' if there were, or if it is not known. */
  first: string;
  varied: boolean;
  examples: Example[];
}

/** What differing rows have in common; plain JSON, of bounded size however many rows differ. */
export interface Tally {
  /** Differing rows that were read. */
  read: number;
  /** Those of them that both sides have. */
  changed: number;
  /** By the column's place: the number of rows in which it differs, and the causes that hold there. */
  columns: Record<string, Pick<Held, 'rows' | 'alone'> & { held: Record<string, Held> }>;
  /** By the places of two columns with swapped values. */
  swapped: Record<string, Held>;
  /** Rows that the target has more often than the source. */
  doubled: Held;
  /** Sums of the hashes of all rows without their keys; equal where the same rows have other keys. */
  contents: Record<'source' | 'target', { rows: number; sum: string }> &
    Pick<Held, 'first' | 'varied'>;
  /** Rows that the target lacks. */
  missing: { rows: number };
}

/** Rows without a key that were matched by columns that agree. */
export interface Matched {
  rows: number;
  /** Names of the columns that they were matched by. */
  by: string[];
  columns: Tally['columns'];
}

const nothing = (): Held => ({ rows: 0, alone: 0, first: '', varied: false, examples: [] });

export const noTally = (): Tally => ({
  read: 0,
  changed: 0,
  columns: {},
  swapped: {},
  doubled: nothing(),
  contents: {
    source: { rows: 0, sum: '0' },
    target: { rows: 0, sum: '0' },
    first: '',
    varied: false,
  },
  missing: { rows: 0 },
});

export const EXAMPLES = 3;
/** Causes followed per column. Where there are more, the rarest are dropped. */
const MAX_HELD = 200;

/** Adds one tally to another. */
export function addTally(to: Tally, from: Tally): void {
  if (from.read === 0) return;
  to.read += from.read;
  to.changed += from.changed;
  for (const [place, counts] of Object.entries(from.columns)) {
    const column = (to.columns[place] ??= { rows: 0, alone: 0, held: {} });
    addRows(column, counts);
    addAll(column.held, counts.held);
  }
  addAll(to.swapped, from.swapped);
  addHeld(to.doubled, from.doubled);
  addContents(to.contents, from.contents);
  to.missing = { rows: to.missing.rows + from.missing.rows };
}

function addAll(to: Record<string, Held>, from: Record<string, Held>): void {
  for (const [id, held] of Object.entries(from)) addHeld(countOfCause(to, id), held);
}

function addHeld(to: Held, from: Held): void {
  addFirst(to, from);
  addRows(to, from);
  to.examples = [...to.examples, ...from.examples].slice(0, EXAMPLES);
}

function addRows(to: Pick<Held, 'rows' | 'alone'>, from: Pick<Held, 'rows' | 'alone'>): void {
  to.rows += from.rows;
  to.alone = to.alone === undefined || from.alone === undefined ? undefined : to.alone + from.alone;
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

/** Number of causes per column, cached because counting keys would take longer than all else here. */
const sizes = new WeakMap<Record<string, Held>, number>();

/** Returns the count of a cause; a new cause may displace the rarest. */
function countOfCause(held: Record<string, Held>, id: string): Held {
  const known = held[id];
  if (known) return known;
  let size = sizes.get(held) ?? Object.keys(held).length;
  if (size >= MAX_HELD) {
    const kept = new Set(mostFrequent(Object.entries(held)).map(([other]) => other));
    for (const other of Object.keys(held)) if (!kept.has(other)) delete held[other];
    size = kept.size;
  }
  sizes.set(held, size + 1);
  return (held[id] = nothing());
}

/** The more frequent half of the causes, so that it takes long until there are too many again. */
export const mostFrequent = <Counted extends { rows: number }>(
  held: readonly [id: string, counted: Counted][],
): [id: string, counted: Counted][] =>
  held.toSorted(([, one], [, other]) => other.rows - one.rows).slice(0, MAX_HELD / 2);
