import type { ObjectQuery } from '../../../contract/objects.ts';
import type { Db } from '../../platform/db/store.ts';
import { versionsOfProjects } from '../history/service.ts';
import { type ObjectScope, countObjects } from './repository.ts';

/** How many objects match. */
export type CountTotal = (scope: ObjectScope, query: ObjectQuery) => Promise<number>;

/** Runs write them, and no history. */
const OF_PROOF = ['structure_result', 'data_result', 'call_result', 'stale_since'] as const;

/** Totals that are kept. */
const REMEMBERED = 200;

/**
 * Remembers totals until something of the project changes: whoever scrolls through a list
 * asks for one window after the other, and all have the same total.
 */
export function rememberTotals(db: Db): CountTotal {
  const known = new Map<string, { asOf: number; total: number }>();
  return async (scope, query) => {
    if (OF_PROOF.some((column) => query.filter[column])) return countObjects(db, scope, query);
    const { projectId } = scope;
    const asOf = (await versionsOfProjects(db, [projectId])).get(projectId) ?? 0;
    const key = JSON.stringify([scope, query.filter, query.q]);
    const before = known.get(key);
    if (before?.asOf === asOf) return before.total;
    const total = await countObjects(db, scope, query);
    known.delete(key);
    known.set(key, { asOf, total });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
    return total;
  };
}
