import pLimit from 'p-limit';
import { DAY } from '../../../../contract/days.ts';
import { type ProvenProject, TREND_DAYS, type TrendDay } from '../../../../contract/proof/trend.ts';
import { timestampIn, timestampNow } from '../../../platform/clock.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { versionsOfProjects } from '../../history/service.ts';
import type { MemberService } from '../../members/service.ts';
import { expectProject } from '../../projects/lookup-service.ts';
import type { Verdict } from '../../../../contract/proof/verdicts.ts';
import { verdictOf } from './verdict.ts';

/** How long figures stay current before they are counted again. Milliseconds. */
const COUNTED_EVERY = 15 * 60_000;
/** Projects that are counted at once: after a start all of them are due, and other requests need connections, too. */
const AT_ONCE = 2;

type Proven = Pick<ProvenProject, 'total' | 'proven' | 'accepted'>;
/** Number of pairs by verdict; those that do not occur are missing. */
export type VerdictCounts = Partial<Record<Verdict, number>>;

/** How much of a project was proven day by day. Verdicts are known for now only, so former figures are stored. */
export interface TrendService {
  read(projectId: number): Promise<TrendDay[]>;
  /** How much is proven now of each project visible to the actor that has pairs to prove, those with the most open ones first. */
  readNow(actor: Actor): Promise<ProvenProject[]>;
  /** The verdicts of each of these projects, in their order. */
  countVerdicts(ids: number[]): Promise<VerdictCounts[]>;
  /** Whether a project's figures of today are missing or old. */
  isDue(): Promise<boolean>;
  /** Counts and saves the figures that are due. */
  record(): Promise<void>;
  /** Saves a project's figures of these days, for the sample's history. */
  keep(projectId: number, days: readonly TrendDay[]): Promise<void>;
}

/** Saves figures, in place of earlier ones of the same day. */
const saveDay = (db: Db, { at, ...figures }: TrendDay & { project_id: number; at: string }) =>
  db
    .insertInto('proof_day')
    .values({ ...figures, at })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'day'])
        .doUpdateSet({ total: figures.total, proven: figures.proven, at }),
    )
    .execute();

export function createTrendService(
  store: Store,
  members: Pick<MemberService, 'listVisibleProjects'>,
): TrendService {
  const due = (db: Db) => {
    const now = timestampNow();
    return db
      .selectFrom('project')
      .select('project.id')
      .where('archived_at', 'is', null)
      .where((where) =>
        where.exists(
          where.selectFrom('pair').select('pair.id').whereRef('project_id', '=', 'project.id'),
        ),
      )
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('proof_day')
              .select('day')
              .whereRef('project_id', '=', 'project.id')
              .where('day', '=', now.slice(0, 10))
              .where('at', '>', timestampIn(-COUNTED_EVERY)),
          ),
        ),
      );
  };

  /** The verdicts of each project, with the versions that were counted, and when. */
  const known = new Map<number, { of: string; at: string; counts: Promise<VerdictCounts> }>();
  const inTurn = pLimit(AT_ONCE);

  /** Counts only projects that have changed or were compared since, and those that were counted long ago. */
  const countVerdicts = async (ids: number[]): Promise<VerdictCounts[]> => {
    const changed = await versionsOfProjects(store.longReads, ids);
    const compared = await versionsOfProjects(store.longReads, ids, 'evidence');
    const outdated = timestampIn(-COUNTED_EVERY);
    // This also forgets deleted projects.
    for (const [id, { at }] of known) if (at <= outdated) known.delete(id);
    return Promise.all(
      ids.map((id) => {
        const of = `${changed.get(id)} ${compared.get(id)}`;
        const last = known.get(id);
        if (last?.of === of) return last.counts;
        const counts = inTurn(() => readVerdicts(store.longReads, id));
        known.set(id, { of, at: timestampNow(), counts });
        // A failure is not kept.
        counts.catch(() => known.delete(id));
        return counts;
      }),
    );
  };

  return {
    async read(projectId) {
      await expectProject(store.db, projectId);
      return store.db
        .selectFrom('proof_day')
        .select(['day', 'total', 'proven'])
        .where('project_id', '=', projectId)
        .where('day', '>', timestampIn(-TREND_DAYS * DAY).slice(0, 10))
        .orderBy('day')
        .execute();
    },

    async readNow(actor) {
      const ids = await members.listVisibleProjects(actor);
      const projects = await store.db
        .selectFrom('project')
        .select(['id as Project_Id', 'name as Project_Name'])
        // An empty list is not valid SQL, and no id is 0.
        .where('id', 'in', [0, ...ids])
        .orderBy('id')
        .execute();
      const counts = await countVerdicts(projects.map(({ Project_Id: id }) => id));
      const counted = projects.map((project, at) => ({ ...project, ...provenOf(counts[at]!) }));
      return counted
        .filter(({ total }) => total > 0)
        .toSorted((one, other) => openOf(other) - openOf(one));
    },

    countVerdicts,

    isDue: async () => (await due(store.db).limit(1).executeTakeFirst()) !== undefined,

    async record() {
      for (const { id } of await due(store.longReads).execute()) {
        const { total, proven } = provenOf(await readVerdicts(store.longReads, id));
        const at = timestampNow();
        await store.transaction(async (tx) => {
          const stillThere = tx.selectFrom('project').select('id').where('id', '=', id);
          if (!(await stillThere.executeTakeFirst())) return;
          await saveDay(tx, { project_id: id, day: at.slice(0, 10), total, proven, at });
        }, `proof day ${id}`);
      }
    },

    async keep(projectId, days) {
      const now = timestampNow();
      for (const figures of days) {
        const at = figures.day < now.slice(0, 10) ? `${figures.day}T20:00:00.000Z` : now;
        await saveDay(store.db, { project_id: projectId, ...figures, at });
      }
    },
  };
}

const openOf = ({ total, proven }: ProvenProject): number => total - proven;

async function readVerdicts(db: Db, projectId: number): Promise<VerdictCounts> {
  const groups = await db
    .selectFrom('pair')
    .select(({ fn }) => [verdictOf(projectId).as('verdict'), fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('first_object_id', 'is not', null)
    .groupBy('verdict')
    .execute();
  return Object.fromEntries(groups.map(({ verdict, count }) => [verdict, Number(count)]));
}

/** Number of pairs that have to be proven, of those that are, including accepted ones, and of the accepted ones. */
function provenOf(counts: VerdictCounts): Proven {
  const { decided = 0, belongs = 0, proven = 0, accepted = 0 } = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { total: all - decided - belongs, proven: proven + accepted, accepted };
}
