import type { Slice, TextRow } from '../../../../../connectors/core/data.ts';
import { hashTexts } from '../../../../../connectors/core/rows/row-hash.ts';
import type { Difference } from '../../../../../contract/proof/rows.ts';
import {
  type GroupDifferences,
  compareGroup,
  pairUp,
  withoutSame,
} from '../answer/compare-values.ts';
import { createCounter } from '../causes/count-differences.ts';
import type { RowMatcher } from '../causes/match-rows.ts';
import {
  type Findings,
  type Kept,
  type RowId,
  addFindings,
  hasRoomForRare,
  MAX_KEPT,
  noFindings,
} from '../answer/findings.ts';
import { type Hashed, hashOf, markHashes, markRows } from '../answer/marks.ts';
import {
  describeChange,
  describeRow,
  describeUnread,
  exampleIn,
  keyOf,
} from '../answer/describe-rows.ts';
import type { Plan } from '../plan/plan.ts';
import { describeInParts } from './large-rows.ts';
import { type Sides, nullIfTooLarge } from '../sides.ts';

/** Keys or hashes whose rows are read at a time: few at first, to learn how large the rows are. */
const BATCH = { first: 4, most: 500 };
/** Characters of rows to read at a time, as estimated from earlier rows. */
const WINDOW = 8_000_000;

/**
 * Finds the differing rows of a slice: compares the hashes of all its rows, then reads the rows whose hashes differ.
 * @param room - how many more rows are wanted with their values
 */
export async function findRows(
  sides: Sides,
  plan: Plan,
  slice: Slice,
  room: number,
): Promise<Findings> {
  const [source, target] = await sides.both((reader, reading) => reader.hashRows(reading, slice));
  const suspects = findSuspects(plan, source, target);
  const found = noFindings();
  // Differing hashes prove a difference only where texts must be equal; otherwise each row is read. Rows found by an index are
  // all read, too, because what they have in common explains them.
  const mayBeEqual = plan.columns.some(({ loose }) => loose !== null);
  const looked = mayBeEqual || plan.indexed ? suspects : suspects.slice(0, room);
  addFindings(found, await readAgain(sides, plan, looked));
  for (const { count, marks } of suspects.slice(looked.length))
    addFindings(found, { ...noFindings(), total: count, marks });
  return found;
}

/** The differing rows of a slice, all of whose rows are read; null where they are too large for that. */
export async function readSlice(sides: Sides, plan: Plan, slice: Slice): Promise<Findings | null> {
  const rows = await nullIfTooLarge(
    sides.both((reader, reading) => reader.readRows(reading, slice)),
  );
  return rows && differencesOf(plan, ...rows);
}

/** Rows that share a key or hash. */
interface Group<Row> {
  id: RowId;
  rows: { source: Row[]; target: Row[] };
}

/** Groups of rows that differ between the sides, with what their hashes tell. */
function findSuspects(plan: Plan, source: readonly Hashed[], target: readonly Hashed[]): Kept[] {
  const [left, right] = withoutSame(source, target);
  const known = right.length > 0 ? textsOf(source) : null;
  return groupRows(left, right, (row) => idOf(plan, row)).map(({ id, rows }) => {
    const group = pairUp(rows.source, rows.target, plan.keyed, ({ hash }) => hash);
    const marks = markHashes(plan, { ...group, copies: copiesIn(group.extra, known) });
    const kinds: Difference['kind'][] = ['changed', 'missing', 'extra'];
    const differences = kinds.flatMap((kind) =>
      Array.from({ length: Math.min(group[kind].length, MAX_KEPT) }, () =>
        describeUnread(plan, kind, id),
      ),
    );
    return { id, count: marks.length, differences, marks };
  });
}

const textsOf = (rows: readonly unknown[]): Set<string> =>
  new Set(rows.map((row) => JSON.stringify(row)));

/** The places of the rows that are among those of the other side. */
const copiesIn = (rows: readonly unknown[], known: ReadonlySet<string> | null): Set<number> =>
  new Set(rows.flatMap((row, place) => (known?.has(JSON.stringify(row)) ? place : [])));

const idOf = (plan: Plan, { key, hash }: Hashed): RowId => {
  if (plan.identity === 'key') return key;
  return [plan.source.key.length === 0 ? hash : hashTexts(key)];
};

/**
 * Reads the rows of some keys or hashes on both sides, and compares them as they are now.
 * @param known - earlier findings about them, which stay for rows that are too large to be read
 * @param matcher - gets the rows that only one side has
 */
export async function readAgain(
  sides: Sides,
  plan: Plan,
  known: readonly Kept[],
  matcher: RowMatcher | null = null,
): Promise<Findings> {
  const found = noFindings();
  let { first: atOnce, most } = BATCH;
  for (let start = 0; start < known.length;) {
    const some = known.slice(start, start + atOnce);
    const of: Slice | { keys: readonly RowId[] } =
      plan.identity === 'key'
        ? { keys: some.map(({ id }) => id) }
        : { kind: 'buckets', prefixes: some.map(({ id: [hash] }) => hash ?? '') };
    const rows = await nullIfTooLarge(
      sides.both((reader, reading) => reader.readRows(reading, of)),
    );
    if (rows === null && some.length > 1) {
      atOnce = most = Math.ceil(some.length / 2);
      continue;
    }
    start += some.length;
    addFindings(
      found,
      rows ? differencesOf(plan, ...rows, matcher) : unread(await readInParts(sides, plan, some)),
    );
    if (rows) atOnce = Math.min(most, fitting(some.length, rows.flat()));
  }
  return found;
}

/** How many keys fit into the window if their rows are like these. */
function fitting(keys: number, rows: readonly TextRow[]): number {
  const length = rows.flat().reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return Math.max(1, Math.floor((WINDOW / (length + 1)) * keys));
}

/** Reads a row that is too large for one answer in parts, and adds the differences to its findings. */
async function readInParts(sides: Sides, plan: Plan, known: Kept[]): Promise<Kept[]> {
  const [row] = known;
  if (!row || row.count !== 1 || plan.identity !== 'key' || sides.inParts === 0) return known;
  sides.inParts -= 1;
  const columns = await describeInParts(sides, plan, row.id);
  return [
    { ...row, differences: row.differences.map((difference) => ({ ...difference, columns })) },
  ];
}

const unread = (kept: Kept[]): Findings => ({
  ...noFindings(),
  total: kept.reduce((sum, { count }) => sum + count, 0),
  kept,
});

/** Compares complete sets of rows: no other rows have the same keys. */
export function differencesOf(
  plan: Plan,
  source: readonly TextRow[],
  target: readonly TextRow[],
  matcher: RowMatcher | null = null,
): Findings {
  const loose = plan.columns.map((column) => column.loose);
  const loosely = new Set<number>();
  const letPass = new Set<number>();
  const found = noFindings();
  const counter = createCounter(plan);
  for (const { id, rows } of groupRows(source, target, (row) => idOfRow(plan, row))) {
    const group = compareGroup(rows.source, rows.target, plan.keyed, {
      loose,
      hashOf: (row) => hashOf(plan, row),
    });
    group.loosely.forEach((place) => loosely.add(place));
    group.letPass.forEach((place) => letPass.add(place));
    const count = group.changed.length + group.missing.length + group.extra.length;
    if (count === 0) continue;
    const known = group.extra.length > 0 ? textsOf(rows.source) : null;
    const copies = copiesIn(group.extra, known);
    countGroup(counter, plan, group, copies);
    const marks = markRows(plan, { ...group, copies });
    const isShown = hasRoomForRare(found.kept);
    const differences = isShown ? describeGroup(plan, group).slice(0, MAX_KEPT) : [];
    matcher?.add(group, differences);
    addFindings(found, {
      ...noFindings(),
      total: count,
      ...(isShown ? { kept: [{ id, count, differences, marks }] } : { marks }),
    });
  }
  return { ...found, loosely: [...loosely], letPass: [...letPass], tally: counter.tally() };
}

function countGroup(
  counter: ReturnType<typeof createCounter>,
  plan: Plan,
  { changed, missing, extra }: GroupDifferences,
  copies: ReadonlySet<number>,
): void {
  for (const pair of changed) counter.change(pair, exampleIn(plan, pair));
  const alone = (kind: 'missing' | 'extra') => (row: TextRow, place: number) =>
    counter.alone(row, {
      kind,
      isCopy: kind === 'extra' && copies.has(place),
      keyOf: () => keyOf(plan, row),
    });
  missing.forEach(alone('missing'));
  extra.forEach(alone('extra'));
}

const describeGroup = (plan: Plan, { changed, missing, extra }: GroupDifferences): Difference[] => [
  ...changed.map(([one, other]) => describeChange(plan, one, other)),
  ...missing.map((row) => describeRow(plan, 'missing', row)),
  ...extra.map((row) => describeRow(plan, 'extra', row)),
];

export function idOfRow(plan: Plan, row: TextRow): RowId {
  const { key } = plan.source;
  const texts = key.length === 0 ? row : key.map((place) => row[place] ?? null);
  return plan.identity === 'key' ? texts : [hashTexts(texts)];
}

function groupRows<Row>(
  source: readonly Row[],
  target: readonly Row[],
  idOfOne: (row: Row) => RowId,
): Group<Row>[] {
  const groups = new Map<string, Group<Row>>();
  const collect = (side: 'source' | 'target', rows: readonly Row[]) => {
    for (const row of rows) {
      const id = idOfOne(row);
      const name = JSON.stringify(id);
      const group = groups.get(name);
      if (group) group.rows[side].push(row);
      else groups.set(name, { id, rows: { source: [], target: [], [side]: [row] } });
    }
  };
  collect('source', source);
  collect('target', target);
  return [...groups.values()];
}
