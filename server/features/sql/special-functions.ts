import { compare } from './comparisons.ts';
import { interval, unitOf } from './intervals.ts';
import { joined, moveBy, raised } from './operators.ts';
import type { Scope } from './scope.ts';
import { type Node, NULL, bool, isNumber, literal, makeCase, node, ownTo } from './tree.ts';
import { convert } from './types.ts';
import { widthOfValue } from './widths.ts';

/** Reads a call whose arguments say what it is; null where they do not. */
type Special = (args: readonly Node[], scope: Scope, name: string) => Node | null;

const isNull = (it: Node): Node => node('isnull', [it], 'boolean', { sure: true });
const areSure = (args: readonly Node[]): boolean => args.every(({ sure }) => sure);

const makeDecode: Special = (args, scope) => {
  const [it] = args;
  const { rules } = scope;
  if (rules.parser !== 'oracle' || !it || args.length < 3) return null;
  const branches: Node[] = [];
  for (let index = 1; index + 1 < args.length; index += 2) {
    const is = args[index]!;
    // NULL is equal to NULL there.
    const when = compare(is.op === 'literal' ? 'eq' : 'same', it, is, scope);
    branches.push(when, args[index + 1]!);
  }
  return makeCase(branches, args.length % 2 === 0 ? args.at(-1)! : NULL);
};

const makeExtreme: Special = (args, { rules }, name) => {
  const sure = areSure(args);
  const op = sure || !rules.greatestSkipsNull ? name : `${name} present`;
  return node(op, args, args[0]?.kind ?? 'other', { sure });
};

const extractPart: Special = ([from], { engine }, name) =>
  from ? extract(name === 'dayofmonth' ? 'day' : name, from, engine) : null;
const extractNamed: Special = ([word, from], { engine }) =>
  word && from ? extract(wordOf(word), from, engine) : null;

/** `date_add(d, interval 1 day)`; a number counts days. */
const shiftBy: Special = ([date, by], scope, name) => {
  if (!date || !by) return null;
  const length = by.op === 'interval' ? by : isNumber(by) ? interval(by, 'day') : null;
  return length && moveBy(name === 'date_add' ? 'add' : 'subtract', date, length, scope);
};

/** A literal that counts something. */
export const isCount = (it: Node | undefined): boolean =>
  it?.op === 'literal' && it.kind === 'integer' && /^\d+$/.test(it.value!);

const pad: Special = ([it, length, filling], _scope, name) =>
  it && isCount(length)
    ? node(name, [it, length!, filling ?? literal(' ', 'text')], 'text', { sure: it.sure })
    : null;

/** MySQL takes a text away as a whole, the others each of its characters. */
const trim: Special = (args, scope, name) => {
  const { engine, rules } = scope;
  const what = args[1];
  if (what?.value === ' ' && !rules.own.includes(name))
    return node(name, [args[0]!], 'text', { sure: args[0]!.sure });
  if (args.length !== 2 || rules.parser !== 'mysql') return null;
  const isOne = what?.op === 'literal' && Array.from(what.value!).length === 1;
  return isOne ? null : ownTo(engine, node(name, args, 'text'));
};

/** SQL Server's ISNULL gives a value of the first type, cut and rounded. */
const orElse: Special = (args, { engine }) => {
  const [it, other] = args as [Node, Node];
  const made = node('coalesce', args, it.kind, { sure: args.some(({ sure }) => sure) });
  const fits =
    other.op === 'null' || (it.kind === other.kind && widthOfValue(other) <= widthOfValue(it));
  const isWhole = other.kind === 'integer' && isNumber(it);
  return fits || isWhole ? made : ownTo(engine, made);
};

/** SQLite's `max` of several values is none of rows. */
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
    // A call by the name of a type is a cast, but in SQLite.
    if (rules.parser !== 'sqlite')
      return op === 'today' && /^(date|timestamp)$/.test(it.kind)
        ? convert(it, { kind, exact: null }, engine, rules.castRounds)
        : null;
    return it.value === 'now' ? node(op, [], kind, { sure: true }) : null;
  };

/** Engines whose `concat_ws` leaves NULL out, and is NULL where what stands between is. */
const JOINS_WITH = new Set(['mysql', 'postgresql', 'duckdb']);

/** By their common names. */
export const SPECIAL: Readonly<Record<string, Special>> = {
  not: ([it]) => (it ? bool('not', it) : null),
  isnull: (args, scope, name) =>
    args.length === 1 ? isNull(args[0]!) : args.length === 2 ? orElse(args, scope, name) : null,
  if: ([when, then, otherwise]) => (then && otherwise ? makeCase([when!, then], otherwise) : null),
  nvl2: ([it, then, otherwise]) =>
    then && otherwise ? makeCase([bool('not', isNull(it!)), then], otherwise) : null,
  decode: makeDecode,
  concat: (args, scope) => {
    const { pipes, concatSkipsNull } = scope.rules;
    return joined(
      pipes === 'joinAll' ? pipes : concatSkipsNull ? 'joinPresent' : 'join',
      args,
      scope,
    );
  },
  nullif: ([it, other], scope) =>
    it && other ? node('nullif', compare('eq', it, other, scope).args, it.kind) : null,
  power: ([it, by], { engine }) => (it && by ? raised(it, by, engine) : null),
  trim,
  ltrim: trim,
  rtrim: trim,
  concat_ws: (args, { rules }) =>
    JOINS_WITH.has(rules.parser) && args.length > 1 && args.every(({ kind }) => kind === 'text')
      ? node('concat_ws', args, 'text', { sure: args[0]!.sure })
      : null,
  lpad: pad,
  rpad: pad,
  max: ofSeveral('greatest'),
  min: ofSeveral('least'),
  datetime: ofNow('now', 'timestamp'),
  date: ofNow('today', 'date'),
  time: ofNow('timeofday', 'time'),
  // Of a time, Oracle's cuts the day off.
  trunc: ([it, ...more], { rules }) =>
    rules.parser === 'oracle' && it?.op === 'now' && more.length === 0
      ? node('today', [], 'date', { sure: true })
      : null,
  mod: (args) =>
    args.length === 2 && args.every(({ kind }) => kind === 'integer')
      ? node('modulo', args, 'integer')
      : null,
  greatest: makeExtreme,
  least: makeExtreme,
  locate: ([what, where, ...more]) =>
    what && where && more.length === 0 ? node('instr', [where, what], 'integer') : null,
  left: ([it, length]) =>
    it && isCount(length)
      ? node('substring', [it, literal('1', 'integer'), length!], 'text', { sure: it.sure })
      : null,
  right: ([it, length]) =>
    it && isCount(length) ? node('right', [it, length!], 'text', { sure: it.sure }) : null,
  year: extractPart,
  month: extractPart,
  day: extractPart,
  dayofmonth: extractPart,
  hour: extractPart,
  minute: extractPart,
  quarter: extractPart,
  date_part: extractNamed,
  extract: extractNamed,
  dateadd: ([unit, count, date], scope) => {
    const word = unit && unitOf(wordOf(unit));
    return word && count && date ? moveBy('add', date, interval(count, word), scope) : null;
  },
  date_add: shiftBy,
  date_sub: shiftBy,
  timezone: ([zone, it]) =>
    /^utc$/i.test(zone?.value ?? '') && it?.op === 'now'
      ? node('utcnow', [], 'timestamp', { sure: true })
      : null,
};

/** A word that stands where other functions have a value: `dateadd(day, …)`. */
const wordOf = ({ value, op }: Node): string =>
  (op === 'literal' || op.startsWith('name@') ? (value ?? '') : '').toLowerCase();

/** Seconds have fractions in one engine and none in another: they are no common part. */
function extract(word: string, from: Node, engine: string): Node {
  const unit = unitOf(word);
  const part = unit && !['second', 'week', 'day of year'].includes(unit) ? unit : null;
  return part
    ? node('extract', [from], 'integer', { value: part, sure: from.sure })
    : node(`extract ${word}@${engine}`, [from], 'other');
}
