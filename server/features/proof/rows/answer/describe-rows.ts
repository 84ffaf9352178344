import type { TextRow } from '../../../../../connectors/core/data.ts';
import type { Difference } from '../../../../../contract/proof/rows.ts';
import { hideValue } from '../../../databases/service.ts';
import { causesOfValue } from '../causes/count-differences.ts';
import type { Example } from '../causes/tally.ts';
import { areEqual } from './compare-values.ts';
import { textsOf } from '../causes/utf8.ts';
import { detached, firstDifference } from '../search/large-rows.ts';
import type { RowId } from './findings.ts';
import type { Plan, PlannedColumn } from '../plan/plan.ts';

/** Characters kept of a row and of one value, and how many of these precede the first difference. */
const SHOWN_OF_ROW = 20_000;
const SHOWN = { least: 100, most: 2_000 };
const BEFORE = 100;

const lengthFor = (columns: number): number =>
  Math.max(SHOWN.least, Math.min(SHOWN.most, Math.floor(SHOWN_OF_ROW / columns)));

export function describeChange(plan: Plan, source: TextRow, target: TextRow): Difference {
  const differing = plan.columns.flatMap((column, index) => {
    const [one, other] = [source[index] ?? null, target[index] ?? null];
    return areEqual(one, other, column.loose) ? [] : [{ column, index, one, other }];
  });
  const length = lengthFor(differing.length);
  const columns = differing.map(({ column, index, one, other }) => ({
    name: column.name,
    ...showBoth(column, [one, other], length),
    causes: causesOfValue(plan, index, source, target),
  }));
  return {
    key: keyOf(plan, source),
    kind: 'changed',
    columns: [...partsOf(plan, source, target), ...columns],
  };
}

/** Makes an example of a changed row for a cause. */
export const exampleIn =
  (plan: Plan, [source, target]: readonly [source: TextRow, target: TextRow]) =>
  (place: number): Example => ({
    key: keyOf(plan, source),
    ...showBoth(
      plan.columns[place]!,
      [source[place] ?? null, target[place] ?? null],
      lengthFor(plan.columns.length),
    ),
  });

/** Two values around their first difference. */
function showBoth(
  column: PlannedColumn,
  values: readonly [source: string | null, target: string | null],
  length: number,
): Pick<Example, 'source' | 'target'> {
  const [source, target] = (column.utf8 && textsOf(...values)) || values;
  const before = Math.min(BEFORE, length / 4);
  const start = Math.max(0, firstDifference(source ?? '', target ?? '') - before);
  return {
    source: show(column, source, { start, length }),
    target: show(column, target, { start, length }),
  };
}

export function describeRow(plan: Plan, kind: 'missing' | 'extra', row: TextRow): Difference {
  const length = lengthFor(plan.columns.length);
  const columns = plan.columns.map((column, index) => {
    const text = showOne(column, row[index] ?? null, length);
    return {
      name: column.name,
      source: kind === 'missing' ? text : null,
      target: kind === 'extra' ? text : null,
    };
  });
  const parts = kind === 'missing' ? partsOf(plan, row, undefined) : partsOf(plan, undefined, row);
  return { key: keyOf(plan, row), kind, columns: [...parts, ...columns] };
}

/** A row of which only the hash was read. */
export const describeUnread = (plan: Plan, kind: Difference['kind'], id: RowId): Difference => ({
  key: plan.keyed && plan.identity === 'key' ? showKey(plan, id) : null,
  kind,
  columns: [],
});

/** Where a side consists of several tables: the table of the row, shown like a column. */
function partsOf(
  { partOf }: Plan,
  source: TextRow | undefined,
  target: TextRow | undefined,
): Difference['columns'] {
  const parts = {
    source: (source && partOf.source?.(source)) ?? null,
    target: (target && partOf.target?.(target)) ?? null,
  };
  return parts.source === null && parts.target === null ? [] : [{ name: '(table)', ...parts }];
}

export const keyOf = (plan: Plan, row: TextRow): Difference['key'] =>
  plan.keyed
    ? showKey(
        plan,
        plan.source.key.map((place) => row[place] ?? null),
      )
    : null;

const showKey = ({ source, columns }: Plan, texts: TextRow): TextRow =>
  source.key.map((place, index) => {
    const column = columns[place];
    return column ? showOne(column, texts[index] ?? null, SHOWN.most) : null;
  });

const showOne = (column: PlannedColumn, text: string | null, length: number): string | null =>
  show(column, (column.utf8 && textsOf(text, null)?.[0]) || text, { start: 0, length });

/** The part of a value that is kept. */
function show(
  { masked }: PlannedColumn,
  text: string | null,
  { start, length }: { start: number; length: number },
): string | null {
  if (text === null || masked) return hideValue(text);
  if (text.length <= length) return text;
  const shown = detached(text.slice(start, start + length));
  return `${start > 0 ? '…' : ''}${shown}${start + length < text.length ? '…' : ''}`;
}
