import type { CallAnswer } from '../../../contract/calls.ts';
import type { CallOutcome } from '../../../contract/pairs.ts';

const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.(\d+))?$/;

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
  const [, date, time, fraction = ''] = TIMESTAMP.exec(value) ?? [];
  if (date && time) {
    const digits = fraction.replace(/0+$/, '');
    return `${date} ${time}${digits ? `.${digits}` : ''}`;
  }
  return value;
}

const isBoolean = (type: string): boolean => /^bool/i.test(type);
const asFlag = (value: string | null): string | null =>
  value === null ? null : /^(?:t|true|1)$/i.test(value) ? '1' : '0';

type ResultSet = CallAnswer['result_sets'][number];

function rowsOf(set: ResultSet, flags: readonly boolean[]): string[] {
  return set.rows.map((row) =>
    JSON.stringify(
      row.map((value, index) => (flags[index] ? asFlag(value) : normaliseValue(value))),
    ),
  );
}

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
const SHOWN = 20;

function compareSets(source: ResultSet, target: ResultSet, ordered: boolean): string[] {
  if (source.columns.length !== target.columns.length)
    return [
      `The source has ${source.columns.length} columns, the target ${target.columns.length}.`,
    ];
  const found: string[] = [];
  for (const [index, { name }] of source.columns.entries()) {
    const other = target.columns[index]!.name;
    if (name.toLowerCase() !== other.toLowerCase())
      found.push(`Column ${index + 1} is named ${name} on the source and ${other} on the target.`);
  }
  const flags = source.columns.map(
    ({ type }, index) => isBoolean(type) || isBoolean(target.columns[index]!.type),
  );
  const [from, to] = [rowsOf(source, flags), rowsOf(target, flags)];
  if (source.truncated !== target.truncated || from.length !== to.length)
    found.push(`The source has ${countOf(source)} rows, the target ${countOf(target)}.`);
  found.push(...(ordered ? compareInOrder(from, to) : compareAsSets(from, to)));
  return found;
}

const countOf = ({ rows, truncated }: ResultSet): string =>
  truncated ? `more than ${rows.length}` : String(rows.length);

function compareInOrder(source: readonly string[], target: readonly string[]): string[] {
  return source
    .flatMap((row, index) => {
      const other = target[index];
      return other === undefined || other === row
        ? []
        : [`Row ${index + 1}: ${shorten(row)} on the source, ${shorten(other)} on the target.`];
    })
    .slice(0, SHOWN);
}

function compareAsSets(source: readonly string[], target: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of target) left.set(row, (left.get(row) ?? 0) + 1);
  const only: string[] = [];
  for (const row of source) {
    const count = left.get(row) ?? 0;
    if (count > 0) left.set(row, count - 1);
    else only.push(`Only on the source: ${shorten(row)}.`);
  }
  const others = [...left].flatMap(([row, count]) =>
    Array.from({ length: count }, () => `Only on the target: ${shorten(row)}.`),
  );
  return [...only.slice(0, SHOWN), ...others.slice(0, SHOWN)];
}

function compareOutputs(source: CallAnswer['output'], target: CallAnswer['output']): string[] {
  const fold = (output: CallAnswer['output']) =>
    new Map(Object.entries(output).map(([name, value]) => [name.toLowerCase(), value]));
  const [from, to] = [fold(source), fold(target)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name) => {
    const [one, other] = [from.get(name), to.get(name)];
    return normaliseValue(one ?? null) === normaliseValue(other ?? null)
      ? []
      : [`Output ${name}: ${one ?? 'NULL'} on the source, ${other ?? 'NULL'} on the target.`];
  });
}

/**
 * Says whether both sides answered the same: numbers by value, timestamps by time, rows in their order or as
 * a set. Two errors are the same answer: that a call is refused can be what is expected.
 */
export function compareAnswers(
  source: CallAnswer,
  target: CallAnswer,
  ordered: boolean,
): { result: CallOutcome; differences: string[]; notes: string[] } {
  if (source.error && target.error) {
    const notes = ['Both sides refuse the call; the messages are kept beside each other.'];
    return { result: 'equal', differences: [], notes };
  }
  if (source.error || target.error) {
    const side = source.error ? 'source' : 'target';
    return {
      result: 'different',
      differences: [`Only the ${side} refuses the call.`],
      notes: [],
    };
  }
  const differences: string[] = [];
  const [from, to] = [source.result_sets, target.result_sets];
  if (from.length !== to.length)
    differences.push(`The source gave ${from.length} result sets, the target ${to.length}.`);
  for (const [index, set] of from.entries()) {
    const other = to[index];
    if (!other) break;
    const prefix = from.length > 1 ? `Result set ${index + 1}: ` : '';
    differences.push(...compareSets(set, other, ordered).map((text) => prefix + text));
  }
  differences.push(...compareOutputs(source.output, target.output));
  const notes = [...from, ...to].some(({ truncated }) => truncated)
    ? ['Only the first rows were compared: the row limit was reached.']
    : [];
  return {
    result: differences.length > 0 ? 'different' : 'equal',
    differences: differences.slice(0, 100),
    notes,
  };
}
