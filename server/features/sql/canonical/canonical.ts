import {
  type Kind,
  NULL,
  type Node,
  bool,
  bySpelling,
  isNumber,
  keyOf,
  literal,
  node,
} from '../tree/tree.ts';
import { asNumber, coerce, coerceBoth, commute, withoutFloats } from './kinds.ts';
import { canonicaliseQuery, countOf } from './queries.ts';
import { bothTrimmed, joinTexts } from './texts.ts';
import { isWhole } from '../tree/numbers.ts';

/** Brings an expression to the canonical form of all its equivalents. No rule may change its result for any value, including NULL. */
export function canonicalise(tree: Node): Node {
  const args = tree.args.map(canonicalise);
  const it = { ...tree, args };
  switch (tree.op) {
    case 'and':
    case 'or':
      return combine(tree.op, args.map(asCondition));
    case 'not':
      return negate(asCondition(args[0]!));
    case 'eq':
    case 'ne':
      return compareEqual(tree.op, args[0]!, args[1]!);
    case 'lt':
    case 'le':
      return order(tree.op, args[0]!, args[1]!);
    case 'gt':
      return order('lt', args[1]!, args[0]!);
    case 'ge':
      return order('le', args[1]!, args[0]!);
    case 'same':
      return compareSame(args[0]!, args[1]!);
    case 'in':
      return oneOf(args[0]!, args.slice(1));
    case 'case':
      return canonicaliseCase(args, tree);
    case 'add':
    case 'multiply':
      return commute(it);
    case 'join':
    case 'joinAll':
    case 'joinPresent':
      return joinTexts(it, orEmpty);
    case 'coalesce':
      return coalesce(it);
    case 'ltrim':
    case 'rtrim':
      return bothTrimmed(it);
    case 'isnull':
      return tree.engine === undefined ? nullTestOf(args[0]!) : it;
    case 'nullif':
      return it.args.length === 2 ? { ...it, args: [args[0]!, coerce(args[1]!, args[0]!)] } : it;
    case 'subtract':
    case 'divide':
      return { ...it, args: withoutFloats(args) };
    case 'sqrt':
    case 'exp':
    case 'ln':
    case 'power':
      return { ...it, args: args.map(asNumber) };
    case 'as':
      return convertNow(it);
    case 'filter':
    case 'where':
      return { ...it, args: [args[0]!, ...args.slice(1).map(asCondition)] };
    default:
      return /^(greatest|least)\b/.test(tree.op) && args.every(isNumber)
        ? { ...it, args: args.toSorted(bySpelling) }
        : canonicaliseQuery(it);
  }
}

const TRUE = literal('true', 'boolean');
const FALSE = literal('false', 'boolean');
const isLiteral = ({ op }: Node): boolean => op === 'literal';
const isSame = (one: Node, other: Node): boolean => keyOf(one) === keyOf(other);

/** Reads an operand as a condition: a number is TRUE where it is not 0, as in MySQL and SQLite. */
function asCondition(it: Node): Node {
  if (isLiteral(it) && it.kind === 'integer') return it.value === '0' ? FALSE : TRUE;
  return isWhole(it) ? compareEqual('ne', it, literal('0', 'integer')) : it;
}

/** The current time, cast to a date, is the current date. */
function convertNow(it: Node): Node {
  const isNow = it.args[0]?.op === 'now' && it.engine === undefined;
  return isNow && it.value === 'date' ? node('today', [], 'date', { notNull: true }) : it;
}

function nullTestOf(it: Node): Node {
  // COALESCE is NULL exactly where all its arguments are.
  if (it.op === 'coalesce' && it.engine === undefined)
    return combine('and', it.args.map(nullTestOf));
  const [value, other] = it.args;
  return it.op === 'nullif' && it.engine === undefined && other!.notNull
    ? nullOrEqual(value!, other!)
    : node('isnull', [it], 'boolean', { notNull: true });
}

/** The condition that `it` is NULL, or equal to the value that stands for NULL. */
const nullOrEqual = (it: Node, other: Node): Node =>
  combine('or', [nullTestOf(it), compareEqual('eq', it, other)]);

/** Reads `coalesce(a, 0) = 0` as `a IS NULL OR a = 0`; null where the comparison has another form. */
function coalesceTestOf(
  { op, engine, args: [it, instead, ...more] }: Node,
  other: Node,
): Node | null {
  const isOfTwo = op === 'coalesce' && engine === undefined && instead !== undefined;
  if (!isOfTwo || more.length > 0 || !isLiteral(instead) || !isSame(instead, other)) return null;
  return nullOrEqual(it!, other);
}

function compareEqual(op: 'eq' | 'ne', one: Node, other: Node): Node {
  const [left, right] = coerceBoth(one, other);
  for (const [value, condition] of [
    [left, right],
    [right, left],
  ] as const) {
    if (!isLiteral(value) || value.kind !== 'boolean' || condition.kind !== 'boolean') continue;
    return (value.value === 'true') === (op === 'eq') ? condition : negate(condition);
  }
  if (isLiteral(left) && isSame(left, right)) return op === 'eq' ? TRUE : FALSE;
  const rewritten = coalesceTestOf(left, right) ?? coalesceTestOf(right, left);
  if (rewritten) return op === 'eq' ? rewritten : negate(rewritten);
  // Beside NULL, not every engine evaluates the right operand: the order of operands is kept.
  const isNull = left.op === 'null' || right.op === 'null';
  return bool(op, ...(isNull ? [left, right] : [left, right].sort(bySpelling)));
}

function order(op: 'lt' | 'le', one: Node, other: Node): Node {
  const [left, right] = coerceBoth(one, other);
  // FALSE is less than TRUE.
  const isBound = (it: Node, value: Node, condition: Node) =>
    isSame(it, value) && condition.kind === 'boolean' && condition.engine === undefined;
  if (isBound(left, op === 'lt' ? FALSE : TRUE, right)) return right;
  if (isBound(right, op === 'lt' ? TRUE : FALSE, left)) return negate(left);
  return bool(op, left, right);
}

/** Equal, or both NULL. */
function compareSame(one: Node, other: Node): Node {
  const [left, right] = coerceBoth(one, other);
  for (const [value, condition] of [
    [left, right],
    [right, left],
  ] as const) {
    if (value.op === 'null') return node('isnull', [condition], 'boolean', { notNull: true });
    if (!value.notNull || !condition.notNull) continue;
    return compareEqual('eq', left, right);
  }
  return node('same', [left, right].sort(bySpelling), 'boolean', { notNull: true });
}

function oneOf(it: Node, list: readonly Node[]): Node {
  const values = list.map((value) => coerce(value, it));
  const distinct = [...new Map(values.map((value) => [keyOf(value), value])).values()];
  if (distinct.length === 1) return compareEqual('eq', it, distinct[0]!);
  return bool('in', it, ...distinct.sort(bySpelling));
}

const OPPOSITE: Readonly<Record<string, string>> = { eq: 'ne', ne: 'eq' };

/** Negates a condition in three-valued logic: UNKNOWN stays UNKNOWN. */
function negate(it: Node): Node {
  const [first, second] = it.args;
  switch (it.op) {
    case 'not':
      // NOT NOT converts a value that is no boolean to one, so it is kept there.
      return first!.kind === 'boolean' ? first! : bool('not', it);
    case 'and':
    case 'or':
      return combine(it.op === 'and' ? 'or' : 'and', it.args.map(negate));
    case 'eq':
    case 'ne':
      return bool(OPPOSITE[it.op]!, ...it.args);
    case 'lt':
    case 'le':
      return bool(it.op === 'lt' ? 'le' : 'lt', second!, first!);
    case 'literal':
      if (it.kind === 'boolean') return it.value === 'true' ? FALSE : TRUE;
      return bool('not', it);
    default:
      return bool('not', it);
  }
}

/** Flattens, sorts and deduplicates AND and OR; `a = 1 OR a = 2` becomes `a IN (1, 2)`. */
export function combine(op: 'and' | 'or', args: readonly Node[]): Node {
  const [nothing, all] = op === 'and' ? [TRUE, FALSE] : [FALSE, TRUE];
  const flat = args
    .flatMap((arg) => (arg.op === op ? arg.args : [arg]))
    .filter((arg) => !isSame(arg, nothing));
  if (flat.some((arg) => isSame(arg, all))) return all;
  const shared = factorOf(op, flat);
  if (shared) return combine(op === 'and' ? 'or' : 'and', shared);
  const listed = joinLists(op, flat);
  const distinct = [...new Map(listed.map((arg) => [keyOf(arg), arg])).values()].sort(bySpelling);
  if (distinct.length === 0) return nothing;
  return distinct.length === 1 ? distinct[0]! : bool(op, ...distinct);
}

/** Factors out common operands: `a AND b OR a AND c` is `a AND (b OR c)`, also in three-valued logic; null where there are none. */
function factorOf(op: 'and' | 'or', args: readonly Node[]): Node[] | null {
  const inner = op === 'and' ? 'or' : 'and';
  const parts = args.map((arg) => new Map(partsOf(inner, arg).map((part) => [keyOf(part), part])));
  const [first, ...others] = parts;
  const shared = [...(first ?? [])].filter(([key]) => others.every((other) => other.has(key)));
  if (others.length === 0 || shared.length === 0) return null;
  const rest = parts.map((part) =>
    combine(
      inner,
      [...part].filter(([key]) => !shared.some(([one]) => one === key)).map(([, one]) => one),
    ),
  );
  return [...shared.map(([, one]) => one), combine(op, rest)];
}

const partsOf = (op: 'and' | 'or', it: Node): readonly Node[] => (it.op === op ? it.args : [it]);

/** Merges equalities of one operand under OR into IN, and inequalities under AND into NOT IN. */
function joinLists(op: 'and' | 'or', args: readonly Node[]): Node[] {
  const groups = new Map<string, { it: Node; values: Node[] }>();
  const others: Node[] = [];
  for (const arg of args) {
    const member = membershipOf(op === 'or' ? arg : negate(arg));
    if (!member) {
      others.push(arg);
      continue;
    }
    const key = keyOf(member.it);
    const group = groups.get(key) ?? { it: member.it, values: [] };
    group.values.push(...member.values);
    groups.set(key, group);
  }
  const lists = [...groups.values()].map(({ it, values }) => {
    const list = oneOf(it, values);
    return op === 'or' ? list : negate(list);
  });
  return [...others, ...lists];
}

function membershipOf(it: Node): { it: Node; values: readonly Node[] } | null {
  if (it.op === 'in') return { it: it.args[0]!, values: it.args.slice(1) };
  if (it.op !== 'eq') return null;
  const [one, other] = it.args as [Node, Node];
  if (isLiteral(one) === isLiteral(other)) return null;
  return isLiteral(one) ? { it: other, values: [one] } : { it: one, values: [other] };
}

function canonicaliseCase(args: readonly Node[], tree: Node): Node {
  const { kind, notNull } = tree;
  const given = args.map((arg, index) =>
    index % 2 === 0 && index < args.length - 1 ? asCondition(arg) : arg,
  );
  if (tree.engine !== undefined) return { ...tree, args: given };
  const last = given.at(-1)!;
  // The branches of a CASE in the ELSE of another CASE belong to that one.
  const parts =
    last.op === 'case' && last.engine === undefined ? [...given.slice(0, -1), ...last.args] : given;
  const [when, then, otherwise] = parts as [Node, Node, Node];
  const found = parts.length === 3 ? asFunction(when, then, otherwise, kind) : null;
  return found ?? node('case', parts, kind, { notNull });
}

/** The COALESCE or NULLIF that a CASE spells out; null for any other CASE. */
function asFunction(when: Node, then: Node, otherwise: Node, kind: Kind): Node | null {
  const isOf = (test: Node, it: Node) => test.op === 'isnull' && isSame(test.args[0]!, it);
  const first = (it: Node, other: Node) =>
    coalesce(node('coalesce', [it, other], kind, { notNull: it.notNull || other.notNull }));
  if (isOf(when, otherwise)) return first(otherwise, then);
  if (when.op === 'not' && isOf(when.args[0]!, then)) return first(then, otherwise);
  const other = when.op === 'eq' && then.op === 'null' ? otherSide(when, otherwise) : null;
  return other && node('nullif', [otherwise, other], otherwise.kind);
}

const otherSide = ({ args: [left, right] }: Node, it: Node): Node | null =>
  isSame(left!, it) ? right! : isSame(right!, it) ? left! : null;

const orEmpty = (it: Node): Node =>
  coalesce(node('coalesce', [it, literal('', 'text')], 'text', { notNull: true }));

function coalesce(it: Node): Node {
  if (it.engine !== undefined) return it;
  const flat = it.args.flatMap((arg) =>
    arg.op === 'null' ? [] : arg.op === 'coalesce' && arg.engine === undefined ? arg.args : [arg],
  );
  if (flat.length === 0) return NULL;
  return countOrZero(flat) ?? coalesceOf(flat, it);
}

/** Reads `coalesce(sum(…), 0)` of truth values as a number of rows. */
function countOrZero([it, instead, ...more]: readonly Node[]): Node | null {
  const isOfZero = instead !== undefined && isSame(instead, literal('0', 'integer'));
  return isOfZero && more.length === 0 ? countOf(it!) : null;
}

function coalesceOf(flat: readonly Node[], it: Node): Node {
  const end = flat.findIndex(({ notNull }) => notNull);
  // Arguments behind one that is never NULL go, unless they change the kind of the result.
  const isCut = end >= 0 && flat.slice(end).every(({ kind }) => kind === flat[end]!.kind);
  const needed = !isCut ? flat : flat.slice(0, end + 1);
  const [first, second, ...more] = needed.map((arg) => coerce(arg, needed[0]!));
  if (first!.kind === 'boolean' && second?.op === 'literal' && more.length === 0) {
    if (isSame(second, FALSE)) return compareSame(first!, TRUE);
    if (isSame(second, TRUE)) return negate(compareSame(first!, FALSE));
  }
  return needed.length === 1
    ? needed[0]!
    : { ...it, args: [first!, ...(second ? [second] : []), ...more] };
}
