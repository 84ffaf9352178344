import { type Ast, Unreadable, variantOf } from '../tree/ast.ts';
import type { QueryScope } from './relations.ts';
import { NULL, type Node, markEngineSpecific, node, unnamed } from '../tree/tree.ts';
import { mixtureOf } from '../expressions/kinds.ts';
import { areComparedApart } from '../expressions/letters.ts';
import { withOutputs } from './selects.ts';
import { typedLiteral } from '../expressions/types.ts';

/** Reads a UNION, INTERSECT or EXCEPT. @param side - reads an operand */
export function readSetOperation(ast: Ast, scope: QueryScope, side: (body: unknown) => Node): Node {
  const quantifier = String(ast.set_quantifier);
  if (!['All', 'None', 'Distinct'].includes(quantifier)) throw new Unreadable(quantifier);
  const all = quantifier === 'All' ? ' all' : '';
  const op = String(ast.op);
  // In the parser and most engines, INTERSECT binds tighter; those of IN_TURN go from left to right.
  const isMixed = [ast.left, ast.right].some((part) => {
    const [variant, body] = variantOf(part);
    return variant === 'SetOperation' && (body.op === 'Intersect') !== (op === 'Intersect');
  });
  if (isMixed && IN_TURN.has(scope.rules.parser))
    throw new Unreadable('INTERSECT without brackets');
  const name = op === 'Minus' ? 'except' : op.toLowerCase();
  const sides = withTruths([side(ast.left), side(ast.right)], scope.rules.parser);
  const made = node(`${name}${all}`, sides, 'other');
  const isOwn =
    all === '' &&
    sides.some((one) => valuesOf(one).some((it) => areComparedApart([it], scope.rules.parser)));
  return areOfOneKind(sides, scope) && !isOwn ? made : markEngineSpecific(scope.engine, made);
}
/** Whether engines agree on the common type of each pair of outputs. */
function areOfOneKind([left, right]: readonly Node[], { rules }: QueryScope): boolean {
  const others = valuesOf(right!);
  return valuesOf(left!).every(
    (value, at) => !others[at] || mixtureOf([value, others[at]], rules.parser).clear,
  );
}
/** The output expressions of a query; for a set operation, those of its first operand. */
function valuesOf({ args: [body] }: Node): readonly Node[] {
  if (!body) return [];
  if (body.op.startsWith('select')) return body.args[0]!.args.map(unnamed);
  return valuesOf(body.op === 'query' ? body : (body.args[0] ?? NULL));
}
const IN_TURN = new Set(['oracle', 'sqlite']);

/** On engines that count truths, 0 and 1 in a column of truths are FALSE and TRUE. */
function withTruths(sides: readonly Node[], parser: string): readonly Node[] {
  if (!COUNTS_TRUTHS.has(parser)) return sides;
  const kinds = sides.map((side) => valuesOf(side).map(({ kind }) => kind));
  const isTruth = (at: number) => kinds.some((list) => list[at] === 'boolean');
  return sides.map((side) => changeValues(side, (it, at) => (isTruth(at) ? asTruth(it) : it)));
}
const COUNTS_TRUTHS = new Set(['mysql', 'sqlite']);
const asTruth = (it: Node): Node =>
  (it.op === 'literal' && it.kind === 'integer' && typedLiteral(it.value!, 'boolean')) || it;

/** Changes the output expressions of a query, or of all operands of a set operation. */
function changeValues(query: Node, change: (it: Node, at: number) => Node): Node {
  const [body, ...clauses] = query.args;
  if (!body) return query;
  const changed = (it: Node, at: number): Node =>
    it.op === 'named' ? { ...it, args: [change(it.args[0]!, at)] } : change(it, at);
  if (body.op.startsWith('select')) return withOutputs(query, (outputs) => outputs.map(changed));
  const inner = (it: Node): Node => changeValues(it, change);
  const made = body.op === 'query' ? inner(body) : { ...body, args: body.args.map(inner) };
  return { ...query, args: [made, ...clauses] };
}
