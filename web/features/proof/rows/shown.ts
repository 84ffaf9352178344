/** A time, or a date with one, without any part of a second. */
const WHOLE_SECONDS = /^((?:[+-]?\d{4,}-\d\d-\d\d[ T])?-?\d+:\d\d:\d\d)\.0+(?!\d)/;

const short = (value: string): string => value.replace(WHOLE_SECONDS, '$1');

/** What SQL calls it. */
export const NULL = 'NULL';

/** A value of a row as it is searched for and, unless it is NULL, shown. */
export const shown = (value: string | null): string => (value === null ? NULL : short(value));
const shownOrNull = (value: string | null): string | null => value && short(value);

/** Both values of a column: where one has parts of a second, or the values differ by zeros alone, all digits are shown. */
export function shownSides(source: string | null, target: string | null) {
  const whole = { source: shownOrNull(source), target: shownOrNull(target) };
  const isWhole = [source, target].every((value) => value === null || WHOLE_SECONDS.test(value));
  return isWhole && (source === target || whole.source !== whole.target)
    ? whole
    : { source, target };
}
