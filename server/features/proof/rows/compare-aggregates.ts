import { type Message, message } from '../../../../contract/messages/message.ts';
import type { ColumnAggregate } from '../../../../connectors/core/data.ts';
import { describeMeasure } from '../../databases/service.ts';
import { areEqual } from './compare-values.ts';
import type { Plan, PlannedColumn } from './plan.ts';
import type { Sides } from './sides.ts';

const MEASURES = ['nulls', 'distinct', 'min', 'max', 'sum'] as const;

const MAX_NAMED = 50;

/**
 * Compares aggregates of each column over all rows.
 * @returns a finding for each aggregate that differs
 */
export async function compareAggregates(
  sides: Sides,
  plan: Plan,
  distinct: boolean,
): Promise<Message[]> {
  const [source, target] = await sides.both((reader, reading) =>
    reader.aggregate(reading, { distinct }),
  );
  const found = plan.columns.flatMap((column, index) => {
    const [one, other] = [source[index], target[index]];
    return one && other
      ? compareColumn(column, one, other, plan.source.columns[index]?.form.as)
      : [];
  });
  const more = found.length - MAX_NAMED;
  return more > 0
    ? [...found.slice(0, MAX_NAMED), message('rows.moreOfThem', { count: more })]
    : found;
}

function compareColumn(
  column: PlannedColumn,
  source: ColumnAggregate,
  target: ColumnAggregate,
  form: string | undefined,
): Message[] {
  return MEASURES.flatMap((measure) => {
    const [one, other] = [source[measure], target[measure]];
    if (one === null || other === null) return [];
    // Texts that mean the same may differ in length, and in the number of distinct texts.
    if (column.loose !== null && (measure === 'distinct' || measure === 'sum')) return [];
    if (column.loose?.as === 'tolerated') return [];
    if (areEqual(String(one), String(other), column.loose)) return [];
    const isLength = measure === 'sum' && (form === 'text' || form === 'binary');
    return [describeMeasure(column, isLength ? 'lengths' : measure, one, other)];
  });
}
