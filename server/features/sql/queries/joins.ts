import { type Ast, Unreadable, asAst, isAst, listOf, pathOf, variantOf } from '../tree/ast.ts';
import {
  type Level,
  type QueryScope,
  type Relation,
  aliasOf,
  columnOf,
  makeNullable,
  uniqueKey,
} from './relations.ts';
import { casingOf } from '../expressions/letters.ts';
import { hasOwnComparison, isMixed, isTyped, isUnsigned, isZoned } from '../tree/traits.ts';
import { type Node, bool, bySpelling, node } from '../tree/tree.ts';

export interface From {
  /** Relations of inner joins, in any order. */
  sets: Node[];
  /** Outer joins, in order. */
  joined: Node[];
  conditions: Node[];
}

export function readFrom(
  ast: Ast,
  scope: QueryScope,
  level: Level,
  read: (part: unknown) => Node,
  into: From,
): void {
  const { relation, joins } = withoutRightJoins(ast);
  readFactor(asAst(relation), scope, level, read, into);
  for (const join of joins.map(asAst)) {
    const [kind, body] = variantOf(join.join_operator);
    if (/^(Join|Inner|CrossJoin)$/.test(kind)) {
      const before = [...level.relations];
      readFactor(asAst(join.relation), scope, level, read, into);
      into.conditions.push(...readConstraint(body, before, level, read));
    } else if (/^Left(Outer)?$/.test(kind)) {
      const before = [...level.relations];
      const inner: From = { sets: [], joined: [], conditions: [] };
      readFactor(asAst(join.relation), scope, level, read, inner);
      for (const relation of level.relations.slice(before.length)) makeNullable(relation);
      const conditions = [...inner.conditions, ...readConstraint(body, before, level, read)];
      into.joined.push(
        node(
          'left join',
          [
            node('from', inner.sets.toSorted(bySpelling), 'other'),
            ...inner.joined,
            bool('and', ...conditions),
          ],
          'other',
        ),
      );
    } else throw new Unreadable(kind);
  }
}

/** `a RIGHT JOIN b` is `b LEFT JOIN a`. */
function withoutRightJoins({ relation, joins }: Ast): {
  relation: unknown;
  joins: readonly unknown[];
} {
  const list = listOf(joins).map(asAst);
  const at = list.findLastIndex((join) => /^Right(Outer)?$/.test(variantOf(join.join_operator)[0]));
  const right = list[at];
  if (!right) return { relation, joins: list };
  const before = { NestedJoin: { table_with_joins: { relation, joins: list.slice(0, at) } } };
  const operator = { LeftOuter: variantOf(right.join_operator)[1] };
  return {
    relation: right.relation,
    joins: [{ relation: before, join_operator: operator }, ...list.slice(at + 1)],
  };
}

function readConstraint(
  body: Ast,
  before: readonly Relation[],
  level: Level,
  read: (part: unknown) => Node,
): Node[] {
  const constraint = 'On' in body || 'Using' in body ? body : body[''];
  if (constraint === 'None' || constraint === undefined) return [];
  if (!isAst(constraint)) throw new Unreadable('a natural join');
  if (constraint.On) return [read(constraint.On)];
  const added = level.relations.at(-1)!;
  return listOf(constraint.Using).map((path) => {
    const name = pathOf(path).at(-1)!.name.toLowerCase();
    const having = before.filter(({ columns }) => columns?.has(name));
    const left = before.length === 1 ? before[0] : having.length === 1 ? having[0] : undefined;
    if (!left) throw new Unreadable('USING of several tables');
    return bool('eq', columnOf(left, name), columnOf(added, name));
  });
}

function readFactor(
  ast: Ast,
  scope: QueryScope,
  level: Level,
  read: (part: unknown) => Node,
  into: From,
): void {
  const [variant, body] = variantOf(ast);
  if (variant === 'Table') addTable(body, scope, level, into);
  else if (variant === 'NestedJoin' && !body.alias)
    readFrom(asAst(body.table_with_joins), scope, level, read, into);
  else if (variant === 'Derived' && body.lateral !== true)
    addDerived(level.query(asAst(body.subquery)), aliasOf(body), scope, level, into);
  else throw new Unreadable(variant);
}

function addTable(body: Ast, scope: QueryScope, level: Level, into: From): void {
  const odd = [body.args, body.version, body.sample, listOf(body.partitions)[0]];
  if (odd.some(Boolean)) throw new Unreadable('a table');
  if (skipsRows(body)) throw new Unreadable('rows that others lock');
  const path = pathOf(body.name).map(({ name }) => name);
  const last = path.at(-1)!.toLowerCase();
  const alias = aliasOf(body) ?? last;
  const query = path.length === 1 ? level.named.get(last) : undefined;
  if (query) return addDerived(query, alias, scope, level, into);
  const { as, columns, known, keys } = scope.table(path);
  // Oracle's one-row table, where others have no FROM at all.
  if (scope.rules.parser === 'oracle' && last === 'dual') return;
  const key = uniqueKey(as, level);
  level.relations.push({ alias, key, columns });
  // An unknown table may have another name on the other side.
  const relation = node(known ? 'relation' : 'relation@any', [], 'other', { value: key });
  into.sets.push(keys ? { ...relation, keys } : relation);
}

/** Whether SQL Server's READPAST leaves out the rows that others lock. */
const skipsRows = ({ with_hints: hints }: Ast): boolean =>
  /"readpast"/i.test(JSON.stringify(hints ?? []));

function addDerived(
  query: Node,
  alias: string | null,
  scope: QueryScope,
  level: Level,
  into: From,
): void {
  const key = uniqueKey('query', level);
  level.relations.push({ alias: alias ?? '', key, columns: columnsOf(query, scope.rules.parser) });
  into.sets.push(node('derived', [query], 'other', { value: key }));
}

/** Columns of a derived table by name; null where a name is missing or used twice. */
function columnsOf(
  query: Node,
  parser: QueryScope['rules']['parser'],
): ReadonlyMap<string, Node> | null {
  const [body] = query.args;
  if (body?.op === 'query') return columnsOf(body, parser);
  const outputs = body?.op.startsWith('select') ? body.args[0]!.args : [];
  const columns = new Map<string, Node>();
  for (const { op, value = '', args } of outputs) {
    if (op !== 'named' || value === '' || columns.has(value)) return null;
    const [given] = args as [Node];
    const traits = {
      ownComparison: hasOwnComparison(given),
      unsigned: isUnsigned(given),
      zoned: isZoned(given),
      mixed: isMixed(given),
      typed: isTyped(given),
      ...casingOf(given, parser),
    };
    columns.set(value, { ...given, ...traits, op: 'column', value });
  }
  return columns.size > 0 ? columns : null;
}
