import { createHash } from 'node:crypto';
import { type Node, isNumber, keyOf } from '../tree/tree.ts';

/** The constants of a tree, and what all trees share that differ in nothing else. */
export interface Constants {
  frame: string;
  list: readonly { value: string; as: keyof typeof IS_SAME }[];
}

/**
 * Numbers anywhere, texts that a text column is compared with, and messages of errors: what others mean hangs on types, formats
 * or the engine.
 */
export function constantsOf(tree: Node): Constants {
  const list: { value: string; as: keyof typeof IS_SAME }[] = [];
  const take = (it: Node, as: keyof typeof IS_SAME): Node => {
    list.push({ value: it.value!, as });
    return { ...it, value: '?' };
  };
  const mask = (it: Node, isBesideText: boolean): Node => {
    if (it.op === 'fails') return take(it, 'message');
    if (it.op === 'literal' && isNumber(it)) return take(it, 'number');
    if (it.op === 'literal') return isBesideText ? take(it, 'text') : it;
    const comparesText = /^(eq|ne)$/.test(it.op) && it.args.some(isTextColumn);
    return { ...it, args: it.args.map((arg) => mask(arg, comparesText)) };
  };
  const frame = createHash('sha256')
    .update(keyOf(mask(tree, false)))
    .digest('base64url');
  return { frame, list };
}

const isTextColumn = ({ op, kind, ownComparison, enumValues }: Node): boolean =>
  op === 'column' && kind === 'text' && (!ownComparison || enumValues !== undefined);

/** The first constant in which trees surely differ that differ in nothing else; null where there is none. */
export function otherConstant(
  one: Constants | undefined,
  other: Constants | undefined,
): readonly [string, string] | null {
  if (!one || !other || one.frame !== other.frame || one.list.length !== other.list.length)
    return null;
  for (const [at, { value, as }] of one.list.entries()) {
    const there = other.list[at]!.value;
    if (!IS_SAME[as](value, there)) return [value, there];
  }
  return null;
}

const IS_SAME = {
  number: (one: string, other: string) => Number(one) === Number(other),
  text: (one: string, other: string) => plain(one) === plain(other),
  message: (one: string, other: string) => one === other,
};

/** Collations may ignore case, and blanks at the end. */
const plain = (text: string): string => text.trimEnd().normalize('NFKD').toLowerCase();
