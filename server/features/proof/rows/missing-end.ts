import type { Found } from './causes/explain.ts';
import type { Findings } from './findings.ts';
import type { Sides } from './sides.ts';

/** Fewer missing rows do not count as a missing batch. */
const MIN_BATCH = 2;

/** A target that goes on after the least missing key usually has a key within this distance. */
const NEAR = 1_000n;

/** The share of missing rows that a missing end must account for. */
const MOST = 0.9;

/**
 * The missing rows that are all which the source has from some key on. A key of several columns goes by the first of
 * these; the rows that have its least value may be cut in two.
 */
export async function missingEnd(sides: Sides, { tally }: Findings): Promise<Found['end']> {
  const { least, rows } = tally.missing;
  if (least === null || rows < MIN_BATCH) return null;
  const count = async (
    side: 'source' | 'target',
    from: string,
    to: string | null,
  ): Promise<number> => {
    const { rows: there } = await sides.one(side, (reader, reading) =>
      reader.checksum({ ...reading, key: reading.key.slice(0, 1) }, { kind: 'range', from, to }),
    );
    return there;
  };
  const next = String(BigInt(least) + 1n);
  // Checks nearby keys first, which avoids reading the rest of a target that goes on.
  if ((await count('target', next, String(BigInt(least) + NEAR))) > 0) return null;
  if ((await count('target', next, null)) > 0) return null;
  const behind = await count('source', next, null);
  const isCut = (await count('target', least, next)) > 0;
  if (isCut) return behind >= rows * MOST ? { from: next, rows: behind } : null;
  return behind + (await count('source', least, next)) === rows ? { from: least, rows } : null;
}
