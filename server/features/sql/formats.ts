import type { SqlRules, SqlWriting, TimePart } from '../../../connectors/core/sql-rules.ts';
import { isZoned } from './traits.ts';
import type { Node } from './tree.ts';

const SIGN = /^[-/:., ]/;

/** A date pattern in engine-neutral form, such as `{hour}:{minute}`; null where a part of it is unknown or ambiguous. */
export function partsOfPattern(pattern: string, { parser, writing }: SqlRules): string | null {
  // Longer runs of a letter are other parts, such as the day of the year.
  if (!writing.patterns || (parser !== 'mysql' && /(D|M|S)\1\1|Y{5}/i.test(pattern))) return null;
  const spellings = Object.entries(writing.patterns.parts);
  let rest = parser === 'mysql' ? pattern.replaceAll('%S', '%s') : pattern.toUpperCase();
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

/** The date or timestamp that a pattern formats; null where the digits depend on a zone. */
export function writtenTime(it: Node, parser: SqlRules['parser']): Node | null {
  // PostgreSQL casts a date to a zoned timestamp, which is another day where the session's zone skipped that one, as Samoa did.
  if (it.op === 'null' || it.value === 'timestamp(Tz)' || isZoned(it)) return null;
  return it.kind === 'timestamp' || (it.kind === 'date' && parser !== 'postgresql') ? it : null;
}
