import { diffArrays } from 'diff';
import type { Aligned } from './align.ts';

/** Maximum number of removed or added lines; beyond it, finding common lines takes too long. */
const MAX_EDITS = 1_000;

/** Compares two texts line by line: common lines share a row, others stand alone. Surrounding blanks are ignored. */
export function diffLines(source: string, target: string): Aligned<string>[] {
  const [one, two] = [source.split(/\r?\n/), target.split(/\r?\n/)];
  const trim = (lines: readonly string[]) => lines.map((line) => line.trim());
  const parts = diffArrays(trim(one), trim(two), { maxEditLength: MAX_EDITS });
  if (!parts) return besideEachOther(one, two);
  const rows: Aligned<string>[] = [];
  /** The next lines of each side to put into rows (i, j), and the next lines to examine. */
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
