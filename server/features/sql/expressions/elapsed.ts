import { type Hand, Unprintable } from '../print/print-hand.ts';
import { unitOf } from './intervals.ts';
import type { Scope } from '../tree/scope.ts';
import { isZoned } from '../tree/traits.ts';
import { type Node, node } from '../tree/tree.ts';
import { widthOfValue } from '../tree/widths.ts';

/** Seconds of the units that are a fixed number of them. */
const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
};

/** The time between two moments in whole units, without what is left of one. It is told apart from nothing: there are too many ways to write it. */
const between = (ends: readonly Node[], unit: string, more: Partial<Node> = {}): Node =>
  node('between@any', ends, 'integer', {
    value: unit,
    notNull: ends.every(({ notNull }) => notNull),
    ...more,
  });
/** Likewise in seconds and fractions of them. */
const SECONDS_BETWEEN = 'seconds between@any';

const isMoment = (it: Node): boolean =>
  (it.kind === 'date' || it.kind === 'timestamp') && it.op !== 'null' && !isZoned(it);
/** PostgreSQL's current time has a zone: a time without one is read in it, and hours are counted as they pass. */
const asksForNow = ({ op, args }: Node): boolean => op === 'now' || args.some(asksForNow);
const isWholeSecond = (it: Node): boolean => it.kind === 'date' || widthOfValue(it) === 0;

/** MySQL's `TIMESTAMPDIFF(unit, from, to)`; null where others count in another way, or by the session's zone. */
export function readDifference(word: string, from: Node, to: Node): Node | null {
  const unit = unitOf(word);
  if (!unit || !isMoment(from) || !isMoment(to)) return null;
  const areDays = from.kind === 'date' && to.kind === 'date';
  if (areDays && unit === 'day')
    return node('days', [to, from], 'integer', { notNull: from.notNull && to.notNull });
  return unit === 'year' || unit in SECONDS ? between([from, to], unit) : null;
}

/** MySQL's `UNIX_TIMESTAMP(t)` of a column that keeps moments of UTC, in whole seconds. */
export const readEpoch = ([it, ...more]: readonly Node[]): Node | null =>
  it?.op === 'column' && isZoned(it) && widthOfValue(it) === 0 && more.length === 0
    ? node('epoch@any', [it], 'integer', { notNull: it.notNull })
    : null;

/** PostgreSQL's EXTRACT of a difference, of an age, or of the seconds since 1970; null for others. */
export function extractElapsed(word: string, from: Node, { rules }: Scope): Node | null {
  if (rules.parser !== 'postgresql' || asksForNow(from)) return null;
  const unit = word === 'epoch' ? word : unitOf(word);
  if (from.op === 'subtract') return ofDifference(unit, from.args as [Node, Node]);
  if (from.op === 'age()@postgresql') return unit === 'year' ? yearsOf(from.args) : null;
  if (unit !== 'epoch' || from.op !== 'column' || !isZoned(from)) return null;
  const op = widthOfValue(from) === 0 ? 'epoch@any' : 'fine epoch@any';
  return node(op, [from], 'decimal', { notNull: from.notNull });
}

function ofDifference(unit: string | null, [to, begin]: [Node, Node]): Node | null {
  const areDays = to.kind === 'date' && begin.kind === 'date';
  if (!isMoment(to) || !isMoment(begin) || areDays) return null;
  if (unit === 'epoch') return secondsBetween([begin, to]);
  return unit === 'day' ? { ...between([begin, to], unit), kind: 'decimal' } : null;
}

const secondsBetween = (ends: readonly Node[]): Node =>
  ends.every(isWholeSecond)
    ? { ...between(ends, 'second'), kind: 'decimal' }
    : node(SECONDS_BETWEEN, ends, 'decimal', {
        notNull: ends.every(({ notNull }) => notNull),
      });

/** `age(to, from)`, or `age(from)` up to today. It reads dates as midnight in the session's zone. */
function yearsOf(args: readonly Node[]): Node | null {
  const [to, from] = args.length === 1 ? [TODAY, args[0]!] : args;
  if (!to || !from || !isMoment(to) || !isMoment(from)) return null;
  const areDays = to.kind === 'date' && from.kind === 'date';
  return between([from, to], 'year', { kind: 'decimal', ...(areDays && { asMidnight: true }) });
}
const TODAY = node('today', [], 'date', { notNull: true });

/** What is cut off, or where nothing has to be: `trunc(extract(epoch FROM b - a) / 60)`; null for other values. */
export function withoutFraction(
  name: 'trunc' | 'floor',
  [it, ...more]: readonly Node[],
): Node | null {
  if (!it || more.length > 0) return null;
  if (it.op === 'fine epoch@any')
    return node('epoch@any', it.args, 'decimal', { notNull: it.notNull });
  if (it.op === 'between@any' || it.op === 'epoch@any') return it;
  if (name === 'floor') return null;
  if (it.op === SECONDS_BETWEEN) return { ...between(it.args, 'second'), kind: 'decimal' };
  return it.op === 'divide' ? unitsOf(it.args as [Node, Node]) : null;
}

/** Seconds divided by those of a unit. */
function unitsOf([of, by]: readonly [Node, Node]): Node | null {
  const areSeconds =
    of.op === SECONDS_BETWEEN || (of.op === 'between@any' && of.value === 'second');
  const unit = Object.keys(SECONDS).find((one) => String(SECONDS[one]) === by.value);
  if (!areSeconds || by.op !== 'literal' || !unit) return null;
  return { ...between(of.args, unit), kind: 'decimal' };
}

/** Writes the time between two moments, as MySQL and PostgreSQL have it. */
export function writeBetween({ args, value = '' }: Node, { plain, printer }: Hand): string {
  const [from, to] = args.map(plain) as [string, string];
  const { patterns } = printer.writing;
  if (patterns?.call === 'date_format')
    return `TIMESTAMPDIFF(${value.toUpperCase()}, ${from}, ${to})`;
  if (patterns?.days !== 'timestamp') throw new Unprintable('a time between');
  const areDays = args.every(({ kind }) => kind === 'date');
  if (areDays) throw new Unprintable('a time between days');
  return value === 'year'
    ? `EXTRACT(YEAR FROM age(${to}, ${from}))`
    : `trunc(EXTRACT(EPOCH FROM (${to}) - (${from})) / ${SECONDS[value]})`;
}
