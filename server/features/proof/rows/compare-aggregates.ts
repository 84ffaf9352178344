import type { ColumnAggregate } from '../../../../connectors/core/data.ts';
import { sayHiddenMeasure, sayMeasure } from '../../databases/service.ts';
import { areEqual } from './compare-values.ts';
import type { Plan, PlannedColumn } from './plan.ts';
import type { Sides } from './sides.ts';

const MEASURES = {
  nulls: 'the number of NULLs',
  distinct: 'the number of distinct values',
  min: 'the least value',
  max: 'the greatest value',
  sum: 'the sum',
} as const;
type Measure = keyof typeof MEASURES;

const MOST_NAMED = 50;

/** Compares what engines tell of all rows of each column. @returns a sentence for each measure that differs */
export async function compareAggregates(
  sides: Sides,
  plan: Plan,
  distinct: boolean,
): Promise<string[]> {
  const [source, target] = await sides.both((reader, reading) =>
    reader.aggregate(reading, { distinct }),
  );
  const sentences = plan.columns.flatMap((column, index) => {
    const [one, other] = [source[index], target[index]];
    return one && other
      ? compareColumn(column, one, other, plan.source.columns[index]?.form.as)
      : [];
  });
  const more = sentences.length - MOST_NAMED;
  return more > 0 ? [...sentences.slice(0, MOST_NAMED), `And ${more} more.`] : sentences;
}

function compareColumn(
  column: PlannedColumn,
  source: ColumnAggregate,
  target: ColumnAggregate,
  form: string | undefined,
): string[] {
  return (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
    const [one, other] = [source[measure], target[measure]];
    if (one === null || other === null) return [];
    // What is equal by its meaning has other texts, so other lengths and numbers of texts.
    if (column.loose !== null && (measure === 'distinct' || measure === 'sum')) return [];
    if (areEqual(String(one), String(other), column.loose)) return [];
    const isLength = measure === 'sum' && (form === 'text' || form === 'binary');
    const what = isLength ? 'the sum of lengths' : MEASURES[measure];
    const isValue = measure === 'min' || measure === 'max' || measure === 'sum';
    return [
      column.masked && isValue
        ? sayHiddenMeasure(column.name, what)
        : sayMeasure(column.name, what, one, other),
    ];
  });
}
