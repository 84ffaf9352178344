import type { SqlRules, SqlWriting, TimePart } from '../../../../connectors/core/sql/sql-rules.ts';
import { FINEST } from '../tree/widths.ts';
import { isZoned } from '../tree/traits.ts';
import type { Node } from '../tree/tree.ts';

const SIGN = /^[-/:., ]/;

/** A date pattern in engine-neutral form, such as `{hour}:{minute}`; null where a part of it is unknown or ambiguous. */
export function partsOfPattern(pattern: string, { parser, writing }: SqlRules): string | null {
  // Longer runs of a letter are other parts, such as the day of the year.
  const isOfSigns = parser === 'mysql' || parser === 'sqlite';
  if (!writing.patterns || (!isOfSigns && /(D|M|S|H)\1\1|Y{5}/i.test(pattern))) return null;
  const spellings = Object.entries(writing.patterns.parts);
  let rest = isOfSigns || parser === 'mssql' ? pattern : pattern.toUpperCase();
  if (parser === 'mysql') rest = rest.replaceAll('%S', '%s');
  let found = '';
  while (rest !== '') {
    const part = spellings.find(([, spelling]) => rest.startsWith(spelling));
    if (!part && !SIGN.test(rest)) return null;
    found += part ? `{${part[0]}}` : rest[0];
    rest = rest.slice(part?.[1].length ?? 1);
  }
  return found === '' ? null : found;
}

/** The engine's spelling of an engine-neutral pattern. */
export const patternOf = (parts: string, { parts: spelt }: NonNullable<SqlWriting['patterns']>) =>
  parts.replaceAll(/\{(\w+)\}/g, (_, part: TimePart) => spelt[part]);

/** Engines that show such a timestamp in the zone of the session. */
const SHOWS_IN_ZONE = new Set(['mysql', 'postgresql']);

/** The date or timestamp that a pattern formats; null where it is not clear which digits that gives. */
export function writtenTime(it: Node, parts: string, parser: string): Node | null {
  if (it.op === 'null' || it.value === 'timestamp(Tz)') return null;
  if (isZoned(it)) return SHOWS_IN_ZONE.has(parser) && it.op === 'column' ? it : null;
  // The hour of a date is that of midnight, unless the session's zone skips it.
  const isHour = /\{(hour|minute|second)\}/.test(parts);
  if (parser === 'postgresql' && it.kind === 'date' && isHour) return null;
  // SQLite rounds to thousandths, which may end the month.
  if (parser === 'sqlite' && it.kind === 'timestamp' && !((it.width ?? FINEST) <= 3)) return null;
  return it.kind === 'timestamp' || it.kind === 'date' ? it : null;
}
