import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { dependsOnRowOrder } from '../queries/any-order.ts';
import { Unreadable } from '../tree/ast.ts';
import { canonicaliseSetting } from '../canonical/defaults.ts';
import { refuseLoose } from '../canonical/loose-values.ts';
import { lettersOf } from '../tree/traits.ts';
import { isUnpadded } from './given-values.ts';
import { type Dialect, type KnownColumn, type KnownTable, tableAt } from '../read.ts';
import { NULL, type Node, bySpelling, holdsQuery, keyOf, kindOf, node } from '../tree/tree.ts';
import type { Write } from './written-rows.ts';

type Parser = Dialect['rules']['parser'];

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
  parser: Parser,
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
        const value = storedIn(column, reader.valueOfText(write.values[at]!), parser);
        refuseMade(column, value, table);
        return settingOf(column, value);
      });
      return node('insert', sets.sort(bySpelling), 'other', { value: as });
    }
    case 'insert rows': {
      const columns = write.columns.map(columnOf);
      const rows = asStoredIn(reader.query(write.query), columns, parser);
      outputsOf(rows).forEach((value, at) => refuseMade(columns[at]!, value, table));
      return node('insert rows', [rows], 'other', { value: `${as} ${namesOf(columns)}` });
    }
    case 'update': {
      const sets = write.sets.map(({ column, to }) => ({ column: columnOf(column), to }));
      sets.sort((one, other) => (one.column.as < other.column.as ? -1 : 1));
      const values = sets.map(({ to }) => `(${to})`).join(', ');
      const columns = sets.map(({ column }) => column);
      const rows = asStoredIn(reader.query(`SELECT ${values} ${write.from}`), columns, parser);
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

/** @throws Unreadable for what SQLite may keep otherwise */
function storedIn(column: KnownColumn, written: Node, parser: Parser): Node {
  const value = asSet(written, column.canonical);
  if (parser === 'sqlite') refuseLoose(column, value, written);
  if (parser === 'mssql') refuseConverted(column, written);
  if (isUnpadded(written, column.canonical, parser)) throw new Unreadable('blanks that pad a text');
  return value;
}

/** T-SQL cuts fractions where others round, and reads dates by the settings of the session. */
function refuseConverted({ canonical }: KnownColumn, { kind, op }: Node): void {
  const turn = `${kind} to ${kindOf(canonical)}`;
  const isKept = kind === kindOf(canonical) || op === 'null' || turn === 'integer to decimal';
  if (!isKept) throw new Unreadable('a conversion');
}

const namesOf = (columns: readonly KnownColumn[]): string =>
  columns.map(({ as }) => as.toLowerCase()).join();

/** Refuses values that MySQL may replace: in a numeric key NULL and 0 by the next number, in a zoned timestamp NULL by the current time. */
function refuseMade({ as, canonical }: KnownColumn, value: Node, { keys = [] }: KnownTable): void {
  const isKey = keys.some((key) => key.length === 1 && key[0] === as);
  const isNumber = canonical.kind === 'integer' && isKey;
  const isZoned = canonical.kind === 'timestamp' && canonical.zone && !value.notNull;
  if (isNumber || isZoned) throw new Unreadable('a value that may be made');
}

const outputsOf = ({ args: [select] }: Node): readonly Node[] => select?.args[0]?.args ?? [];

/** A query with its outputs as the columns store them. */
function asStoredIn(query: Node, columns: readonly KnownColumn[], parser: Parser): Node {
  const [select, ...clauses] = query.args;
  const [output, ...rest] = select?.args ?? [];
  if (output?.op !== 'output' || output.args.length !== columns.length)
    throw new Unreadable('other outputs');
  const outputs = output.args.map((value, at) => storedIn(columns[at]!, value, parser));
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
