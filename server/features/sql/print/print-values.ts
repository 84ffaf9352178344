import {
  type Hand,
  LEVELS,
  type Printed,
  Unprintable,
  type Writer,
  call,
  infix,
  listOf,
  named,
  quoteText,
  refuse,
  word,
} from './print-hand.ts';
import { writeBetween } from '../expressions/elapsed.ts';
import { patternOf } from '../expressions/formats.ts';
import { NULL, type Node, literal, makeCase } from '../tree/tree.ts';

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

/** Casts integers to an exact type where the engine's division would truncate the quotient. */
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

function writeFormat({ args: [it], value = '' }: Node, hand: Hand): string {
  const { patterns } = hand.printer.writing;
  if (!patterns) throw new Unprintable('a pattern');
  const pattern = quoteText(patternOf(value, patterns), hand.printer);
  const { days } = patterns;
  const written = hand.plain(it!);
  const time = days && it!.kind === 'date' ? `CAST(${written} AS ${days})` : written;
  const args = patterns.leads ? [pattern, time] : [time, pattern];
  if (patterns.culture) args.push(quoteText(patterns.culture, hand.printer));
  return `${patterns.call}(${args.join(', ')})`;
}

/** Writes FILTER as a CASE within the aggregate, for engines without FILTER. */
function writeChosen(what: Node, when: Node, hand: Hand): string {
  const [of, ...more] = what.args;
  if (!of || more.length > 0) throw new Unprintable('filter');
  const value = of.op === '*' ? literal('1', 'integer') : of;
  return hand.plain({ ...what, args: [makeCase([when, value], NULL)] });
}

function writeOver({ args: [what, partition, ...order], value: frame }: Node, hand: Hand): string {
  const parts = [
    ...(partition!.args.length > 0 ? [`PARTITION BY ${listOf(partition!.args, hand)}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${listOf(order, hand)}`] : []),
    ...(frame === undefined ? [] : [frame]),
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

/** Writes GREATEST and LEAST, which skip NULL on some engines and are NULL on others. */
function writeExtreme({ op, args }: Node, hand: Hand): Printed | string {
  const [name = '', skips] = op.split(' ');
  const own = named(name, args, hand);
  if (args.every(({ notNull }) => notNull)) return own;
  const { greatestSkipsNull } = hand.printer.rules;
  if (greatestSkipsNull === (skips !== undefined)) return own;
  if (greatestSkipsNull) {
    const tests = args.map((arg) => `${hand.tighter(arg, LEVELS.compare)} IS NULL`);
    return `CASE WHEN ${tests.join(' OR ')} THEN NULL ELSE ${own} END`;
  }
  if (args.length > 2) throw new Unprintable(op);
  return `coalesce(${own}, ${listOf(args, hand)})`;
}

/** Writes NULLS FIRST or LAST only where it differs from the engine's default. */
const inOrder =
  (behind: '' | ' DESC', nulls?: 'FIRST' | 'LAST'): Writer =>
  ({ args }, hand) => {
    const it = `${hand.plain(args[0]!)}${behind}`;
    const first =
      hand.printer.rules.nullsAre === (behind ? 'largest' : 'smallest') ? 'FIRST' : 'LAST';
    if (nulls === undefined || nulls === first) return it;
    refuse('nulls', hand);
    return `${it} NULLS ${nulls}`;
  };

/** How values are written, by their operators. */
export const VALUES: Readonly<Record<string, Writer>> = {
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
  'between@any': writeBetween,
  format: writeFormat,
  'json object': writeJson,
  'json array': writeJson,
  today: (it, hand) => word('today', 'CURRENT_DATE', it, hand),
  timeofday: (it, hand) => word('timeofday', 'CURRENT_TIME', it, hand),
  now: (it, hand) => word('now', 'CURRENT_TIMESTAMP', it, hand),
  greatest: writeExtreme,
  least: writeExtreme,
  'greatest present': writeExtreme,
  'least present': writeExtreme,
  // What a value was converted from tells SQLite how to compare it, and others nothing.
  typed: ({ args }, hand) => hand.plain(args[0]!),
  untyped: ({ args }, hand) => hand.plain(args[0]!),
  tuple: ({ args }, hand) => `(${listOf(args, hand)})`,
  scalar: ({ args }, { printer }) => `(${printer.query(args[0]!)})`,
  filter: ({ args: [what, when] }, hand) => {
    if (hand.printer.writing.lacks.includes('filter')) return writeChosen(what!, when!, hand);
    return `${hand.plain(what!)} FILTER (WHERE ${hand.condition(when!, LEVELS.or)})`;
  },
  over: writeOver,
  string_agg: writeStringAgg,
  'string_agg distinct': writeStringAgg,
  ascending: inOrder(''),
  descending: inOrder(' DESC'),
  'ascending nulls first': inOrder('', 'FIRST'),
  'ascending nulls last': inOrder('', 'LAST'),
  'descending nulls first': inOrder(' DESC', 'FIRST'),
  'descending nulls last': inOrder(' DESC', 'LAST'),
};

/** Writes JSON that is built; how its text is spelt is the engine's. */
function writeJson({ op, args }: Node, hand: Hand): string {
  const name = hand.printer.writing.functions[op];
  if (!name) throw new Unprintable(op);
  return call(name, args, hand);
}

/** Shows what is read from JSON as its own engine has it: others give something else for null, true and numbers. */
export function writeFromJson({ op, args }: Node, hand: Hand): Printed | string {
  const [what, engine] = op.split('@');
  if (what === 'in json') return hand.plain(args[0]!);
  const keys = JSON.parse(args[1]!.value!) as string[];
  const path = quoteText(`$.${keys.join('.')}`, hand.printer);
  if (engine === 'mysql') {
    const of = `(${hand.plain(args[0]!)}, ${path})`;
    if (what === 'json scalar') return `json_value${of}`;
    return what === 'json text' ? `json_unquote(json_extract${of})` : `json_extract${of}`;
  }
  const sign = what === 'json text' ? '->>' : '->';
  const steps = keys.map((key) => quoteText(key, hand.printer));
  const from = hand.tighter(args[0]!, LEVELS.multiply);
  const before = steps.slice(0, -1).map((step) => ` -> ${step}`);
  return { text: `${from}${before.join('')} ${sign} ${steps.at(-1)}`, level: LEVELS.compare };
}
