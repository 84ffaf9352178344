import type { Scope } from './scope.ts';
import { type Node, bool, isNumber, ownTo } from './tree.ts';
import { typedLiteral } from './types.ts';

const isMoment = ({ kind }: Node): boolean => kind === 'date' || kind === 'timestamp';
const isText = ({ kind }: Node): boolean => kind === 'text';
const isLiteral = ({ op }: Node): boolean => op === 'literal';

/** Reads a comparison: of values of unlike kinds each engine converts one in its own way, or refuses. */
export function compare(op: string, left: Node, right: Node, scope: Scope): Node {
  const isRow = op === 'eq' && left.op === 'tuple' && left.args.length === right.args.length;
  if (isRow && right.op === 'tuple' && scope.rules.parser !== 'duckdb')
    return bool('and', ...left.args.map((one, at) => compare(op, one, right.args[at]!, scope)));
  const made = bool(op, ...asAlike(left, [right], scope));
  return op === 'same' ? { ...made, sure: true } : made;
}

/** Whether it is one of a list. */
export const isIn = (it: Node, list: readonly Node[], scope: Scope): Node =>
  list.length === 1 ? compare('eq', it, list[0]!, scope) : bool('in', ...asAlike(it, list, scope));

function asAlike(it: Node, others: readonly Node[], { engine, rules }: Scope): Node[] {
  const { parser } = rules;
  // DuckDB's rows hold NULL as any other value.
  const isOwn =
    (parser === 'duckdb' && it.op === 'tuple') ||
    others.some((other) => !areAlike(it, other, parser) || !areAlike(other, it, parser));
  return [it, ...others].map((one) => (isOwn ? ownTo(engine, one) : one));
}

function areAlike(one: Node, other: Node, parser: string): boolean {
  if (isText(one)) {
    if (other.op === 'bytes') return false;
    if (isNumber(other)) return isLiteral(one) && typedLiteral(one.value!, other.kind) !== null;
    if (other.kind === 'boolean')
      return isLiteral(one) && (/^[01]$/.test(one.value!) || !COMPARES_TEXTS.has(parser));
    if (isMoment(other)) return isLiteral(one) && isReadAsTime(one, other, parser);
  }
  if (isNumber(one) && isMoment(other)) return false;
  return parser !== 'sqlite' || !isMoment(one) || !isMoment(other) || one.kind === other.kind;
}

/** They make a number of `yes` where others make TRUE. */
const COMPARES_TEXTS = new Set(['mysql', 'sqlite']);

/** Of a text beside a time: SQLite compares the texts that it keeps times as, and Oracle reads it as a session is set. */
function isReadAsTime({ value }: Node, { kind }: Node, parser: string): boolean {
  if (parser === 'oracle') return false;
  if (parser === 'duckdb') return !/^\d{8}$/.test(value!);
  if (parser !== 'sqlite') return true;
  const spelt = kind === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  return spelt.test(value!);
}
