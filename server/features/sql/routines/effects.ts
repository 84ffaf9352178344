import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { dependsOnRowOrder } from '../any-order.ts';
import { Unreadable } from '../ast.ts';
import { canonicaliseSetting } from '../canonical-defaults.ts';
import { keepsDigits } from '../comparisons.ts';
import { lettersOf } from '../traits.ts';
import { type Dialect, type KnownColumn, type KnownTable, tableAt } from '../read.ts';
import { NULL, type Node, bySpelling, holdsQuery, keyOf, kindOf, node } from '../tree.ts';
import { widthOf, widthOfValue } from '../widths.ts';
import type { Write } from './written-rows.ts';

/** Reads SQL texts with the values that variables hold at one step. */
export interface EffectReader {
  valueOfText(text: string): Node;
  /** Reads a whole query, with variables replaced by their values. */
  query(text: string): Node;
}

/**
 * The effect of a writing statement: the table, the columns by the names of their counterparts, and their values. A value that does not
 * fit needs no mark: with default settings, every engine refuses it.
 * @throws Unreadable
 */
export function effectOf(
  write: Write,
  tables: readonly KnownTable[],
  reader: EffectReader,
  parser: Dialect['rules']['parser'],
): Node {
  if (write.does === 'fail') return node('fails', [], 'other', { value: write.message });
  if (write.does === 'call') {
    const values = write.values.map((text) => reader.valueOfText(text));
    return node('call', values, 'other', { value: write.routine });
  }
  const { table } = tableAt(tables, write.table);
  if (!table) throw new Unreadable('a table that is not known');
  const columnOf = (name: string) => {
    const column = table.columns.find((one) => one.name.toLowerCase() === name);
    if (!column) throw new Unreadable('a column that is not known');
    return column;
  };
  const as = table.as.toLowerCase();
  switch (write.does) {
    case 'insert': {
      const columns = write.columns?.map(columnOf) ?? table.columns;
      if (columns.length !== write.values.length) throw new Unreadable('other rows');
      const sets = columns.map((column, at) => {
        const value = asSet(reader.valueOfText(write.values[at]!), column.canonical);
        refuseMade(column, value, table);
        if (parser === 'sqlite') refuseLoose(column, value);
        return settingOf(column, value);
      });
      return node('insert', sets.sort(bySpelling), 'other', { value: as });
    }
    case 'insert rows': {
      const columns = write.columns.map(columnOf);
      const rows = withOutputs(reader.query(write.query), columns);
      outputsOf(rows).forEach((value, at) => refuseMade(columns[at]!, value, table));
      if (parser === 'sqlite') refuseLooseIn(rows, columns);
      return node('insert rows', [rows], 'other', { value: `${as} ${namesOf(columns)}` });
    }
    case 'update': {
      const sets = write.sets.map(({ column, to }) => ({ column: columnOf(column), to }));
      sets.sort((one, other) => (one.column.as < other.column.as ? -1 : 1));
      const values = sets.map(({ to }) => `(${to})`).join(', ');
      const columns = sets.map(({ column }) => column);
      const rows = withOutputs(reader.query(`SELECT ${values} ${write.from}`), columns);
      if (parser === 'sqlite') refuseLooseIn(rows, columns);
      return node('update', [rows], 'other', { value: `${as} ${namesOf(columns)}` });
    }
    case 'delete':
      return node('delete', [reader.query(`SELECT 1 ${write.from}`)], 'other', { value: as });
  }
}

export const settingOf = ({ as }: KnownColumn, value: Node): Node =>
  node('sets', [value], value.kind, { value: as.toLowerCase() });

/** A value as the column stores it. */
export const asSet = (value: Node, type: CanonicalType): Node =>
  canonicaliseSetting(value, type) ?? NULL;

const namesOf = (columns: readonly KnownColumn[]): string =>
  columns.map(({ as }) => as.toLowerCase()).join();

/** Refuses values that MySQL may replace: in a numeric key NULL and 0 by the next number, in a zoned timestamp NULL by the current time. */
function refuseMade({ as, canonical }: KnownColumn, value: Node, { keys = [] }: KnownTable): void {
  const isKey = keys.some((key) => key.length === 1 && key[0] === as);
  const isNumber = canonical.kind === 'integer' && isKey;
  const isZoned = canonical.kind === 'timestamp' && canonical.zone && !value.notNull;
  if (isNumber || isZoned) throw new Unreadable('a value that may be made');
}

/**
 * Refuses values that SQLite may keep as they are where others round, cut or refuse them: its types bind no value. A column
 * or a literal has what its type says.
 * @throws Unreadable
 */
function refuseLoose({ canonical, looseText }: KnownColumn, value: Node): void {
  if (value.op === 'null') return;
  const isKept =
    value.looseText === 'numbers' || (value.op === 'literal' && keepsDigits(value.value!));
  if (looseText === 'numbers' && !isKept) throw new Unreadable('a text that may become a number');
  const isGiven = value.op === 'column' || value.op === 'literal';
  const isNarrow = widthInSqlite(value) <= (widthOf(canonical) ?? Infinity);
  const fits = value.kind === kindOf(canonical) && (ANY.has(value.kind) || (isGiven && isNarrow));
  if (!fits && !(value.kind === 'text' && canonical.kind === 'text' && isNarrow))
    throw new Unreadable('a value of another type');
}
/** A year has four digits there, and all other parts of a time two. */
const widthInSqlite = (it: Node): number =>
  it.op === 'format'
    ? it.value!.replaceAll('{year}', '0000').replaceAll(/\{\w+\}/g, '00').length
    : widthOfValue(it);
/** Kinds whose values have no length and no digits. */
const ANY = new Set<Node['kind']>(['integer', 'boolean', 'date']);

const refuseLooseIn = (rows: Node, columns: readonly KnownColumn[]): void =>
  outputsOf(rows).forEach((value, at) => refuseLoose(columns[at]!, value));

const outputsOf = ({ args: [select] }: Node): readonly Node[] => select?.args[0]?.args ?? [];

function withOutputs(query: Node, columns: readonly KnownColumn[]): Node {
  const [select, ...clauses] = query.args;
  const [output, ...rest] = select?.args ?? [];
  if (output?.op !== 'output' || output.args.length !== columns.length)
    throw new Unreadable('other outputs');
  const outputs = output.args.map((value, at) => asSet(value, columns[at]!.canonical));
  return {
    ...query,
    args: [{ ...select!, args: [{ ...output, args: outputs }, ...rest] }, ...clauses],
  };
}

/**
 * Folds a value that contains a query into one leaf, so that its tables are not confused with those of the query that uses it.
 * @throws Unreadable where equal forms do not mean equal values
 */
export function asWhole(value: Node, { rules }: Dialect): Node {
  if (!holdsQuery(value)) return value;
  const key = keyOf(value);
  const isTold = !dependsOnRowOrder(value, rules) && lettersOf(value, rules) === undefined;
  if (!isTold || /@|"(now|today|utcnow|timeofday|uuid)"/.test(key))
    throw new Unreadable('a value of its own');
  return node('found', [], value.kind, { value: key, notNull: value.notNull });
}
