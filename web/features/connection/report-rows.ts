import type { InventoryItem } from '../../../contract/inventory.ts';
import type { Report } from './use-side.ts';

export type ItemState = 'new' | 'known' | 'gone';
export interface ReportRow {
  item: InventoryItem;
  state: ItemState;
}

/** What the report found, and what was imported once and is not in it any more. */
export const reportRows = ({ items, gone }: Report): ReportRow[] => [
  ...items.map((item): ReportRow => ({ item, state: item.known === 1 ? 'known' : 'new' })),
  ...gone.map((item): ReportRow => ({ item, state: 'gone' })),
];

export const countStates = (rows: readonly ReportRow[]): Record<ItemState, number> => {
  const counts = { new: 0, known: 0, gone: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
};

/** Routines that share a name carry their argument types in it, so this is unique in a report. */
export const rowId = ({ item }: ReportRow): string =>
  JSON.stringify([item.schema, item.object_type_source, item.table_name]);
