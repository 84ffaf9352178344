import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { canonicalise } from './canonical.ts';
import { type Kind, type Node, kindOf, literal, node, ownTo } from './tree.ts';
import { typedLiteral } from './types.ts';
import { FINEST, widthOf } from './widths.ts';

/** What a column is filled with: a literal is a value of its type, whatever it is written as. */
export function canonicaliseDefault(tree: Node, type: CanonicalType): Node | null {
  const kind = kindOf(type);
  let it = canonicalise(tree);
  while (it.op === 'as' && it.value === kind) it = it.args[0]!;
  if (it.op.startsWith('as ') && it.args[0]!.op === 'literal') it = it.args[0]!;
  switch (it.op) {
    case 'null':
      return null;
    case 'now':
      return fillWithNow(it, type);
    case 'bits':
      return typedLiteral(it.value!, kind === 'boolean' ? 'boolean' : 'integer') ?? it;
    case 'literal':
      return fill(it, kind);
    default:
      return it;
  }
}

function fillWithNow(it: Node, type: CanonicalType): Node {
  if (type.kind === 'date') return node('today', [], 'date', { sure: true });
  if (type.kind === 'time') return node('timeofday', [], 'time', { sure: true });
  // Fewer digits than the column has: those of the other side may be as few.
  if (it.value !== undefined && Number(it.value) < (widthOf(type) ?? FINEST))
    return ownTo('any', it);
  return node('now', [], it.kind, { sure: true });
}

function fill(it: Node, kind: Kind): Node {
  const value = it.value!;
  if (it.kind === 'text') return typedLiteral(value, kind) ?? it;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';
  if (it.kind === 'boolean') return isNumber ? literal(value === 'true' ? '1' : '0', kind) : it;
  if (kind === 'boolean')
    return value === '0' || value === '1' ? literal(String(value === '1'), 'boolean') : it;
  return kind === 'text' ? literal(value, 'text') : it;
}
