import { bare, isAst } from '../tree/ast.ts';
import type { Node } from '../tree/tree.ts';

/** A construct of one engine alone: its words, with `?` in the place of each expression, and these. */
export interface OwnWords {
  text: string;
  parts: Node[];
}

/**
 * What a construct means hangs on what its names stand for, which its words do not tell.
 * @param isExpression - whether a part of the parser's tree by this name is an expression
 */
export function ownWordsOf(
  value: unknown,
  isExpression: (variant: string) => boolean,
  read: (part: unknown) => Node,
): OwnWords {
  const parts: Node[] = [];
  const walk = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map(walk);
    if (!isAst(it)) return it;
    const [name, ...more] = Object.keys(it);
    if (name !== undefined && more.length === 0 && isExpression(name)) {
      parts.push(read(it));
      return '?';
    }
    return Object.fromEntries(Object.entries(it).map(([key, part]) => [key, walk(part)]));
  };
  return { text: JSON.stringify(walk(bare(value)) ?? null), parts };
}
