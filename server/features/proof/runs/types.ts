import type { Store } from '../../../platform/db/store.ts';
import type { DatabasePool, DatabaseService, Opened } from '../../databases/service.ts';
import type { PairService } from '../pairs/service.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { StructureService } from '../definitions/service.ts';
import type { Progress, StoredRun } from './repository.ts';

export interface RunTools {
  store: Store;
  databases: DatabaseService;
  pairs: PairService;
  structure: StructureService;
  vault: Pick<Vault, 'mark'>;
}

/** What a run's process knows of it while it works. */
export interface RunContext {
  run: StoredRun;
  owner: string;
  signal: AbortSignal;
  progress: Progress & { current: string[] };
}

export interface Sides extends Record<'source' | 'target', Opened<DatabasePool>> {
  /** Which databases these are. */
  places: string;
}
