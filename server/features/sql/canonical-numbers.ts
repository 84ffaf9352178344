import { type Node, bySpelling, isNumber } from './tree.ts';

/** A cast to a float that arithmetic with one does by itself. */
export const asNumber = (it: Node): Node =>
  it.op === 'as' && it.by === undefined && it.value === 'float' && isNumber(it.args[0]!)
    ? it.args[0]!
    : it;
export function withoutFloats(args: readonly Node[]): Node[] {
  const isFloat = (it: Node) => it.kind === 'float' && asNumber(it) === it && it.op !== 'literal';
  return args.some(isFloat) ? args.map(asNumber) : [...args];
}

/** Only what cannot round is put in order: exact numbers may also be bracketed anew. */
export function commute(it: Node): Node {
  if (it.by !== undefined || !it.args.every(isNumber)) return it;
  const args = withoutFloats(it.args);
  const isExact = args.every(({ kind }) => kind !== 'float');
  const flat = isExact
    ? args.flatMap((arg) => (arg.op === it.op && arg.by === undefined ? arg.args : [arg]))
    : args;
  return { ...it, args: flat.sort(bySpelling) };
}
