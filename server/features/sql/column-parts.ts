import type { Node } from './tree.ts';

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
