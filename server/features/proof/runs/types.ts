import type { Run } from '../../../../contract/proof/runs.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { DatabasePool, DatabaseService, Opened } from '../../databases/service.ts';
import type { PairService } from '../pairs/service.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { CallService } from '../calls/service.ts';
import type { DefinitionService } from '../definitions/service.ts';
import type { RunProgress, StoredRun } from './lease.ts';

export interface RunTools {
  store: Store;
  databases: DatabaseService;
  pairs: PairService;
  definitions: DefinitionService;
  calls: Pick<CallService, 'runKept'>;
  vault: Pick<Vault, 'mark'>;
}

/** What a process knows of its run while it works on it. */
export interface RunContext {
  run: StoredRun;
  owner: string;
  signal: AbortSignal;
  progress: RunProgress & { current: Run['current'] };
}

export interface RunSides extends Record<'source' | 'target', Opened<DatabasePool>> {
  /** Which databases these are. */
  places: string;
}
