import { interval, unitOf } from './intervals.ts';
import type { Scope } from './scope.ts';
import { type Node, NULL, bool, isNumber, literal, makeCase, node } from './tree.ts';

/** Reads a call whose arguments say what it is; null where they do not. */
type Special = (args: readonly Node[], scope: Scope, name: string) => Node | null;

const isNull = (it: Node): Node => node('isnull', [it], 'boolean', { sure: true });
const areSure = (args: readonly Node[]): boolean => args.every(({ sure }) => sure);

const makeDecode: Special = (args, { rules }) => {
  const [it] = args;
  if (rules.parser !== 'oracle' || !it || args.length < 3) return null;
  const branches: Node[] = [];
  for (let index = 1; index + 1 < args.length; index += 2) {
    const is = args[index]!;
    // NULL is equal to NULL there.
    const when =
      is.op === 'literal' ? bool('eq', it, is) : node('same', [it, is], 'boolean', { sure: true });
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
const shiftBy: Special = ([date, by], _scope, name) => {
  if (!date || !by) return null;
  const length = by.op === 'interval' ? by : isNumber(by) ? interval(by, 'day') : null;
  return length && node(name === 'date_add' ? 'add' : 'subtract', [date, length], 'timestamp');
};

/** By their common names. */
export const SPECIAL: Readonly<Record<string, Special>> = {
  not: ([it]) => (it ? bool('not', it) : null),
  isnull: (args) => (args.length === 1 ? isNull(args[0]!) : null),
  if: ([when, then, otherwise]) => (then && otherwise ? makeCase([when!, then], otherwise) : null),
  nvl2: ([it, then, otherwise]) =>
    then && otherwise ? makeCase([bool('not', isNull(it!)), then], otherwise) : null,
  decode: makeDecode,
  concat: (args, { rules }) => {
    const op =
      rules.pipes === 'joinAll' ? 'joinAll' : rules.concatSkipsNull ? 'joinPresent' : 'join';
    return node(op, args, 'text', { sure: op === 'joinPresent' || areSure(args) });
  },
  mod: (args) =>
    args.length === 2 && args.every(({ kind }) => kind === 'integer')
      ? node('modulo', args, 'integer')
      : null,
  greatest: makeExtreme,
  least: makeExtreme,
  locate: ([what, where, ...more]) =>
    what && where && more.length === 0 ? node('instr', [where, what], 'integer') : null,
  left: ([it, length]) =>
    it && length?.op === 'literal' && /^\d+$/.test(length.value!)
      ? node('substring', [it, literal('1', 'integer'), length], 'text', { sure: it.sure })
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
  dateadd: ([unit, count, date]) => {
    const word = unit && unitOf(wordOf(unit));
    return word && count && date ? node('add', [date, interval(count, word)], 'timestamp') : null;
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
  const part = unit && unit !== 'second' && unit !== 'week' ? unit : null;
  return part
    ? node('extract', [from], 'integer', { value: part, sure: from.sure })
    : node(`extract ${word}@${engine}`, [from], 'other');
}
