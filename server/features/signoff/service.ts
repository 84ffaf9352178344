import { message } from '../../../contract/messages/message.ts';
import type { z } from 'zod';
import type {
  SignedWave,
  Signoff,
  SignoffRole,
  SignoffScope,
  Signoffs,
  sign,
} from '../../../contract/signoff.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/problem.ts';
import type { ClientService } from '../clients/service.ts';
import { type Changes, recordHistory } from '../history/service.ts';
import { readGateSettings } from '../gate/settings-service.ts';
import type { MemberService } from '../members/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import { type ProvenPair, type ProvenScope, namesOfPairs } from '../proof/pairs/proven-service.ts';
import {
  type DemandedRoles,
  type RecordedSignoff,
  type Standing,
  countMissing,
  createStandingReader,
  present,
  readStanding,
} from './judge.ts';
import {
  type StoredSignoff,
  endSignoff,
  findSignoff,
  groupByScope,
  insertSignoff,
  isOfProject,
  listAllSignoffs,
  countReopened,
  listSignoffs,
  readSigned,
  scopeOf,
} from './repository.ts';
import { inChunks, readLines } from './sealed-proof.ts';
import { listUnsignedWaves, readSignedWaves } from './signed-waves.ts';
import { createReopenedNotifier } from './notify-reopened.ts';

type Signed = Pick<z.output<typeof sign.body>, 'role' | 'remark' | 'seen'>;
export type { RecordedSignoff };
export interface SignedPair extends Pick<ProvenPair, 'verdict' | 'hash'> {
  signoff_id: number;
  pair_id: number;
}
/** The sign-offs that a project demands. */
export interface Demanded extends DemandedRoles {
  /** Whether all waves have to be signed as well. */
  waves: boolean;
}
export interface Missing {
  count: number;
  /** Ordered; a wave without a name is named by its number. */
  waves: { id: number; name: string }[];
}
/** Sign-offs of what was proven, and whether they still apply. */
export interface SignoffService {
  /** @throws ProblemError `not-found` */
  read(actor: Actor, projectId: number, scope: SignoffScope): Promise<Signoffs>;
  /**
   * @throws ProblemError `forbidden` for a role that the actor does not have, `conflict` if there is nothing to sign,
   * it is not what was shown, or the project demands another signer, `invalid` if a required remark is missing
   */
  sign(actor: Actor, projectId: number, scope: SignoffScope, signed: Signed): Promise<Signoffs>;
  /** All sign-offs of a project, scope by scope, newest first. */
  all(projectId: number): AsyncIterable<RecordedSignoff[]>;
  /** The pairs of each sign-off as signed, in chunks. */
  signed(projectId: number): AsyncIterable<SignedPair[]>;
  /** Number of missing sign-offs of a project and its waves in their current state, and the waves concerned. */
  listMissing(db: Db, projectId: number, demanded: Demanded): Promise<Missing>;
  /** @throws ProblemError `not-found` */
  waves(projectId: number): Promise<SignedWave[]>;
  /** How many sign-offs of these projects wait to be signed anew, by project and place, the ones that have waited longest first. */
  countReopened(projectIds: readonly number[]): ReturnType<typeof countReopened>;
  /** Whether it is time to check for reopened sign-offs. */
  isDue(): boolean;
  /** Notifies signers, once each time, that the proof they signed is no longer the current one. */
  tellReopened(): Promise<void>;
  /** @throws ProblemError `forbidden` if it is somebody else's, `conflict` if it has ended */
  withdraw(actor: Actor, projectId: number, id: number): Promise<Signoffs>;
}

export function createSignoffService(
  store: Store,
  members: MemberService,
  clients: Pick<ClientService, 'isClient' | 'hasAny'>,
  notifications: NotificationService,
): SignoffService {
  const { longReads } = store;

  const rolesOf = async (db: Db, actor: Actor, projectId: number): Promise<SignoffRole[]> => {
    const own: SignoffRole[] = (await members.list(db, [projectId]))
      .filter(({ userId }) => userId === actor.userId)
      .map(({ role }) => role);
    if (actor.isAdmin) return [...own, 'lead'];
    if (own.length > 0) return own;
    return (await clients.isClient(actor.userId, projectId, db)) ? ['client'] : [];
  };

  const read = async (actor: Actor, scope: ProvenScope, known?: Standing): Promise<Signoffs> => {
    const now = known ?? (await readStanding(longReads, scope));
    const found = await listSignoffs(store.db, scope);
    const signoffs: Signoff[] = [];
    for (const one of found)
      signoffs.push({
        ...(await present(longReads, scope.projectId, one, now)),
        may_withdraw: mayWithdraw(actor, one) ? 1 : 0,
      });
    const { proof: _, ...shown } = now;
    return {
      ...shown,
      roles: await rolesOf(store.db, actor, scope.projectId),
      has_clients: (await clients.hasAny(scope.projectId)) ? 1 : 0,
      signoffs,
    };
  };

  return {
    async read(actor, projectId, asked) {
      const { scope } = await findScope(store.db, projectId, asked);
      return read(actor, scope);
    },

    async sign(actor, projectId, asked, { role, remark = null, seen }) {
      const { scope, waveName } = await findScope(store.db, projectId, asked);
      const expectRole = async (db: Db): Promise<void> => {
        if (!(await rolesOf(db, actor, projectId)).includes(role))
          throw forbidden(message('signoff.notYourRole'));
      };
      await expectRole(store.db);
      // Read before the transaction, which blocks writers: a change meanwhile reopens the sign-off
      // at once.
      const now = await readStanding(longReads, scope);
      expectSignable(now, seen, remark);
      const at = timestampNow();
      await store.transaction(async (tx) => {
        // Checks again, because reading the proof takes a while.
        await expectRole(tx);
        const own = (await listSignoffs(tx, scope)).filter(
          ({ ended_at: ended, user_id: user }) => ended === null && user === actor.userId,
        );
        await expectFourEyes(tx, projectId, role, own);
        for (const { id } of own.filter((one) => one.role === role))
          await endSignoff(tx, id, { end_kind: 'renewed', ended_at: at, ended_by: actor.userId });
        await insertSignoff(tx, {
          project_id: projectId,
          wave_id: scope.waveId,
          wave_name: waveName,
          pair_id: scope.pairId,
          role,
          user_id: actor.userId,
          at,
          remark: remark?.trim() || null,
          ...now,
        });
        await record(tx, actor, scope, 'signed', { signoff: [null, role], wave: [null, waveName] });
      }, `signoff:${projectId}`);
      return read(actor, scope, now);
    },

    async *all(projectId) {
      const groups = groupByScope(await listAllSignoffs(longReads, projectId));
      const readScope = createStandingReader(longReads);
      if (groups.some(isOfProject)) await readScope({ projectId, waveId: null, pairId: null });
      for (const signed of groups) {
        const now = await readScope(scopeOf(projectId, signed[0]!));
        const presented: RecordedSignoff[] = [];
        for (const one of signed) presented.push(await present(longReads, projectId, one, now));
        yield presented;
      }
    },

    async *signed(projectId) {
      for (const { id } of await listAllSignoffs(longReads, projectId))
        for (const pairs of inChunks(readLines(await readSigned(longReads, id))))
          yield pairs.map(({ id: pair, ...line }) => ({ signoff_id: id, pair_id: pair, ...line }));
    },

    async listMissing(db, projectId, demanded) {
      const scope = { projectId, waveId: null, pairId: null };
      const current = (await listSignoffs(db, scope)).filter(
        ({ ended_at: ended }) => ended === null,
      );
      const readScope = createStandingReader(db);
      const missing = await countMissing(readScope, scope, current, demanded);
      const waves = demanded.waves
        ? await listUnsignedWaves(db, readScope, projectId, demanded)
        : [];
      return {
        waves: waves.map(({ wave }) => wave),
        count: waves.reduce((sum, wave) => sum + wave.missing, missing),
      };
    },

    async waves(projectId) {
      await expectProject(store.db, projectId);
      return readSignedWaves(longReads, projectId);
    },

    countReopened: (projectIds) => countReopened(longReads, projectIds),

    ...createReopenedNotifier(store, notifications),

    async withdraw(actor, projectId, id) {
      await expectProject(store.db, projectId);
      const found = await findSignoff(store.db, projectId, id);
      if (!found) throw notFound('what.thisSignoff');
      if (!mayWithdraw(actor, found)) throw forbidden();
      const scope = scopeOf(projectId, found);
      await store.transaction(async (tx) => {
        const end = { ended_at: timestampNow(), ended_by: actor.userId };
        if (!(await endSignoff(tx, id, { end_kind: 'withdrawn', ...end })))
          throw conflict(message('signoff.ended'));
        await record(tx, actor, scope, 'signoff-withdrawn', {
          signoff: [found.role, null],
          wave: [found.wave, null],
        });
      }, `signoff:${projectId}`);
      return read(actor, scope);
    },
  };
}

/** @throws ProblemError `not-found` if the project has no such wave or pair */
async function findScope(
  db: Db,
  projectId: number,
  { wave: waveId = null, pair: pairId = null }: SignoffScope,
): Promise<{ scope: ProvenScope; waveName: string | null }> {
  await expectProject(db, projectId);
  const scope = { projectId, waveId, pairId };
  if (waveId !== null) {
    const wave = await db
      .selectFrom('wave')
      .select(['name', 'position'])
      .where('id', '=', waveId)
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    if (!wave) throw notFound('what.thisWave');
    return { scope, waveName: wave.name ?? String(wave.position) };
  }
  if (pairId !== null && !(await namesOfPairs(db, projectId, [pairId])).has(pairId))
    throw notFound('what.thisPair');
  return { scope, waveName: null };
}

function expectSignable(now: Standing, seen: string, remark: string | null): void {
  if (now.pairs === 0) throw conflict(message('signoff.nothing'));
  const { proof: _, ...current } = now;
  if (now.hash !== seen) throw conflict(message('signoff.changed'), { current });
  if (now.open_pairs + now.unpaired > 0 && !remark?.trim())
    throw invalid([{ field: 'remark', message: message('signoff.remarkNeeded') }]);
}

/** @throws ProblemError `conflict` if the project demands different signers for different roles */
async function expectFourEyes(
  tx: Db,
  projectId: number,
  role: SignoffRole,
  own: readonly StoredSignoff[],
): Promise<void> {
  if (role === 'lead' || !own.some((one) => one.role !== role && one.role !== 'lead')) return;
  const { four_eyes: fourEyes } = await readGateSettings(tx, projectId);
  if (fourEyes) throw conflict(message('signoff.fourEyes'));
}

const mayWithdraw = (actor: Actor, { user_id: user, ended_at: ended }: StoredSignoff): boolean =>
  ended === null && (actor.isAdmin || user === actor.userId);

const record = (
  tx: Db,
  actor: Actor,
  { projectId, pairId }: ProvenScope,
  action: string,
  { wave, ...changes }: Changes,
): Promise<void> =>
  recordHistory(tx, {
    userId: actor.userId,
    entity: pairId === null ? 'project' : 'pair',
    entityId: pairId ?? projectId,
    projectId,
    action,
    changes: { ...changes, ...(wave?.some((name) => name !== null) && { wave }) },
  });
