import type { SqlRules } from '../../../connectors/core/sql-rules.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { aggregates } from './aggregates.ts';
import { Unreadable } from './ast.ts';
import { canonicalise } from './canonical.ts';
import { readQuery } from './queries.ts';
import {
  type Dialect,
  type KnownColumn,
  type KnownTable,
  type Reading,
  asMeaning,
  asNode,
  parseText,
  scopeOf,
  unlessUnreadable,
} from './read.ts';
import type { QueryScope } from './relations.ts';
import { bodyOf } from './routine-bodies.ts';
import { type Node, NULL, kindOf, node } from './tree.ts';
import { convert, typedLiteral } from './types.ts';
import { widthOf, widthOfValue } from './widths.ts';

/** A routine as far as one expression or one query says what it does. */
export interface RoutineText {
  text: string;
  language: string;
  /** Called by their places where they are compared: `$1`. Those without a name have ''. */
  parameters: readonly KnownColumn[];
  /** The type of a value, or those of the outputs of rows; null where the engine declares none. */
  gives: { value: CanonicalType | null } | { rows: readonly CanonicalType[] | null };
  /** Whether NULL for an argument gives NULL, and nothing is run. */
  strict: boolean;
}

/** Reads what a routine gives back; null where it is more than an expression or a query, or cannot be read. */
export function readRoutine(
  dialect: Dialect,
  tables: readonly KnownTable[],
  routine: RoutineText,
): Reading {
  const tree = unlessUnreadable(() => treeOf(dialect, tables, routine));
  return tree && asMeaning(tree, dialect.rules);
}

function treeOf(dialect: Dialect, tables: readonly KnownTable[], routine: RoutineText): Node {
  const { rules } = dialect;
  const { text, isQuery, ...body } = bodyOf(routine.text, routine.language, dialect);
  const strict = (routine.strict || body.strict) && routine.parameters.length > 0;
  const scope: QueryScope = {
    ...scopeOf(dialect, tables),
    parameters: parametersOf(routine, strict),
  };
  const read = (sql: string): Node => canonicalise(readQuery(parseText(sql, dialect), scope));
  const { gives } = routine;
  const given =
    'rows' in gives
      ? withTypes(bare(read(text)), gives.rows, rules)
      : withType(
          isQuery ? firstOf(read(`SELECT (${text})`), rules) : valueOf(read(`SELECT ${text}`)),
          gives.value,
          rules,
        );
  const isStrict = strict && !routine.parameters.every(({ as }) => endsInNull(given, as));
  return isStrict ? node('strict', [given], given.kind) : given;
}

/** By their names and by their places. @param strict - then none is NULL where the body runs */
function parametersOf({ parameters }: RoutineText, strict: boolean): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const parameter of parameters) {
    const value = { ...asNode(parameter), sure: strict };
    const name = parameter.name.toLowerCase();
    if (found.has(name)) throw new Unreadable('two parameters of one name');
    if (name !== '') found.set(name, value);
    found.set(parameter.as, value);
  }
  return found;
}

/** Brackets around a query say nothing. */
const bare = (query: Node): Node => {
  const [only, ...more] = query.args;
  return only?.op === 'query' && more.length === 0 ? bare(only) : query;
};

/** Of a query that only computes: what it gives. */
function valueOf(query: Node): Node {
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

/** A query that stands alone gives its first row, where one that stands in an expression fails with several. */
function firstOf(query: Node, { parser }: SqlRules): Node {
  const scalar = valueOf(query);
  if (scalar.op !== 'scalar') throw new Unreadable('several columns');
  const inner = bare(scalar.args[0]!);
  return (
    computed(inner) ??
    (givesOneRow(inner) ? scalar : node(`first@${parser}`, [scalar], scalar.kind))
  );
}

function givesOneRow(query: Node): boolean {
  const [select, ...clauses] = query.args;
  const limit = clauses.find(({ op }) => op === 'limit');
  if (limit?.args[0]?.value === '1') return true;
  if (select?.op !== 'select' || select.args.some(({ op }) => op === 'group')) return false;
  return select.args[0]!.args.some(aggregates);
}

/** Operators that give NULL where one of their operands is. */
const NULL_OF_NULL = new Set(
  `add subtract multiply divide quotient modulo minus abs floor ceiling sign sqrt exp ln power join lower upper trim ltrim
  rtrim replace reverse substring left right lpad rpad char_length octet_length instr ascii eq ne lt le not as rounded
  truncated extract like`.split(/\s+/),
);
function endsInNull({ op, value, args }: Node, parameter: string): boolean {
  if (op === 'column') return value === parameter;
  return NULL_OF_NULL.has(op) && args.some((arg) => endsInNull(arg, parameter));
}

/** The outputs of a query as the types that are declared for them. */
function withTypes(query: Node, types: readonly CanonicalType[] | null, rules: SqlRules): Node {
  if (!types) return query;
  const [select, ...clauses] = query.args;
  const [output, ...rest] = select?.args ?? [];
  if (output?.op !== 'output' || output.args.length !== types.length)
    throw new Unreadable('other outputs');
  const outputs = output.args.map((value, index) => withType(value, types[index]!, rules));
  return {
    ...query,
    args: [{ ...select!, args: [{ ...output, args: outputs }, ...rest] }, ...clauses],
  };
}

/** What becomes of a value that is given back as a type. */
function withType(value: Node, type: CanonicalType | null, rules: SqlRules): Node {
  if (type === null) return value;
  const kind = kindOf(type);
  const converted = asKind(value, kind, rules);
  const most = widthOf(type);
  const limits = kind === 'text' || kind === 'decimal' || kind === 'time' || kind === 'timestamp';
  if (!limits || most === null || widthOfValue(value) <= most) return converted;
  // It is cut, rounded or refused: by this engine, which keeps lengths of what is given back, and by no other one.
  return node(`at most ${most}@${rules.parser}`, [converted], kind, { sure: converted.sure });
}

function asKind(value: Node, kind: Node['kind'], { parser, castRounds }: SqlRules): Node {
  if (value.op === 'null') return NULL;
  if (value.kind === kind) return value;
  const isLiteral = value.op === 'literal' && kind !== 'text';
  const found = isLiteral ? typedLiteral(value.value!, kind) : null;
  if (found) return found;
  const turn = `${value.kind} to ${kind}`;
  if (turn === 'boolean to integer') return value;
  if (!COMMON_TURNS.has(turn)) return node(`${turn}@${parser}`, [value], kind);
  return convert(value, { kind, exact: null }, parser, castRounds);
}

/** What all engines do alike, apart from rounding. */
const COMMON_TURNS = new Set([
  'integer to decimal',
  'integer to float',
  'decimal to float',
  'decimal to integer',
  'date to timestamp',
  'timestamp to date',
]);
