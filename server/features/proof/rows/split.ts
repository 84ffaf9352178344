import type { Slice } from '../../../../connectors/core/data.ts';

export type Range = Extract<Slice, { kind: 'range' }>;

const PARTS = 64n;
/** The first step into an unbounded range, and the bound beyond which no key is expected. */
const FIRST_STEP = 5_000n;
const FARTHEST = 10n ** 40n;

/** The ranges between ascending boundaries; the first and the last are unbounded. */
export function rangesBetween(boundaries: readonly string[]): Range[] {
  const ends = [null, ...boundaries, null];
  return ends
    .slice(1)
    .map((to, index): Range => ({ kind: 'range', from: ends[index] ?? null, to }));
}

/** Splits a range; empty where it is a single key, or holds no numbers. */
export function splitRange({ from, to }: Range): Range[] {
  const cuts = cutsOf(from === null ? null : BigInt(from), to === null ? null : BigInt(to));
  if (cuts.length === 0) return [];
  const ends = [from, ...cuts.map(String), to];
  return ends
    .slice(1)
    .map((end, index): Range => ({ kind: 'range', from: ends[index] ?? null, to: end }));
}

function cutsOf(from: bigint | null, to: bigint | null): bigint[] {
  if (from !== null && to !== null) {
    const step = (to - from + PARTS - 1n) / PARTS;
    const cuts: bigint[] = [];
    for (let at = from + step; at < to; at += step) cuts.push(at);
    return cuts;
  }
  const steps: bigint[] = [];
  for (let step = FIRST_STEP; step < FARTHEST; step *= 16n) steps.push(step);
  if (from !== null) return from >= FARTHEST ? [] : steps.map((step) => from + step);
  if (to !== null) return to <= -FARTHEST ? [] : steps.toReversed().map((step) => to - step);
  return [...steps.toReversed().map((step) => -step), 0n, ...steps];
}
