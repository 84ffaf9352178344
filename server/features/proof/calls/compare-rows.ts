import { createHash } from 'node:crypto';
import { setImmediate as letOthers } from 'node:timers/promises';
import type { ResultRow } from '../../../../connectors/core/call.ts';
import { groupBy } from '../../../../connectors/core/group.ts';
import { lengthOf } from '../../../../connectors/core/calls/call-parts.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { AnswerReader, PlacedRow } from './answer-reader.ts';
import type { RowRules } from './compare-values.ts';

type AnswerReaders = Record<Side, AnswerReader>;

/** Rows of one result set that the other side does not have. */
export interface DifferingRows {
  /** How many, on each side. */
  count: Record<Side, number>;
  /** The first of them. */
  rows: Record<Side, PlacedRow[]>;
  /** Places of the compared columns that differ; none where one side has more rows, or rows are not named. */
  columns: number[];
}

/** Differing rows of a side that are kept to be shown, and their characters. */
const SHOWN = 100;
const SHOWN_LENGTH = 4_000_000;

const nothing = (): DifferingRows => ({
  count: { source: 0, target: 0 },
  rows: { source: [], target: [] },
  columns: [],
});

function note(found: DifferingRows, side: Side, place: number, row: ResultRow): void {
  found.count[side] += 1;
  const shown = found.rows[side];
  if (shown.length >= SHOWN) return;
  const length = shown.reduce((sum, other) => sum + lengthOf(other.row), lengthOf(row));
  if (length <= SHOWN_LENGTH) shown.push({ place, row });
}

const areSame = (one: ResultRow, other: ResultRow): boolean =>
  one.every((value, index) => value === other[index]);

/** Hashes the values one by one: joined, long values would be in memory twice. */
function hashOf(row: ResultRow): Buffer {
  const hash = createHash('sha256');
  for (const value of row) {
    hash.update(value === null ? 'null;' : `${value.length}:`);
    if (value !== null) hash.update(value);
  }
  return hash.digest();
}

/** Compares the rows of both sides in order, and holds one part of each side. */
export async function compareInOrder(
  sides: AnswerReaders,
  { write, areClose, differAt }: RowRules,
): Promise<DifferingRows> {
  const found = nothing();
  const columns = new Set<number>();
  let place = 0;
  let source: ResultRow[] = [];
  let target: ResultRow[] = [];
  for (;;) {
    if (source.length === 0) source = (await sides.source.nextRows()) ?? [];
    if (target.length === 0) target = (await sides.target.nextRows()) ?? [];
    const both = Math.min(source.length, target.length);
    if (both === 0) break;
    for (let index = 0; index < both; index += 1, place += 1) {
      const [one, other] = [write.source(source[index]!), write.target(target[index]!)];
      if (areSame(one, other) || areClose?.(one, other)) continue;
      note(found, 'source', place, source[index]!);
      note(found, 'target', place, target[index]!);
      for (const at of one.keys()) if (differAt(at, one, other)) columns.add(at);
    }
    source = source.slice(both);
    target = target.slice(both);
    await letOthers();
  }
  // Rows beyond the other side's end are differences, unless its answer was cut off: then it is unknown what follows there.
  const rest = async (side: Side, other: Side, rows: ResultRow[]) => {
    let at = place;
    for (let more: ResultRow[] | null = rows; more; more = await sides[side].nextRows())
      for (const row of more) {
        if (!sides[other].cut()) note(found, side, at, row);
        at += 1;
      }
  };
  await rest('source', 'target', source);
  await rest('target', 'source', target);
  return found.count.source === found.count.target ? { ...found, columns: [...columns] } : found;
}

/** Most rows held that the other side has not given yet; beyond that, only the sums of hashes tell whether rows differ. */
const MAX_HELD = 200_000;
/** Characters of the held rows that can be shown. */
const MAX_HELD_LENGTH = 4_000_000;

interface Held {
  side: Side;
  count: number;
  rows: PlacedRow[];
}

/**
 * Whether both sides have the same rows equally often, in any order. Sums of hashes decide, so that only rows without a
 * counterpart so far are held; where those become too many, differing rows are not named.
 * @returns null where not all rows were read: those that seem to be missing may be among the others
 */
export async function compareAsSets(
  sides: AnswerReaders,
  rules: RowRules,
  mostHeld = MAX_HELD,
): Promise<DifferingRows | null> {
  const { write, areClose } = rules;
  const sums = { source: 0n, target: 0n };
  const counts = { source: 0, target: 0 };
  let held: Map<string, Held> | null = new Map();
  let length = 0;
  const hold = (map: Map<string, Held>, side: Side, key: string, row: ResultRow): void => {
    const same = map.get(key);
    const placed = { place: counts[side], row };
    if (!same) {
      const isShort = length + lengthOf(row) < MAX_HELD_LENGTH;
      if (isShort) length += lengthOf(row);
      map.set(key, { side, count: 1, rows: isShort ? [placed] : [] });
    } else if (same.side === side) {
      same.count += 1;
      if (areClose ? length < MAX_HELD_LENGTH : same.rows.length < SHOWN) {
        if (areClose) length += lengthOf(row);
        same.rows.push(placed);
      }
    } else {
      same.count -= 1;
      if (same.rows.length > same.count) same.rows.shift();
      if (same.count > 0) return;
      map.delete(key);
      length -= lengthOf(row);
    }
  };
  const take = async (side: Side, rows: readonly ResultRow[]): Promise<void> => {
    await letOthers();
    for (const row of rows) {
      const hash = hashOf(write[side](row));
      sums[side] += (hash.readBigUInt64LE(0) << 64n) | hash.readBigUInt64LE(8);
      if (held) hold(held, side, hash.toString('latin1', 0, 16), row);
      if (held && held.size > mostHeld) held = null;
      counts[side] += 1;
    }
  };
  // Both sides are read in step, so that rows in a similar order meet soon.
  for (let isMore = true; isMore;) {
    const [source, target] = await Promise.all([sides.source.nextRows(), sides.target.nextRows()]);
    await take('source', source ?? []);
    await take('target', target ?? []);
    isMore = source !== null || target !== null;
  }
  if (sides.source.cut() ?? sides.target.cut()) return beyondCut(sides, counts);
  if (counts.source === counts.target && sums.source === sums.target) return nothing();
  if (!held) return surplus(counts);
  return named(areClose ? await withoutClose(held, rules) : held.values(), rules);
}

/**
 * For an answer that was cut off: if the other, complete answer has fewer rows than this one so far, rows are missing there;
 * otherwise it is unknown.
 */
function beyondCut(sides: AnswerReaders, counts: Record<Side, number>): DifferingRows | null {
  const isMoreThanAll =
    (!sides.source.cut() && counts.target > counts.source) ||
    (!sides.target.cut() && counts.source > counts.target);
  return isMoreThanAll ? surplus(counts) : null;
}

/** Pairs of rows that are tried: where rows have little but what is tolerated, each might be tried with each. */
const MAX_TRIED = 2_000_000;

/** Leaves out rows that are close to one of the other side, as far as all of these rows are at hand. */
async function withoutClose(
  held: ReadonlyMap<string, Held>,
  { write, areClose, strict }: RowRules,
): Promise<Held[]> {
  const all = [...held.values()];
  if (!all.every(({ count, rows }) => count === rows.length)) return all;
  const single = (side: Side) =>
    all
      .filter((one) => one.side === side)
      .flatMap(({ rows }) => rows.map((row): Held => ({ side, count: 1, rows: [row] })));
  const keyOf = (row: ResultRow) => hashOf(strict(row)).toString('latin1', 0, 16);
  const groups = groupBy(
    single('target').map((one) => ({ one, row: write.target(one.rows[0]!.row) })),
    ({ row }) => keyOf(row),
  );
  const left: Held[] = [];
  let tried = 0;
  for (const [at, one] of single('source').entries()) {
    if (at % 1_000 === 0) await letOthers();
    const row = write.source(one.rows[0]!.row);
    const group = tried < MAX_TRIED ? (groups.get(keyOf(row)) ?? []) : [];
    const place = group.findIndex((other) => areClose!(row, other.row));
    tried += place < 0 ? group.length : place + 1;
    if (place < 0) left.push(one);
    else group.splice(place, 1);
  }
  return [...left, ...[...groups.values()].flat().map(({ one }) => one)];
}

/** Only the counts are known: where they are equal, at least one row differs. */
const surplus = ({ source, target }: Record<Side, number>): DifferingRows => ({
  ...nothing(),
  count: {
    source: Math.max(source - target, source === target ? 1 : 0),
    target: Math.max(target - source, source === target ? 1 : 0),
  },
});

function named(held: Iterable<Held>, rules: RowRules): DifferingRows {
  const found = nothing();
  const all = { source: [] as PlacedRow[], target: [] as PlacedRow[] };
  for (const { side, count, rows } of held) {
    found.count[side] += count;
    for (const row of rows) all[side].push(row);
  }
  const { source, target } = found.count;
  if (source === target && all.source.length === source && all.target.length === target)
    found.columns = columnsThatDiffer(all, rules);
  for (const side of ['source', 'target'] as const)
    found.rows[side] = all[side].toSorted((a, b) => a.place - b.place).slice(0, SHOWN);
  return found;
}

/** Values that are held against each other one by one, where the rules let some pass. */
const MAX_CLOSE = 200;

/** The columns of which both sides do not have the same values equally often, whichever row they stand in. */
function columnsThatDiffer(
  rows: Record<Side, readonly PlacedRow[]>,
  { write, areClose, differAt }: RowRules,
): number[] {
  const [here, there] = [
    rows.source.map(({ row }) => write.source(row)),
    rows.target.map(({ row }) => write.target(row)),
  ];
  const differsAt = (at: number): boolean => {
    const left = groupBy(there, (row) => row[at] ?? null);
    const rest = here.filter((row) => !left.get(row[at] ?? null)?.pop());
    if (!areClose || rest.length > MAX_CLOSE) return rest.length > 0;
    const others = [...left.values()].flat();
    return rest.some((row) => {
      const place = others.findIndex((other) => !differAt(at, row, other));
      if (place >= 0) others.splice(place, 1);
      return place < 0;
    });
  };
  return [...(here[0] ?? []).keys()].filter(differsAt);
}
