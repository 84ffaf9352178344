import { isWhole } from './numbers.ts';
import type { Node } from './tree.ts';

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

/** Whether SQLite may keep a number as an integer where others have a float: CASE and the like return each value as it is. */
export const isMixed = has(
  'mixed',
  /^(add|subtract|multiply|minus|abs|sum|min|max|nullif|coalesce|case|greatest|least|scalar|over|filter)\b/,
);

/** Whether it has a type affinity in SQLite: columns and casts do, other computed values do not. */
export const isTyped = ({ op, typed }: Node): boolean =>
  typed ?? (op === 'column' || op === 'as' || op === 'rounded' || op === 'truncated');

const RETURNS_AN_OPERAND =
  /^(min|max|nullif|coalesce|case|greatest|least|first_value|last_value|lag|lead|over)\b/;
/** Whether engines compare and order a value in their own ways. */
export const hasOwnComparison = has('ownComparison', RETURNS_AN_OPERAND);
/** Whether a value is of an enum, which engines order by position or as text. */
export const isOfEnum = (it: Node): boolean =>
  it.enumValues !== undefined || (RETURNS_AN_OPERAND.test(it.op) && it.args.some(isOfEnum));

/** Whether it reads a date as midnight in the session's zone. */
export const readsMidnight = ({ asMidnight, args }: Node): boolean =>
  asMidnight === true || args.some(readsMidnight);
