import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { givesOneRow } from '../queries/one-row.ts';
import { readQuery } from '../queries/queries.ts';
import { type Dialect, parseText } from '../read.ts';
import type { QueryScope } from '../queries/relations.ts';
import { isKeptPadded } from '../tree/traits.ts';
import { type Node, kindOf, markEngineSpecific, node, nullOf } from '../tree/tree.ts';
import { convert, numberLiteral, typedLiteral } from '../expressions/types.ts';
import { widthOf, widthOfValue } from '../tree/widths.ts';

/** Reads a query. @throws Unreadable */
export const readIn = (sql: string, dialect: Dialect, scope: QueryScope): Node =>
  canonicalise(readQuery(parseText(sql, dialect), scope));

/** Brackets around a query say nothing. */
export const bare = (query: Node): Node => {
  const [only, ...more] = query.args;
  return only?.op === 'query' && more.length === 0 ? bare(only) : query;
};

/** The only expression of a query without tables and clauses. @throws Unreadable */
export function valueOf(query: Node): Node {
  const value = computed(query);
  if (!value) throw new Unreadable('more than an expression');
  return value;
}

function computed(query: Node): Node | null {
  const [select, ...clauses] = bare(query).args;
  const [output, from, ...more] = select?.op === 'select' ? select.args : [];
  const isAlone = clauses.length === 0 && more.length === 0 && from?.args.length === 0;
  return isAlone && output?.args.length === 1 ? output.args[0]! : null;
}

/** The value of a standalone query, which is that of its first row; within an expression, a query with several rows would fail. */
export function firstOf(query: Node, { parser }: SqlRules): Node {
  const scalar = valueOf(query);
  if (scalar.op !== 'scalar') throw new Unreadable('several columns');
  const inner = bare(scalar.args[0]!);
  return (
    computed(inner) ??
    (givesOneRow(inner) ? scalar : node(`first@${parser}`, [scalar], scalar.kind))
  );
}

/** A returned value as converted to the declared type; unchanged where none is declared. */
export function withType(value: Node, type: CanonicalType | null, rules: SqlRules): Node {
  if (type === null) return value;
  const kind = kindOf(type);
  const converted = isUnpadded(value, type, rules.parser)
    ? markEngineSpecific(rules.parser, value)
    : asKind(value, kind, rules);
  const most = widthOf(type);
  const limits = kind === 'text' || kind === 'decimal' || kind === 'time' || kind === 'timestamp';
  // As a text, a number also has the digits before the point, which `widthOfValue` does not count.
  const isText = kind !== 'text' || value.kind === 'text' || value.op === 'null';
  if (!limits || most === null || (isText && widthOfValue(value) <= most)) return converted;
  // A value that is too long is cut, rounded or refused in this engine's own way.
  return node(`at most ${most}@${rules.parser}`, [converted], kind, { notNull: converted.notNull });
}

/** Whether a padded text becomes one that is not, in an engine that then keeps the blanks, which others drop. */
export const isUnpadded = (value: Node, type: CanonicalType, parser: string): boolean =>
  isKeptPadded(value, parser) && !(type.kind === 'text' && type.fixed);

function asKind(value: Node, kind: Node['kind'], { parser, castRounds }: SqlRules): Node {
  if (value.op === 'null') return nullOf(kind);
  if (value.kind === kind) return value;
  const isLiteral = value.op === 'literal' && kind !== 'text';
  const found = isLiteral ? typedLiteral(value.value!, kind) : null;
  // Whether a division gives an integer depends on the declared type, not on the literal's spelling.
  if (found) return { ...found, kind };
  const turn = `${value.kind} to ${kind}`;
  // PostgreSQL converts by way of the text, which is no number.
  if (turn === 'boolean to integer' && parser !== 'postgresql') return value;
  if (!COMMON_TURNS.has(turn)) return node(`${turn}@${parser}`, [value], kind);
  return convert(value, { kind, exact: null }, parser, castRounds);
}

/**
 * A value that a variable takes, where both engines take it alike.
 * @throws Unreadable where one of them may refuse or convert it in another way
 */
export function takenAlike(
  value: Node,
  type: CanonicalType,
  [from, into]: readonly [SqlRules, SqlRules],
): Node {
  const kind = kindOf(type);
  if (value.kind === kind || value.op === 'null') return value;
  const turn = `${value.kind} to ${kind}`;
  const found = value.op === 'literal' ? literalOf(value, kind, turn) : null;
  if (found) return found;
  const isRounded = turn === 'decimal to integer' && from.castRounds !== into.castRounds;
  if (isRounded || !COMMON_TURNS.has(turn)) throw new Unreadable('a conversion');
  return value;
}

function literalOf({ value = '' }: Node, kind: Node['kind'], turn: string): Node | null {
  if (turn === 'boolean to integer') return numberLiteral(value === 'true' ? '1' : '0');
  // Which words say TRUE, and how a number is written as a text, each engine decides.
  return turn === 'text to boolean' || kind === 'text' ? null : typedLiteral(value, kind);
}

/** Conversions that all engines do alike, apart from rounding. */
const COMMON_TURNS = new Set([
  'integer to decimal',
  'integer to float',
  'decimal to float',
  'decimal to integer',
  'date to timestamp',
  'timestamp to date',
]);
