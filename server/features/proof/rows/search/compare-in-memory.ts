import { setImmediate as letOthers } from 'node:timers/promises';
import { ConnectorError } from '../../../../../connectors/core/errors.ts';
import type { TextRow } from '../../../../../connectors/core/data.ts';
import { MAX_ROWS } from './find-buckets.ts';
import type { RowMatcher } from '../causes/match-rows.ts';
import { differencesOf, idOfRow } from './find-rows.ts';
import { type Findings, addFindings, noFindings } from '../answer/findings.ts';
import type { Plan } from '../plan/plan.ts';
import { type Sides, nullIfTooLarge } from '../sides.ts';
import { addNote } from '../answer/notes.ts';
import { hashTexts } from '../../../../../connectors/core/rows/row-hash.ts';

/** All rows of both sides, each read by one statement. */
export type Copies = [source: TextRow[], target: TextRow[]];

/** Texts of one side that may be in memory, and the rows that they are at most: short rows take room, too. */
const MOST_TEXTS = 1_000_000;
const MOST_COPIED = 100_000;

/** How many rows of each side are compared in memory. */
export const roomForCopies = ({ columns }: Pick<Plan, 'columns'>): number =>
  Math.min(MOST_COPIED, Math.max(MAX_ROWS, Math.floor(MOST_TEXTS / (columns.length + 1))));

/**
 * Reads all rows of both sides, once each, because a view is computed on every query.
 * @returns null where there are more rows than fit into memory, or a side cannot choose rows by their hashes
 */
export async function readCopies(sides: Sides, most: number): Promise<Copies | null> {
  try {
    const copies = await sides.both((reader, reading) => reader.sampleRows(reading, most + 1));
    return copies.some((rows) => rows.length > most) ? null : copies;
  } catch (error) {
    if (error instanceof ConnectorError && ['limit', 'unsupported'].includes(error.code))
      return null;
    throw error;
  }
}

/** @param matcher - gets the rows that only one side has */
export async function compareCopies(
  plan: Plan,
  [source, target]: Copies,
  matcher: RowMatcher | null,
): Promise<Findings> {
  const found = noFindings();
  const parts = Math.ceil(Math.max(source.length, target.length) / MAX_ROWS);
  const [ones, others] = [splitRows(plan, source, parts), splitRows(plan, target, parts)];
  for (let part = 0; part < parts; part += 1) {
    addFindings(found, differencesOf(plan, ones[part]!, others[part]!, matcher));
    if (parts > 1) await letOthers();
  }
  return { ...found, rows: { source: source.length, target: target.length } };
}

/** Splits rows so that those of one key stay together. */
function splitRows(plan: Plan, rows: readonly TextRow[], parts: number): (readonly TextRow[])[] {
  if (parts <= 1) return [rows];
  const split: TextRow[][] = Array.from({ length: parts }, () => []);
  for (const row of rows) split[partOf(idOfRow(plan, row), parts)]!.push(row);
  return split;
}

function partOf(id: TextRow, parts: number): number {
  let sum = 0;
  for (const text of id)
    for (let place = 0; place < (text?.length ?? 0); place += 1)
      sum = (sum * 31 + text!.charCodeAt(place)) % 1_000_003;
  return sum % parts;
}

/**
 * Reads both sides once more, and compares the rows that differed before.
 * @returns null where the sides have grown too large for that
 */
export async function compareAgain(
  sides: Sides,
  plan: Plan,
  { kept }: Findings,
  matcher: RowMatcher | null,
): Promise<Findings | null> {
  const copies = await readCopies(sides, roomForCopies(plan));
  if (!copies) return null;
  const known = new Set(kept.map(({ id }) => JSON.stringify(id)));
  const isKnown = (row: TextRow) => known.has(JSON.stringify(idOfRow(plan, row)));
  const [source, target] = copies;
  return differencesOf(plan, source.filter(isKnown), target.filter(isKnown), matcher);
}

/**
 * The plan with the first of these keys that identifies the rows of both sides, where it has none yet.
 * @param keys - by source names, as the queries of views tell them
 */
export function withKeyOfView(
  plan: Plan,
  keys: readonly (readonly string[])[],
  copies: Copies,
): Plan {
  if (plan.keyed) return plan;
  const places = keys
    .map((names) => names.map((name) => plan.columns.findIndex((column) => column.name === name)))
    .find(
      (key) =>
        key.every((place) => isExact(plan, place)) && copies.every((rows) => isUnique(rows, key)),
    );
  if (!places) return plan;
  const columns = places.map((place) => plan.columns[place]!);
  const notes: Plan['notes'] = new Map(plan.notes);
  notes.delete('keyless');
  for (const { name } of columns) addNote(notes, 'keyOfView', name);
  return {
    ...plan,
    source: { ...plan.source, key: places },
    target: { ...plan.target, key: places },
    keyed: true,
    // A masked key must not be stored.
    identity: columns.some(({ masked }) => masked) ? 'hash' : 'key',
    notes,
  };
}

/** Whether it is compared by its texts, as rows are found by their keys. */
function isExact({ columns, source, target }: Plan, place: number): boolean {
  const isReplaced = [source, target].some(
    (reading) => reading.columns[place]?.expression !== undefined,
  );
  return columns[place]?.loose === null && !isReplaced;
}

function isUnique(rows: readonly TextRow[], key: readonly number[]): boolean {
  const found = new Set(rows.map((row) => JSON.stringify(key.map((place) => row[place]))));
  return found.size === rows.length;
}

/** Larger samples are compared by buckets, because these rows are held in memory. */
export const MAX_SAMPLED = 10_000;

/**
 * Compares the rows whose keys have the least hashes, which selects the same rows on both sides.
 * @returns null where they are too large to be read at once
 */
export async function compareSample(
  sides: Sides,
  plan: Plan,
  rows: number,
): Promise<Findings | null> {
  // Reads one row more, because rows of the last key are not compared.
  const samples = await nullIfTooLarge(
    sides.both((reader, reading) => reader.sampleRows(reading, rows + 1)),
  );
  if (samples === null) return null;
  const [source, target] = samples;
  const hashOf = (row: TextRow) => {
    const { key } = plan.source;
    return hashTexts(key.length === 0 ? row : key.map((place) => row[place] ?? null));
  };
  // Beyond its last key, a side with more rows than the sample tells nothing.
  const ends = [source, target].flatMap((sample) => {
    const last = sample.at(-1);
    return last && sample.length > rows
      ? [sample.map(hashOf).reduce((a, b) => (a > b ? a : b))]
      : [];
  });
  const end = ends.length === 0 ? 'g' : ends.reduce((a, b) => (a < b ? a : b));
  // More rows of the last key may lie beyond the sample, so that key is left out.
  const within = (sample: readonly TextRow[]) => sample.filter((row) => hashOf(row) < end);
  const [left, right] = [within(source), within(target)];
  return {
    ...differencesOf(plan, left, right),
    rows: { source: left.length, target: right.length },
  };
}
