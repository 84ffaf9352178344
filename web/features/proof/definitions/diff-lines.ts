import { diffArrays } from 'diff';
import type { Aligned } from './align.ts';

/** Lines that are taken out or put in, beyond which finding what is the same takes too long. */
const MOST_EDITS = 1_000;

/** Two texts line by line: lines in both beside each other, the others alone. Blanks around a line do not count. */
export function diffLines(source: string, target: string): Aligned<string>[] {
  const [one, two] = [source.split(/\r?\n/), target.split(/\r?\n/)];
  const trim = (lines: readonly string[]) => lines.map((line) => line.trim());
  const parts = diffArrays(trim(one), trim(two), { maxEditLength: MOST_EDITS });
  if (!parts) return besideEachOther(one, two);
  const rows: Aligned<string>[] = [];
  /** Up to which line of each side all stands in rows, and up to which it was looked at. */
  let [i, j, atSource, atTarget] = [0, 0, 0, 0];
  const add = (): void => {
    rows.push(...besideEachOther(one.slice(i, atSource), two.slice(j, atTarget)));
    [i, j] = [atSource, atTarget];
  };
  for (const { added, removed, count } of parts) {
    const isSame = !added && !removed;
    if (isSame) add();
    if (!added) atSource += count;
    if (!removed) atTarget += count;
    if (isSame) add();
  }
  add();
  return rows;
}

const besideEachOther = (one: readonly string[], two: readonly string[]): Aligned<string>[] =>
  Array.from({ length: Math.max(one.length, two.length) }, (_, index) => ({
    source: one[index] ?? null,
    target: two[index] ?? null,
  }));
