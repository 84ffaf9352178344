import type { CallResult } from '../../../../connectors/core/call.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { ComparisonRules } from '../../../../contract/proof/rows.ts';
import { hideUnknown } from '../../databases/service.ts';
import type { ReadSet } from './answer-reader.ts';
import { guessValue, rowRulesOf } from './compare-values.ts';

type BySide<T> = Record<Side, T>;
type Output = CallResult['output'];
type Text = string | null;

/** Whether a name is a column's own: engines invent different names for unnamed columns, such as `tax(?)`. */
export const isOwnName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_$# ]*$/u.test(name);

const fold = (name: string): string => name.toLowerCase();

function otherOutput(it: string, values: BySide<Text>, mask: readonly string[]): Message {
  const [here, there] = SIDES.map((side) => hideUnknown(values[side], mask) ?? 'NULL');
  return message('call.otherOutput', { it, row: here!, there: there! });
}

/** Compares output parameters by their names. */
export function compareOutputs(source: Output, target: Output, mask: readonly string[]): Message[] {
  const folded = (output: Output) =>
    new Map(Object.entries(output).map(([name, value]) => [fold(name), value]));
  const [from, to] = [folded(source), folded(target)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name) => {
    const values = { source: from.get(name) ?? null, target: to.get(name) ?? null };
    if (guessValue(values.source) === guessValue(values.target)) return [];
    return [otherOutput(name, values, mask)];
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
  const places = columns.map(fold);
  const byName = names.map((name) => places.indexOf(fold(name)));
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
  given: ComparisonRules,
  mask: readonly string[],
): Message[] {
  const engine = engines[side];
  const isEmptyNull = SIDES.some((one) => connectorOf(engines[one]).emptyIsNull);
  const rules = { ...given, empty_is_null: given.empty_is_null || isEmptyNull };
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
    const { type } = columns[order[index]!]!;
    const output = outputs[name] ?? null;
    const value = first[0]?.[order[index]!] ?? null;
    const { write, areClose } = rowRulesOf(
      { source: [type], target: [type] },
      { source: engine, target: engine },
      rules,
    );
    const [one, another] = [write.source([output]), write.target([value])];
    const isLess = output !== null && holdsLess(connectorOf(engine).canonicalOf(type), output);
    if (!isLess && (one[0] === another[0] || areClose?.(one, another))) return [];
    const values =
      side === 'source' ? { source: value, target: output } : { source: output, target: value };
    return [otherOutput(name, values, mask)];
  });
}
