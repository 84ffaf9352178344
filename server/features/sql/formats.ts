import type { SqlRules, SqlWriting, TimePart } from '../../../connectors/core/sql-rules.ts';
import { isZoned } from './traits.ts';
import type { Node } from './tree.ts';

const SIGN = /^[-/:., ]/;

/** The parts and signs of a pattern in words that engines share; null where it holds any other, or what may be read in two ways. */
export function partsOfPattern(pattern: string, { parser, writing }: SqlRules): string | null {
  // Days of a year, seconds of a day …
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

/** The pattern that says so on an engine. */
export const patternOf = (parts: string, { parts: spelt }: NonNullable<SqlWriting['patterns']>) =>
  parts.replaceAll(/\{(\w+)\}/g, (_, part: TimePart) => spelt[part]);

/** What is written by a pattern: a day or a time; null where digits hang on a zone. PostgreSQL makes a time with one of each day. */
export function writtenTime(it: Node): Node | null {
  const isMade = it.op === 'as' && it.value === 'timestamp(Tz)';
  if (isMade) return it.args[0]!.kind === 'date' ? it.args[0]! : null;
  const isTime = it.kind === 'date' || (it.kind === 'timestamp' && !isZoned(it));
  return isTime && it.op !== 'null' ? it : null;
}

/** A day with a zone may begin at another hour than midnight. */
export const asksForHours = (parts: string | null): boolean =>
  /\{(hour|minute|second)\}/.test(parts ?? '');
