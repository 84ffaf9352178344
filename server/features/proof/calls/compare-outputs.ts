import type { CallResult } from '../../../../connectors/core/call.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import { foldAnswerName } from '../../../../contract/proof/calls.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { hideUnknown } from '../../databases/service.ts';
import type { ReadSet } from './answer-reader.ts';
import type { AnswerRules } from './answer-rules.ts';
import { rowRulesOf } from './compare-values.ts';

type BySide<T> = Record<Side, T>;
type Output = CallResult['output'];
type Text = string | null;

/** Whether a name is a column's own: engines invent different names for unnamed columns, such as `tax(?)`. */
export const isOwnName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_$# ]*$/u.test(name);

function otherOutput(it: string, values: BySide<Text>, mask: readonly string[]): Message {
  const [here, there] = SIDES.map((side) => hideUnknown(values[side], mask) ?? 'NULL');
  return message('call.otherOutput', { it, row: here!, there: there! });
}

type Named = [name: string, value: Text];

/** The outputs of both sides, name by name: first those of one name to the letter, then those of one name otherwise. */
function pairOutputs(source: Output, target: Output): BySide<Named | null>[] {
  const there = new Map(Object.entries(target));
  const take = (name: string | undefined): Named | null => {
    if (name === undefined || !there.has(name)) return null;
    const one: Named = [name, there.get(name) ?? null];
    there.delete(name);
    return one;
  };
  const exact = Object.entries(source).map((one) => ({ source: one, target: take(one[0]) }));
  const paired = exact.map(({ source: one, target: same }) => ({
    source: one,
    target:
      same ??
      take([...there.keys()].find((name) => foldAnswerName(name) === foldAnswerName(one[0]))),
  }));
  return [...paired, ...[...there].map((one) => ({ source: null, target: one }))];
}

/** Compares output parameters by their names. They have no types. */
export function compareOutputs(
  source: Output,
  target: Output,
  engines: BySide<EngineId>,
  given: AnswerRules,
  mask: readonly string[],
): Message[] {
  return pairOutputs(source, target).flatMap((pair) => {
    const names = SIDES.flatMap((side) => pair[side]?.[0] ?? []);
    if (names.some((name) => given.leavesOut(name))) return [];
    const columns = names.map((name) => ({ name, type: '' }));
    const { write, areClose } = rowRulesOf(
      { source: columns.slice(0, 1), target: columns.slice(-1) },
      { source: [0], target: [0] },
      engines,
      given,
    );
    const values = { source: pair.source?.[1] ?? null, target: pair.target?.[1] ?? null };
    const [one, other] = [write.source([values.source]), write.target([values.target])];
    const isOnBoth = pair.source !== null && pair.target !== null;
    if (one[0] === other[0] || (isOnBoth && areClose?.(one, other))) return [];
    return [otherOutput(foldAnswerName(names[0]!), values, mask)];
  });
}

/** What one side gives in output parameters, and the other as the only row of a query. */
export interface OutputsAndRow {
  /** The side with the row. */
  side: Side;
  outputs: Output;
  row: ReadSet;
}

/**
 * A procedure's output parameters where the other side asks a function, which gives the same as a row.
 * @param asks - whether the text of a side is a query
 */
export function findOutputsAndRow(
  asks: BySide<boolean>,
  outputs: BySide<Output>,
  sets: BySide<readonly ReadSet[]>,
): OutputsAndRow | null {
  for (const side of SIDES) {
    const other = side === 'source' ? 'target' : 'source';
    const [row, ...more] = sets[side];
    const given = Object.keys(outputs[other]).length;
    if (!asks[side] || asks[other] || sets[other].length > 0 || !row || more.length > 0) continue;
    // A row that is too long is counted, but not kept.
    const isKept = row.count === 1 && row.first.length === 1;
    if (isKept && row.columns.length === given) return { side, outputs: outputs[other], row };
  }
  return null;
}

/** The columns in the order of the outputs: by name, or where that tells nothing by place; null where neither is sure. */
function orderColumns(names: readonly string[], columns: readonly string[]): number[] | null {
  const places = columns.map(foldAnswerName);
  const byName = names.map((name) => places.indexOf(foldAnswerName(name)));
  if (!byName.includes(-1) && new Set(byName).size === names.length) return byName;
  const isByPlace = columns.length === 1 || !columns.some(isOwnName);
  return isByPlace ? columns.map((_, place) => place) : null;
}

/** Whether a column's type would leave out a part of a value that it did not give. */
function holdsLess({ kind }: CanonicalType, given: string): boolean {
  if (kind === 'date') return /[T ]\d/.test(given) && !/[T ]00:00(?::00(?:\.0+)?)?$/.test(given);
  return kind === 'binary' && !/^(?:[\da-f]{2})*$/i.test(given);
}

/** Output parameters have no types: their values are read as those of the columns. */
export function compareWithRow(
  { side, outputs, row: { columns, first } }: OutputsAndRow,
  engines: BySide<EngineId>,
  given: AnswerRules,
  mask: readonly string[],
): Message[] {
  const engine = engines[side];
  const isEmptyNull = SIDES.some((one) => connectorOf(engines[one]).emptyIsNull);
  const empty_is_null = given.rules.empty_is_null || isEmptyNull;
  const rules = { ...given, rules: { ...given.rules, empty_is_null } };
  const names = Object.keys(outputs);
  const columnNames = columns.map(({ name }) => name);
  const order = orderColumns(names, columnNames);
  if (!order)
    return [
      message('call.otherOutputNames', {
        columns: names.join(', '),
        there: columnNames.join(', '),
      }),
    ];
  return names.flatMap((name, index) => {
    const column = columns[order[index]!]!;
    if ([name, column.name].some((one) => given.leavesOut(one))) return [];
    const output = outputs[name] ?? null;
    const value = first[0]?.[order[index]!] ?? null;
    const isRowFirst = side === 'source';
    const [one, other] = isRowFirst ? [value, output] : [output, value];
    const named = { name, type: column.type };
    const { write, areClose } = rowRulesOf(
      isRowFirst ? { source: [column], target: [named] } : { source: [named], target: [column] },
      { source: [0], target: [0] },
      { source: engine, target: engine },
      rules,
    );
    const written = [write.source([one]), write.target([other])] as const;
    const isLess =
      output !== null && holdsLess(connectorOf(engine).canonicalOf(column.type), output);
    if (!isLess && (written[0][0] === written[1][0] || areClose?.(...written))) return [];
    return [otherOutput(name, { source: one, target: other }, mask)];
  });
}
