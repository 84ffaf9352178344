import type { CallAnswer, CallComparison } from '../../../contract/calls.ts';
import { findHidden, hideUnknown } from '../databases/service.ts';
import { hideColumns } from '../evidence/service.ts';

const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** A time, or a date with one. MySQL's times have a sign, and hours beyond a day; zones follow where there are some. */
const MOMENT =
  /^(?:(\d{4}-\d{2}-\d{2})[ T])?(-?\d{1,3}:\d{2}:\d{2})(?:\.(\d+))?([+-]\d{2}(?::?\d{2})?)?$/;

/** A number as digits and exponent, so that 1.50, 1.5 and 15e-1 are one. */
function normaliseNumber(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}

/** A value as both engines would write it. */
export function normaliseValue(value: string | null): string | null {
  if (value === null) return null;
  if (NUMBER.test(value)) return normaliseNumber(value);
  const [, date, time, fraction = '', zone = ''] = MOMENT.exec(value) ?? [];
  if (!time) return value;
  const digits = fraction.replace(/0+$/, '');
  return `${date ? `${date} ` : ''}${time}${digits ? `.${digits}` : ''}${zone}`;
}

const isBoolean = (type: string): boolean => /^bool/i.test(type);
const isText = (type: string): boolean => /char|text|clob|string|enum|json|xml/i.test(type);

function asFlag(value: string | null): string | null {
  if (value === null) return null;
  return /^(?:t|true)$/i.test(value) ? '1' : /^(?:f|false)$/i.test(value) ? '0' : value;
}

type Write = (value: string | null) => string | null;

/** What makes values of a column comparable. What is a text on both sides is one: '1.50' is not '1.5'. */
function writerOf(one: string, other: string): Write {
  if (isBoolean(one) || isBoolean(other)) return asFlag;
  return isText(one) && isText(other) ? (value) => value : normaliseValue;
}

type ResultSet = CallAnswer['result_sets'][number];

const rowsOf = (set: ResultSet, writers: readonly Write[]): string[] =>
  set.rows.map((row) => JSON.stringify(row.map((value, index) => writers[index]?.(value))));

/** A row as its side wrote it. */
function rowText(row: ResultSet['rows'][number]): string {
  const text = row.map((value) => value ?? 'NULL').join(', ');
  return `(${text.length > 200 ? `${text.slice(0, 200)}…` : text})`;
}
const SHOWN = 20;

export interface ComparisonOptions {
  ordered: boolean;
  /** Values of such columns are compared, but not said. */
  mask: readonly string[];
}

/** Places of the rows that the other side does not have. */
type DifferentRows = CallComparison['different_rows'][number];
interface Compared {
  found: string[];
  rows: DifferentRows;
}

/** Engines make up names for what has none: `tax(?)` here, `tax` there. */
const isOwnName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_$# ]*$/u.test(name);

function compareNames(source: ResultSet, target: ResultSet): string[] {
  return source.columns.flatMap(({ name }, index) => {
    const other = target.columns[index]!.name;
    if (!isOwnName(name) || !isOwnName(other) || name.toLowerCase() === other.toLowerCase())
      return [];
    return [`Column ${index + 1} is named ${name} on the source and ${other} on the target.`];
  });
}

function compareSets(
  source: ResultSet,
  target: ResultSet,
  { ordered, mask }: ComparisonOptions,
): Compared {
  if (source.columns.length !== target.columns.length)
    return {
      found: [
        `The source has ${source.columns.length} columns, the target ${target.columns.length}.`,
      ],
      rows: { source: [], target: [] },
    };
  const found = compareNames(source, target);
  const writers = source.columns.map(({ type }, index) =>
    writerOf(type, target.columns[index]!.type),
  );
  const [from, to] = [rowsOf(source, writers), rowsOf(target, writers)];
  if (source.truncated !== target.truncated || from.length !== to.length)
    found.push(`The source has ${countOf(source)} rows, the target ${countOf(target)}.`);
  const rows = ordered ? findInOrder(from, to) : findAsSets(from, to);
  const hidden = findHidden(source.columns, target.columns, mask);
  const [one, other] = [hideColumns(source, hidden), hideColumns(target, hidden)];
  found.push(...(ordered ? sayInOrder : saySets)(one.rows, other.rows, rows));
  return { found, rows };
}

const countOf = ({ rows, truncated }: ResultSet): string =>
  truncated ? `more than ${rows.length}` : String(rows.length);

function findInOrder(source: readonly string[], target: readonly string[]): DifferentRows {
  const differing = (rows: readonly string[], others: readonly string[]) =>
    rows.flatMap((row, index) => (others[index] === row ? [] : [index]));
  return { source: differing(source, target), target: differing(target, source) };
}

type Rows = ResultSet['rows'];

const sayInOrder = (source: Rows, target: Rows, differing: DifferentRows): string[] =>
  differing.source
    .filter((index) => index < target.length)
    .slice(0, SHOWN)
    .map(
      (index) =>
        `Row ${index + 1}: ${rowText(source[index]!)} on the source, ${rowText(target[index]!)} on the target.`,
    );

function findAsSets(source: readonly string[], target: readonly string[]): DifferentRows {
  const lacking = (rows: readonly string[], others: readonly string[]): number[] => {
    const left = new Map<string, number>();
    for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
    return rows.flatMap((row, index) => {
      const count = left.get(row) ?? 0;
      left.set(row, count - 1);
      return count > 0 ? [] : [index];
    });
  };
  return { source: lacking(source, target), target: lacking(target, source) };
}

const saySets = (source: Rows, target: Rows, differing: DifferentRows): string[] => [
  ...differing.source
    .slice(0, SHOWN)
    .map((index) => `Only on the source: ${rowText(source[index]!)}.`),
  ...differing.target
    .slice(0, SHOWN)
    .map((index) => `Only on the target: ${rowText(target[index]!)}.`),
];

function compareOutputs(
  source: CallAnswer['output'],
  target: CallAnswer['output'],
  mask: readonly string[],
): string[] {
  const fold = (output: CallAnswer['output']) =>
    new Map(Object.entries(output).map(([name, value]) => [name.toLowerCase(), value]));
  const [from, to] = [fold(source), fold(target)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name) => {
    const [one, other] = [from.get(name), to.get(name)];
    if (normaliseValue(one ?? null) === normaliseValue(other ?? null)) return [];
    const [here, there] = [one, other].map((value) => hideUnknown(value ?? null, mask));
    return [`Output ${name}: ${here ?? 'NULL'} on the source, ${there ?? 'NULL'} on the target.`];
  });
}

/**
 * Says whether both sides answered the same: numbers by value, timestamps by time, rows in their order or as
 * a set. Two errors are the same answer: that a call is refused can be what is expected.
 */
export function compareAnswers(
  source: CallAnswer,
  target: CallAnswer,
  options: ComparisonOptions,
): Pick<CallComparison, 'result' | 'differences' | 'different_rows' | 'notes'> {
  if (source.error && target.error) {
    const notes = ['Both sides refuse the call; the messages are kept beside each other.'];
    return { result: 'equal', differences: [], different_rows: [], notes };
  }
  if (source.error || target.error) {
    const side = source.error ? 'source' : 'target';
    return {
      result: 'different',
      differences: [`Only the ${side} refuses the call.`],
      different_rows: [],
      notes: [],
    };
  }
  const differences: string[] = [];
  const [from, to] = [source.result_sets, target.result_sets];
  if (from.length !== to.length)
    differences.push(`The source gave ${from.length} result sets, the target ${to.length}.`);
  const compared = from.flatMap((set, index) => {
    const other = to[index];
    return other ? [compareSets(set, other, options)] : [];
  });
  for (const [index, { found }] of compared.entries()) {
    const prefix = from.length > 1 ? `Result set ${index + 1}: ` : '';
    differences.push(...found.map((text) => prefix + text));
  }
  differences.push(...compareOutputs(source.output, target.output, options.mask));
  const notes = [...from, ...to].some(({ truncated }) => truncated)
    ? ['Only the first rows were compared: the row limit was reached.']
    : [];
  if (source.affected !== target.affected)
    notes.push(
      `The source counts ${source.affected ?? 'no'} changed rows, the target ${target.affected ?? 'none'}; engines count them differently.`,
    );
  return {
    result: differences.length > 0 ? 'different' : 'equal',
    differences: differences.slice(0, 100),
    different_rows: compared.map(({ rows }) => rows),
    notes,
  };
}
