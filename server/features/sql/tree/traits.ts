import { isWhole } from './numbers.ts';
import { type Node, markEngineSpecific, node } from './tree.ts';
import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';

const has = (trait: 'unsigned' | 'zoned' | 'mixed' | 'ownComparison', through: RegExp) => {
  const test = (it: Node): boolean =>
    it[trait] === true || (through.test(it.op) && it.args.some(test));
  return test;
};

const isOfUnsigned = has(
  'unsigned',
  /^(add|subtract|multiply|quotient|modulo|abs|floor|ceiling|min|max|nullif|coalesce|case|greatest|least)\b/,
);
/** Whether MySQL computes an integer as unsigned, so that a negative result is an error. */
export const isUnsigned = (it: Node): boolean =>
  it.kind === 'integer' && (it.op.startsWith('bits ') || isOfUnsigned(it));

/** Whether an unsigned result may be negative: MySQL then fails where others go on. */
export const mayFailUnsigned = (op: string, operands: readonly Node[]): boolean =>
  operands.every(isWhole) &&
  operands.some(isUnsigned) &&
  (op === 'subtract' || !operands.every((it) => isUnsigned(it) || isCounted(it)));
const isCounted = ({ op, value = '' }: Node): boolean => op === 'literal' && /^\d+$/.test(value);

const isOfZoned = has('zoned', /^(add|subtract|min|max|nullif|coalesce|case|greatest|least)\b/);
/** Whether the date and hour of a timestamp depend on the session's time zone. */
export const isZoned = (it: Node): boolean => it.kind === 'timestamp' && isOfZoned(it);

/** Whether only its engine shows a time with a zone as it does: Oracle in UTC, SQL Server in the zone that is kept with it. */
export const isShownAlone = (it: Node, parser: string): boolean =>
  (parser === 'oracle' || parser === 'mssql') && isZoned(it);

/** Whether SQLite may keep a number as an integer where others have a float: CASE and the like return each value as it is. */
export const isMixed = has(
  'mixed',
  /^(add|subtract|multiply|minus|abs|sum|min|max|nullif|coalesce|case|greatest|least|scalar|over|filter)\b/,
);

/** Whether it has a type affinity in SQLite: columns and casts do, other computed values do not. */
export const isTyped = ({ op, typed }: Node): boolean =>
  typed ?? (op === 'column' || op === 'as' || op === 'rounded' || op === 'truncated');

export const RETURNS_AN_OPERAND =
  /^(min|max|nullif|coalesce|case|greatest|least|first_value|last_value|lag|lead|over)\b/;
/** Whether engines compare and order a value in their own ways. */
export const hasOwnComparison = has('ownComparison', RETURNS_AN_OPERAND);
/** Whether a value is of an enum, which engines order by position or as text. */
export const isOfEnum = (it: Node): boolean =>
  it.enumValues !== undefined || (RETURNS_AN_OPERAND.test(it.op) && it.args.some(isOfEnum));

/** Whether it reads a date as midnight in the session's zone. */
export const readsMidnight = ({ asMidnight, args }: Node): boolean =>
  asMidnight === true || args.some(readsMidnight);

/** Whether it shows a time in the zone of the session. */
export const showsInZone = ({ inZone, args }: Node): boolean =>
  inZone === true || args.some(showsInZone);

/** Replaces the current time by the current time in UTC, as other engines write it. */
export const withUtcNow = (tree: Node): Node =>
  tree.op === 'now' && tree.value === undefined
    ? node('utcnow', [], 'timestamp', { notNull: true })
    : { ...tree, args: tree.args.map(withUtcNow) };

/** Whether it uses the current time. */
export const asksForTime = ({ op, args }: Node): boolean =>
  op === 'now' || op === 'today' || op === 'timeofday' || args.some(asksForTime);

/** Engines whose current time has no fraction of a second unless it is asked for. */
export const WHOLE_SECONDS = new Set<SqlRules['parser']>(['mysql', 'sqlite']);
/** Whether it asks for the current time with all fractional digits, or in whole seconds, as the engine gives it by default. */
export function digitsOfNow(
  { op, fullPrecision, value, args }: Node,
  rules: SqlRules,
): 'fine' | 'whole' | undefined {
  if (op === 'now' && value === undefined) {
    if (fullPrecision) return 'fine';
    return WHOLE_SECONDS.has(rules.parser) ? 'whole' : undefined;
  }
  const found = args.map((arg) => digitsOfNow(arg, rules));
  return found.find((one) => one === 'fine') ?? found.find(Boolean);
}

/** Which letters LOWER and UPPER in a tree convert on its engine; undefined where they are only applied to ASCII literals. */
export function lettersOf(tree: Node, rules: SqlRules): string | undefined {
  const found = new Set<string>();
  const walk = ({ op, args }: Node): void => {
    if ((op === 'lower' || op === 'upper') && !isPlain(args[0]!))
      found.add(rules.letters?.[op] ?? 'all');
    for (const arg of args) walk(arg);
  };
  walk(tree);
  return found.size === 0 ? undefined : [...found].toSorted().join();
}

const isPlain = ({ op, value = '' }: Node): boolean =>
  op === 'literal' && /^[\x20-\x7e]*$/.test(value);

/** The part of a column that an expression consists of: its first characters, or its letters in one case. */
export interface ColumnPart {
  /** Name in lower case, as columns are compared. */
  column: string;
  /** Characters from its beginning; absent: all. */
  length?: number;
  /** The function that folds the case of letters. */
  folded?: 'lower' | 'upper';
}

/** Undefined for all other expressions, and where the engine computes the part in its own way. */
export function columnPartOf(tree: Node): ColumnPart | undefined {
  const { op, args, value, engine } = tree;
  if (engine !== undefined) return undefined;
  if (op === 'column') return { column: value! };
  const inner = args[0] && columnPartOf(args[0]);
  if (!inner) return undefined;
  if ((op === 'lower' || op === 'upper') && args.length === 1) return { ...inner, folded: op };
  const [, from, length] = args;
  const isBeginning =
    BEGINNINGS.has(op.toLowerCase()) && isNumber(from) && from!.value === '1' && isNumber(length);
  return isBeginning
    ? { ...inner, length: Math.min(Number(length!.value), inner.length ?? Infinity) }
    : undefined;
}

/** Oracle's functions differ from the common one only for other positions and lengths than those that are accepted here. */
const BEGINNINGS = new Set(['substring', 'substr()@oracle', 'substring()@oracle']);
const isNumber = (node: Node | undefined): boolean =>
  node?.op === 'literal' && node.kind === 'integer' && /^[1-9]\d*$/.test(node.value ?? '');

/** Engines that keep the blanks that pad a text in whatever is computed from it, which others drop. */
export const KEEPS_BLANKS: ReadonlySet<string> = new Set(['mssql', 'oracle']);
export const isKeptPadded = ({ blankPadded }: Node, parser: string): boolean =>
  blankPadded === true && KEEPS_BLANKS.has(parser);
/** Whether a function has made it in such an engine. */
const isMadePadded = (it: Node, parser: string): boolean =>
  isKeptPadded(it, parser) &&
  (/^(lower|upper|ltrim)$/.test(it.op) || it.args.some((arg) => isMadePadded(arg, parser)));
/** A value that is shown or kept: the engine's own where blanks are seen that others drop. */
export const asShown = (it: Node, parser: string): Node =>
  isMadePadded(it, parser) ? markEngineSpecific(parser, it) : it;
