import type { Checksum } from '../../../../connectors/core/data.ts';
import { HASH_DIGITS } from '../../../../connectors/core/row-hash.ts';
import { type Findings, noFindings } from './findings.ts';
import type { Sides } from './sides.ts';

/** Rows that are looked at one by one at once: they are in memory. */
export const MOST_ROWS = 20_000;
/** Buckets are made so small, so that those that differ have few rows, and all together few checksums. */
const ROWS_IN_BUCKET = 1_000;
const MOST_DIGITS = 4;
const MOST_PREFIXES = 5_000;
const NONE: Checksum = { rows: 0, sum: '0' };

/** Digits of a key's hash that make buckets of a thousand rows or so. */
export function digitsFor(rows: number): number {
  let digits = 0;
  while (digits < MOST_DIGITS && rows > ROWS_IN_BUCKET * 16 ** digits) digits += 1;
  return digits;
}

interface Bucket {
  prefix: string;
  rows: number;
}

/**
 * Finds the buckets that differ in one scan of each side, and puts them together to batches that fit into memory.
 * @param share - of the buckets, in order: those that are compared
 */
export async function findBuckets(
  sides: Sides,
  rows: number,
  share: number,
): Promise<{ batches: string[][]; found: Findings }> {
  const digits = Math.max(1, digitsFor(rows));
  const least = Math.ceil(16 ** digits * share)
    .toString(16)
    .padStart(digits, '0');
  const isWanted = (prefix: string) => share >= 1 || prefix < least;
  const found = noFindings();
  const differing = await descend(sides, { prefix: '', digits }, isWanted, found);
  return { batches: batch(differing), found };
}

/** Buckets that differ and are small enough; those whose rows all have one key are only counted. */
async function descend(
  sides: Sides,
  { prefix, digits }: { prefix: string; digits: number },
  isWanted: (prefix: string) => boolean,
  found: Findings,
): Promise<Bucket[]> {
  const [source, target] = await sides.both((reader, reading) =>
    reader.bucketChecksums(reading, prefix, digits),
  );
  const differing: Bucket[] = [];
  for (const name of new Set([...source.keys(), ...target.keys()])) {
    if (!isWanted(name)) continue;
    const [one, other] = [source.get(name) ?? NONE, target.get(name) ?? NONE];
    if (prefix === '') {
      found.rows.source += one.rows;
      found.rows.target += other.rows;
    }
    if (isSame(one, other)) continue;
    const rows = Math.max(one.rows, other.rows);
    if (rows <= MOST_ROWS) differing.push({ prefix: name, rows });
    else if (name.length < HASH_DIGITS) {
      const below = { prefix: name, digits: Math.min(2, HASH_DIGITS - name.length) };
      differing.push(...(await descend(sides, below, isWanted, found)));
    } else addCrowded(found, one, other);
  }
  return differing;
}

export const isSame = (one: Checksum, other: Checksum): boolean =>
  one.rows === other.rows && one.sum === other.sum;

/** At least so many rows differ; which ones is not looked at. */
export const leastDifferences = (one: Checksum, other: Checksum): number =>
  Math.max(1, Math.abs(one.rows - other.rows));

export function addCrowded(found: Findings, one: Checksum, other: Checksum): void {
  found.total += leastDifferences(one, other);
  found.crowded += 1;
}

function batch(buckets: readonly Bucket[]): string[][] {
  const byLength = buckets.toSorted((one, other) => one.prefix.length - other.prefix.length);
  const batches: { prefixes: string[]; rows: number }[] = [];
  for (const { prefix, rows } of byLength) {
    const last = batches.at(-1);
    const fits =
      last &&
      last.rows + rows <= MOST_ROWS &&
      last.prefixes.length < MOST_PREFIXES &&
      last.prefixes[0]?.length === prefix.length;
    if (fits) {
      last.prefixes.push(prefix);
      last.rows += rows;
    } else batches.push({ prefixes: [prefix], rows });
  }
  return batches.map(({ prefixes }) => prefixes);
}
