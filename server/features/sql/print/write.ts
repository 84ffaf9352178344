import { type Printer, Unprintable, nullIfUnprintable } from './print-hand.ts';
import { type Expression, isNoValue } from '../canonical/defaults.ts';
import { spellingOf } from '../expressions/json.ts';
import { findsTheSame } from '../expressions/likes.ts';
import { digitsOfNow, lettersOf, showsInZone } from '../tree/traits.ts';
import { printConditions, printExpression } from './print.ts';
import { type Names, nameOf, printQuery, withOutputNames } from './print-query.ts';
import {
  type Dialect,
  type KnownColumn,
  type KnownTable,
  readTrees,
  readViewTree,
} from '../read.ts';
import type { Node } from '../tree/tree.ts';

/** A text, translated to another engine's dialect. */
export interface Written {
  text: string;
  /** Whether it was read back to the same meaning. Else it shows what is meant, and may not run. */
  exact: boolean;
}

/** The target dialect, and how names are written in it. */
export interface Into {
  dialect: Dialect;
  names: Names;
  /** The names that a query gives its outputs, where they are to be shown. */
  outputs?: readonly string[];
}

/** Translates expressions of one table to another engine's dialect; null for those that cannot be written. */
export function writeExpressions(
  from: Dialect,
  { dialect, names }: Into,
  columns: readonly KnownColumn[],
  expressions: readonly Expression[],
): (Written | null)[] {
  const there = columnsThere(columns);
  const spelt = new Map(columns.map(({ as }) => [as.toLowerCase(), as]));
  const printer: Printer = {
    rules: dialect.rules,
    writing: dialect.rules.writing,
    spelling: dialect.spelling,
    column: (value) => nameOf(spelt.get(value) ?? value, { dialect, names }),
    query: () => {
      throw new Unprintable('a query');
    },
  };
  const print = (tree: Node, { as }: Expression): string => {
    if (as === 'condition' || as === 'check') return printConditions([tree], printer).join(' AND ');
    if (typeof as === 'object' && 'default' in as && isNoValue(tree, as.default))
      throw new Unprintable('a default that is no value');
    if (spellingOf(tree, from.rules.parser))
      throw new Unprintable('JSON that may be kept as a text');
    return printExpression(tree, printer);
  };
  return readTrees(from, columns, expressions).map((tree, index) => {
    const expression = expressions[index]!;
    return write(
      tree,
      [from, dialect],
      (own) => print(own, expression),
      (text) => readTrees(dialect, there, [{ ...expression, text }])[0] ?? null,
    );
  });
}

/** Translates the query of a view to another engine's dialect; null where it cannot be written. */
export function writeView(
  from: Dialect,
  { dialect, names, outputs }: Into,
  tables: readonly KnownTable[],
  query: string,
): Written | null {
  const there = tablesThere(tables);
  const scope = { dialect, names, tables: byName(there) };
  return write(
    readViewTree(from, tables, query),
    [from, dialect],
    (tree) => printQuery(outputs ? withOutputNames(tree, outputs) : tree, scope),
    (text) => readViewTree(dialect, there, text),
  );
}

/** The tables as they are there. */
export const tablesThere = (tables: readonly KnownTable[]): KnownTable[] =>
  tables.map(({ as, schema, columns, ...rest }) => ({
    ...rest,
    ...(schema !== undefined && { schema, schemaInQueries: schema }),
    name: as.toLowerCase(),
    as,
    columns: columnsThere(columns),
  }));
export const byName = (tables: readonly KnownTable[]): Map<string, KnownTable> =>
  new Map(tables.map((table) => [table.as.toLowerCase(), table]));

/** The columns as they are there. */
const columnsThere = (columns: readonly KnownColumn[]): KnownColumn[] =>
  columns.map(({ as, canonical, nullable, there }) => ({
    name: as,
    as,
    canonical,
    nullable,
    ...there,
  }));

export function write(
  tree: Node | null,
  [from, into]: readonly [Dialect, Dialect],
  print: (tree: Node) => string,
  readBack: (text: string) => Node | null,
): Written | null {
  if (!tree) return null;
  return nullIfUnprintable(() => {
    const text = print(tree);
    // No client sends such a statement whole.
    if (text.includes('\0')) return null;
    const again = readBack(text);
    const exact =
      again !== null &&
      findsTheSame(tree, again) &&
      (from === into || !showsInZone(tree)) &&
      !isOther(digitsOfNow(again, into.rules), digitsOfNow(tree, from.rules)) &&
      lettersOf(again, into.rules) === lettersOf(tree, from.rules);
    return { text, exact };
  });
}

/** Whether both ask for fractions of the current second, and for others: what engines give by default does not count. */
const isOther = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;
