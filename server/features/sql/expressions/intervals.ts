import { isAst, variantOf } from '../tree/ast.ts';
import type { Scope } from '../tree/scope.ts';
import { type Node, node } from '../tree/tree.ts';

const UNITS: readonly (readonly [pattern: RegExp, unit: string])[] = [
  // T-SQL's names. In PostgreSQL's texts `y` is a year and `m` a minute: single letters are not read there.
  [/^y$|^dy$/, 'day of year'],
  [/^years?$|^yy(yy)?$/, 'year'],
  [/^mon(th)?s?$|^mm?$/, 'month'],
  // T-SQL's W is a weekday.
  [/^weeks?$|^ww$|^wk$/, 'week'],
  [/^d(ay)?s?$|^dd$/, 'day'],
  [/^h(ou)?rs?$|^hh$|^hours?$/, 'hour'],
  [/^min(ute)?s?$|^mi$|^n$/, 'minute'],
  [/^s(ec(ond)?)?s?$|^ss$/, 'second'],
  [/^quarters?$|^qq?$/, 'quarter'],
];

export const unitOf = (word: string): string | null =>
  UNITS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? null;

/** A length of time: `INTERVAL 1 DAY`, `'1 day'::interval`. */
export function readInterval(amount: Node, field: unknown, { engine }: Scope): Node {
  const own = node(`interval@${engine}`, [amount], 'other', {
    value: JSON.stringify(field ?? null),
  });
  const word = typeof field === 'string' ? field : isAst(field) ? variantOf(field)[0] : null;
  if (word !== null) {
    const unit = unitOf(word);
    return unit ? interval(amount, unit) : own;
  }
  const text = amount.op === 'literal' ? amount.value! : '';
  const clock = /^(-?)(\d{2,}):(\d\d):(\d\d)$/.exec(text);
  if (clock) {
    const [, sign, hours, minutes, seconds] = clock;
    const all = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    return interval({ ...amount, value: `${sign}${all}` }, 'second');
  }
  const iso = readIso(text);
  if (iso) return interval({ ...amount, value: String(iso.count) }, iso.unit);
  const match = /^\s*([+-]?\d+)\s+([a-z]{2,})\s*$/i.exec(text);
  const unit = match && unitOf(match[2]!);
  if (!unit) return own;
  return interval({ ...amount, value: match[1]!.replace(/^\+/, '') }, unit);
}

/** Reads an ISO 8601 duration such as `P1Y6M`, `P30D` or `PT1H30M`; null where it mixes months, days and seconds. */
function readIso(text: string): { count: number; unit: string } | null {
  const parts =
    /^P(?=.)(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)D)?(?:T(?=.)(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?\d+)S)?)?$/.exec(
      text,
    );
  if (!parts) return null;
  const [years, months, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const found = [
    { count: years * 12 + months, unit: 'month' },
    { count: days, unit: 'day' },
    { count: hours * 3_600 + minutes * 60 + seconds, unit: 'second' },
  ].filter(({ count }) => count !== 0);
  return found.length === 1 ? found[0]! : null;
}

/** Units that are a fixed number of another one. */
const MADE_OF: Readonly<Record<string, readonly [count: number, unit: string]>> = {
  year: [12, 'month'],
  quarter: [3, 'month'],
  week: [7, 'day'],
  'day of year': [1, 'day'],
  hour: [3_600, 'second'],
  minute: [60, 'second'],
};

/** Whether a length of time is a whole number of units: engines round, cut or keep a fraction of one. */
export const isWholeLength = ({ args: [count] }: Node): boolean =>
  count!.op === 'literal' ? /^-?\d+$/.test(count!.value!) : count!.kind === 'integer';

/** @param amount - `'1'` and `1` are the same length */
export function interval(amount: Node, unit: string): Node {
  const number: Node = amount.op === 'literal' ? { ...amount, kind: 'integer' } : amount;
  const [count, smaller] = MADE_OF[unit] ?? [];
  if (smaller && number.op === 'literal' && /^-?\d{1,9}$/.test(number.value!))
    return interval({ ...number, value: String(Number(number.value) * count!) }, smaller);
  return node('interval', [number], 'other', { value: unit, notNull: amount.notNull });
}

const DAY = 86_400;

/** A length of time in days, where it is a whole number of these: without a zone, each has 24 hours. */
export function inDays(length: Node): Node {
  const [count] = length.args;
  const seconds = length.value === 'second' && count?.op === 'literal' ? Number(count.value) : NaN;
  const isWhole = Number.isSafeInteger(seconds) && seconds !== 0 && seconds % DAY === 0;
  return isWhole ? interval({ ...count!, value: String(seconds / DAY) }, 'day') : length;
}
