import type { Column } from '../../../../../../connectors/core/definitions.ts';
import type { Words } from '../triggers/trigger-statements.ts';

/** A default without blanks outside of its texts, and without brackets around all of it. */
function tight(text: string): string {
  const parts = text.split(/('(?:[^']|'')*')/);
  let found = parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\s/g, ''))).join('');
  while (found.startsWith('(') && closingOf(found) === found.length - 1) found = found.slice(1, -1);
  return found;
}

/** Where the bracket is closed that a text begins with; texts in quotes of such defaults have none. */
function closingOf(text: string): number {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') open += 1;
    if (text[at] === ')') open -= 1;
    if (open === 0) return at;
  }
  return -1;
}

const CLOCK =
  /^strftime\('(?:(%Y-%m-%d|%F)|(?:%Y-%m-%d|%F) (?:%H:%M:(%S|%f)|%T))','now'\)$|^datetime\('now','(subsec|subsecond)'\)$/i;

/**
 * SQLite's ways to write the current time in its usual form, which CURRENT_TIMESTAMP has, too, as that or as the current day. Other
 * forms (`T`, `Z`) would not sort among rows that have this one.
 */
export function plainClock(text: string, words: Words | null): string {
  const found = words?.sqlRules.parser === 'sqlite' ? CLOCK.exec(tight(text)) : null;
  if (!found) return text;
  return found[1] === undefined ? 'CURRENT_TIMESTAMP' : 'CURRENT_DATE';
}

/** Digits of SQLite's fractions of a second, and those of the other engine as far as its text or its type tells. */
function digitsOf({ default: text, canonical }: Column, words: Words | null): number | null {
  const said = tight(text ?? '');
  if (words?.sqlRules.parser === 'sqlite') return /%f|'subsec(ond)?'/.test(said) ? 3 : 0;
  if (canonical.kind !== 'timestamp') return null;
  const [, own] = /^(?:now|current_timestamp|localtimestamp)\((\d)\)/i.exec(said) ?? [];
  if (own !== undefined) return Number(own);
  const isFine = words?.sqlRules.parser === 'postgresql' && /^(now\(\)|\w+)$/i.test(said);
  return isFine ? (canonical.precision ?? 6) : null;
}

/** How many digits of a second the defaults of both sides give, where the target's is known to give fewer. */
export function lostDigits(
  source: Column,
  target: Column,
  words: (side: 'source' | 'target') => Words | null,
): { from: number; to: number } | null {
  const [from, to] = [digitsOf(source, words('source')), digitsOf(target, words('target'))];
  return from !== null && to !== null && to < from ? { from, to } : null;
}

/** Whether a side's current time is a moment, whatever the zone of its session: its column keeps it in UTC. */
export const isMoment = ({ canonical }: Column, words: Words | null): boolean =>
  canonical.kind === 'timestamp' &&
  canonical.zone &&
  ['mysql', 'postgresql'].includes(words?.sqlRules.parser ?? '');

const MAKES_UUID = /^(gen_random_uuid|uuid|uuid_generate_v4|newid)\(\)$/i;
const HEX = /^lower\(hex\(randomblob\((\d{1,2})\)\)\)$/;
const CUT = /^substr\((.+),2(?:,3)?\)$/;
const VARIANT =
  /^substr\('89ab',(?:1\+\(?abs\(random\(\)\)%4\)?|\(?abs\(random\(\)\)%4\)?\+1),1\)$/;

/** What one part of a text gives: `x` for a random digit, `y` for one of 8, 9, a and b; null for anything else. */
function digitsIn(part: string): string | null {
  const [, bytes] = HEX.exec(part) ?? [];
  if (bytes !== undefined) return 'x'.repeat(Number(bytes) * 2);
  if (VARIANT.test(part)) return 'y';
  const [, cut] = CUT.exec(part) ?? [];
  if (cut !== undefined) return digitsIn(cut) === 'xxxx' ? 'xxx' : null;
  return /^'[-0-9a-f]*'$/.test(part) ? part.slice(1, -1) : null;
}

/** The form of the UUIDs that a default of SQLite writes by itself; null where it is none that is known. */
function formOf(text: string | null): string | null {
  const said = tight(
    (text ?? '').replaceAll(/\b(lower|hex|randomblob|substr|abs|random)\b/gi, (word) =>
      word.toLowerCase(),
    ),
  );
  const parts = said.split('||').map((part) => digitsIn(tight(part)));
  const form = parts.includes(null) ? '' : parts.join('');
  return /^x{12}[x4]x{3}[xy]x{15}$/.test(form.replaceAll('-', '')) ? form : null;
}

/** What two defaults are that give each row a new UUID, of which SQLite puts one together. */
export function newUuids(
  sides: Record<'source' | 'target', Column>,
  words: (side: 'source' | 'target') => Words | null,
): 'same form' | { form: string } | null {
  const isLite = (side: 'source' | 'target') => words(side)?.sqlRules.parser === 'sqlite';
  if (isLite('source') === isLite('target')) return null;
  const [own, other] = isLite('source')
    ? [sides.source, sides.target]
    : [sides.target, sides.source];
  const form = formOf(own.default);
  if (form === null || !MAKES_UUID.test(tight(other.default ?? ''))) return null;
  return /^x{8}-x{4}-(4|x)x{3}-(y|x)x{3}-x{12}$/.test(form) ? 'same form' : { form };
}
