import type { Checksum } from '../../../../../connectors/core/data.ts';
import { HASH_DIGITS } from '../../../../../connectors/core/rows/row-hash.ts';
import { type Findings, noFindings } from '../answer/findings.ts';
import type { Sides } from '../sides.ts';

/** Rows that may be compared one by one at a time, because they are in memory. */
export const MAX_ROWS = 20_000;
/** Target size of buckets: small enough to read those that differ, large enough to need few checksums. */
const ROWS_IN_BUCKET = 1_000;
const MAX_DIGITS = 4;
const MAX_PREFIXES = 5_000;
const NONE: Checksum = { rows: 0, sum: '0' };

/** How many hash digits make buckets of about a thousand rows. */
function digitsFor(rows: number): number {
  let digits = 0;
  while (digits < MAX_DIGITS && rows > ROWS_IN_BUCKET * 16 ** digits) digits += 1;
  return digits;
}

interface Bucket {
  prefix: string;
  rows: number;
}

/**
 * Finds the differing buckets in one scan of each side, and groups them into batches that fit into memory.
 * @param share - of the buckets, in order, that are compared
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
  const differing = await splitDifferingBuckets(sides, { prefix: '', digits }, isWanted, found);
  return { batches: batch(differing), found };
}

/** Splits differing buckets until they are small enough; buckets whose rows all have one key are only counted. */
async function splitDifferingBuckets(
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
    if (rows <= MAX_ROWS) differing.push({ prefix: name, rows });
    else if (name.length < HASH_DIGITS) {
      const below = { prefix: name, digits: Math.min(2, HASH_DIGITS - name.length) };
      differing.push(...(await splitDifferingBuckets(sides, below, isWanted, found)));
    } else addCrowded(found, one, other);
  }
  return differing;
}

export const isSame = (one: Checksum, other: Checksum): boolean =>
  one.rows === other.rows && one.sum === other.sum;

/** A lower bound of the rows that differ, without looking at them. */
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
      last.rows + rows <= MAX_ROWS &&
      last.prefixes.length < MAX_PREFIXES &&
      last.prefixes[0]?.length === prefix.length;
    if (fits) {
      last.prefixes.push(prefix);
      last.rows += rows;
    } else batches.push({ prefixes: [prefix], rows });
  }
  return batches.map(({ prefixes }) => prefixes);
}
