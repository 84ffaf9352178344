import { type Node, bySpelling, isNumber } from './tree.ts';

/** Drops a cast to float, which arithmetic with a float does implicitly. */
export const asNumber = (it: Node): Node =>
  it.op === 'as' && it.engine === undefined && it.value === 'float' && isNumber(it.args[0]!)
    ? it.args[0]!
    : it;
export function withoutFloats(args: readonly Node[]): Node[] {
  const isFloat = (it: Node) => it.kind === 'float' && asNumber(it) === it && it.op !== 'literal';
  return args.some(isFloat) ? args.map(asNumber) : [...args];
}

/** Sorts the operands of a sum or product; only exact numbers are regrouped, too, because floats would round differently. */
export function commute(it: Node): Node {
  if (it.engine !== undefined || !it.args.every(isNumber)) return it;
  const args = withoutFloats(it.args);
  const isExact = args.every(({ kind }) => kind !== 'float');
  const flat = isExact
    ? args.flatMap((arg) => (arg.op === it.op && arg.engine === undefined ? arg.args : [arg]))
    : args;
  return { ...it, args: flat.sort(bySpelling) };
}
