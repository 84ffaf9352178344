import type { Kysely, Selectable, Updateable } from 'kysely';
import { withEnglish } from '../../../contract/messages/english.ts';
import type { Job, JobState } from '../../../contract/jobs.ts';
import { type Message, asFault, readMessageOrText } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { JobTable } from '../../platform/db/job-tables.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import type { Failure, Progress } from './leased-work-service.ts';

/** Lease of a job in milliseconds: its process renews it, or another process starts the job anew. */
const LEASE = 15_000;

/** Tables whose rows are jobs. */
type Name = 'assessment' | 'dependency_read';

interface Kind<N extends Name> {
  table: N;
  /** Number of finished jobs kept per project. */
  kept: number;
  said: { unknown: Parameters<typeof notFound>[0]; underWay: Message; ended: Message };
  /** Deletes a job's partial results, because it is restarted or has failed. */
  dropFound(tx: Db, id: number): Promise<unknown>;
  /** Columns to set when work on the job starts. */
  begin?(): Updateable<Tables[N]>;
}

/** Further columns that the table's feature sets when a job ends. */
type Ending<N extends Name> = Partial<Failure> & Omit<Updateable<Tables[N]>, keyof JobTable>;

/** Access to a table of jobs: each is queued, claimed by one process under a lease, and left in its final state. */
export function createLeasedJobs<N extends Name>({ table, kept, said, dropFound, begin }: Kind<N>) {
  type Stored = Selectable<Tables[N]>;
  const name = table as 'job';
  const of = (db: Db) => db as unknown as Kysely<{ job: JobTable }>;
  const asStored = (row: Selectable<JobTable>) => row as Stored;

  const ofProject = (db: Db, projectId: number) =>
    of(db).selectFrom(name).selectAll().where('project_id', '=', projectId).orderBy('id', 'desc');
  const own = (db: Db, id: number, owner: string) =>
    of(db).updateTable(name).where('id', '=', id).where('owner', '=', owner);
  const claimable = (db: Db) =>
    of(db)
      .selectFrom(name)
      .select('id')
      .where((where) =>
        where.or([
          where('state', '=', 'queued'),
          where.and([where('state', '=', 'running'), where('lease_until', '<', timestampNow())]),
        ]),
      )
      .orderBy('id')
      .limit(1);

  const findJob = async (db: Db, projectId: number, id: number) => {
    const found = await ofProject(db, projectId).where('id', '=', id).executeTakeFirst();
    if (!found) throw notFound(said.unknown);
    return found;
  };
  const finished = (db: Db, projectId: number) =>
    ofProject(db, projectId).where('state', '=', 'finished');

  return {
    /** @throws ProblemError `not-found` */
    find: async (db: Db, projectId: number, id: number): Promise<Stored> =>
      asStored(await findJob(db, projectId, id)),

    /** Jobs of a project, newest first. */
    list: async (db: Db, projectId: number): Promise<Stored[]> =>
      (await ofProject(db, projectId).execute()).map(asStored),

    /** The newest finished job. */
    async findNewest(db: Db, projectId: number): Promise<Stored | undefined> {
      const found = await finished(db, projectId).limit(1).executeTakeFirst();
      return found && asStored(found);
    },

    hasClaimable: async (db: Db): Promise<boolean> =>
      (await claimable(db).executeTakeFirst()) !== undefined,

    /** @throws ProblemError `conflict` if the project has a queued or running job */
    async expectNone(tx: Db, projectId: number): Promise<void> {
      const active = await ofProject(tx, projectId)
        .where('state', 'in', ['queued', 'running'])
        .limit(1)
        .executeTakeFirst();
      if (active) throw conflict(said.underWay);
    },

    /** @throws ProblemError `not-found`; `conflict` if it has ended */
    cancel: (store: Store, projectId: number, id: number): Promise<void> =>
      store.transaction(async (tx) => {
        const { state } = await findJob(tx, projectId, id);
        if (state !== 'queued' && state !== 'running') throw conflict(said.ended);
        await of(tx)
          .updateTable(name)
          .set(
            state === 'queued'
              ? { state: 'cancelled', finished_at: timestampNow() }
              : { cancelling: 1 },
          )
          .where('id', '=', id)
          .execute();
      }),

    /** Claims the next job without a valid lease, and deletes its partial results. */
    claim: (store: Store, owner: string): Promise<Stored | undefined> =>
      store.transaction(async (tx) => {
        const next = claimable(tx);
        const found = await (
          store.kind === 'postgresql' ? next.forUpdate().skipLocked() : next
        ).executeTakeFirst();
        if (!found) return undefined;
        await dropFound(tx, found.id);
        const claimed = await of(tx)
          .updateTable(name)
          .set({
            state: 'running',
            owner,
            lease_until: timestampIn(LEASE),
            done: 0,
            error: null,
            ...begin?.(),
          })
          .where('id', '=', found.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return asStored(claimed);
      }),

    /**
     * Renews the owner's lease and saves the progress.
     * @returns a request made meanwhile, such as to cancel
     */
    async renew(
      db: Db,
      id: number,
      owner: string,
      progress: Progress,
    ): Promise<'cancelled' | 'lost' | null> {
      const row = await own(db, id, owner)
        .set({ lease_until: timestampIn(LEASE), ...progress })
        .where('state', '=', 'running')
        .returning('cancelling')
        .executeTakeFirst();
      if (!row) return 'lost';
      return row.cancelling === 1 ? 'cancelled' : null;
    },

    isOwn: async (tx: Db, id: number, owner: string): Promise<boolean> =>
      (await of(tx)
        .selectFrom(name)
        .select('id')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .executeTakeFirst()) !== undefined,

    /** Ends a job in its final state, and deletes older ones. */
    async leave(
      tx: Db,
      { id, project_id: projectId }: Pick<Selectable<JobTable>, 'id' | 'project_id'>,
      owner: string,
      state: JobState,
      { error, ...rest }: Ending<N> = {} as Ending<N>,
    ): Promise<void> {
      const left = await own(tx, id, owner)
        .set((to) => ({
          state,
          ...rest,
          ...(state === 'finished' && { done: to.ref('total') }),
          error: error ? asFault(error) : null,
          owner: null,
          lease_until: null,
          current: null,
          finished_at: state === 'queued' ? null : timestampNow(),
        }))
        .returning('id')
        .executeTakeFirst();
      if (!left) return;
      if (state !== 'finished') await dropFound(tx, id);
      const staying = await finished(tx, projectId).limit(kept).execute();
      await of(tx)
        .deleteFrom(name)
        .where('project_id', '=', projectId)
        .where('state', 'not in', ['queued', 'running'])
        .where('id', 'not in', [id, ...staying.map((one) => one.id)])
        .execute();
    },

    /** A job as the API shows it. @param names - usernames by id */
    present: (stored: Selectable<JobTable>, names: ReadonlyMap<number, string>): Job => ({
      id: stored.id,
      Project_Id: stored.project_id,
      state: stored.state,
      created_by: stored.created_by === null ? null : (names.get(stored.created_by) ?? null),
      created_at: stored.created_at,
      finished_at: stored.finished_at,
      total: stored.total,
      done: stored.done,
      current: stored.current,
      ...withEnglish('error', stored.error === null ? null : readMessageOrText(stored.error)),
      connection_failed: stored.connection_failed === 1,
    }),
  };
}
