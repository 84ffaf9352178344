import type { Found } from './causes/explain.ts';
import { type Findings, marksOf } from './findings.ts';
import { missingKeys } from './marks.ts';
import type { Sides } from './sides.ts';

/** Fewer missing rows do not count as a missing batch. */
const MIN_BATCH = 2;

/** A target that goes on after a missing key usually has a key within this distance. */
const NEAR = 1_000n;

/** The share of missing rows that a missing end must account for. */
const MOST = 0.9;

/**
 * The missing rows that are all which the source has from some key on. A key of several columns goes by the first of
 * these; the rows that have its least value may be cut in two.
 * @param findings - of all rows
 */
export async function missingEnd(sides: Sides, findings: Findings): Promise<Found['end']> {
  const missing = missingKeys(marksOf(findings));
  if (missing.length < MIN_BATCH) return null;
  const keys = [...new Set(missing)].toSorted((one, other) => (one < other ? -1 : 1));
  const count = async (from: bigint, to: bigint | null): Promise<number> => {
    const { rows } = await sides.one('target', (reader, reading) =>
      reader.checksum(
        { ...reading, key: reading.key.slice(0, 1) },
        { kind: 'range', from: String(from), to: to === null ? null : String(to) },
      ),
    );
    return rows;
  };
  // Asks for nearby keys first, which avoids reading the rest of a target that goes on.
  const hasNone = async (from: bigint, to: bigint | null): Promise<boolean> =>
    (to !== null && to <= from + NEAR
      ? await count(from, to)
      : (await count(from, from + NEAR)) || (await count(from + NEAR, to))) === 0;
  let start = keys.length - 1;
  if (!(await hasNone(keys[start]!, null))) return null;
  // Goes back in steps that double while the target has nothing there, so that no more of it is read than is missing.
  for (let step = 1; step > 0 && start > 0;) {
    const next = Math.max(0, start - step);
    const isMissing = await hasNone(keys[next]!, keys[start]!);
    if (isMissing) start = next;
    step = isMissing ? step * 2 : Math.floor(step / 2);
  }
  const from = keys[start]!;
  const rows = missing.filter((key) => key >= from).length;
  return rows >= Math.max(MIN_BATCH, missing.length * MOST) ? { from: String(from), rows } : null;
}
