import { OBJECT_TYPES } from '../../../contract/engines.ts';
import type { InventoryItem } from '../../../contract/inventory.ts';
import type { Report, Summary } from './use-side.ts';

export type ItemState = 'new' | 'known' | 'gone';
export interface ReportRow {
  item: InventoryItem;
  state: ItemState;
}

/** What the report found, and what was imported once and is not in it any more. */
export function reportRows(report: Report, summary: Summary | null): ReportRow[] {
  const { objectType, schema } = report;
  const gone = summary?.types.find((type) => type.object_type === objectType)?.gone ?? [];
  return [
    ...report.items.map((item): ReportRow => ({ item, state: item.known === 1 ? 'known' : 'new' })),
    ...gone.map((name): ReportRow => ({
      item: {
        table_name: name,
        schema,
        object_type_source: objectType,
        object_type_source_id: OBJECT_TYPES[objectType],
        Project_Id: null,
      },
      state: 'gone',
    })),
  ];
}

export const countStates = (rows: readonly ReportRow[]): Record<ItemState, number> => {
  const counts = { new: 0, known: 0, gone: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
};

/** Routines that share a name carry their argument types in it, so this is unique in a report. */
export const rowId = ({ item }: ReportRow): string =>
  JSON.stringify([item.schema, item.table_name]);
