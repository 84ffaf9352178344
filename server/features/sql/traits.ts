import { isWhole } from './numbers.ts';
import type { Node } from './tree.ts';

const has = (trait: 'unsigned' | 'zoned' | 'mixed' | 'special', through: RegExp) => {
  const test = (it: Node): boolean =>
    it[trait] === true || (through.test(it.op) && it.args.some(test));
  return test;
};

const isOfUnsigned = has(
  'unsigned',
  /^(add|subtract|multiply|quotient|modulo|abs|floor|ceiling|min|max|nullif|coalesce|case|greatest|least)\b/,
);
/** Integers that MySQL computes without a sign: below zero, it fails. */
export const isUnsigned = (it: Node): boolean =>
  it.kind === 'integer' && (it.op.startsWith('bits ') || isOfUnsigned(it));

/** Whether such a result may be below zero, so that others go on where MySQL fails. */
export const mayFailUnsigned = (op: string, operands: readonly Node[]): boolean =>
  operands.every(isWhole) &&
  operands.some(isUnsigned) &&
  (op === 'subtract' || !operands.every((it) => isUnsigned(it) || isCounted(it)));
const isCounted = ({ op, value = '' }: Node): boolean => op === 'literal' && /^\d+$/.test(value);

const isOfZoned = has('zoned', /^(add|subtract|min|max|nullif|coalesce|case|greatest|least)\b/);
/** Times whose day and hour hang on the zone of the session. */
export const isZoned = (it: Node): boolean => it.kind === 'timestamp' && isOfZoned(it);

/** Numbers that SQLite may keep as integers though others make floats of them: a choice gives each of its values as it is. */
export const isMixed = has(
  'mixed',
  /^(add|subtract|multiply|minus|abs|sum|min|max|nullif|coalesce|case|greatest|least|scalar|over|filter)\b/,
);

/** Whether SQLite knows a type of it: of a column, of a cast, and of nothing else that is computed. */
export const isTyped = ({ op, typed }: Node): boolean =>
  typed ?? (op === 'column' || op === 'as' || op === 'rounded' || op === 'truncated');

const GIVES_ONE =
  /^(min|max|nullif|coalesce|case|greatest|least|first_value|last_value|lag|lead|over)\b/;
/** Values that engines compare and order in ways of their own. */
export const isSpecial = has('special', GIVES_ONE);
/** Values of a list, which are ordered by their places there or as texts. */
export const isListed = (it: Node): boolean =>
  it.listed !== undefined || (GIVES_ONE.test(it.op) && it.args.some(isListed));
