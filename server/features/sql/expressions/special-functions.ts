import { compare } from './comparisons.ts';
import { extractElapsed, readDifference, readEpoch, withoutFraction } from './elapsed.ts';
import { partsOfPattern, writtenTime } from './formats.ts';
import { interval, unitOf } from './intervals.ts';
import { readArray, readObject, scalarAt, textAt, unquoted, valueAt } from './json.ts';
import { asText, choose, isTakenAsText, oneOf } from './kinds.ts';
import { areComparedApart } from './letters.ts';
import { asDay, daysBetween, joined, moveBy, raised, rest } from './operators.ts';
import { isWhole } from '../tree/numbers.ts';
import { readRounding } from './rounding.ts';
import type { Scope } from '../tree/scope.ts';
import {
  type Node,
  NULL,
  bool,
  isNumber,
  literal,
  nullOf,
  markEngineSpecific,
  mayBeZero,
  node,
} from '../tree/tree.ts';
import { isKeptPadded, isOfEnum, isShownAlone, isZoned } from '../tree/traits.ts';
import { asInZone, convert } from './types.ts';
import { magnitudeOfValue, widthOfValue } from '../tree/widths.ts';

/** Reads a call whose meaning depends on its arguments; null where they do not fit. */
type Special = (args: readonly Node[], scope: Scope, name: string, own?: string) => Node | null;

const isNull = (it: Node): Node => node('isnull', [it], 'boolean', { notNull: true });
const areNotNull = (args: readonly Node[]): boolean => args.every(({ notNull }) => notNull);

const makeDecode: Special = (args, scope) => {
  const [it] = args;
  const { rules } = scope;
  if (rules.parser !== 'oracle' || !it || args.length < 3) return null;
  const branches: Node[] = [];
  for (let index = 1; index + 1 < args.length; index += 2) {
    const is = args[index]!;
    // DECODE treats NULL as equal to NULL.
    const when = compare(is.op === 'literal' ? 'eq' : 'same', it, is, scope);
    branches.push(when, args[index + 1]!);
  }
  return choose(branches, args.length % 2 === 0 ? args.at(-1)! : NULL, scope);
};

const makeExtreme: Special = (args, scope, name) => {
  const notNull = areNotNull(args);
  const op = notNull || !scope.rules.greatestSkipsNull ? name : `${name} present`;
  const made = oneOf(node(op, args, 'other', { notNull }), args, scope);
  // Engines disagree whether a number beside a quoted text is compared as a number or as a text.
  const isMixed = isNumber(made) && args.some(({ kind }) => kind === 'text');
  const isOwn = isMixed || args.some(isOfEnum) || areComparedApart(args, scope.rules.parser);
  return isOwn ? markEngineSpecific(scope.engine, made) : made;
};

const extractPart: Special = ([from], scope, name) =>
  from ? extract(name === 'dayofmonth' ? 'day' : name, from, scope) : null;
const extractNamed: Special = ([word, from], scope) =>
  word && from ? extract(wordOf(word), from, scope) : null;

/** `date_add(d, interval 1 day)`; a number counts days. */
const shiftBy: Special = ([date, by], scope, name) => {
  if (!date || !by) return null;
  const length = by.op === 'interval' ? by : isNumber(by) ? interval(by, 'day') : null;
  return length && moveBy(name === 'date_add' ? 'add' : 'subtract', date, length, scope);
};

/** A literal that counts something. */
export const isCount = (it: Node | undefined): boolean =>
  it?.op === 'literal' && it.kind === 'integer' && /^\d+$/.test(it.value!);

/** Reads LPAD and RPAD. Padded with an empty text, a text stays as it is, or is NULL. */
const pad: Special = ([it, length, given], { engine, rules }, name) => {
  if (!it || !isCount(length)) return null;
  const filling = given ?? literal(' ', 'text');
  const padded = asText(it, rules);
  const made = node(name, [padded, length!, filling], 'text', { notNull: it.notNull });
  // Of no characters, Oracle makes NULL.
  const isPlain =
    filling.op === 'literal' &&
    filling.value !== '' &&
    !(rules.parser === 'oracle' && length!.value === '0');
  const isShared = isTakenAsText(it, rules.parser) && !isKeptPadded(it, rules.parser);
  return isPlain && isShared ? made : markEngineSpecific(engine, made);
};

/** MySQL's TRIM removes the given text as a whole, others any of its characters. */
const trim: Special = (args, scope, name) => {
  const { engine, rules } = scope;
  const what = args[1];
  if (what?.value === ' ' && !rules.own.includes(name) && isTakenAsText(args[0]!, rules.parser))
    return node(name, [args[0]!], 'text', { notNull: args[0]!.notNull });
  if (args.length !== 2 || rules.parser !== 'mysql') return null;
  const isOne = what?.op === 'literal' && Array.from(what.value!).length === 1;
  return isOne ? null : markEngineSpecific(engine, node(name, args, 'text'));
};

/** SQL Server's ISNULL gives a value of the first type, cut and rounded. */
const orElse: Special = (args, { engine }) => {
  const [it, other] = args as [Node, Node];
  const made = node('coalesce', args, it.kind, {
    notNull: args.some(({ notNull }) => notNull),
    ...(it.blankPadded && { blankPadded: true }),
  });
  const isInRange = !isNumber(other) || magnitudeOfValue(other) <= magnitudeOfValue(it);
  const fits =
    other.op === 'null' || (it.kind === other.kind && widthOfValue(other) <= widthOfValue(it));
  const isWhole = other.kind === 'integer' && isNumber(it);
  return (fits || isWhole) && isInRange ? made : markEngineSpecific(engine, made);
};

/** SQLite's `max` with several arguments is GREATEST, no aggregate. */
const ofSeveral =
  (name: 'greatest' | 'least'): Special =>
  (args, scope) =>
    scope.rules.parser === 'sqlite' && args.length > 1 ? makeExtreme(args, scope, name) : null;

/** `datetime('now')` of SQLite. */
const ofNow =
  (op: 'now' | 'today' | 'timeofday', kind: 'timestamp' | 'date' | 'time'): Special =>
  (args, { rules, engine }) => {
    const [it, ...more] = args;
    if (!it || more.length > 0) return null;
    // Except in SQLite, a call by the name of a type is a cast.
    if (rules.parser !== 'sqlite')
      return op === 'today' && /^(date|timestamp)$/.test(it.kind)
        ? convert(it, { kind, exact: null }, engine, rules.castRounds)
        : null;
    return it.value === 'now' ? node(op, [], kind, { notNull: true }) : null;
  };

/** Engines whose `concat_ws` skips NULL arguments, and is NULL where the separator is. */
const JOINS_WITH = new Set(['mysql', 'postgresql', 'duckdb']);

/** Reads DATE_FORMAT and TO_CHAR: a date or timestamp in the format of a literal pattern. */
const formatted: Special = (args, { rules }, name) => {
  const { patterns } = rules.writing;
  const [given, pattern, culture, ...more] = patterns?.leads ? args.toReversed() : args;
  const isPlain = culture?.value === patterns?.culture && more.length === 0;
  if (!given || pattern?.op !== 'literal' || !isPlain || patterns?.call !== name) return null;
  return formattedBy(partsOfPattern(pattern.value!, rules), given, rules.parser);
};
function formattedBy(parts: string | null, given: Node, parser: string): Node | null {
  const it = parts === null ? null : writtenTime(given, parts, parser);
  if (parts === null || !it) return null;
  const asMidnight = parser === 'postgresql' && it.kind === 'date';
  const more = { value: parts, notNull: it.notNull, ...(asMidnight && { asMidnight }) };
  const made = node('format', [it], 'text', more);
  return isZoned(it) ? asInZone(made) : made;
}

/** Whether all engines take the same characters from the beginning or the end of a text. */
const isCutAlike = (it: Node | undefined, length: Node | undefined, { rules }: Scope): boolean =>
  it !== undefined &&
  isCount(length) &&
  isTakenAsText(it, rules.parser) &&
  !isKeptPadded(it, rules.parser);

/** By their common names. */
export const SPECIAL: Readonly<Record<string, Special>> = {
  not: ([it]) => (it ? bool('not', it) : null),
  isnull: (args, scope, name) =>
    args.length === 1 ? isNull(args[0]!) : args.length === 2 ? orElse(args, scope, name) : null,
  if: ([when, then, otherwise], scope) =>
    then && otherwise ? choose([when!, then], otherwise, scope) : null,
  nvl2: ([it, then, otherwise], scope) =>
    then && otherwise ? choose([bool('not', isNull(it!)), then], otherwise, scope) : null,
  coalesce: (args, scope) =>
    args.length > 0
      ? oneOf(
          node('coalesce', args, 'other', { notNull: args.some(({ notNull }) => notNull) }),
          args,
          scope,
        )
      : null,
  decode: makeDecode,
  concat: (args, scope) => {
    const { pipes, concatSkipsNull, parser } = scope.rules;
    const op = pipes === 'joinAll' ? pipes : concatSkipsNull ? 'joinPresent' : 'join';
    const present = args.filter((arg) => arg.op !== 'null');
    if (present.length < args.length && op === 'join') return nullOf('text');
    if (op === 'joinPresent' && present.length === 0) return literal('', 'text');
    const made = joined(op, op === 'joinPresent' ? present : args, scope);
    // PostgreSQL's `||` drops the blanks that pad a text, and its `concat` keeps them.
    const isBlankPadded = parser === 'postgresql' && args.some(({ blankPadded }) => blankPadded);
    return isBlankPadded ? markEngineSpecific(scope.engine, made) : made;
  },
  nullif: ([it, other], scope) => {
    if (!it || !other) return null;
    const made = node('nullif', compare('eq', it, other, scope).args, it.kind);
    // SQLite's NULLIF does not convert texts to numbers, as its comparisons do.
    const isOwn =
      scope.rules.parser === 'sqlite' && (it.kind === 'text') !== (other.kind === 'text');
    const isBlankPadded = it.blankPadded || (it.op === 'literal' && other.blankPadded);
    const kept = isBlankPadded ? { ...made, blankPadded: true } : made;
    return isOwn ? markEngineSpecific(scope.engine, kept) : kept;
  },
  power: ([it, by], { engine }) => (it && by ? raised(it, by, engine) : null),
  trim,
  ltrim: trim,
  rtrim: trim,
  concat_ws: (args, { rules }) =>
    JOINS_WITH.has(rules.parser) &&
    args.length > 1 &&
    args.every(
      ({ kind, blankPadded }) => kind === 'text' && !(blankPadded && rules.parser === 'postgresql'),
    )
      ? node('concat_ws', args, 'text', { notNull: args[0]!.notNull })
      : null,
  lpad: pad,
  rpad: pad,
  max: ofSeveral('greatest'),
  min: ofSeveral('least'),
  datetime: ofNow('now', 'timestamp'),
  date: ofNow('today', 'date'),
  time: ofNow('timeofday', 'time'),
  round: (args, { rules }) => readRounding('round', args, rules.parser),
  // Oracle's TRUNC of a time gives its date.
  trunc: (args, { rules }) =>
    rules.parser === 'oracle' && args[0]?.op === 'now' && args.length === 1
      ? node('today', [], 'date', { notNull: true })
      : (withoutFraction('trunc', args) ?? readRounding('trunc', args, rules.parser)),
  floor: (args) => withoutFraction('floor', args),
  mod: ([it, by, ...more], { engine, rules }) => {
    if (!it || !by || more.length > 0 || !isWhole(it) || !isWhole(by)) return null;
    // Of a division by zero, Oracle's MOD gives back the number.
    const isOwn = rules.parser === 'oracle' && mayBeZero(by);
    return isOwn ? markEngineSpecific(engine, rest(it, by)) : rest(it, by);
  },
  greatest: makeExtreme,
  least: makeExtreme,
  locate: ([what, where, ...more], scope) => {
    if (!what || !where || more.length > 0) return null;
    const { engine, rules } = scope;
    // SQL Server never finds an empty text, which is everywhere elsewhere, and finds the blanks that pad one.
    const isSure = what.op === 'literal' && what.kind === 'text' && what.value !== '';
    const isOwn =
      (rules.parser === 'mssql' && !isSure) ||
      isKeptPadded(where, rules.parser) ||
      ![what, where].every((it) => isTakenAsText(it, rules.parser));
    const made = node(
      'instr',
      [where, what].map((it) => asText(it, rules)),
      'integer',
    );
    return isOwn ? markEngineSpecific(engine, made) : made;
  },
  left: ([it, length], scope) =>
    isCutAlike(it, length, scope)
      ? node('substring', [asText(it!, scope.rules), literal('1', 'integer'), length!], 'text', {
          notNull: it!.notNull,
        })
      : null,
  right: ([it, length], scope) =>
    isCutAlike(it, length, scope)
      ? node('right', [asText(it!, scope.rules), length!], 'text', { notNull: it!.notNull })
      : null,
  year: extractPart,
  month: extractPart,
  day: extractPart,
  dayofmonth: extractPart,
  hour: extractPart,
  minute: extractPart,
  quarter: extractPart,
  date_part: extractNamed,
  extract: extractNamed,
  date_format: formatted,
  to_char: formatted,
  strftime: formatted,
  format: formatted,
  dateadd: ([unit, count, date], scope) => {
    const word = unit && unitOf(wordOf(unit));
    return word && count && date ? moveBy('add', date, interval(count, word), scope) : null;
  },
  date_add: shiftBy,
  date_sub: shiftBy,
  // MySQL's DATEDIFF ignores the time of day; others take a unit first.
  datediff: (args, { engine, rules }) => {
    if (rules.parser !== 'mysql' || args.length !== 2) return null;
    const [left, right] = args.map((it) => asDay(it, engine));
    return left && right ? daysBetween(left, right) : null;
  },
  timestampdiff: ([unit, from, to], { rules }) =>
    rules.parser === 'mysql' && unit && from && to ? readDifference(wordOf(unit), from, to) : null,
  unix_timestamp: (args, { rules }) => (rules.parser === 'mysql' ? readEpoch(args) : null),
  json_object: (args, scope, _name, own) => readObject(args, scope, own!),
  json_array: (args, scope, _name, own) => readArray(args, scope, own!),
  'json at': valueAt,
  'json text': textAt,
  json_value: (args, scope) => (scope.rules.parser === 'mysql' ? scalarAt(args, scope) : null),
  json_unquote: unquoted,
  timezone: ([zone, it]) =>
    /^utc$/i.test(zone?.value ?? '') && it?.op === 'now'
      ? node('utcnow', [], 'timestamp', { notNull: true })
      : null,
};

/** An argument that is a keyword, not a value: `dateadd(day, …)`. */
const wordOf = ({ value, op }: Node): string =>
  (op === 'literal' || op.startsWith('name@') ? (value ?? '') : '').toLowerCase();

/** Seconds have fractions in one engine and none in another: they are no common part. */
function extract(word: string, from: Node, scope: Scope): Node {
  const { engine, rules } = scope;
  const elapsed = extractElapsed(word, from, scope);
  if (elapsed) return elapsed;
  const unit = unitOf(word);
  const part = unit && !['second', 'week', 'day of year'].includes(unit) ? unit : null;
  if (!part) return node(`extract ${word}@${engine}`, [from], 'other');
  const kind = rules.parser === 'postgresql' ? 'decimal' : 'integer';
  const made = node('extract', [from], kind, { value: part, notNull: from.notNull });
  // A day has no hours to some, and a text is read as a time in each engine's way.
  const isOdd =
    from.kind === 'text' ||
    isShownAlone(from, rules.parser) ||
    (from.kind === 'date' && /^(hour|minute)$/.test(part));
  if (isOdd) return markEngineSpecific(engine, made);
  return isZoned(from) ? asInZone(made) : made;
}
