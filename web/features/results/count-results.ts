import type { ObjectRow, ObjectStatus } from '../../../contract/objects.ts';

export type ResultCounts = Record<ObjectStatus | 'all' | 'missing', number>;

/** How far a side is. Missing objects count under their status, too. */
export function countResults(rows: readonly ObjectRow[]): ResultCounts {
  const counts = { all: rows.length, pending: 0, migrated: 0, verified: 0, missing: 0 };
  for (const row of rows) {
    counts[row.status] += 1;
    if (row.missing_since) counts.missing += 1;
  }
  return counts;
}
