import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { versionsOfProjects } from '../history/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import { createStandingReader, isAsSigned } from './judge.ts';
import {
  type StoredSignoff,
  groupByScope,
  isOfProject,
  listAllSignoffs,
  scopeOf,
  setReopened,
} from './repository.ts';

/** Milliseconds between two checks: a run changes something with each pair, and hashing many pairs takes seconds. */
const CHECK_EVERY = 60_000;

/** Notifies signers, once each time, that the proof they signed is no longer the current one. */
export function createReopenedNotifier(store: Store, notifications: NotificationService) {
  let looked = 0;
  const seen = new Map<number, string>();

  const lookAt = async (projectId: number): Promise<void> => {
    const current = (await listAllSignoffs(store.db, projectId)).filter(
      ({ ended_at: ended }) => ended === null,
    );
    const groups = groupByScope(current);
    const read = createStandingReader(store.longReads);
    if (groups.some(isOfProject)) await read({ projectId, waveId: null, pairId: null });
    for (const signed of groups) {
      const now = await read(scopeOf(projectId, signed[0]!));
      for (const one of signed) await notifyIfReopened(projectId, one, isAsSigned(one, now));
    }
  };

  const notifyIfReopened = (
    projectId: number,
    one: StoredSignoff,
    stands: boolean,
  ): Promise<void> =>
    store.transaction(async (tx) => {
      if (!(await setReopened(tx, one.id, stands ? null : timestampNow()))) return;
      if (stands || one.user_id === null) return;
      const kind = one.wave_id === null ? 'signoff-reopened' : 'wave-signoff-reopened';
      const objectId = one.pair_id === null ? null : await firstObjectOf(tx, one.pair_id);
      const role = one.role === 'client' ? one.role : null;
      await notifications.notify(tx, [{ userId: one.user_id, kind, projectId, objectId, role }]);
    });

  return {
    isDue(): boolean {
      // Whichever way the machine's clock was set meanwhile.
      if (Math.abs(Date.now() - looked) < CHECK_EVERY) return false;
      looked = Date.now();
      return true;
    },

    async tellReopened(): Promise<void> {
      for (const projectId of await listSigned(store.db)) {
        const version = await versionOf(store.db, projectId);
        if (seen.get(projectId) === version) continue;
        await lookAt(projectId);
        seen.set(projectId, version);
      }
    },
  };
}

/** Projects with sign-offs, of the whole or a part. */
async function listSigned(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('signoff')
    .innerJoin('project', 'project.id', 'signoff.project_id')
    .select('project.id')
    .distinct()
    .where('ended_at', 'is', null)
    .where('project.archived_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Changes whenever somebody does something, or a run, which writes no history, finds something. */
async function versionOf(db: Db, projectId: number): Promise<string> {
  const { newest } = await db
    .selectFrom('evidence')
    .select(({ fn }) => fn.max('id').as('newest'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return `${(await versionsOfProjects(db, [projectId])).get(projectId)} ${newest}`;
}

async function firstObjectOf(db: Db, pairId: number): Promise<number | null> {
  const pair = await db
    .selectFrom('pair')
    .select('first_object_id')
    .where('id', '=', pairId)
    .executeTakeFirst();
  return pair?.first_object_id ?? null;
}
