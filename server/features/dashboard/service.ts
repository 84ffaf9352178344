import { sql } from 'kysely';
import { type Dashboard, STALE_DAYS } from '../../../contract/dashboard.ts';
import { timestampIn, timestampNow, today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { forbidden } from '../../platform/problem.ts';
import { lastHistoryId } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { UserService } from '../users/service.ts';
import { readCounts } from './counts.ts';
import { readTasks } from './tasks.ts';
import { readWork } from './work.ts';

export interface DashboardService {
  /** Where the projects stand that the actor sees, or one of them. @throws ProblemError `forbidden` */
  read(actor: Actor, projectId: number | null): Promise<Dashboard>;
}

const DAY = 24 * 60 * 60_000;
/** Scopes whose overview is kept. */
const REMEMBERED = 50;

export function createDashboardService(
  { aside: db }: Store,
  users: UserService,
  members: MemberService,
): DashboardService {
  const readPlan = async (ids: number[]) =>
    db
      .selectFrom('project')
      .select(({ fn }) => [
        fn.countAll<number>().as('projects'),
        fn.min('planned_start_date').as('start'),
        fn.max('planned_end_date').as('end'),
        sql<number>`coalesce(sum(case when status <> 'completed' and planned_end_date < ${today()} then 1 else 0 end), 0)`.as(
          'overdue',
        ),
      ])
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();

  const computeOverview = async (ids: number[], names: ReadonlyMap<number, string>) => {
    const [plan, counts, work] = await Promise.all([
      readPlan(ids),
      readCounts(db, ids, timestampIn(-STALE_DAYS * DAY)),
      readWork(db, ids, names),
    ]);
    return { plan, counts, work };
  };

  /** What is the same for everybody who sees these projects, counted anew only after a change. */
  const overviews = new Map<
    string,
    { asOf: string; overview: ReturnType<typeof computeOverview> }
  >();
  const readOverview = async (ids: number[], names: ReadonlyMap<number, string>) => {
    const asOf = `${today()} ${await lastHistoryId(db)}`;
    const key = ids.join();
    const known = overviews.get(key);
    if (known?.asOf === asOf) return known.overview;
    const overview = computeOverview(ids, names);
    overviews.delete(key);
    overviews.set(key, { asOf, overview });
    if (overviews.size > REMEMBERED) overviews.delete(overviews.keys().next().value!);
    // A failure is not remembered.
    overview.catch(() => overviews.delete(key));
    return overview;
  };

  return {
    async read(actor, projectId) {
      const visible = await members.listVisibleProjects(actor);
      if (projectId !== null && !visible.includes(projectId)) throw forbidden();
      // No id is 0: an empty list is no SQL.
      const ids = projectId === null ? [0, ...visible] : [projectId];
      const names = await users.names();
      const [{ plan, counts, work }, tasks] = await Promise.all([
        readOverview(ids, names),
        readTasks(db, actor, ids, names),
      ]);
      const { source, target, by_type, stale } = counts;
      return {
        projects: plan.projects,
        source,
        target,
        open_tests: work.openTests,
        overdue_projects: plan.overdue,
        stale_objects: stale,
        progress: work.days,
        plan:
          plan.start === null || plan.end === null
            ? null
            : { start: plan.start, end: plan.end, total: source.total + target.total },
        by_type,
        people: work.people,
        tasks,
        generated_at: timestampNow(),
      };
    },
  };
}
