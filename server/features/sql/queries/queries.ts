import { readOrder } from './aggregates.ts';
import {
  type Ast,
  Unreadable,
  asAst,
  bare,
  isAst,
  listOf,
  pathOf,
  variantOf,
} from '../tree/ast.ts';
import { readExpression } from '../expressions/expressions.ts';
import { type From, readFrom } from './joins.ts';
import { readLimit, readLocks } from './limits.ts';
import { asTest } from '../expressions/kinds.ts';
import { areComparedApart } from '../expressions/letters.ts';
import { unreadOf } from '../canonical/parts.ts';
import {
  type Level,
  type QueryScope,
  aliasOf,
  columnOf,
  expressionScope,
  makeNullable,
} from './relations.ts';
import type { Scope } from '../tree/scope.ts';
import { asShown } from '../tree/traits.ts';
import { whereOf } from './selects.ts';
import { readSetOperation } from './set-operations.ts';
import {
  NULL,
  type Node,
  bool,
  bySpelling,
  keyOf,
  markEngineSpecific,
  node,
} from '../tree/tree.ts';

/**
 * Reads the parser's tree of a query: inner joins as a set of relations with conditions, aliases by what they stand for,
 * outputs in order.
 * @throws Unreadable
 */
export const readQuery = (ast: Ast, scope: QueryScope): Node =>
  readLevel(ast, scope, null, new Map(), false);

function readLevel(
  ast: Ast,
  scope: QueryScope,
  outer: Level | null,
  known: ReadonlyMap<string, Node>,
  nested = true,
): Node {
  const named = new Map(known);
  for (const table of namedQueriesOf(ast))
    named.set(aliasOf(table)!, readLevel(asAst(table.query), scope, outer, named));
  if (listOf(ast.pipe_operators).length > 0 || ast.for_clause) throw new Unreadable('a clause');
  const [variant, body] = variantOf(ast.body);
  const level: Level = {
    relations: [],
    outer,
    named,
    nested,
    query: (inner) => readLevel(inner, scope, level, named),
  };
  const read = (part: unknown) => readExpression(part, expressionScope(scope, level));

  const made = readBody(variant, body, scope, level, read);
  const kind = isAst(ast.order_by) && isAst(ast.order_by.kind) ? ast.order_by.kind : null;
  if (kind && !Array.isArray(kind.Expressions)) throw new Unreadable('an order of all');
  const ofBoth = expressionScope(scope, level);
  /** Within a sort expression, engines disagree whether a name means a column or an output. */
  const inOrder: Scope = {
    ...ofBoth,
    find: (path) => expectUnambiguous(ofBoth.find(path), path, made.outputs),
  };
  const byOutput = (part: unknown): Node => outputOf(part, made) ?? readExpression(part, inOrder);
  const order = kind ? readOrder(kind.Expressions, byOutput, scope.rules) : [];
  const limit = readLimit(ast, isAst(body.top) ? body.top : null, read);
  return node(
    'query',
    [
      made.query,
      ...(order.length > 0 ? [node('order', order, 'other')] : []),
      ...limit,
      ...readLocks(ast),
    ],
    'other',
  );
}

function namedQueriesOf({ with: clause }: Ast): Ast[] {
  if (!isAst(clause)) return [];
  if (clause.recursive === true) throw new Unreadable('a recursive query');
  return listOf(clause.cte_tables).map(asAst);
}

function readBody(
  variant: string,
  body: Ast,
  scope: QueryScope,
  level: Level,
  read: (part: unknown) => Node,
): Made {
  const { outer, named, nested } = level;
  const outputs = new Map<string, Node>();
  switch (variant) {
    case 'Select':
      return readSelect(body, scope, level, read);
    case 'SetOperation':
      return {
        query: readSetOperation(body, scope, (part) =>
          readLevel({ body: part }, scope, outer, named, nested),
        ),
        outputs,
      };
    case 'Query':
      return { query: readLevel(body, scope, outer, named, nested), outputs };
    default:
      throw new Unreadable(variant);
  }
}

interface Made {
  query: Node;
  /** Outputs by their names and numbers. */
  outputs: ReadonlyMap<string, Node>;
}

function expectUnambiguous(
  column: Node | undefined,
  path: readonly { name: string }[],
  outputs: ReadonlyMap<string, Node>,
): Node | undefined {
  const output = path.length === 1 ? outputs.get(path[0]!.name.toLowerCase()) : undefined;
  if (column && output && keyOf(column) !== keyOf(output))
    throw new Unreadable('a column or an output');
  return column;
}

function outputOf(part: unknown, { outputs }: Made): Node | undefined {
  const [variant, body] = variantOf(part);
  if (variant === 'Identifier') return outputs.get(String(body.value).toLowerCase());
  if (variant !== 'Value' || !isAst(body.value)) return undefined;
  const [number] = listOf(body.value.Number);
  return typeof number === 'string' ? outputs.get(number) : undefined;
}

function readSelect(
  ast: Ast,
  scope: QueryScope,
  level: Level,
  read: (part: unknown) => Node,
): Made {
  const odd = ['into', 'prewhere', 'qualify', 'value_table_mode', 'exclude'].some(
    (part) => ast[part],
  );
  const lists = [
    'lateral_views',
    'connect_by',
    'cluster_by',
    'distribute_by',
    'sort_by',
    'named_window',
  ];
  if (odd || lists.some((part) => listOf(ast[part]).length > 0)) throw new Unreadable('a clause');
  const from: From = { sets: [], joined: [], conditions: [] };
  for (const item of listOf(ast.from)) readFrom(asAst(item), scope, level, read, from);
  if (ast.selection) from.conditions.push(asTest(read(ast.selection), scope));

  const groupBy = isAst(ast.group_by) ? ast.group_by.Expressions : null;
  if (!Array.isArray(groupBy) || listOf(groupBy[1]).length > 0) throw new Unreadable('a grouping');
  const parts = listOf(groupBy[0]);
  // In the rows of totals, what is grouped by is NULL.
  if (parts.some(makesTotals)) level.relations.forEach(makeNullable);
  const items = readOutputs(ast, scope, level, read);
  const outputs = new Map<string, Node>();
  for (const [index, { name, value }] of items.entries()) {
    outputs.set(String(index + 1), value);
    if (name) outputs.set(name, value);
  }
  const made: Made = { query: NULL, outputs };
  const withOwnEquality = (it: Node): Node =>
    areComparedApart([it], scope.rules.parser) ? markEngineSpecific(scope.engine, it) : it;
  const keys = parts.map((part) => {
    const [variant] = variantOf(part);
    return (
      (variant === 'Value' ? outputOf(part, made) : undefined) ?? readColumnFirst(part, made, read)
    );
  });
  const group = keys.map(withOwnEquality);
  const inner = expressionScope(scope, level);
  /** HAVING may call outputs by their names. */
  const knowing = (names: ReadonlyMap<string, Node>): Scope => ({
    ...inner,
    find: (path) =>
      expectUnambiguous(inner.find(path), path, names) ??
      (path.length === 1 ? names.get(path[0]!.name.toLowerCase()) : undefined),
  });
  const distinct = ast.distinct === 'Distinct';
  const clauses = [
    node(
      'output',
      items.map(({ name, value: given }) => {
        const shown = asShown(given, scope.engine);
        const value = distinct ? withOwnEquality(shown) : shown;
        return level.nested ? node('named', [value], value.kind, { value: name ?? '' }) : value;
      }),
      'other',
    ),
    node('from', from.sets.toSorted(bySpelling), 'other'),
    ...from.joined,
    ...whereOf(from.conditions),
    ...readDistinctOn(ast.distinct, (part) => withOwnEquality(outputOf(part, made) ?? read(part))),
    ...(group.length > 0 ? [node('group', distinctOf(group), 'other')] : []),
    ...(ast.having
      ? [
          node(
            'having',
            [bool('and', asTest(readExpression(ast.having, knowing(outputs)), scope))],
            'boolean',
          ),
        ]
      : []),
  ];
  return { query: node(distinct ? 'select distinct' : 'select', clauses, 'other'), outputs };
}

/** Whether a part of GROUP BY makes groups of several kinds. */
function makesTotals(part: unknown): boolean {
  const [variant, { name }] = variantOf(part);
  const word = variant === 'Function' ? (pathOf(name).at(-1)?.name ?? '') : variant;
  return /^(rollup|cube|grouping ?sets)$/i.test(word);
}

function readOutputs(
  ast: Ast,
  scope: QueryScope,
  level: Level,
  read: (part: unknown) => Node,
): Output[] {
  const readOwn = scope.marksUnread && !level.nested ? marking(read, scope) : read;
  return listOf(ast.projection).flatMap(
    (item) => outputsOfAll(item, level) ?? [readOutput(item, scope, level, ast, readOwn)],
  );
}

const marking =
  (read: (part: unknown) => Node, { engine }: QueryScope) =>
  (part: unknown): Node => {
    try {
      return read(part);
    } catch (error) {
      if (error instanceof Unreadable) return unreadOf(engine);
      throw error;
    }
  };

const distinctOf = (list: readonly Node[]): Node[] =>
  [...new Map(list.map((item) => [keyOf(item), item])).values()].sort(bySpelling);

/** GROUP BY takes a name for a column first, and for an output where there is no such column. */
function readColumnFirst(part: unknown, made: Made, read: (part: unknown) => Node): Node {
  const column = read(part);
  return column.op.includes('@') ? (outputOf(part, made) ?? column) : column;
}

/** Reads DISTINCT ON as a part of the query: what it keeps one row for each of. */
function readDistinctOn(distinct: unknown, read: (part: unknown) => Node): Node[] {
  if (!isAst(distinct)) return [];
  if (!distinct.On) throw new Unreadable('DISTINCT');
  return [node('distinct on', distinctOf(listOf(distinct.On).map(read)), 'other')];
}

interface Output {
  name: string | null;
  value: Node;
}

/** The columns of `*` where it selects from a single derived table; null for anything else. */
function outputsOfAll(item: unknown, { relations: [only, ...others] }: Level): Output[] | null {
  const [variant, body] = variantOf(item);
  const isPlain = Object.entries(body).every(([key, value]) => key === 'wildcard_token' || !value);
  if (variant !== 'Wildcard' || !isPlain || !only?.key.startsWith('query#') || others.length > 0)
    return null;
  return (
    only.columns && [...only.columns.keys()].map((name) => ({ name, value: columnOf(only, name) }))
  );
}

function readOutput(
  item: unknown,
  { engine }: QueryScope,
  level: Level,
  ast: Ast,
  read: (part: unknown) => Node,
): Output {
  const [variant, body] = variantOf(item);
  if (variant === 'ExprWithAlias')
    return { name: String(asAst(body.alias).value).toLowerCase(), value: read(body.expr) };
  if (variant === 'UnnamedExpr') {
    const expr = asAst(item).UnnamedExpr;
    const [kind, part] = variantOf(expr);
    const path = kind === 'Identifier' ? [part] : kind === 'CompoundIdentifier' ? part[''] : [];
    return { name: pathOf(path).at(-1)?.name.toLowerCase() ?? null, value: read(expr) };
  }
  return { name: null, value: readAll(variant, body, level, ast.from, engine) };
}

/** The text does not tell which columns `*` stood for when the view was created, but of which tables, and in which order. */
function readAll(variant: string, body: Ast, level: Level, from: unknown, engine: string): Node {
  const [of, options] = variant === 'QualifiedWildcard' ? listOf(body['']) : [null, body];
  const alias = isAst(of) ? pathOf(of.ObjectName).at(-1)?.name.toLowerCase() : undefined;
  const joins = JSON.stringify(bare(from)).match(/"(Using|Right|RightOuter)"/g) ?? [];
  const tables = level.relations.filter((one) => of === null || one.alias === alias);
  if (of !== null && tables.length !== 1) throw new Unreadable('all columns of a table');
  return node(
    `*@${engine}`,
    tables.map((table) => columnOf(table, '*')),
    'other',
    { value: JSON.stringify([bare(options), of === null ? joins : []]) },
  );
}
