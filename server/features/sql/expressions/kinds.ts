import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import type { Scope } from '../tree/scope.ts';
import {
  type Kind,
  type Node,
  isBareNull,
  makeCase,
  markEngineSpecific,
  resultsOf,
} from '../tree/tree.ts';
import { KEEPS_BLANKS, hasOwnComparison, isZoned } from '../tree/traits.ts';
import { convert, typedLiteral } from './types.ts';

type Parser = SqlRules['parser'];

/** Kinds that engines convert to numbers in their own ways, or refuse to. */
export const NO_NUMBERS: ReadonlySet<Kind> = new Set(['text', 'date', 'time', 'timestamp']);

/** Whether all engines convert a value to the same text: of other numbers and of times they write more or fewer digits. */
export const isText = (it: Node): boolean =>
  it.kind === 'text' ||
  it.kind === 'integer' ||
  it.op === 'extract' ||
  isBareNull(it) ||
  it.op.startsWith('name@');

/** Whether it can also be a text argument: PostgreSQL accepts no number there, which shows only when a routine runs. */
export const isTakenAsText = (it: Node, parser: Parser): boolean =>
  isText(it) && !(parser === 'postgresql' && (it.kind === 'integer' || it.kind === 'decimal'));

/** A text argument: a whole number counts as a cast one, but on PostgreSQL, which refuses it. */
export const asText = (it: Node, { parser, castRounds }: SqlRules): Node =>
  it.kind === 'integer' && parser !== 'postgresql'
    ? convert(it, { kind: 'text', exact: null }, parser, castRounds)
    : it;

/** The common type of alternative values, and whether all engines agree on it (`clear`). */
interface Mixture {
  kind: Kind;
  blankPadded: boolean;
  clear: boolean;
}

export function mixtureOf(values: readonly Node[], parser: Parser): Mixture {
  const there = values.filter((it) => !isBareNull(it));
  const typed = there.find((it) => !isLooseLiteral(it)) ?? there[0];
  const kinds = new Set(there.map((it) => kindBeside(it, typed!.kind)));
  const isBlankPadded = ({ blankPadded }: Node) => blankPadded === true;
  const blankPadded = there.some(isBlankPadded);
  const fills = there.every((it) => isBlankPadded(it) || (it.op === 'literal' && !endsInBlank(it)));
  const zoned = there.filter((it) => it.op !== 'literal' && it.kind !== 'other').map(isZoned);
  return {
    kind: commonKind(kinds),
    blankPadded,
    clear:
      areCompatible(kinds, parser) &&
      new Set(zoned).size < 2 &&
      new Set(there.filter(({ op }) => op !== 'literal').map(hasOwnComparison)).size < 2 &&
      (!blankPadded || fills || (parser !== 'postgresql' && !KEEPS_BLANKS.has(parser))),
  };
}

/** Whether a literal ends in a blank, which PostgreSQL drops beside a blank-padded text. */
const endsInBlank = ({ value = '' }: Node): boolean => value.endsWith(' ');

/** Whether a literal takes the kind of the values beside it: quoted texts, and 0 and 1. */
const isLooseLiteral = ({ op, kind, value }: Node): boolean =>
  op === 'literal' && (kind === 'text' || (kind === 'integer' && /^[01]$/.test(value!)));
function kindBeside(it: Node, kind: Kind): Kind {
  if (!isLooseLiteral(it) || it.kind === kind) return it.kind;
  if (it.kind === 'integer') return kind === 'boolean' ? kind : it.kind;
  return typedLiteral(it.value!, kind) ? kind : it.kind;
}

function commonKind(kinds: ReadonlySet<Kind>): Kind {
  if (kinds.size < 2) return [...kinds][0] ?? 'other';
  const isAll = (...some: Kind[]) => [...kinds].every((kind) => some.includes(kind));
  if (isAll('date', 'timestamp')) return 'timestamp';
  if (isAll('integer', 'boolean')) return 'integer';
  if (isAll('integer', 'decimal', 'boolean')) return 'decimal';
  return isAll('integer', 'decimal', 'float', 'boolean') ? 'float' : 'other';
}

/** Whether engines convert values of these kinds to one kind; unknown kinds do not count. */
function areCompatible(kinds: ReadonlySet<Kind>, parser: Parser): boolean {
  const known = new Set([...kinds].filter((kind) => kind !== 'other'));
  if (known.size < 2) return true;
  // SQLite leaves each value as it is: a date and a timestamp stay different texts.
  return commonKind(known) === 'timestamp'
    ? parser !== 'sqlite'
    : ['integer', 'decimal', 'float'].includes(commonKind(known));
}

/** Sets a float apart that a literal alone makes of exact numbers: without it, they would keep all of their digits. */
export const asMadeFloat = (it: Node, of: readonly Node[]): Node =>
  it.kind === 'float' && !of.some(({ kind, op }) => kind === 'float' && op !== 'literal')
    ? markEngineSpecific('float', it)
    : it;

/** Gives a node that returns one of several values their common kind; the engine's own where engines disagree about that. */
export function oneOf(made: Node, values: readonly Node[], { engine, rules }: Scope): Node {
  const { kind, blankPadded, clear } = mixtureOf(values, rules.parser);
  const mixed = kind === 'float' && values.some((value) => value.kind !== 'float');
  const it = { ...made, kind, ...(blankPadded && { blankPadded }), ...(mixed && { mixed }) };
  return clear ? asMadeFloat(it, values) : markEngineSpecific(engine, it);
}

/** @param branches - conditions and results in turn */
export function choose(branches: readonly Node[], otherwise: Node, scope: Scope): Node {
  const tests = branches.map((it, index) => (index % 2 === 0 ? asTest(it, scope) : it));
  const made = makeCase(tests, otherwise);
  return oneOf(made, resultsOf(made), scope);
}

/** Reads an operand as a condition; the engine's own where it may be refused: by DuckDB texts and times, by PostgreSQL all but booleans. */
export function asTest(it: Node, { engine, rules }: Pick<Scope, 'engine' | 'rules'>): Node {
  const isRefused =
    rules.parser === 'duckdb'
      ? NO_NUMBERS.has(it.kind)
      : rules.parser === 'postgresql' && !/^(boolean|other)$/.test(it.kind);
  return isRefused ? markEngineSpecific(engine, it) : it;
}
