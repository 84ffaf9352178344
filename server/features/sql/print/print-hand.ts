import type { SqlSpelling } from '../../../../connectors/core/engine.ts';
import type { SqlRules, SqlWriting } from '../../../../connectors/core/sql/sql-rules.ts';
import { WHOLE_SECONDS } from '../tree/traits.ts';
import { FINEST } from '../tree/widths.ts';
import type { Node } from '../tree/tree.ts';

/** Thrown for what the engine cannot express, or this program cannot write. */
export class Unprintable extends Error {}

export function nullIfUnprintable<T>(print: () => T): T | null {
  try {
    return print();
  } catch (error) {
    if (error instanceof Unprintable) return null;
    throw error;
  }
}

export interface Printer {
  rules: SqlRules;
  writing: SqlWriting;
  spelling: SqlSpelling;
  /** A column by its value in the tree. */
  column(value: string): string;
  /** A query that stands in an expression. */
  query(tree: Node): string;
}

/** Operator precedence, loosest first: an operand that binds more loosely than its place requires gets brackets. */
export const LEVELS = {
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
export type Level = (typeof LEVELS)[keyof typeof LEVELS];

export interface Printed {
  text: string;
  level: Level;
}
export type Writer = (tree: Node, print: Hand) => Printed | string;

/** What a writer uses to print operands. */
export interface Hand {
  printer: Printer;
  /** In brackets where it binds no tighter than `level`. */
  tighter(tree: Node, level: Level): string;
  /** Without brackets. */
  plain(tree: Node): string;
  /** As a condition. */
  condition(tree: Node, level: Level): string;
}

export const infix =
  (sign: string, level: Level): Writer =>
  ({ args }, { tighter }) => ({
    text: args.map((arg, index) => tighter(arg, looserOf(level, index))).join(` ${sign} `),
    level,
  });
/** Operators are left-associative: in `a - b - c`, only the left operand may have the same level. */
const looserOf = (level: Level, index: number): Level =>
  index === 0 ? ((level - 1) as Level) : level;

export const listOf = (args: readonly Node[], { plain }: Hand): string =>
  args.map(plain).join(', ');
export const call = (name: string, args: readonly Node[], hand: Hand): string =>
  `${name}(${listOf(args, hand)})`;

export function refuse(name: string, { printer }: Hand): void {
  if (printer.writing.lacks.includes(name)) throw new Unprintable(name);
}

/** Writes an operation in the form that the dialect has for it: an operand between brackets or commas needs none of its own. */
export function writeForm(form: string, { args, value = '' }: Node, hand: Hand): Printed {
  const text = form.replaceAll(
    /([(,] ?)?\$([12*=])([,)])?/g,
    (_, before = '', what, behind = '') => {
      const it = args[Number(what) - 1];
      const isAlone = before !== '' && behind !== '';
      const written =
        what === '='
          ? value
          : !it
            ? listOf(args, hand)
            : isAlone
              ? hand.plain(it)
              : operandOf(it, hand);
      return `${before}${written}${behind}`;
    },
  );
  return { text, level: form.startsWith('$') ? LEVELS.add : LEVELS.atom };
}

/** Beside an operator, not every engine takes a quoted text for a time. */
function operandOf(it: Node, hand: Hand): string {
  const { typedDates, casts } = hand.printer.writing;
  const type = it.op === 'literal' && !typedDates && TIMES.has(it.kind) && casts[it.kind];
  return type ? `CAST(${hand.plain(it)} AS ${type})` : hand.tighter(it, LEVELS.multiply);
}
const TIMES = new Set<Node['kind']>(['date', 'timestamp']);

/** Writes the current date or time, with as many fractional digits as were asked for. */
export function word(name: string, standard: string, it: Node, hand: Hand): string {
  refuse(name, hand);
  const own = hand.printer.writing.functions[name];
  const isFine = it.fullPrecision === true && WHOLE_SECONDS.has(hand.printer.rules.parser);
  const digits = it.value ?? (isFine ? String(FINEST) : undefined);
  if (digits !== undefined && hand.printer.writing.timeDigits) return `${standard}(${digits})`;
  if (it.value !== undefined) throw new Unprintable('digits of the current time');
  if (own === undefined || own === standard.toLowerCase()) return standard;
  return hand.printer.writing.typedDates ? own : `${own}()`;
}

export function named(name: string, args: readonly Node[], hand: Hand): string {
  refuse(name, hand);
  return call(hand.printer.writing.functions[name] ?? name, args, hand);
}

/** Whether a backslash in plain quotes takes its meaning from what follows. */
const escapesBackslash = ({ quotes }: SqlSpelling): boolean =>
  quotes.some(({ open, backslash }) => open === "'" && backslash === true);

export function quoteText(text: string, { spelling }: Pick<Printer, 'spelling'>): string {
  const escaped = escapesBackslash(spelling) ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}
