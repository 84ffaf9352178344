import type { SqlRules } from '../../../connectors/core/sql-rules.ts';
import { type Node, node } from './tree.ts';

/** Replaces the current time by the current time in UTC, as other engines write it. */
export const withUtcNow = (tree: Node): Node =>
  tree.op === 'now' && tree.value === undefined
    ? node('utcnow', [], 'timestamp', { notNull: true })
    : { ...tree, args: tree.args.map(withUtcNow) };

/** Whether it uses the current time. */
export const asksForTime = ({ op, args }: Node): boolean =>
  op === 'now' || op === 'today' || op === 'timeofday' || args.some(asksForTime);

const WHOLE_SECONDS = new Set<SqlRules['parser']>(['mysql', 'sqlite']);
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
