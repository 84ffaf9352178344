import type { TextRow } from '../../../../connectors/core/data.ts';
import type { Copies } from './compare-copies.ts';
import { addNote } from './notes.ts';
import type { Plan } from './plan.ts';

/**
 * The plan with the first of these keys that identifies the rows of both sides, where it has none yet.
 * @param keys - by source names, as the queries of views tell them
 */
export function withKeyOfView(
  plan: Plan,
  keys: readonly (readonly string[])[],
  copies: Copies,
): Plan {
  if (plan.keyed) return plan;
  const places = keys
    .map((names) => names.map((name) => plan.columns.findIndex((column) => column.name === name)))
    .find(
      (key) =>
        key.every((place) => isExact(plan, place)) && copies.every((rows) => isUnique(rows, key)),
    );
  if (!places) return plan;
  const columns = places.map((place) => plan.columns[place]!);
  const notes: Plan['notes'] = new Map(plan.notes);
  notes.delete('keyless');
  for (const { name } of columns) addNote(notes, 'keyOfView', name);
  return {
    ...plan,
    source: { ...plan.source, key: places },
    target: { ...plan.target, key: places },
    keyed: true,
    // A masked key must not be stored.
    identity: columns.some(({ masked }) => masked) ? 'hash' : 'key',
    notes,
  };
}

/** Whether it is compared by its texts, as rows are found by their keys. */
function isExact({ columns, source, target }: Plan, place: number): boolean {
  const isReplaced = [source, target].some(
    (reading) => reading.columns[place]?.expression !== undefined,
  );
  return columns[place]?.loose === null && !isReplaced;
}

function isUnique(rows: readonly TextRow[], key: readonly number[]): boolean {
  const found = new Set(rows.map((row) => JSON.stringify(key.map((place) => row[place]))));
  return found.size === rows.length;
}
