import {
  type Ast,
  Unreadable,
  asAst,
  bare,
  isAst,
  listOf,
  pathOf,
  variantOf,
  wordOf,
} from '../tree/ast.ts';
import { isBoundOtherwise } from './binding.ts';
import { type FunctionCall, readFunction } from './functions.ts';
import { readInterval } from './intervals.ts';
import { choose } from './kinds.ts';
import { casingOf, recast } from './letters.ts';
import { readValue } from './literals.ts';
import { readLike } from './likes.ts';
import { compare, isIn, withType } from './comparisons.ts';
import { type OwnWords, ownWordsOf } from './own-words.ts';
import { readOperator, readOperatorAt, readTest, readUnary } from './operators.ts';
import type { Scope } from '../tree/scope.ts';
import { reduceToExistence, withOutputs } from '../queries/selects.ts';
import { type Node, NULL, bool, literal, markEngineSpecific, node, unnamed } from '../tree/tree.ts';
import { hasOwnComparison, isMixed, isUnsigned, isZoned } from '../tree/traits.ts';
import { convert, readType } from './types.ts';

/** Reads the parser's tree of an expression. @throws Unreadable */
export function readExpression(value: unknown, scope: Scope): Node {
  const [variant, ast] = variantOf(value);
  if (isBoundOtherwise(variant, ast, scope)) throw new Unreadable('operators without brackets');
  const read = (part: unknown): Node => readExpression(part, scope);
  const found = READERS[variant]?.({ variant, ast, scope, read });
  if (found) return ast.negated === true ? bool('not', found) : found;
  // Only this engine knows the construct: it is compared as it is written.
  const { text, parts } = wordsIn(ast, read);
  return node(`${variant}@${scope.engine}`, [literal(text, 'text'), ...parts], 'other');
}
const wordsIn = (value: unknown, read: (part: unknown) => Node): OwnWords =>
  ownWordsOf(value, (variant) => variant in READERS, read);

/** A part of the parser's tree. */
interface Part {
  variant: string;
  ast: Ast;
  scope: Scope;
  read(part: unknown): Node;
}
type Reader = (part: Part) => Node | null;

const call = ({ scope }: Part, name: string, args: readonly unknown[]): Node =>
  readFunction({ name, own: name, args: args as Node[], common: true }, scope);

const readDistinctness: Reader = ({ variant, ast, scope, read }) => {
  const [left, right] = listOf(ast['']).map(read);
  const same = compare('same', left!, right!, scope);
  return variant === 'IsDistinctFrom' ? bool('not', same) : same;
};
const readPatternTest: Reader = ({ variant, ast, scope, read }) => {
  const escape = isAst(ast.escape_char) ? readValue(ast.escape_char.value, scope) : null;
  return readLike(variant.toLowerCase(), read(ast.expr), read(ast.pattern), escape, scope);
};
const readCast: Reader = ({ variant, ast, scope, read }) => {
  const odd = ast.kind === 'TryCast' || ast.is_try === true || ast.array === true;
  if (odd || listOf(ast.styles).length > 0) {
    const how = literal(JSON.stringify(bare([ast.kind, ast.data_type, ast.styles])), 'text');
    return node(`${variant}@${scope.engine}`, [read(ast.expr), how], 'other');
  }
  if (!ast.data_type) {
    const set = pathOf(ast.charset).at(-1)?.name ?? '';
    const it = read(ast.expr);
    return UNICODE.test(set) ? recast(it, scope.rules.parser) : inOwnSet(it, set, scope);
  }
  if (isAst(ast.data_type) && 'Interval' in ast.data_type)
    return readInterval(read(ast.expr), null, scope);
  return convert(
    read(ast.expr),
    readType(ast.data_type, scope.rules),
    scope.engine,
    scope.rules.castRounds,
  );
};
/** MySQL's character sets that have all characters: a conversion to them changes no text. */
const UNICODE = /^utf(8mb4|16(le)?|32)$/i;
/** A text in another character set, which turns characters that it lacks into question marks. */
const inOwnSet = (it: Node, set: string, { engine }: Scope): Node =>
  node(`as ${set.toLowerCase()}@${engine}`, [it], /^binary$/i.test(set) ? 'other' : 'text', {
    notNull: it.notNull,
  });
/** A literal whose bytes are read in a character set: as they are written, where that is UTF-8 or they are ASCII. */
function withIntroducer(it: Node, set: string, scope: Scope): Node {
  const isAscii = /^[\0-\x7F]*$/.test(it.value ?? '');
  const isSame =
    /^utf8(mb[34])?$/i.test(set) || (isAscii && /^(ascii|latin\d|cp125\d)$/i.test(set));
  return isSame ? it : inOwnSet(it, set, scope);
}
/** Reads tests such as `IsNull`, whose operand is the body of the variant. */
const test: Reader = ({ variant, ast, scope, read }) => readTest(variant, read(inner(ast)), scope);
const inner = (ast: Ast): unknown => ('' in ast ? ast[''] : ast);

const readPlainOperator = ({ ast, scope, read }: Part): Node =>
  readOperator(wordOf(ast.op), read(ast.left), read(ast.right), scope);

/** Reads `a OPERATOR(pg_catalog.~~) b`; null for other operators. */
function readQualified({ ast, scope, read }: Part): Node | null {
  const path = isAst(ast.op) ? listOf(ast.op.PGCustomBinaryOperator).map(String) : [];
  if (path.length === 0) return null;
  // Such an operator binds as loosely as any that is not known, whatever its sign.
  const isAlone = [ast.left, ast.right].every((part) => ALONE.has(variantOf(part)[0]));
  return readOperatorAt(path, read(ast.left), read(ast.right), scope, isAlone);
}
const ALONE = new Set(
  'Nested Identifier CompoundIdentifier Value Cast Function TypedString'.split(' '),
);

const READERS: Readonly<Record<string, Reader>> = {
  Nested: ({ ast, read }) => read(inner(ast)),
  Identifier: ({ ast, scope }) => readName([ast], scope),
  CompoundIdentifier: ({ ast, scope }) => readName(ast[''], scope),
  Value: ({ ast, scope }) => readValue(ast.value, scope),
  Prefixed: ({ ast, scope, read }) =>
    withIntroducer(read(ast.value), String(asAst(ast.prefix).value).replace(/^_/, ''), scope),
  TypedString: ({ ast, scope }) =>
    convert(
      readValue(asAst(ast.value).value, scope),
      readType(ast.data_type, scope.rules),
      scope.engine,
      true,
    ),
  BinaryOp: (part) => readQualified(part) ?? readPlainOperator(part),
  UnaryOp: ({ ast, scope, read }) => readUnary(wordOf(ast.op), read(ast.expr), scope),
  IsNull: test,
  IsNotNull: test,
  IsTrue: test,
  IsNotTrue: test,
  IsFalse: test,
  IsNotFalse: test,
  IsDistinctFrom: readDistinctness,
  IsNotDistinctFrom: readDistinctness,
  InList: ({ ast, scope, read }) => isIn(read(ast.expr), listOf(ast.list).map(read), scope),
  Between: ({ ast, scope, read }) =>
    bool(
      'and',
      compare('ge', read(ast.expr), read(ast.low), scope),
      compare('le', read(ast.expr), read(ast.high), scope),
    ),
  AnyOp: (part) => readQuantified(part, 'Eq', (list) => list),
  AllOp: (part) => readQuantified(part, 'NotEq', (list) => bool('not', list)),
  Like: readPatternTest,
  ILike: readPatternTest,
  RLike: ({ ast, scope, read }) =>
    bool(`regexp@${scope.engine}`, read(ast.expr), read(ast.pattern)),
  Cast: readCast,
  Convert: readCast,
  Case: readCase,
  Interval: ({ ast, scope, read }) => {
    if (ast.last_field) throw new Unreadable('an interval of several units');
    return readInterval(read(ast.value), ast.leading_field, scope);
  },
  Extract: (part) =>
    call(part, 'extract', [
      literal(wordOf(part.ast.field).toLowerCase(), 'text'),
      part.read(part.ast.expr),
    ]),
  Substring: (part) => {
    const { expr, substring_from: from, substring_for: length } = part.ast;
    const start = from ? part.read(from) : literal('1', 'integer');
    return call(part, 'substring', [
      part.read(expr),
      start,
      ...(length ? [part.read(length)] : []),
    ]);
  },
  Position: (part) => call(part, 'instr', [part.ast.in, part.ast.expr].map(part.read)),
  Trim: (part) => {
    const { expr, trim_where: where, trim_what: what, trim_characters: characters } = part.ast;
    const name = where === 'Leading' ? 'ltrim' : where === 'Trailing' ? 'rtrim' : 'trim';
    const args = [expr, what ?? listOf(characters)[0]].filter(Boolean);
    return call(part, name, args.map(part.read));
  },
  Ceil: (part) => call(part, 'ceiling', [part.read(part.ast.expr)]),
  Floor: (part) => call(part, 'floor', [part.read(part.ast.expr)]),
  AtTimeZone: ({ ast, scope, read }) => readZone(read(ast.timestamp), read(ast.time_zone), scope),
  Collate: ({ ast, scope, read }) =>
    node(`collate@${scope.engine}`, [read(ast.expr)], 'text', {
      value: pathOf(ast.collation)
        .map(({ name }) => name)
        .join('.'),
    }),
  Function: ({ ast, scope, read }) => readFunctionCall(ast, read, scope),
  Tuple: ({ ast, read }) => node('tuple', listOf(ast['']).map(read), 'other'),
  Array: ({ ast, read }) => node('array', listOf(ast.elem).map(read), 'other'),
  Exists: ({ ast, scope }) =>
    node('exists', [reduceToExistence(readSubquery(ast.subquery, scope))], 'boolean', {
      notNull: true,
    }),
  Subquery: ({ ast, scope }) => asScalar(readSubquery(ast, scope), scope),
  InSubquery: ({ ast, scope, read }) => isInQuery(read(ast.expr), ast.subquery, scope),
};

function readSubquery(ast: unknown, { query }: Scope): Node {
  if (!query) throw new Unreadable('a query in an expression');
  return query(asAst(ast));
}

/** A scalar subquery, with the traits of its only output; the name of that does not matter. */
function asScalar(query: Node, { rules }: Scope): Node {
  const bare = withoutNames(query);
  const [value, ...more] = outputsOf(bare);
  if (!value || more.length > 0) return node('scalar', [query], 'other');
  return node('scalar', [bare], value.kind, {
    ...(value.width !== undefined && { width: value.width }),
    ...(value.magnitude !== undefined && { magnitude: value.magnitude }),
    unsigned: isUnsigned(value),
    zoned: isZoned(value),
    mixed: isMixed(value),
    ownComparison: hasOwnComparison(value),
    ...casingOf(value, rules.parser),
    ...(value.enumValues !== undefined && { enumValues: value.enumValues }),
    ...(value.blankPadded && { blankPadded: true }),
  });
}

const outputsOf = ({ args: [select] }: Node): readonly Node[] => {
  const output = select?.args[0];
  return output?.op === 'output' ? output.args : [];
};

/** Drops the names of outputs, where only their positions count. */
const withoutNames = (query: Node): Node =>
  /^(union|intersect|except)/.test(query.args[0]?.op ?? '')
    ? { ...query, args: [partsWithoutNames(query.args[0]!), ...query.args.slice(1)] }
    : ofSelect(query);
const partsWithoutNames = (it: Node): Node => ({ ...it, args: it.args.map(withoutNames) });
const ofSelect = (query: Node): Node => withOutputs(query, (outputs) => outputs.map(unnamed));

function readName(parts: unknown, scope: Scope): Node {
  const path = pathOf(parts);
  const found = scope.find(path);
  if (found) return found;
  const [only] = path;
  if (path.length === 1 && only) {
    // SQLite reads an unknown quoted name as a text; unquoted, it may be a function without brackets.
    if (only.quoted && scope.rules.parser === 'sqlite') return literal(only.name, 'text');
    const name = only.name.toLowerCase();
    if (!only.quoted && (scope.rules.constants.includes(name) || name in scope.rules.functions))
      return readFunction({ name, own: name, args: [], common: false }, scope);
  }
  const row = path.length === 1 ? scope.rowOf?.(path[0]!.name.toLowerCase()) : undefined;
  if (row) return node(`name@${scope.engine}`, [row], 'other');
  return node(`name@${scope.engine}`, [], 'other', {
    value: path.map(({ name, quoted }) => (quoted ? name : name.toLowerCase())).join('.'),
  });
}

/** Reads `it IN (query)`; the engine's own where it converts the compared values in its own way. */
function isInQuery(it: Node, ast: unknown, scope: Scope): Node {
  const query = withoutNames(readSubquery(ast, scope));
  const values = outputsOf(query);
  const given = it.op === 'tuple' ? it.args : [it];
  const isOwn =
    (it.op === 'tuple' && scope.rules.parser === 'duckdb') ||
    values.some((value, at) => given[at] && compare('eq', given[at], value, scope).args[0]!.engine);
  const found = bool('in query', isOwn ? withType(it, scope.rules.parser) : it, query);
  return isOwn ? markEngineSpecific(scope.engine, found) : found;
}

/** `= ANY` of an array or a query is IN, `<> ALL` NOT IN. */
function readQuantified(
  { ast, scope, read }: Part,
  operator: string,
  made: (list: Node) => Node,
): Node | null {
  if (ast.compare_op !== operator) return null;
  const [variant, query] = variantOf(ast.right);
  if (variant === 'Subquery') return made(isInQuery(read(ast.left), query, scope));
  const right = read(ast.right);
  const list = right.op.startsWith('as ') && right.args[0]?.op === 'array' ? right.args[0] : right;
  if (list.op !== 'array') return null;
  return made(isIn(read(ast.left), list.args, scope));
}

function readCase({ ast, scope, read }: Part): Node {
  const operand = ast.operand ? read(ast.operand) : null;
  const branches = listOf(ast.conditions)
    .map(asAst)
    .flatMap(({ condition, result }) => {
      const when = read(condition);
      return [operand ? compare('eq', operand, when, scope) : when, read(result)];
    });
  return choose(branches, ast.else_result ? read(ast.else_result) : NULL, scope);
}

/** `now() AT TIME ZONE 'UTC'` is the current time in UTC. */
function readZone(it: Node, zone: Node, { engine }: Scope): Node {
  if (it.op === 'now' && /^utc$/i.test(zone.value ?? ''))
    return node('utcnow', [], 'timestamp', { notNull: true });
  return node(`at zone@${engine}`, [it, zone], 'timestamp');
}

function readFunctionCall(ast: Ast, read: (part: unknown) => Node, scope: Scope): Node {
  const path = pathOf(ast.name);
  const own = path.map(({ name }) => name.toLowerCase());
  const name = own.at(-1)!;
  const list = isAst(ast.args) && isAst(ast.args.List) ? ast.args.List : null;
  // As in `ARRAY(SELECT …)`.
  const query = isAst(ast.args) ? ast.args.Subquery : null;
  const call: FunctionCall = {
    // A function in a user's schema is not the built-in one of that name.
    name:
      own.length === 1 || ['pg_catalog', 'main', 'sys'].includes(own[0]!) ? name : own.join('.'),
    own: own.join('.'),
    args: query
      ? [readSubquery(query, scope)]
      : listOf(list?.args).map((arg) => readArgument(arg, read)),
    common: false,
  };
  const extras = bare({
    distinct: list?.duplicate_treatment === 'Distinct',
    clauses: list?.clauses,
    filter: ast.filter,
    over: ast.over,
    nulls: ast.null_treatment,
    within: ast.within_group,
  }) as Ast;
  return readFunction(call, scope, { extras, read, words: (value) => wordsIn(value, read) });
}

function readArgument(arg: unknown, read: (part: unknown) => Node): Node {
  const [variant, body] = variantOf(arg);
  if (variant !== 'Unnamed') throw new Unreadable('an argument by its name');
  if (body[''] === 'Wildcard') return node('*', [], 'other');
  return read(body.Expr);
}
