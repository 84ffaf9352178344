import {
  type Hand,
  LEVELS,
  type Level,
  type Printed,
  type Printer,
  Unprintable,
  type Writer,
  call,
  infix,
  listOf,
  named,
  quoteText,
  refuse,
  writeForm,
} from './print-hand.ts';
import { VALUES, writeFromJson } from './print-values.ts';
import { COMMON_NAMES } from '../expressions/functions.ts';
import { isLike, lettersIn, partsOf } from '../expressions/likes.ts';
import { type Node, labelOf } from '../tree/tree.ts';

/** Writes a comparison, with a literal, or a parameter beside a column, on the right. */
const compare =
  (sign: string, turned: string): Writer =>
  ({ args: [left, right] }, { tighter }) => {
    const isGiven =
      left!.op === 'literal' || (left!.op === 'column' && !labelOf(left!) && labelOf(right!));
    const [one, other, op] = isGiven ? [right!, left!, turned] : [left!, right!, sign];
    return {
      text: `${tighter(one, LEVELS.compare)} ${op} ${tighter(other, LEVELS.compare)}`,
      level: LEVELS.compare,
    };
  };

const logic =
  (word: 'AND' | 'OR', level: Level): Writer =>
  ({ args }, { condition }) => ({
    text: args.map((arg) => condition(arg, level)).join(` ${word} `),
    level,
  });

/** Conditions with a negated form of their own, such as NOT IN. */
const NOT: Readonly<Record<string, Writer>> = {
  isnull: ({ args }, { tighter }) => ({
    text: `${tighter(args[0]!, LEVELS.compare)} IS NOT NULL`,
    level: LEVELS.compare,
  }),
  in: (tree, hand) => writeIn(tree, hand, 'NOT IN'),
  'in query': (tree, hand) => writeInQuery(tree, hand, 'NOT IN'),
  same: ({ args: [left, right] }, { tighter, printer }) => {
    const { same } = printer.writing;
    if (same !== 'IS NOT DISTINCT FROM' && same !== 'IS') throw new Unprintable('IS DISTINCT FROM');
    const op = same === 'IS' ? 'IS NOT' : 'IS DISTINCT FROM';
    return {
      text: `${tighter(left!, LEVELS.compare)} ${op} ${tighter(right!, LEVELS.compare)}`,
      level: LEVELS.compare,
    };
  },
};

function writeIn({ args: [it, ...list] }: Node, hand: Hand, word: string): Printed {
  return {
    text: `${hand.tighter(it!, LEVELS.compare)} ${word} (${listOf(list, hand)})`,
    level: LEVELS.compare,
  };
}

function writeInQuery({ args: [it, query] }: Node, hand: Hand, word: string): Printed {
  return {
    text: `${hand.tighter(it!, LEVELS.compare)} ${word} (${hand.printer.query(query!)})`,
    level: LEVELS.compare,
  };
}

const writeLike: Writer = (tree, hand) => writeLikeBy(tree, hand, '');

/** Writes a LIKE that finds the same letters, as far as the dialect has one. */
function writeLikeBy({ op, args }: Node, hand: Hand, not: '' | 'NOT '): Printed {
  const [it, pattern] = args as [Node, Node];
  const { likeCase } = hand.printer.rules;
  const write = (word: string, text: string): Printed => ({
    text: `${hand.tighter(it, LEVELS.compare)} ${not}${word} ${text}`,
    level: LEVELS.compare,
  });
  const countsOnly = op === 'like' && /[a-z]/i.test(lettersIn(pattern) ?? 'a');
  if (likeCase === 'ascii' && countsOnly) return write('GLOB', writeGlob(pattern, hand));
  if (likeCase !== 'counts' || op === 'like') return write('LIKE', writePattern(pattern, hand));
  refuse('ilike', hand);
  return write('ILIKE', writePattern(pattern, hand));
}

/** Writes a LIKE pattern as one of GLOB, in which every letter counts. */
function writeGlob(pattern: Node, { printer }: Hand): string {
  if (pattern.op !== 'pattern') throw new Unprintable('GLOB');
  const parts = partsOf(pattern).map((part) =>
    part === '%' ? '*' : part === '_' ? '?' : part.slice(1).replace(/^[*?[]$/, '[$&]'),
  );
  return quoteText(parts.join(''), printer);
}

/** Writes a LIKE pattern, in whose node `=x` is a literal character. */
function writePattern(pattern: Node, hand: Hand): string {
  const { likeEscape } = hand.printer.rules;
  if (pattern.op !== 'pattern') {
    if (pattern.op !== `pattern ${likeEscape ?? ''}@all`) throw new Unprintable(pattern.op);
    return hand.tighter(pattern.args[0]!, LEVELS.compare);
  }
  const parts = partsOf(pattern);
  const isPlain = (part: string) => !/^=[%_\\]$/.test(part);
  if (parts.every(isPlain))
    return quoteText(parts.map((part) => part.replace(/^=/, '')).join(''), hand.printer);
  const escaped = parts.map((part) => part.replace(/^=([%_!])$/, '!$1').replace(/^=/, ''));
  return `${quoteText(escaped.join(''), hand.printer)} ESCAPE '!'`;
}

function writeSame(tree: Node, hand: Hand): Printed {
  const { same, booleans } = hand.printer.writing;
  const [left, right] = tree.args as [Node, Node];
  const [word, it] = left.op === 'literal' ? [left, right] : [right, left];
  if (booleans && word.op === 'literal' && word.kind === 'boolean')
    return {
      text: `${hand.tighter(it, LEVELS.compare)} IS ${word.value!.toUpperCase()}`,
      level: LEVELS.compare,
    };
  if (same === null) throw new Unprintable('IS NOT DISTINCT FROM');
  return infix(same, LEVELS.compare)(tree, hand) as Printed;
}

/** How conditions are written, by their operators. */
const CONDITIONS: Readonly<Record<string, Writer>> = {
  and: logic('AND', LEVELS.and),
  or: logic('OR', LEVELS.or),
  not: (tree, hand) => {
    const [it] = tree.args as [Node];
    const own = NOT[it.op];
    if (own) return own(it, hand);
    if (isLike(it.op)) return writeLikeBy(it, hand, 'NOT ');
    // Without booleans, a number is false where it is 0.
    if (!hand.printer.writing.booleans && !(it.op in CONDITIONS))
      return { text: `${hand.tighter(it, LEVELS.compare)} = 0`, level: LEVELS.compare };
    return { text: `NOT (${hand.condition(it, LEVELS.none)})`, level: LEVELS.not };
  },
  eq: compare('=', '='),
  ne: compare('<>', '<>'),
  lt: compare('<', '>'),
  le: compare('<=', '>='),
  same: writeSame,
  isnull: ({ args }, { tighter }) => ({
    text: `${tighter(args[0]!, LEVELS.compare)} IS NULL`,
    level: LEVELS.compare,
  }),
  in: (tree, hand) => writeIn(tree, hand, 'IN'),
  'in query': (tree, hand) => writeInQuery(tree, hand, 'IN'),
  like: writeLike,
  'like ascii': writeLike,
  'like all': writeLike,
  'like collation': writeLike,
  exists: ({ args }, { printer }) => `EXISTS (${printer.query(args[0]!)})`,
};

/** Writes an expression as an engine reads it. @throws Unprintable */
export const printExpression = (tree: Node, printer: Printer): string =>
  handOf(printer).plain(tree);

/** Likewise a condition for WHERE, ON or CHECK, as a list of the operands of AND. */
export function printConditions(trees: readonly Node[], printer: Printer): string[] {
  const hand = handOf(printer);
  const parts = trees.flatMap((tree) => (tree.op === 'and' ? tree.args : [tree]));
  return parts.map((part) => hand.condition(part, parts.length > 1 ? LEVELS.and : LEVELS.none));
}

function handOf(printer: Printer): Hand {
  const print = (tree: Node): Printed => {
    const form = printer.writing.forms[tree.op];
    const found =
      form !== undefined
        ? writeForm(form, tree, hand)
        : (WRITERS[tree.op] ?? writerOfName(tree))(tree, hand);
    return typeof found === 'string' ? { text: found, level: LEVELS.atom } : found;
  };
  const hand: Hand = {
    printer,
    plain: (tree) => print(tree).text,
    tighter(tree, level) {
      const { text, level: own } = print(tree);
      return own > level ? text : `(${text})`;
    },
    condition(tree, level) {
      const isPlain = printer.writing.booleans || tree.kind !== 'boolean' || tree.op in CONDITIONS;
      return isPlain ? hand.tighter(tree, level) : `${hand.tighter(tree, LEVELS.compare)} = 1`;
    },
  };
  return hand;
}

const WRITERS: Readonly<Record<string, Writer>> = { ...CONDITIONS, ...VALUES };

/** Functions that a dialect calls by the common name, unless it has another name or form. */
const CALLED: ReadonlySet<string> = new Set([
  ...COMMON_NAMES,
  ...'coalesce nullif power concat_ws lpad rpad right round trunc'.split(' '),
]);

/** A function by its common name, or one that only its engine knows, which is shown as it is called there. */
function writerOfName({ op, value }: Node): Writer {
  if (CALLED.has(op)) return ({ args }, hand) => named(op, args, hand);
  const distinct = /^([a-z_]+) distinct$/.exec(op)?.[1];
  if (distinct !== undefined && CALLED.has(distinct))
    return ({ args }, hand) => named(distinct, args, hand).replace('(', '(DISTINCT ');
  const own = /^(.+)\(\)@/.exec(op);
  if (own) return ({ args }, hand) => call(own[1]!, args, hand);
  if (op.startsWith('name@')) return () => value ?? '';
  if (/^json \w+@|^in json@/.test(op)) return writeFromJson;
  throw new Unprintable(op);
}
