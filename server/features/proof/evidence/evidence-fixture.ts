import type { Store } from '../../../platform/db/store.ts';
import { addEvidence } from './add-evidence.ts';

/** Evidence of a call whose answers differ. @returns its id */
export const addCallEvidence = (
  store: Store,
  { id, pair }: { id: number; pair: number },
): Promise<number> =>
  store.transaction((tx) =>
    addEvidence(store.kind, tx, {
      projectId: id,
      pairId: pair,
      kind: 'call',
      userId: null,
      runId: null,
      result: 'different',
      detail: {
        servers: { source: null, target: null },
        hashes: { source: [], target: [] },
        rows_source: null,
        rows_target: null,
        differences: 1,
        milliseconds: 1,
        notes: [],
        detail: { comparisons: [] },
      },
    }),
  );
