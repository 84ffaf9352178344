import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { TextRow } from '../../../../connectors/core/data.ts';
import { MOST_ROWS } from './find-buckets.ts';
import { differencesOf, idOfRow } from './find-rows.ts';
import type { Findings } from './findings.ts';
import type { Plan } from './plan.ts';
import type { Sides } from './sides.ts';

/** All rows of both sides, each read by one statement. */
export type Copies = [source: TextRow[], target: TextRow[]];

/**
 * Reads all rows of both sides, once each: what a view shows is computed whenever it is asked for.
 * @returns null where they are more than are taken into memory, or where a side cannot choose them by their hashes
 */
export async function readCopies(sides: Sides): Promise<Copies | null> {
  try {
    const copies = await sides.both((reader, reading) => reader.sampleRows(reading, MOST_ROWS + 1));
    return copies.some((rows) => rows.length > MOST_ROWS) ? null : copies;
  } catch (error) {
    if (error instanceof ConnectorError && ['limit', 'unsupported'].includes(error.code))
      return null;
    throw error;
  }
}

export const compareCopies = (plan: Plan, [source, target]: Copies): Findings => ({
  ...differencesOf(plan, source, target),
  rows: { source: source.length, target: target.length },
});

/**
 * How rows differ now that differed before, in one more pass through each side.
 * @returns null where the sides have grown too large for it
 */
export async function compareAgain(
  sides: Sides,
  plan: Plan,
  { kept }: Findings,
): Promise<Findings | null> {
  const copies = await readCopies(sides);
  if (!copies) return null;
  const known = new Set(kept.map(({ id }) => JSON.stringify(id)));
  const isKnown = (row: TextRow) => known.has(JSON.stringify(idOfRow(plan, row)));
  const [source, target] = copies;
  return differencesOf(plan, source.filter(isKnown), target.filter(isKnown));
}
