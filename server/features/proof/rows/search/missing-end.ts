import type { Found } from '../causes/explain.ts';
import { type Findings, marksOf } from '../answer/findings.ts';
import { missingKeys } from '../answer/marks.ts';
import type { Sides } from '../sides.ts';

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
  const hasRows = async (from: bigint, to: bigint | null): Promise<boolean> => {
    const { rows } = await sides.one('target', (reader, reading) =>
      reader.checksum(
        { ...reading, key: reading.key.slice(0, 1) },
        { kind: 'range', from: String(from), to: to === null ? null : String(to) },
      ),
    );
    return rows > 0;
  };
  const [first, last] = [keys[0]!, keys.at(-1)!];
  // Asks for nearby keys first, which avoids reading the rest of a target that goes on.
  if ((await hasRows(last, last + NEAR)) || (await hasRows(last + NEAR, null))) return null;
  // Goes back in steps that double while the target has nothing there, and halves the step that found something, so that
  // hardly more keys of it are read than are missing at its end.
  let [empty, filled] = [last, first];
  for (let step = NEAR; empty > first; step *= 2n) {
    filled = empty - step > first ? empty - step : first;
    if (await hasRows(filled, empty)) break;
    empty = filled;
  }
  while (keys.some((key) => key > filled && key < empty)) {
    const middle = (filled + empty) / 2n;
    if (await hasRows(middle, empty)) filled = middle;
    else empty = middle;
  }
  const from = keys.find((key) => key >= empty)!;
  const rows = missing.filter((key) => key >= from).length;
  return rows >= Math.max(MIN_BATCH, missing.length * MOST) ? { from: String(from), rows } : null;
}
