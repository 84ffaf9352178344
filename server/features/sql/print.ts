import type { SqlSpelling } from '../../../connectors/core/engine.ts';
import type { SqlWriting } from '../../../connectors/core/sql-rules.ts';
import type { Node } from './tree.ts';

/** What an engine has no words for, or this program does not know. */
export class Unprintable extends Error {}

export interface Printer {
  writing: SqlWriting;
  spelling: SqlSpelling;
  /** What LIKE takes for an escape without being told. */
  likeEscape: string | null;
  /** A column by its value in the tree. */
  column(value: string): string;
  /** A query that stands in an expression. */
  query(tree: Node): string;
}

/** How tightly operators bind, loosest first: what is looser than its place stands in brackets. */
const LEVELS = {
  none: 0,
  or: 1,
  and: 2,
  not: 3,
  compare: 4,
  join: 5,
  add: 6,
  multiply: 7,
  atom: 9,
} as const;
type Level = (typeof LEVELS)[keyof typeof LEVELS];

interface Printed {
  text: string;
  level: Level;
}
type Writer = (tree: Node, print: Hand) => Printed | string;

/** What writers write with. */
interface Hand {
  printer: Printer;
  /** In brackets where it binds no tighter than `level`. */
  tighter(tree: Node, level: Level): string;
  /** As it is. */
  plain(tree: Node): string;
  /** What stands where a condition is asked for. */
  condition(tree: Node, level: Level): string;
}

/** Writes an expression as an engine reads it. @throws Unprintable */
export const printExpression = (tree: Node, printer: Printer): string =>
  handOf(printer).plain(tree);

/** Likewise what stands behind WHERE, ON or CHECK: what AND joins is in a list. */
export function printConditions(trees: readonly Node[], printer: Printer): string[] {
  const hand = handOf(printer);
  const parts = trees.flatMap((tree) => (tree.op === 'and' ? tree.args : [tree]));
  return parts.map((part) => hand.condition(part, parts.length > 1 ? LEVELS.and : LEVELS.none));
}

function handOf(printer: Printer): Hand {
  const print = (tree: Node): Printed => {
    const found = (WRITERS[tree.op] ?? writerOfName(tree))(tree, hand);
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

const infix =
  (sign: string, level: Level): Writer =>
  ({ args }, { tighter }) => ({
    text: args.map((arg, index) => tighter(arg, looserOf(level, index))).join(` ${sign} `),
    level,
  });
/** `a - b - c` is read from the left: what stands on the right of a sign may be no looser. */
const looserOf = (level: Level, index: number): Level =>
  index === 0 ? ((level - 1) as Level) : level;

/** A literal stands on the right. */
const compare =
  (sign: string, turned: string): Writer =>
  ({ args: [left, right] }, { tighter }) => {
    const [one, other, op] =
      left!.op === 'literal' ? [right!, left!, turned] : [left!, right!, sign];
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

const listOf = (args: readonly Node[], { plain }: Hand): string => args.map(plain).join(', ');
const call = (name: string, args: readonly Node[], hand: Hand): string =>
  `${name}(${listOf(args, hand)})`;

/** What may be denied in a word of its own. */
const NOT: Readonly<Record<string, Writer>> = {
  isnull: ({ args }, { tighter }) => ({
    text: `${tighter(args[0]!, LEVELS.compare)} IS NOT NULL`,
    level: LEVELS.compare,
  }),
  in: (tree, hand) => writeIn(tree, hand, 'NOT IN'),
  'in query': (tree, hand) => writeInQuery(tree, hand, 'NOT IN'),
  like: (tree, hand) => writeLike(tree, hand, 'NOT LIKE'),
  ilike: (tree, hand) => writeLike(tree, hand, 'NOT ILIKE'),
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

function writeLike({ args: [it, pattern] }: Node, hand: Hand, word: string): Printed {
  if (word.includes('ILIKE')) refuse('ilike', hand);
  return {
    text: `${hand.tighter(it!, LEVELS.compare)} ${word} ${writePattern(pattern!, hand)}`,
    level: LEVELS.compare,
  };
}

/** `=x` is a character that stands for itself. */
function writePattern(pattern: Node, hand: Hand): string {
  const { likeEscape } = hand.printer;
  if (pattern.op !== 'pattern') {
    if (pattern.op !== `pattern ${likeEscape ?? ''}@all`) throw new Unprintable(pattern.op);
    return hand.tighter(pattern.args[0]!, LEVELS.compare);
  }
  const parts = pattern.value!.match(/=[\s\S]|[%_]/gu) ?? [];
  const isPlain = (part: string) => !/^=[%_\\]$/.test(part);
  if (parts.every(isPlain))
    return quoteText(parts.map((part) => part.replace(/^=/, '')).join(''), hand.printer);
  const escaped = parts.map((part) => part.replace(/^=([%_!])$/, '!$1').replace(/^=/, ''));
  return `${quoteText(escaped.join(''), hand.printer)} ESCAPE '!'`;
}

/** Whether a backslash in plain quotes takes its meaning from what follows. */
const escapesBackslash = ({ quotes }: SqlSpelling): boolean =>
  quotes.some(({ open, backslash }) => open === "'" && backslash === true);

export function quoteText(text: string, { spelling }: Pick<Printer, 'spelling'>): string {
  const escaped = escapesBackslash(spelling) ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}

function writeLiteral({ value = '', kind }: Node, { printer }: Hand): string {
  const { writing } = printer;
  switch (kind) {
    case 'boolean':
      return writing.booleans ? value.toUpperCase() : value === 'true' ? '1' : '0';
    case 'integer':
    case 'decimal':
    case 'float':
      return value;
    case 'date':
    case 'timestamp':
      return `${writing.typedDates ? `${kind.toUpperCase()} ` : ''}${quoteText(value, printer)}`;
    default:
      return quoteText(value, printer);
  }
}

function writeCase({ args, kind }: Node, { condition, plain, printer }: Hand): string {
  if (kind === 'boolean' && !printer.writing.booleans)
    throw new Unprintable('a choice of conditions');
  const parts: string[] = [];
  for (let index = 0; index + 1 < args.length; index += 2)
    parts.push(`WHEN ${condition(args[index]!, LEVELS.or)} THEN ${plain(args[index + 1]!)}`);
  const otherwise = args.at(-1)!;
  return `CASE ${parts.join(' ')}${otherwise.op === 'null' ? '' : ` ELSE ${plain(otherwise)}`} END`;
}

function writeJoin(tree: Node, hand: Hand): Printed | string {
  const { joins } = hand.printer.writing;
  if (joins === null) return call('concat', tree.args, hand);
  return infix(joins, LEVELS.join)(tree, hand);
}

/** Integers that are to give a fraction are made exact numbers where the engine would cut it off. */
function writeDivide({ args }: Node, hand: Hand): Printed {
  const { quotient, casts } = hand.printer.writing;
  const [left, right] = args as [Node, Node];
  const areIntegers = left.kind === 'integer' && right.kind === 'integer';
  if (quotient !== '/' || !areIntegers)
    return infix('/', LEVELS.multiply)({ ...left, args }, hand) as Printed;
  if (!casts['decimal']) throw new Unprintable('a division');
  return {
    text: `CAST(${hand.plain(left)} AS ${casts['decimal']}) / ${hand.tighter(right, LEVELS.multiply)}`,
    level: LEVELS.multiply,
  };
}

function writeQuotient(tree: Node, hand: Hand): Printed {
  const { quotient } = hand.printer.writing;
  if (quotient === null) throw new Unprintable('a division of integers');
  return infix(quotient, LEVELS.multiply)(tree, hand) as Printed;
}

function writeModulo(tree: Node, hand: Hand): Printed | string {
  return hand.printer.writing.modulo === 'mod'
    ? call('mod', tree.args, hand)
    : infix('%', LEVELS.multiply)(tree, hand);
}

function writeSum(tree: Node, hand: Hand): Printed | string {
  const [first, by] = tree.args as [Node, Node];
  if (by.op !== 'interval') return infix(tree.op === 'add' ? '+' : '-', LEVELS.add)(tree, hand);
  const { intervals } = hand.printer.writing;
  if (intervals !== 'dateadd') return infix(tree.op === 'add' ? '+' : '-', LEVELS.add)(tree, hand);
  const count = hand.tighter(by.args[0]!, LEVELS.multiply);
  return `dateadd(${by.value}, ${tree.op === 'add' ? '' : '-'}${count}, ${hand.plain(first)})`;
}

function writeInterval({ args: [count], value = '' }: Node, hand: Hand): string {
  const { intervals } = hand.printer.writing;
  if (intervals === 'bare')
    return `INTERVAL ${hand.tighter(count!, LEVELS.multiply)} ${value.toUpperCase()}`;
  if (intervals !== 'quoted' || count!.op !== 'literal') throw new Unprintable('a length of time');
  return hand.printer.writing.typedDates
    ? `INTERVAL '${count!.value}' ${value.toUpperCase()}`
    : `INTERVAL '${count!.value} ${value}'`;
}

function writeAs({ args: [it], value = '', kind }: Node, hand: Hand): string {
  const { casts } = hand.printer.writing;
  const type = casts[kind];
  if (!type) throw new Unprintable(`a cast to ${kind}`);
  const limits = /\(.*\)$/.exec(value)?.[0] ?? '';
  if (limits && (type.includes('(') || kind === 'text')) throw new Unprintable('a length');
  return `CAST(${hand.plain(it!)} AS ${type}${limits})`;
}

function writeExtract({ args: [from], value = '' }: Node, hand: Hand): string {
  refuse('extract', hand);
  return hand.printer.writing.intervals === 'dateadd'
    ? `datepart(${value}, ${hand.plain(from!)})`
    : `EXTRACT(${value.toUpperCase()} FROM ${hand.plain(from!)})`;
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

function writeOver({ args: [what, partition, ...order] }: Node, hand: Hand): string {
  const parts = [
    ...(partition!.args.length > 0 ? [`PARTITION BY ${listOf(partition!.args, hand)}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${listOf(order, hand)}`] : []),
  ];
  return `${hand.plain(what!)} OVER (${parts.join(' ')})`;
}

function writeStringAgg(tree: Node, hand: Hand): string {
  const { writing } = hand.printer;
  const name = writing.functions['string_agg'] ?? 'string_agg';
  const [value, separator, ...order] = tree.args as [Node, Node, ...Node[]];
  const distinct = tree.op.endsWith(' distinct') ? 'DISTINCT ' : '';
  const sorted = order.length > 0 ? ` ORDER BY ${listOf(order, hand)}` : '';
  if (writing.joins === null)
    return `${name}(${distinct}${hand.plain(value)}${sorted} SEPARATOR ${hand.plain(separator)})`;
  if (sorted && !['IS NOT DISTINCT FROM', 'IS'].includes(writing.same ?? ''))
    return `${name}(${distinct}${hand.plain(value)}, ${hand.plain(separator)}) WITHIN GROUP (${sorted.trim()})`;
  return `${name}(${distinct}${hand.plain(value)}, ${hand.plain(separator)}${sorted})`;
}

const inOrder =
  (behind: string): Writer =>
  ({ args }, { plain }) =>
    `${plain(args[0]!)}${behind}`;

const CONDITIONS: Readonly<Record<string, Writer>> = {
  and: logic('AND', LEVELS.and),
  or: logic('OR', LEVELS.or),
  not: (tree, hand) => {
    const [it] = tree.args as [Node];
    const own = NOT[it.op];
    if (own) return own(it, hand);
    // A number that is no condition is 0 where it does not hold.
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
  like: (tree, hand) => writeLike(tree, hand, 'LIKE'),
  ilike: (tree, hand) => writeLike(tree, hand, 'ILIKE'),
  exists: ({ args }, { printer }) => `EXISTS (${printer.query(args[0]!)})`,
};

const WRITERS: Readonly<Record<string, Writer>> = {
  ...CONDITIONS,
  literal: writeLiteral,
  null: () => 'NULL',
  column: ({ value = '' }, { printer }) => printer.column(value),
  '*': () => '*',
  case: writeCase,
  add: writeSum,
  subtract: writeSum,
  multiply: infix('*', LEVELS.multiply),
  divide: writeDivide,
  quotient: writeQuotient,
  modulo: writeModulo,
  minus: ({ args }, { tighter }) => ({
    text: `-${tighter(args[0]!, LEVELS.multiply)}`,
    level: LEVELS.add,
  }),
  'bits and': infix('&', LEVELS.compare),
  'bits or': infix('|', LEVELS.compare),
  join: writeJoin,
  joinAll: (tree, hand) => {
    if (!hand.printer.writing.typedDates) throw new Unprintable('|| with NULL as empty');
    return infix('||', LEVELS.join)(tree, hand);
  },
  joinPresent: ({ args }, hand) => call('concat', args, hand),
  instr: ({ args }, hand) => {
    const [where, what] = args as [Node, Node];
    const { quotes } = hand.printer.writing;
    return quotes[0] === '[' ? call('charindex', [what, where], hand) : named('instr', args, hand);
  },
  interval: writeInterval,
  as: writeAs,
  rounded: (tree, hand) => writeAs({ ...tree, kind: 'integer', value: '' }, hand),
  truncated: (tree, hand) => writeAs({ ...tree, kind: 'integer', value: '' }, hand),
  extract: writeExtract,
  today: (_tree, hand) => word('today', 'CURRENT_DATE', hand),
  timeofday: (_tree, hand) => word('timeofday', 'CURRENT_TIME', hand),
  now: (_tree, hand) => word('now', 'CURRENT_TIMESTAMP', hand),
  tuple: ({ args }, hand) => `(${listOf(args, hand)})`,
  scalar: ({ args }, { printer }) => `(${printer.query(args[0]!)})`,
  filter: ({ args: [what, when] }, hand) => {
    refuse('filter', hand);
    return `${hand.plain(what!)} FILTER (WHERE ${hand.condition(when!, LEVELS.or)})`;
  },
  over: writeOver,
  string_agg: writeStringAgg,
  'string_agg distinct': writeStringAgg,
  ascending: inOrder(''),
  descending: inOrder(' DESC'),
  'ascending nulls first': inOrder(' NULLS FIRST'),
  'ascending nulls last': inOrder(' NULLS LAST'),
  'descending nulls first': inOrder(' DESC NULLS FIRST'),
  'descending nulls last': inOrder(' DESC NULLS LAST'),
};

function refuse(name: string, { printer }: Hand): void {
  if (printer.writing.lacks.includes(name)) throw new Unprintable(name);
}

function word(name: string, standard: string, hand: Hand): string {
  refuse(name, hand);
  const own = hand.printer.writing.functions[name];
  if (own === undefined || own === standard.toLowerCase()) return standard;
  return hand.printer.writing.typedDates ? own : `${own}()`;
}

function named(name: string, args: readonly Node[], hand: Hand): string {
  refuse(name, hand);
  return call(hand.printer.writing.functions[name] ?? name, args, hand);
}

/** A function by its common name, or one that only its engine knows, which is shown as it is called there. */
function writerOfName({ op, value }: Node): Writer {
  if (/^[a-z_]+$/.test(op)) return ({ args }, hand) => named(op, args, hand);
  const distinct = /^([a-z_]+) distinct$/.exec(op);
  if (distinct)
    return ({ args }, hand) => named(distinct[1]!, args, hand).replace('(', '(DISTINCT ');
  const own = /^(.+)\(\)@/.exec(op);
  if (own) return ({ args }, hand) => call(own[1]!, args, hand);
  if (/^greatest present$|^least present$/.test(op))
    return ({ args }, hand) => named(op.replace(' present', ''), args, hand);
  if (op.startsWith('name@')) return () => value ?? '';
  throw new Unprintable(op);
}
