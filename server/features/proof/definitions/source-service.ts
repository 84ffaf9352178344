import type { Side } from '../../../../contract/fields.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { withDeadline } from '../../../platform/deadline.ts';
import { timestampIn, timestampNow } from '../../../platform/clock.ts';
import { jsonIds } from '../../../platform/db/sql-parts.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Log } from '../../../platform/log.ts';
import type { DatabaseService } from '../../databases/service.ts';
import { readProofSettings } from '../../databases/settings-service.ts';
import type { NotificationService } from '../../notifications/service.ts';
import type { DefinitionSource, WantedObject } from '../pairs/types.ts';
import { findSnapshots, readDefinitions, saveSnapshots } from './snapshots.ts';

/** Objects that are read or looked up at a time, to limit memory. */
const CHUNK = 500;
/** How long a definition counts as recent, and how long reading may take at most. Milliseconds. */
const LATE = 3_600_000;
const MAX_TIME = 60_000;

/** Definitions of objects, for matching. */
export function createDefinitionSource(
  store: Store,
  databases: DatabaseService,
  notifications: NotificationService,
  log: Log,
): DefinitionSource {
  const findOld = async (objects: readonly WantedObject[]): Promise<WantedObject[]> => {
    const since = timestampIn(-LATE);
    const old: WantedObject[] = [];
    for (let start = 0; start < objects.length; start += CHUNK) {
      const chunk = objects.slice(start, start + CHUNK);
      const ids = chunk.map(({ id }) => id);
      const late = await store.longReads
        .selectFrom('snapshot')
        .select('object_id')
        .where('object_id', 'in', jsonIds(store.kind, ids))
        .where('read_at', '>', since)
        .execute();
      const known = new Set(late.map(({ object_id }) => object_id));
      old.push(...chunk.filter(({ id }) => !known.has(id)));
    }
    return old;
  };

  const readSide = async (
    projectId: number,
    side: Side,
    objects: readonly WantedObject[],
    signal: AbortSignal,
  ): Promise<void> => {
    if (objects.length === 0) return;
    const { database } = await databases.openPool(projectId, side, signal);
    const settings = await readProofSettings(store.db, projectId);
    try {
      for (let start = 0; start < objects.length; start += CHUNK) {
        const began = timestampNow();
        const read = await readDefinitions(database, objects.slice(start, start + CHUNK), settings);
        await store.transaction((tx) =>
          saveSnapshots(store, tx, notifications, projectId, read, began, timestampNow()),
        );
      }
    } finally {
      await database.close();
    }
  };

  return {
    async readAnew(projectId, objects, signal) {
      const old = await findOld(objects);
      const { read, late } = await withDeadline(MAX_TIME, signal, async (until) => ({
        read: await Promise.allSettled(
          (['source', 'target'] as const).map((side) =>
            readSide(
              projectId,
              side,
              old.filter((object) => object.side === side),
              until,
            ),
          ),
        ),
        late: until.aborted,
      }));
      signal?.throwIfAborted();
      for (const one of read) {
        if (one.status === 'fulfilled') continue;
        const reason: unknown = one.reason;
        // Where a database does not answer, objects are matched by names alone.
        if (!late && !(reason instanceof ConnectorError)) throw reason;
        log.info({ err: reason, project: projectId }, 'Objects are matched without their columns');
      }
    },
    async visit(objectIds, see) {
      for (let start = 0; start < objectIds.length; start += CHUNK) {
        const found = await findSnapshots(store.longReads, objectIds.slice(start, start + CHUNK));
        for (const [id, { definition }] of found) see(id, definition);
      }
    },
  };
}
