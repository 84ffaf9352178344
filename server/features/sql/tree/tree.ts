import type { CanonicalType } from '../../../../contract/proof/definitions.ts';

/** The kind of a value, as far as the rules for operators depend on it. */
export type Kind =
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'text'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'other';

/**
 * What a LIKE makes of the case of letters: each counts, none does, A to Z do not, or a collation that ignores case decides;
 * `unknown` where a collation decides that is not known.
 */
export type LikeCase = 'counts' | 'unknown' | 'ascii' | 'all' | 'collation';

/**
 * An expression in engine-neutral form. Where only one engine knows the meaning, `op` ends in `@` and the engine's name, or `engine` is
 * set: such a node equals the same node of that engine, and never one of another engine.
 */
export interface Node {
  op: string;
  args: readonly Node[];
  /** Of literals, names and types. */
  value?: string;
  kind: Kind;
  /** Whether it is never NULL. */
  notNull: boolean;
  /** Of columns: the most characters or fractional digits that they hold; absent where unknown. */
  width?: number;
  /** Of columns: the power of ten (its exponent) that their numbers stay below; absent where unknown. */
  magnitude?: number;
  /** Of columns: whether texts are padded with blanks. */
  blankPadded?: boolean;
  /** Of columns: whether they are unsigned integers, or timestamps that are stored in UTC and shown in the session's zone. */
  unsigned?: boolean;
  zoned?: boolean;
  /** Of columns: whether engines compare and order their values in ways of their own, as they do JSON. */
  ownComparison?: boolean;
  /** Of columns that count as texts: whether SQLite stores digits in them as numbers, or each value as it comes. */
  looseText?: 'numbers' | 'any';
  /** Of enum columns: their list of values, as JSON; engines order values by position in it. */
  enumValues?: string;
  /** Of CASE and the like: whether only some of the possible results are floats. */
  mixed?: boolean;
  /** Whether it has a type affinity that its form does not show: SQLite applies it to a text beside it. */
  typed?: boolean;
  /** Of columns: whether texts of either case are equal in them; absent where nothing is said of it. A cast or a view may leave it open. */
  foldsCase?: boolean | 'unknown';
  /** Of columns: whether a cast lets letters count otherwise than in the column. */
  recased?: boolean;
  /** Of columns: whether blanks at the end do not count. */
  padSpace?: true;
  /** Of columns of citext: the schema of that type; empty where it is not named. */
  citext?: string;
  /** Of columns, and of LIKE on these where letters matter: whether accents do not count. */
  accentBlind?: true;
  /** Of a text that a variable of a routine holds: what is known of the collation by which it is compared. */
  held?: Pick<Node, 'foldsCase' | 'accentBlind' | 'padSpace'>;
  /** Of LIKE: whether a collation that is not known decides about case. */
  unknownCase?: boolean;
  /** Likewise, in a tree without such rules: the rule that it had. */
  likeCase?: LikeCase;
  /** Of columns: whether they belong to an enclosing query. */
  outer?: boolean;
  /** Of the current time: whether the text asks for all fractional digits. */
  fullPrecision?: boolean;
  /** Of columns on the right side of a LEFT JOIN: whether they are never NULL in rows with a partner. */
  notNullIfMatched?: boolean;
  /** Of a table: its unique keys, each as a list of columns. */
  keys?: readonly (readonly string[])[];
  /** Of a condition: whether it compares rows. */
  ofRows?: boolean;
  /** Of a query: whether it was a UNION of several. */
  merged?: boolean;
  /** Of JSON that is built: the function and the order of its keys, by which its text is spelt. */
  writtenAs?: string;
  /** Whether it reads a date as midnight in the session's zone, which may have skipped that day or hour. */
  asMidnight?: boolean;
  /** Whether it shows a time in the zone of the session. */
  inZone?: boolean;
  /** The engine whose meaning this is, where other engines use the same words for something else; or another mark that sets it apart. */
  engine?: string;
}

/** Marks a node as one engine's own, although others write it alike. */
export const markEngineSpecific = (engine: string, it: Node): Node => ({ ...it, engine });

export const node = (
  op: string,
  args: readonly Node[],
  kind: Kind,
  more: Partial<Node> = {},
): Node => ({
  op,
  args,
  kind,
  notNull: false,
  ...more,
});

/** Replaces a dot within the name of a column: no name contains it. */
const DOT = '\0';

/** The `value` of a column's node: the label of its relation, and its name. */
export const columnIn = (label: string, name: string): string =>
  `${label}.${name.replaceAll('.', DOT)}`;

/** Splits the `value` of a column's node; the label is empty where the column belongs to no relation. */
export function partsOf(column: string): [label: string, name: string] {
  const at = column.lastIndexOf('.');
  return [column.slice(0, Math.max(0, at)), column.slice(at + 1).replaceAll(DOT, '.')];
}

/** An output without its name. */
export const unnamed = (it: Node): Node => (it.op === 'named' ? it.args[0]! : it);

/** The label of a column's relation; empty for anything but a column. */
export const labelOf = ({ op, value }: Node): string => (op === 'column' ? partsOf(value!)[0] : '');

export const literal = (value: string, kind: Kind): Node =>
  node('literal', [], kind, { value, notNull: true });
export const NULL: Node = node('null', [], 'other');
/** NULL of a type, which an engine may refuse beside a value of another one. */
export const nullOf = (kind: Kind): Node => ({ ...NULL, kind });
/** Whether it is an untyped NULL, which fits beside any value. */
export const isBareNull = ({ op, kind }: Node): boolean => op === 'null' && kind === 'other';
export const bool = (op: string, ...args: Node[]): Node =>
  node(op, args, 'boolean', { notNull: args.every(({ notNull }) => notNull) });

export const isNumber = ({ kind }: Node): boolean =>
  kind === 'integer' || kind === 'decimal' || kind === 'float';

export const kindOf = (canonical: CanonicalType): Kind => {
  switch (canonical.kind) {
    case 'boolean':
    case 'integer':
    case 'decimal':
    case 'float':
    case 'text':
    case 'date':
    case 'time':
    case 'timestamp':
      return canonical.kind;
    case 'year':
      return 'integer';
    case 'enum':
      return 'text';
    default:
      return 'other';
  }
};

/** A text that equal trees share. */
export const keyOf = (tree: Node): string => JSON.stringify(asArray(tree));

type Nested = readonly (string | Nested)[];
const asArray = ({ op, value, kind, args, engine }: Node): Nested => [
  engine === undefined ? op : `${op}@${engine}`,
  ...(value === undefined ? [] : [op === 'literal' && kind === 'text' ? `'${value}` : value]),
  ...args.map(engine !== undefined || op.includes('@') ? asTyped : asArray),
];
/** An engine's own operation may depend on types that do not matter elsewhere: `2` and `2.0`, a date and its midnight. */
const asTyped = (it: Node): Nested =>
  (it.op === 'literal' && isNumber(it)) || /^(add|subtract)$/.test(it.op)
    ? [it.kind, asArray(it)]
    : asArray(it);

/** Compares trees by key, for a stable order. */
export function bySpelling(one: Node, other: Node): number {
  const [left, right] = [keyOf(one), keyOf(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether some part is known to one engine alone: such a tree can be proven equal to another, never different. */
export const isOpaque = ({ op, engine, args }: Node): boolean =>
  engine !== undefined || op.includes('@') || args.some(isOpaque);

/** Whether it contains a query. */
export const holdsQuery = (it: Node): boolean => it.op === 'query' || it.args.some(holdsQuery);

/** The possible results of a CASE. */
export const resultsOf = ({ args }: Pick<Node, 'args'>): Node[] =>
  args.filter((_, at) => at % 2 === 1 || at === args.length - 1);

/** @param branches - conditions and results in turn */
export function makeCase(branches: readonly Node[], otherwise: Node): Node {
  const args = [...branches, otherwise];
  const results = resultsOf({ args });
  const known = results.find((it) => !isBareNull(it));
  return node('case', args, known?.kind ?? 'other', {
    notNull: results.every(({ notNull }) => notNull),
  });
}

/** Whether a divisor may be zero. */
export const mayBeZero = ({ op, value, args }: Node): boolean =>
  op === 'literal'
    ? !/[1-9]/.test(value!)
    : !(op === 'nullif' && args[1]?.op === 'literal' && mayBeZero(args[1]));
