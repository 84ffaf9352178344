import { hashTexts } from '../../../../../connectors/core/row-hash.ts';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import type { Cause } from '../../../../../contract/proof/causes.ts';
import { areEqual } from '../compare-values.ts';
import type { Plan } from '../plan.ts';
import { findCauses } from './find-causes.ts';

export type Example = Cause['examples'][number];

/** A cause, and the rows in which it holds. */
interface Held {
  rows: number;
  /** Stands for the first source value that it holds for, and whether there are others. */
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

const EXAMPLES = 3;
/** Causes that are followed in a column. Where there are more, those of the fewest rows are given up. */
const MOST_HELD = 200;
/** Of columns that differ in a row, those whose values are looked for in each other. */
const MOST_SWAPPED = 20;

/** Adds one count to another. */
export function addTally(to: Tally, from: Tally): void {
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
    const ids = Object.keys(held).toSorted((one, other) => held[other]!.rows - held[one]!.rows);
    for (const least of ids.slice(MOST_HELD / 2)) delete held[least];
    size = MOST_HELD / 2;
  }
  sizes.set(held, size + 1);
  return (held[id] = nothing());
}

const lesser = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other;
  return BigInt(one) <= BigInt(other) ? one : other;
};

/** How one value became the other, as far as each of these may say. */
export const causesOfValue = (plan: Plan, place: number, source: TextRow, target: TextRow) =>
  findCauses(source[place] ?? null, target[place] ?? null, {
    as: plan.source.columns[place]?.form.as ?? 'text',
    masked: plan.columns[place]?.masked ?? true,
  });

/** Counts a row that was changed. @param exampleOf - a column of it as it is shown */
export function tallyChange(
  tally: Tally,
  plan: Plan,
  [source, target]: readonly [source: TextRow, target: TextRow],
  exampleOf: (place: number) => Example,
): void {
  const differing = plan.columns.flatMap(({ loose }, place) =>
    areEqual(source[place] ?? null, target[place] ?? null, loose) ? [] : [place],
  );
  tally.read += 1;
  for (const place of differing) {
    const column = (tally.columns[place] ??= { rows: 0, held: {} });
    column.rows += 1;
    for (const id of causesOfValue(plan, place, source, target))
      count(follow(column.held, id), source[place] ?? '', () => exampleOf(place), plan);
  }
  const tried = differing.slice(0, MOST_SWAPPED);
  for (const [index, one] of tried.entries())
    for (const other of tried.slice(index + 1)) {
      if (source[one] !== target[other] || source[other] !== target[one]) continue;
      const held = follow(tally.swapped, `${one} ${other}`);
      count(held, source[one] ?? '', () => exampleOf(one), plan);
    }
  addContent(tally, plan, 'source', source);
  addContent(tally, plan, 'target', target);
}

/** Counts a row that one side has alone. @param isCopy - whether the other side has the same one, less often */
export function tallyAlone(
  tally: Tally,
  plan: Plan,
  row: TextRow,
  {
    kind,
    isCopy,
    keyOf,
  }: { kind: 'missing' | 'extra'; isCopy: boolean; keyOf: () => Example['key'] },
): void {
  tally.read += 1;
  const text = JSON.stringify(row);
  if (kind === 'extra' && isCopy)
    count(tally.doubled, text, () => ({ key: keyOf(), source: null, target: null }), plan);
  if (kind === 'missing') {
    const key = plan.slicing === 'ranges' ? (row[plan.source.key[0] ?? 0] ?? null) : null;
    tally.missing = { rows: tally.missing.rows + 1, least: lesser(tally.missing.least, key) };
  }
  addContent(tally, plan, kind === 'missing' ? 'source' : 'target', row);
}

/** @param value - what must not always be the same */
function count(held: Held, value: string, example: () => Example, plan: Plan): void {
  // Checkpoints have it, so a mark stands for the value.
  if (!held.varied) addFirst(held, { first: plan.mark(`first ${value}`), varied: false });
  held.rows += 1;
  if (held.examples.length < EXAMPLES) held.examples.push(example());
}

function addContent(tally: Tally, plan: Plan, side: 'source' | 'target', row: TextRow): void {
  if (!plan.keyed) return;
  const texts = row.filter(
    (_text, place) =>
      !plan.source.key.includes(place) && plan.source.columns[place]?.form.as !== 'json',
  );
  const hash = texts.length === 0 ? '' : hashTexts(texts);
  if (hash === '') return;
  const { contents } = tally;
  if (!contents.varied) addFirst(contents, { first: plan.mark(`content ${hash}`), varied: false });
  contents[side].rows += 1;
  contents[side].sum = String(BigInt(contents[side].sum) + BigInt(`0x${hash}`));
}
