import { sql } from 'kysely';
import { DAY } from '../../../contract/days.ts';
import { type Dashboard, STALE_DAYS } from '../../../contract/dashboard.ts';
import type { NextStep } from '../../../contract/next-steps.ts';
import { hasEnded, lastToday, timestampIn, timestampNow, today } from '../../platform/clock.ts';
import type { Store, Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { forbidden } from '../../platform/problem.ts';
import { versionsOfProjects } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { TrendService } from '../proof/pairs/trend-service.ts';
import type { UserService } from '../users/service.ts';
import { type Figures, readFigures, type Tally } from './figures.ts';
import { readNextSteps } from './next-steps.ts';
import { readTasks } from './tasks.ts';
import { noProgress } from '../objects/service.ts';

export interface DashboardService {
  /** The state of all projects visible to the actor, or of one. @throws ProblemError `forbidden` */
  read(actor: Actor, projectId: number | null): Promise<Dashboard>;
  /** The next step of each project that is not archived. */
  nextSteps(): Promise<NextStep[]>;
}

/** Most projects with cached figures. */
const REMEMBERED = 500;

export function createDashboardService(
  { longReads: db }: Store,
  users: UserService,
  members: MemberService,
  trend: Pick<TrendService, 'countVerdicts'>,
): DashboardService {
  const readDates = (ids: number[]) =>
    db
      .selectFrom('project')
      .select(['id', 'status', 'planned_start_date as start', 'planned_end_date as end'])
      .where('id', 'in', ids)
      .execute();

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

  /** Cached figures by project, with the day and version that they belong to. */
  const known = new Map<number, { asOf: string; figures: Promise<Figures> }>();

  /** Recounts only projects that have changed since their figures were cached. */
  const figuresOf = async (ids: number[]): Promise<Figures[]> => {
    const day = `${today()} ${lastToday()}`;
    const versions = await versionsOfProjects(db, ids);
    const asOf = (id: number) => `${day} ${versions.get(id)}`;
    const changed = ids.filter((id) => known.get(id)?.asOf !== asOf(id));
    if (changed.length > 0) {
      const counting = readFigures(db, changed, timestampIn(-STALE_DAYS * DAY));
      for (const id of changed) {
        const figures = counting.then((all) => all.get(id)!);
        known.delete(id);
        known.set(id, { asOf: asOf(id), figures });
        // A failure is not cached.
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
    nextSteps: () => readNextSteps(db, trend),
    async read(actor, projectId) {
      const visible = await members.listVisibleProjects(actor);
      if (projectId !== null && !visible.includes(projectId)) throw forbidden();
      const ids = projectId === null ? visible : [projectId];
      // An empty list is not valid SQL, and no id is 0.
      const scope = [0, ...ids];
      const names = await users.names();
      const [dates, figures, tasks, changed] = await Promise.all([
        readDates(scope),
        figuresOf(ids),
        readTasks(db, actor, scope, names),
        readChanged(db, scope),
      ]);
      const counts = sumCounts(figures);
      const people = sumPeople(figures, names);
      const waiting = await readNames(mostOpen(ids, figures));
      return {
        ...counts,
        projects: dates.length,
        open_tests: people.reduce((sum, one) => sum + one.to_test, 0),
        waiting,
        overdue_projects: dates.filter(({ status, end }) => status !== 'completed' && hasEnded(end))
          .length,
        overdue: {
          source: figures.reduce((sum, one) => sum + one.overdue.source, 0),
          target: figures.reduce((sum, one) => sum + one.overdue.target, 0),
        },
        changed,
        progress: sumDays(figures),
        plans: dates.flatMap(({ id, start, end }) => {
          const total = figures[ids.indexOf(id)]!.counts.reduce((sum, { count }) => sum + count, 0);
          return total > 0 ? [{ start, end, total }] : [];
        }),
        people,
        tasks,
        generated_at: timestampNow(),
      };
    },
  };
}

/**
 * Projects with objects whose definition changed after they were verified, most first. Not cached: comparisons find
 * these without writing history, and the few rows have an index of their own.
 */
export const readChanged = (db: Db, ids: number[]): Promise<Dashboard['changed']> =>
  db
    .selectFrom('object')
    .innerJoin('project', 'project.id', 'object.project_id')
    .select(({ fn }) => [
      'project.id as Project_Id',
      'project.name as Project_Name',
      fn.countAll<number>().as('objects'),
    ])
    .where('object.project_id', 'in', ids)
    .where('object.stale_since', 'is not', null)
    .groupBy(['project.id', 'project.name'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('project.id')
    .execute();

/** Numbers of objects by side, type and status. */
function sumCounts(
  figures: Figures[],
): Pick<Dashboard, 'source' | 'target' | 'by_type' | 'stale_objects'> {
  const progress = noProgress();
  const byType = new Map<string, Dashboard['by_type'][number]>();
  const stale = { source: 0, target: 0 };
  for (const row of figures.flatMap(({ counts }) => counts)) {
    const { side, type_id, status, count } = row;
    const sum = progress[side];
    sum[status] += count;
    sum.total += count;
    sum.missing += row.missing;
    if (status !== 'verified') stale[side] += row.untouched;
    const key = `${side} ${type_id}`;
    const none = { object_type_id: type_id, side, pending: 0, migrated: 0, verified: 0 };
    const type = byType.get(key) ?? (none as Dashboard['by_type'][number]);
    type[status] += count;
    byType.set(key, type);
  }
  const by_type = [...byType.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, type]) => type);
  return { ...progress, by_type, stale_objects: stale };
}

/** Cumulative sums for each day with a change. */
function sumDays(figures: Figures[]): Dashboard['progress'] {
  const byDay = new Map<string, { migrated: number; verified: number }>();
  for (const { days } of figures) {
    for (const [day, { migrated, verified }] of days) {
      const sums = byDay.get(day) ?? { migrated: 0, verified: 0 };
      sums.migrated += migrated;
      sums.verified += verified;
      byDay.set(day, sums);
    }
  }
  const running = { migrated: 0, verified: 0 };
  return [...byDay.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, sums]) => {
      running.migrated += sums.migrated;
      running.verified += sums.verified;
      return { day, ...running };
    });
}

/** Busiest first. @param names - usernames by id */
function sumPeople(figures: Figures[], names: ReadonlyMap<number, string>): Dashboard['people'] {
  const people = new Map<number, Tally>();
  for (const [id, tally] of figures.flatMap((one) => [...one.people])) {
    const sum = people.get(id) ?? { migrated: 0, tested: 0, to_migrate: 0, to_test: 0 };
    for (const field of Object.keys(tally) as (keyof Tally)[]) sum[field] += tally[field];
    people.set(id, sum);
  }
  const amount = (one: Tally) => one.migrated + one.tested + one.to_migrate + one.to_test;
  return [...people]
    .map(([id, tally]) => ({ user_id: id, username: names.get(id) ?? '', ...tally }))
    .toSorted((one, other) => amount(other) - amount(one));
}

type Open = Omit<Dashboard['waiting'][number], 'Project_Name'>;
const MAX_WAITING = 3;

/** The projects with the most open tests. @param figures - in the order of the ids */
function mostOpen(ids: number[], figures: Figures[]): Open[] {
  const amount = ({ source, target }: Open) => source + target;
  return figures
    .map(({ open }, index) => ({ Project_Id: ids[index]!, ...open }))
    .filter((one) => amount(one) > 0)
    .toSorted((one, other) => amount(other) - amount(one))
    .slice(0, MAX_WAITING);
}
