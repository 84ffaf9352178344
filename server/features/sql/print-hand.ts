import type { SqlSpelling } from '../../../connectors/core/engine.ts';
import type { SqlRules, SqlWriting } from '../../../connectors/core/sql-rules.ts';
import type { Node } from './tree.ts';

/** Thrown for what the engine cannot express, or this program cannot write. */
export class Unprintable extends Error {}

export interface Printer {
  writing: SqlWriting;
  spelling: SqlSpelling;
  /** The default escape character of LIKE; null where it has none. */
  likeEscape: string | null;
  nullsAre: SqlRules['nullsAre'];
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

export function word(name: string, standard: string, hand: Hand): string {
  refuse(name, hand);
  const own = hand.printer.writing.functions[name];
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
