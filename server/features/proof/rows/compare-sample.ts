import type { TextRow } from '../../../../connectors/core/data.ts';
import { hashTexts } from '../../../../connectors/core/row-hash.ts';
import { differencesOf } from './find-rows.ts';
import type { Findings } from './findings.ts';
import type { Plan } from './plan.ts';
import { type Sides, nullIfTooLarge } from './sides.ts';

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
