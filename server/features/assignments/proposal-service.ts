import {
  type AssignmentProposal,
  MOST_PROPOSED,
  type ProposalReason,
} from '../../../contract/assignments.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import { message } from '../../../contract/messages/message.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict } from '../../platform/problem.ts';
import { DAY_HOURS, dateAfter, workingDaysBetween } from '../../platform/working-days.ts';
import { readHours } from '../assessment/hours-service.ts';
import type { AssessmentService } from '../assessment/service.ts';
import { type CalendarService, type TeamTime, daysThere } from '../calendar/service.ts';
import type { DependencyService } from '../dependencies/service.ts';
import type { ObjectService } from '../objects/service.ts';
import { type Candidate, type Waiting, type Work, allocate } from './allocate.ts';
import { type Done, type OpenObject, readDone, readEdges, readOpen } from './read-waiting.ts';

/** Who knows as many objects of a type, or a schema, knows it. */
const KNOWN_FROM = 5;
/** Absences count in so many working days to come, as long as the work takes. */
const HORIZON = { least: 5, most: 60 };

const ROLE_OF = { develop: 'developer', test: 'tester' } as const;

/** Who could do what waits for people. */
export interface ProposalService {
  /** @param objects - the only ones that are looked at */
  propose(projectId: number, objects?: readonly number[]): Promise<AssignmentProposal>;
  /** @throws ProblemError `conflict` where it would be another proposal than the one that was seen */
  apply(
    actor: Actor,
    projectId: number,
    seen: string,
    objects?: readonly number[],
  ): Promise<{ developers: number; testers: number; undo: string[] }>;
}

interface Needs {
  objects: ObjectService;
  assessments: AssessmentService;
  dependencies: DependencyService;
  calendars: CalendarService;
}

export function createProposalService(
  store: Store,
  { objects, assessments, dependencies, calendars }: Needs,
): ProposalService {
  const compute = async (projectId: number, ids?: readonly number[]) => {
    const [calendar, team] = await Promise.all([
      calendars.read(projectId),
      calendars.teamOf(projectId),
    ]);
    const [open, known, done, edges] = await Promise.all([
      readOpen(store, projectId),
      readHours(assessments, projectId),
      readDone(
        store,
        projectId,
        calendar.people.map(({ user_id: user }) => user),
      ),
      readEdges(store, await dependencies.currentId(projectId)),
    ]);
    const needs = (work: Work, one: OpenObject) =>
      work === 'develop'
        ? one.developer_id === null && one.status === 'pending'
        : one.tester_id === null;
    const chosen = ids && new Set(ids);
    const list = open.filter(
      (one) => (chosen?.has(one.id) ?? true) && (needs('develop', one) || needs('test', one)),
    );
    const waiting = list.map((one): Waiting & { object: OpenObject } => ({
      object: one,
      develop: needs('develop', one) ? known.hoursOf('develop', one) : 0,
      test: needs('test', one) ? known.hoursOf('test', one) : 0,
      developer: one.developer_id,
      tester: one.tester_id,
      type: one.type_id,
      schema: one.schema_name,
    }));
    const loads = new Map<number | null, number>();
    for (const one of open) {
      const add = (user: number | null, hours: number) =>
        loads.set(user, (loads.get(user) ?? 0) + hours);
      if (one.status === 'pending') add(one.developer_id, known.hoursOf('develop', one));
      add(one.tester_id, known.hoursOf('test', one));
    }
    loads.delete(null);
    const total = waiting.reduce((sum, one) => sum + one.develop + one.test, 0);
    const presence = presenceOf(team, total / Math.max(1, calendar.people.length));
    const knows = (id: number, work: Work, object: OpenObject) =>
      done(id, work, object).reduce((sum, count) => sum + Math.min(1, count / KNOWN_FROM) / 2, 0);
    const candidates = calendar.people.map(({ user_id: id, roles }): Candidate => ({
      id,
      develops: roles.includes('developer'),
      tests: roles.includes('tester'),
      capacity: presence(id),
      load: loads.get(id) ?? 0,
      knows: (work, object) => knows(id, work, (object as (typeof waiting)[number]).object),
    }));
    const graph = graphOf(list, edges);
    return {
      list,
      waiting,
      candidates,
      graph,
      calendar,
      done,
      notAssessed: list.filter(({ id }) => !known.isKnown(id)).length,
      allocation: allocate(waiting, graph, candidates),
    };
  };

  const propose = async (projectId: number, ids?: readonly number[]) =>
    present(await compute(projectId, ids));

  return {
    propose: async (projectId, ids) => (await propose(projectId, ids)).shown,

    async apply(actor, projectId, seen, ids) {
      const { shown, choices } = await propose(projectId, ids);
      if (shown.seen !== seen) throw conflict(message('assignment.changed'), { current: shown });
      const undo: string[] = [];
      for (const role of ['developer', 'tester'] as const) {
        if (choices[role].length === 0) continue;
        try {
          // Whoever was given one of them meanwhile keeps it.
          const made = await objects.assign(actor, 'source', role, choices[role], { free: true });
          undo.unshift(made.undo);
        } catch (error) {
          // All of it or nothing.
          for (const one of undo) await objects.undoAssignment(actor, one);
          throw error;
        }
      }
      return { developers: choices.developer.length, testers: choices.tester.length, undo };
    },
  };
}

/** How much somebody is there while the work lasts: 0 to 1. */
function presenceOf(team: TeamTime, hoursEach: number): (userId: number) => number {
  const days = Math.min(HORIZON.most, Math.max(HORIZON.least, Math.ceil(hoursEach / DAY_HOURS)));
  const now = today();
  const end = dateAfter(now, days * DAY_HOURS, team.calendar);
  const all = workingDaysBetween(now, end, team.calendar);
  return (userId) => (team.shareOf(userId) * daysThere(team, userId, now, end)) / all;
}

function graphOf(
  list: readonly OpenObject[],
  edges: readonly { object_id: number; needs_id: number | null }[],
) {
  const places = new Map(list.map(({ id }, place) => [id, place]));
  const [from, to]: [number[], number[]] = [[], []];
  for (const { object_id: one, needs_id: other } of edges) {
    const [start, end] = [places.get(one), places.get(other!)];
    if (start === undefined || end === undefined) continue;
    from.push(start);
    to.push(end);
  }
  return { from, to };
}

interface Computed {
  list: readonly OpenObject[];
  waiting: readonly Waiting[];
  candidates: readonly Candidate[];
  graph: ReturnType<typeof graphOf>;
  calendar: Awaited<ReturnType<CalendarService['read']>>;
  done: Done;
  notAssessed: number;
  allocation: ReturnType<typeof allocate>;
}

/** A proposal as it is shown, and as it is applied. */
function present(computed: Computed) {
  const { list, waiting, candidates, calendar, notAssessed, allocation } = computed;
  const choicesOf = (role: 'developer' | 'tester') =>
    list.flatMap(({ id }, place) => {
      const userId = allocation[role][place]!;
      return userId === null ? [] : [{ objectId: id, userId }];
    });
  const choices = { developer: choicesOf('developer'), tester: choicesOf('tester') };
  const gets = new Map<number, number>();
  for (const { userId } of [...choices.developer, ...choices.tester])
    gets.set(userId, (gets.get(userId) ?? 0) + 1);
  const isLeftOut = (one: Waiting, place: number) =>
    (one.develop > 0 && allocation.developer[place] === null) ||
    (one.test > 0 && allocation.tester[place] === null);
  const reasonOf = createReasons(computed);
  const largest = list
    .map((_, place) => place)
    .toSorted((one, other) => hoursAt(waiting[other]!) - hoursAt(waiting[one]!))
    .slice(0, MOST_PROPOSED);
  const shown: AssignmentProposal = {
    seen: fingerprint([choices.developer, choices.tester]),
    objects: new Set([...choices.developer, ...choices.tester].map(({ objectId }) => objectId))
      .size,
    developers: choices.developer.length,
    testers: choices.tester.length,
    left_out: waiting.filter(isLeftOut).length,
    not_assessed: notAssessed,
    people: calendar.people.map(({ user_id: id, username, roles }, at) => ({
      user_id: id,
      username,
      roles,
      there: Math.round(candidates[at]!.capacity * 100),
      before: candidates[at]!.load,
      after: allocation.hours.get(id)!,
      gets: gets.get(id) ?? 0,
    })),
    rows: largest.map((place) => {
      const { id, schema_name: schema, object_name: name, type_id: type } = list[place]!;
      return {
        id,
        schema_name: schema,
        object_name: name,
        object_type: objectTypeOf(type),
        hours: hoursAt(waiting[place]!),
        developer: reasonOf('develop', place),
        tester: reasonOf('test', place),
      };
    }),
  };
  return { shown, choices };
}

const hoursAt = ({ develop, test }: Waiting) => develop + test;

/** Why somebody is proposed for an object. */
function createReasons({ list, waiting, candidates, graph, calendar, done, allocation }: Computed) {
  const connected = new Set([...graph.from, ...graph.to]);
  const together = new Map<string, number>();
  const keyOf = (work: Work, place: number) =>
    `${work} ${allocation.units[place]} ${allocation[ROLE_OF[work]][place]}`;
  for (const place of connected)
    for (const work of ['develop', 'test'] as const)
      together.set(keyOf(work, place), (together.get(keyOf(work, place)) ?? 0) + 1);
  const names = new Map(calendar.people.map((one) => [one.user_id, one.username]));
  const may = {
    develop: candidates.filter(({ develops }) => develops).map(({ id }) => id),
    test: candidates.filter(({ tests }) => tests).map(({ id }) => id),
  };
  return (work: Work, place: number) => {
    const userId = allocation[ROLE_OF[work]][place]!;
    if (userId === null) return null;
    const other =
      work === 'develop'
        ? waiting[place]!.tester
        : (waiting[place]!.developer ?? allocation.developer[place]!);
    const known = Math.max(...done(userId, work, list[place]!));
    const along = connected.has(place) ? together.get(keyOf(work, place))! - 1 : 0;
    const said = ([reason, count]: [ProposalReason, number]) => ({
      user_id: userId,
      username: names.get(userId)!,
      reason,
      count,
    });
    if (may[work].every((id) => id === userId || id === other)) return said(['only', 0]);
    if (known > 0) return said(['knows', known]);
    return said(along > 0 ? ['together', along] : ['load', 0]);
  };
}
