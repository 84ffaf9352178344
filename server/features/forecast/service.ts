import { setImmediate as letOthers } from 'node:timers/promises';
import type { Forecast, WhatIf } from '../../../contract/forecast.ts';
import { timestampNow, today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import { notFound } from '../../platform/problem.ts';
import type { AssessmentService } from '../assessment/service.ts';
import { type CalendarService, type TeamTime, type Worker, workerOf } from '../calendar/service.ts';
import { versionsOfProjects } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import { readAlerts } from './alerts.ts';
import { countHits, keepForecast, listKept } from './kept.ts';
import { type Planned, burnUpOf, fanOf, createHours, plan, priorOf, taskOf } from './planned.ts';
import { type Pace, believePace, pacesOf } from './pace.ts';
import { readPastTeam } from './past-team.ts';
import { typesOf, workUpToWave, wavesOf } from './parts.ts';
import { readObjects, readWaves } from './read-work.ts';
import { fullTime, quantile, simulate } from './simulate.ts';
import { DAY_HOURS, dateAfter, mondayOf, weekHours } from '../../platform/working-days.ts';

/**
 * Number of simulations: dates vary by a day or two; with more objects fewer are needed, because their noise averages
 * out.
 */
const DRAWS = { most: 600, least: 200, tasks: 2_000_000 };
export const drawsFor = (objects: number): number =>
  Math.round(Math.min(DRAWS.most, Math.max(DRAWS.least, DRAWS.tasks / objects)));

/** A fixed seed, so that everybody sees the same forecast while nothing changes. */
const SEED = 1;
/** Additional deviation of the whole besides that of the team's pace; larger when past ranges did not hold. */
const OVERALL_DEVIATION = { usual: 0.15, doubted: 0.3, from: 10, held: 0.7 };
export const withOverallDeviation = ({ mean, deviation }: Pace, isDoubted: boolean) => ({
  mean,
  deviation: Math.hypot(deviation, isDoubted ? OVERALL_DEVIATION.doubted : OVERALL_DEVIATION.usual),
});
const REMEMBERED = 100;
const SHOWN = 12;
const AS_IT_IS: WhatIf = { developers: 0, testers: 0, freeze_days: 0, until_wave: 0 };

/** Ids of active users, by role. */
interface Team {
  developers: number[];
  testers: number[];
}

const NOTHING = {
  ends: null,
  scope: { objects: 0, hours: 0 },
  done: { objects: 0, hours: 0 },
  not_assessed: 0,
  pace: { weeks: 0, delivered: null },
  prior: [],
  types: [],
  waves: [],
  burn_up: [],
  fan: [],
  kept: [],
  hits: { points: 0, held: 0 },
  alerts: [],
} satisfies Partial<Forecast>;

/** Forecasts when projects will be done, from their own past work. */
export interface ForecastService {
  /** @throws ProblemError `not-found` */
  read(projectId: number, what: WhatIf): Promise<Forecast>;
  /** Stores this week's forecast of each project that has none yet. */
  keepWeekly(): Promise<void>;
  /**
   * Stores this week's forecast of a project, if there is one and it is not stored yet.
   * @throws ProblemError `not-found`
   */
  keep(projectId: number): Promise<void>;
}

export function createForecastService(
  store: Store,
  assessments: AssessmentService,
  members: MemberService,
  calendars: CalendarService,
): ForecastService {
  const db = store.longReads;
  const remembered = new Map<string, Promise<Forecast>>();

  const readTeam = async (projectId: number): Promise<Team> => {
    const [developers, testers] = await Promise.all([
      members.listActive(projectId, 'developer'),
      members.listActive(projectId, 'tester'),
    ]);
    const ids = (users: typeof developers) => users.map(({ user_id: id }) => id);
    return { developers: ids(developers), testers: ids(testers) };
  };

  const compute = async (projectId: number, what: WhatIf): Promise<Forecast> => {
    const project = await db
      .selectFrom('project')
      .select('planned_end_date')
      .where('id', '=', projectId)
      .executeTakeFirst();
    if (!project) throw notFound('what.thisProject');
    const [assessed, objects, waves, team, past, kept, time] = await Promise.all([
      assessments.estimatesOf(projectId),
      readObjects(db, projectId),
      readWaves(db, projectId),
      readTeam(projectId),
      readPastTeam(db, projectId),
      listKept(db, projectId),
      calendars.teamOf(projectId),
    ]);
    const { calendar } = time;
    const people = {
      developers: Math.max(0, team.developers.length + what.developers),
      testers: Math.max(0, team.testers.length + what.testers),
    };
    const known = { planned_end: project.planned_end_date, people };
    if (!assessed) return { ...NOTHING, ...known, as_of: timestampNow(), without: 'unassessed' };
    const all = plan(objects, assessed, waves);
    await letOthers();
    const planned = workUpToWave(what.until_wave, all, waves);
    const left = planned.filter(({ verified_at }) => verified_at === null);
    const { scope, done } = createHours(planned).on(today());
    const without = lacking(left, people);
    const hits = countHits(kept, all);
    await letOthers();
    const prior = left.length > 0 ? priorOf(all, assessed.beliefs, calendar) : [];
    const isDoubted =
      prior.length > 0 ||
      (hits.points >= OVERALL_DEVIATION.from && hits.held < OVERALL_DEVIATION.held * hits.points);
    const pace = believePace(all, assessed.beliefs, past, time);
    await letOthers();
    const outcome =
      without === null && left.length > 0
        ? await simulate(
            {
              tasks: left.map(taskOf),
              beliefs: assessed.beliefs,
              developers: workersOf(time, team.developers, what.developers),
              testers: workersOf(time, team.testers, what.testers),
              both: team.developers
                .filter((id) => team.testers.includes(id))
                .reduce((sum, id) => sum + time.shareOf(id), 0),
              weekHours: weekHours(calendar),
              paces: pacesOf(all),
              pace: withOverallDeviation(pace, isDoubted),
            },
            drawsFor(left.length),
            SEED,
          )
        : null;
    const freeze = what.freeze_days * DAY_HOURS;
    const dateOf = (sorted: Float64Array, share: number) =>
      dateAfter(today(), quantile(sorted, share) + freeze, calendar);
    const ends = outcome && {
      half: dateOf(outcome.ends, 0.5),
      most: dateOf(outcome.ends, 0.85),
      low: dateOf(outcome.ends, 0.1),
      high: dateOf(outcome.ends, 0.9),
    };
    const inWaves = wavesOf(waves, planned, outcome, dateOf, calendar);
    await letOthers();
    return {
      ...known,
      as_of: timestampNow(),
      without,
      ends,
      scope: { objects: planned.length, hours: scope },
      done: { objects: planned.length - left.length, hours: done },
      not_assessed: objects.length - all.length,
      pace: { weeks: pace.weeks, delivered: pace.delivered },
      prior,
      types: typesOf(planned, assessed.beliefs, outcome, dateOf),
      waves: inWaves,
      burn_up: burnUpOf(planned),
      fan: outcome ? fanOf(outcome, planned, freeze, calendar) : [],
      kept: kept.slice(0, SHOWN).map(({ as_of, half, most }) => ({ as_of, half, most })),
      hits,
      alerts: await readAlerts(db, projectId, {
        planned,
        most: ends?.most ?? null,
        plannedEnd: project.planned_end_date,
        lateWaves: inWaves.filter(({ days_late: days }) => days > 0).length,
        ...team,
        calendar,
      }),
    };
  };

  const read = async (projectId: number, what: WhatIf): Promise<Forecast> => {
    const known = await Promise.all([
      versionsOfProjects(db, [projectId]).then((versions) => versions.get(projectId)),
      assessments.newestOf(projectId),
      readTeam(projectId),
      // Absences belong to the person, on whichever project they were entered.
      calendars.read(projectId),
    ]);
    const key = JSON.stringify([projectId, ...known, today(), what]);
    const before = remembered.get(key);
    if (before) return before;
    const computed = compute(projectId, what);
    remembered.set(key, computed);
    // A failure is not cached.
    computed.catch(() => remembered.delete(key));
    for (const oldest of remembered.keys())
      if (remembered.size > REMEMBERED) remembered.delete(oldest);
    return computed;
  };

  const keep = async (projectId: number): Promise<void> => {
    const found = await read(projectId, AS_IT_IS);
    const week = mondayOf(today());
    if (found.ends) await store.transaction((tx) => keepForecast(tx, projectId, week, found));
  };

  return {
    read,
    keep,

    async keepWeekly() {
      const week = mondayOf(today());
      const projects = await db
        .selectFrom('project')
        .select('id')
        .where('archived_at', 'is', null)
        .where('status', '!=', 'completed')
        .where('id', 'not in', (kept) =>
          kept.selectFrom('forecast').select('forecast.project_id').where('week', '=', week),
        )
        .orderBy('id')
        .execute();
      for (const { id } of projects) await keep(id);
    },
  };
}

/** Availability of a role's members from today, with some added or removed. */
function workersOf(time: TeamTime, ids: readonly number[], more: number): Worker[] {
  const workers = ids.map((id) => workerOf(time, id, today()));
  return [
    ...workers.slice(0, Math.max(0, workers.length + Math.min(0, more))),
    ...fullTime(Math.max(0, more)),
  ];
}

/** Which role has no active member although work is left for it. */
function lacking(left: readonly Planned[], people: Forecast['people']): Forecast['without'] {
  if (people.developers === 0 && left.some(({ migrated_at }) => migrated_at === null))
    return 'no_developers';
  return people.testers === 0 && left.length > 0 ? 'no_testers' : null;
}
