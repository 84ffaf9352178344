import type {
  Calendar,
  CalendarPerson,
  PersonTime,
  WorkingTime,
} from '../../../contract/calendar.ts';
import { ROLES } from '../../../contract/projects.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { notFound, refuseStale } from '../../platform/problem.ts';
import { type Changes, recordProjectHistory } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import {
  WHOLE_WEEK,
  readPeople,
  readWorkingTime,
  writePerson,
  writeWorkingTime,
} from './repository.ts';
import type { TeamTime } from './team.ts';

export {
  FULL_TIME,
  type TeamTime,
  type Worker,
  dateDone,
  daysThere,
  endOf,
  hoursThere,
  workerOf,
} from './team.ts';

/** The working days of projects, and people's working time. */
export interface CalendarService {
  /** @throws ProblemError `not-found` */
  read(projectId: number): Promise<Calendar>;
  /** @throws ProblemError `conflict` if it no longer equals `was` */
  set(actor: Actor, projectId: number, time: WorkingTime, was?: string): Promise<Calendar>;
  /** @throws ProblemError `not-found` if the person is not on the project; `conflict` as above */
  setPerson(
    actor: Actor,
    projectId: number,
    userId: number,
    time: PersonTime,
    was?: string,
  ): Promise<Calendar>;
  /** Working time for planning. @throws ProblemError `not-found` */
  teamOf(projectId: number): Promise<TeamTime>;
}

export function createCalendarService(store: Store, members: MemberService): CalendarService {
  const { db } = store;

  const read = async (projectId: number): Promise<Calendar> => {
    const active = await Promise.all(ROLES.map((role) => members.listActive(projectId, role)));
    const [time, known] = await Promise.all([
      readWorkingTime(db, projectId),
      readPeople(
        db,
        projectId,
        active.flat().map(({ user_id: user }) => user),
      ),
    ]);
    const people = new Map<number, CalendarPerson>();
    for (const [at, role] of ROLES.entries())
      for (const user of active[at]!) {
        const person = people.get(user.user_id);
        if (person) person.roles.push(role);
        else
          people.set(user.user_id, {
            ...user,
            roles: [role],
            ...(known.get(user.user_id) ?? WHOLE_WEEK),
          });
      }
    const byName = [...people.values()].toSorted((one, other) =>
      one.username < other.username ? -1 : 1,
    );
    return { ...time, people: byName };
  };

  const change = (
    actor: Actor,
    projectId: number,
    turn: string,
    work: (tx: Db) => Promise<Changes>,
  ) =>
    store.transaction(async (tx) => {
      await recordProjectHistory(tx, actor, projectId, 'calendar-changed', await work(tx));
    }, turn);

  return {
    read,

    async set(actor, projectId, time, was) {
      await change(actor, projectId, `calendar:${projectId}`, async (tx) => {
        const before = await readWorkingTime(tx, projectId);
        refuseStale(was, before);
        await writeWorkingTime(tx, projectId, time);
        return { working_time: [before, time] };
      });
      return read(projectId);
    },

    async setPerson(actor, projectId, userId, time, was) {
      const isOn = (await members.list(db, [projectId])).some((one) => one.userId === userId);
      if (!isOn) throw notFound('what.thisAssignment');
      // Absences apply to all projects, so changes from other projects are serialised with this
      // one.
      await change(actor, projectId, `absences:${userId}`, async (tx) => {
        const before = (await readPeople(tx, projectId, [userId])).get(userId) ?? WHOLE_WEEK;
        refuseStale(was, before);
        await writePerson(tx, projectId, userId, time);
        return { user: [userId, userId], time: [before, time] };
      });
      return read(projectId);
    },

    async teamOf(projectId) {
      const [{ weekdays, holidays }, people] = await Promise.all([
        readWorkingTime(db, projectId),
        readPeople(db, projectId),
      ]);
      return {
        calendar: {
          weekdays: new Set(weekdays),
          holidays: holidays.map(({ date }) => date),
        },
        shareOf: (userId) => (people.get(userId)?.share ?? WHOLE_WEEK.share) / 100,
        absencesOf: (userId) => people.get(userId)?.absences ?? [],
      };
    },
  };
}
