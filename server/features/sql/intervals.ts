import type { Scope } from './scope.ts';
import { type Node, node } from './tree.ts';

const UNITS: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/^y(ear)?s?$|^yy(yy)?$/, 'year'],
  [/^mon(th)?s?$|^mm?$/, 'month'],
  [/^w(eek)?s?$|^ww$/, 'week'],
  [/^d(ay)?s?$|^dd$/, 'day'],
  [/^h(ou)?rs?$|^hh$|^hours?$/, 'hour'],
  [/^min(ute)?s?$|^mi$|^n$/, 'minute'],
  [/^s(ec(ond)?)?s?$|^ss$/, 'second'],
  [/^quarters?$|^qq?$/, 'quarter'],
];

export const unitOf = (word: string): string | null =>
  UNITS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1] ?? null;

/** A length of time: `INTERVAL 1 DAY`, `'1 day'::interval`. */
export function readInterval(amount: Node, field: unknown, { engine }: Scope): Node {
  const own = node(`interval@${engine}`, [amount], 'other', {
    value: JSON.stringify(field ?? null),
  });
  if (typeof field === 'string') {
    const unit = unitOf(field);
    return unit ? interval(amount, unit) : own;
  }
  const match = /^\s*([+-]?\d+)\s+([a-z]+)\s*$/i.exec(amount.value ?? '');
  const unit = match && unitOf(match[2]!);
  if (!unit) return own;
  return interval({ ...amount, value: match[1]!.replace(/^\+/, '') }, unit);
}

/** @param amount - `'1'` and `1` are the same length */
export function interval(amount: Node, unit: string): Node {
  const number: Node = amount.op === 'literal' ? { ...amount, kind: 'integer' } : amount;
  return node('interval', [number], 'other', { value: unit, sure: amount.sure });
}
