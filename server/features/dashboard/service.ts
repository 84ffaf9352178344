import { sql } from 'kysely';
import { type Dashboard, STALE_DAYS } from '../../../contract/dashboard.ts';
import { timestampIn, timestampNow, today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { forbidden } from '../../platform/problem.ts';
import { versionsOfProjects } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { UserService } from '../users/service.ts';
import { readChanged } from './changed.ts';
import { type Figures, readFigures } from './figures.ts';
import { type Open, mostOpen, sumCounts, sumDays, sumPeople } from './sums.ts';
import { readTasks } from './tasks.ts';

export interface DashboardService {
  /** Where the projects stand that the actor sees, or one of them. @throws ProblemError `forbidden` */
  read(actor: Actor, projectId: number | null): Promise<Dashboard>;
}

const DAY = 24 * 60 * 60_000;
/** Projects whose figures are kept. */
const REMEMBERED = 500;

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

  const readNames = async (open: Open[]): Promise<Dashboard['waiting']> => {
    if (open.length === 0) return [];
    const named = await db
      .selectFrom('project')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        open.map(({ Project_Id }) => Project_Id),
      )
      .execute();
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return open.map((one) => ({ ...one, Project_Name: names.get(one.Project_Id) ?? '' }));
  };

  /** Figures of a project, and as of which day and version. */
  const known = new Map<number, { asOf: string; figures: Promise<Figures> }>();

  /** Counts only the projects that have changed since they were last asked for. */
  const figuresOf = async (ids: number[]): Promise<Figures[]> => {
    const day = today();
    const versions = await versionsOfProjects(db, ids);
    const asOf = (id: number) => `${day} ${versions.get(id)}`;
    const changed = ids.filter((id) => known.get(id)?.asOf !== asOf(id));
    if (changed.length > 0) {
      const counting = readFigures(db, changed, timestampIn(-STALE_DAYS * DAY));
      for (const id of changed) {
        const figures = counting.then((all) => all.get(id)!);
        known.delete(id);
        known.set(id, { asOf: asOf(id), figures });
        // A failure is not remembered.
        figures.catch(() => known.delete(id));
      }
    }
    const wanted = ids.map((id) => known.get(id)!.figures);
    for (const id of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(id);
    }
    return Promise.all(wanted);
  };

  return {
    async read(actor, projectId) {
      const visible = await members.listVisibleProjects(actor);
      if (projectId !== null && !visible.includes(projectId)) throw forbidden();
      const ids = projectId === null ? visible : [projectId];
      // No id is 0: an empty list is no SQL.
      const scope = [0, ...ids];
      const names = await users.names();
      const [plan, figures, tasks, changed] = await Promise.all([
        readPlan(scope),
        figuresOf(ids),
        readTasks(db, actor, scope, names),
        readChanged(db, scope),
      ]);
      const counts = sumCounts(figures);
      const people = sumPeople(figures, names);
      const waiting = await readNames(mostOpen(ids, figures));
      return {
        ...counts,
        projects: plan.projects,
        open_tests: people.reduce((sum, one) => sum + one.to_test, 0),
        waiting,
        overdue_projects: plan.overdue,
        changed,
        progress: sumDays(figures),
        plan:
          plan.start === null || plan.end === null
            ? null
            : {
                start: plan.start,
                end: plan.end,
                total: counts.source.total + counts.target.total,
              },
        people,
        tasks,
        generated_at: timestampNow(),
      };
    },
  };
}
