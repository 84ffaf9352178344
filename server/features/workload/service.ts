import {
  FINISHED_DAYS,
  type OwnWeek,
  type WorkAmount,
  type Workload,
} from '../../../contract/workload.ts';
import { today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { notFound } from '../../platform/problem.ts';
import { addDays } from '../../platform/working-days.ts';
import { type KnownHours, holderOf, readHours, workLeft } from '../assessment/hours-service.ts';
import type { AssessmentService } from '../assessment/service.ts';
import { type CalendarService, hoursThere } from '../calendar/service.ts';
import type { DependencyService } from '../dependencies/service.ts';
import type { UserService } from '../users/service.ts';
import { sumOf, weekOf } from './own-week.ts';
import { readOpenAndFinished, readOwn, readProjectsOf } from './repository.ts';

/** Each person's remaining hours, and their availability. */
export interface WorkloadService {
  /** The workload of everybody on a project. @throws ProblemError `not-found` */
  read(projectId: number): Promise<Workload>;
  /** The actor's own weeks, by project. @param projectId - the only project; null: all */
  weeks(actor: Actor, projectId: number | null): Promise<OwnWeek[]>;
}

interface Needs {
  assessments: AssessmentService;
  calendars: CalendarService;
  dependencies: DependencyService;
  users: Pick<UserService, 'names'>;
}

export function createWorkloadService(
  { longReads: db }: Store,
  { assessments, calendars, dependencies, users }: Needs,
): WorkloadService {
  const weekOn = async (
    { userId }: Actor,
    { id, name }: { id: number; name: string },
  ): Promise<OwnWeek> => {
    const [team, known, own] = await Promise.all([
      calendars.teamOf(id),
      readHours(assessments, id),
      dependencies.currentId(id).then((readId) => readOwn(db, id, userId, readId ?? 0)),
    ]);
    return { project_id: id, project_name: name, ...weekOf(userId, own, team, known) };
  };

  return {
    async read(projectId) {
      const now = today();
      const yesterday = addDays(now, -1);
      const project = await db
        .selectFrom('project')
        .select(['planned_end_date', 'created_at'])
        .where('id', '=', projectId)
        .executeTakeFirst();
      if (!project) throw notFound('what.thisProject');
      const { planned_end_date: end, created_at: created } = project;
      const earliest = addDays(now, -FINISHED_DAYS);
      const since = created > earliest ? created.slice(0, 10) : earliest;
      const [{ people }, names, team, { isKnown, hoursOf }, objects] = await Promise.all([
        calendars.read(projectId),
        users.names(),
        calendars.teamOf(projectId),
        readHours(assessments, projectId),
        readOpenAndFinished(db, projectId, since),
      ]);
      const workOf = workByPerson(objects, since, hoursOf);
      const active = people.map(({ user_id: userId, username, roles }) => ({
        user_id: userId,
        username,
        roles,
        ...workOf(userId),
        there: hoursThere(team, userId, yesterday, end),
        was_there: hoursThere(team, userId, addDays(since, -1), yesterday),
      }));
      const holders = new Set(objects.flatMap((one) => [one.developer_id, one.tester_id]));
      for (const { user_id: userId } of people) holders.delete(userId);
      const gone = [...names]
        .filter(([userId]) => holders.has(userId))
        .map(([userId, username]) => ({ user_id: userId, username, roles: [], ...workOf(userId) }))
        .filter(({ develop, test }) => develop.objects + test.objects > 0)
        .map((one) => ({ ...one, there: 0, was_there: 0 }));
      const unassigned = workOf(null);
      return {
        today: now,
        planned_end: end,
        since,
        people: [...active, ...gone],
        unassigned: { develop: unassigned.develop, test: unassigned.test },
        not_assessed: objects.filter(({ id, status }) => status !== 'verified' && !isKnown(id))
          .length,
      };
    },

    async weeks(actor, projectId) {
      const projects = await readProjectsOf(db, actor.userId);
      return Promise.all(
        projects
          .filter(({ id }) => projectId === null || id === projectId)
          .map((project) => weekOn(actor, project)),
      );
    },
  };
}

type Part = 'develop' | 'test' | 'finished';
const noWork = (): Record<Part, number[]> => ({ develop: [], test: [], finished: [] });

/** Open work, and work finished since a day, by assignee; null: unassigned. */
function workByPerson(
  objects: Awaited<ReturnType<typeof readOpenAndFinished>>,
  since: string,
  hoursOf: KnownHours['hoursOf'],
): (userId: number | null) => Record<Part, WorkAmount> {
  const people = new Map<number | null, Record<Part, number[]>>();
  const add = (part: Part, userId: number | null, hours: number) => {
    const own = people.get(userId) ?? noWork();
    own[part].push(hours);
    people.set(userId, own);
  };
  for (const one of objects) {
    const { developer_id: developer, tester_id: tester } = one;
    for (const work of workLeft(one)) add(work, holderOf(work, one), hoursOf(work, one));
    if ((one.migrated_at ?? '') >= since) add('finished', developer, hoursOf('develop', one));
    if ((one.verified_at ?? '') >= since) add('finished', tester, hoursOf('test', one));
  }
  return (userId) => {
    const { develop, test, finished } = people.get(userId) ?? noWork();
    return { develop: sumOf(develop), test: sumOf(test), finished: sumOf(finished) };
  };
}
