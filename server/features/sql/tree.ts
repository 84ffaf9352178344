import type { CanonicalType } from '../../../contract/proof/definitions.ts';

/** What a value is, as far as the rules for operators ask. */
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
 * An expression in words that all engines share. What only one engine does, or what this program does not know, has an
 * operator that ends in `@` and the engine's name, or is said to be its own: so it is equal to itself, and never to that of another engine.
 */
export interface Node {
  op: string;
  args: readonly Node[];
  /** Of literals, names and types. */
  value?: string;
  kind: Kind;
  /** Whether it is never NULL. */
  sure: boolean;
  /** Of columns: their characters, or their digits behind the point, at most; absent where nobody knows. */
  width?: number;
  /** Of columns: the power of ten that their numbers stay below; absent where nobody knows. */
  magnitude?: number;
  /** Of columns: whether texts are filled up with blanks. */
  fixed?: boolean;
  /** Of columns: whether they are integers without a sign, or times that are kept in Greenwich's and shown in the session's zone. */
  unsigned?: boolean;
  zoned?: boolean;
  /** Of columns: whether engines compare and order their values in ways of their own, as they do JSON. */
  special?: boolean;
  /** Of columns: the list that their values are of, by whose places engines order them. */
  listed?: string;
  /** Of a choice: whether only some of the numbers that it gives are floats. */
  mixed?: boolean;
  /** Whether a type stands behind it, of what is not known by its form: SQLite reads a text beside it as a value of that. */
  typed?: boolean;
  /** Of columns: whether they are those of a query around. */
  outer?: boolean;
  /** Of the time of now: whether the text asks for all digits behind the second. */
  fine?: boolean;
  /** Of columns that LEFT JOIN adds: whether they are never NULL where a row was found. */
  filled?: boolean;
  /** Of a table: columns whose values no two of its rows share. */
  keys?: readonly (readonly string[])[];
  /** Of a condition: whether it compares rows. */
  ofRows?: boolean;
  /** Of a query: whether it was a UNION of several. */
  merged?: boolean;
  /** The engine that does it in its own way, where others have the same words for something else. */
  by?: string;
}

/** Known to one engine alone, though it is written as others write it. */
export const ownTo = (engine: string, it: Node): Node => ({ ...it, by: engine });

export const node = (
  op: string,
  args: readonly Node[],
  kind: Kind,
  more: Partial<Node> = {},
): Node => ({
  op,
  args,
  kind,
  sure: false,
  ...more,
});

/** Stands for a dot in the name of a column: no name has it. */
const DOT = '\0';

/** The value of a column: the label of its relation, and its name there. */
export const columnIn = (label: string, name: string): string =>
  `${label}.${name.replaceAll('.', DOT)}`;

/** The label of its relation, and its name there; no label where it is of none. */
export function partsOf(column: string): [label: string, name: string] {
  const at = column.lastIndexOf('.');
  return [column.slice(0, Math.max(0, at)), column.slice(at + 1).replaceAll(DOT, '.')];
}

/** The label of the relation that a column is of; empty of anything else. */
export const labelOf = ({ op, value }: Node): string => (op === 'column' ? partsOf(value!)[0] : '');

export const literal = (value: string, kind: Kind): Node =>
  node('literal', [], kind, { value, sure: true });
export const NULL: Node = node('null', [], 'other');
/** NULL of a type, which an engine may refuse beside a value of another one. */
export const nullOf = (kind: Kind): Node => ({ ...NULL, kind });
/** NULL that stands alone, and goes with whatever is beside it. */
export const isBareNull = ({ op, kind }: Node): boolean => op === 'null' && kind === 'other';
export const bool = (op: string, ...args: Node[]): Node =>
  node(op, args, 'boolean', { sure: args.every(({ sure }) => sure) });

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

/** The text of a tree: what is equal has an equal one. */
export const keyOf = (tree: Node): string => JSON.stringify(asArray(tree));

type Nested = readonly (string | Nested)[];
const asArray = ({ op, value, kind, args, by }: Node): Nested => [
  by === undefined ? op : `${op}@${by}`,
  ...(value === undefined ? [] : [op === 'literal' && kind === 'text' ? `'${value}` : value]),
  ...args.map(by !== undefined || op.includes('@') ? asTyped : asArray),
];
/** What an engine does in its own way may hang on types that are of no consequence elsewhere: `2` and `2.0`, a day and its midnight. */
const asTyped = (it: Node): Nested =>
  (it.op === 'literal' && isNumber(it)) || /^(add|subtract)$/.test(it.op)
    ? [it.kind, asArray(it)]
    : asArray(it);

/** An order that is always the same. */
export function bySpelling(one: Node, other: Node): number {
  const [left, right] = [keyOf(one), keyOf(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether something in it is known to one engine alone, so that it can only be equal, never be told apart. */
export const isOpaque = ({ op, by, args }: Node): boolean =>
  by !== undefined || op.includes('@') || args.some(isOpaque);

/** Whether it asks tables. */
export const holdsQuery = (it: Node): boolean => it.op === 'query' || it.args.some(holdsQuery);

/** Of a choice: all that it may give. */
export const resultsOf = ({ args }: Pick<Node, 'args'>): Node[] =>
  args.filter((_, at) => at % 2 === 1 || at === args.length - 1);

/** @param branches - conditions and results in turn */
export function makeCase(branches: readonly Node[], otherwise: Node): Node {
  const args = [...branches, otherwise];
  const results = resultsOf({ args });
  const known = results.find((it) => !isBareNull(it));
  return node('case', args, known?.kind ?? 'other', {
    sure: results.every(({ sure }) => sure),
  });
}

/** As a divisor. */
export const mayBeZero = ({ op, value, args }: Node): boolean =>
  op === 'literal'
    ? !/[1-9]/.test(value!)
    : !(op === 'nullif' && args[1]?.op === 'literal' && mayBeZero(args[1]));
