import { type Node, node } from './tree.ts';

/** Replaces the current time by the current time in UTC, as other engines write it. */
export const withUtcNow = (tree: Node): Node =>
  tree.op === 'now' && tree.value === undefined
    ? node('utcnow', [], 'timestamp', { notNull: true })
    : { ...tree, args: tree.args.map(withUtcNow) };

/** Whether it uses the current time. */
export const asksForTime = ({ op, args }: Node): boolean =>
  op === 'now' || op === 'today' || op === 'timeofday' || args.some(asksForTime);
