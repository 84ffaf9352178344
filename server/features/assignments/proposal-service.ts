import type { AssignmentProposal } from '../../../contract/assignments.ts';
import { message } from '../../../contract/messages/message.ts';
import { today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict } from '../../platform/problem.ts';
import { DAY_HOURS, dateAfter, workingDaysBetween } from '../../platform/working-days.ts';
import { type KnownHours, holderOf, readHours, workLeft } from '../assessment/hours-service.ts';
import type { AssessmentService } from '../assessment/service.ts';
import { type CalendarService, type TeamTime, daysThere } from '../calendar/service.ts';
import type { DependencyService } from '../dependencies/service.ts';
import type { ObjectService } from '../objects/service.ts';
import type { UserService } from '../users/service.ts';
import { type Candidate, type Waiting, type Work, allocate } from './allocate.ts';
import { present } from './present-proposal.ts';
import { type OpenObject, readDone, readEdges, readOpen } from './read-waiting.ts';

/** Somebody who has done so many objects of a type, or of a schema, is fully familiar with it. */
const KNOWN_FROM = 5;
/** Bounds, in working days, of the period in which absences count: as long as the work takes. */
const HORIZON = { least: 5, most: 60 };

/** What a proposal covers. */
export interface ProposalRequest {
  /** Limits the proposal to these objects. */
  objects?: readonly number[] | undefined;
  /** People whose work is redistributed; if absent, unassigned work is distributed. */
  from?: readonly number[] | undefined;
  /** Whether those people get no work themselves. */
  leaving?: boolean | undefined;
}

/** Proposes people for unassigned work, or redistributes the work of people who have too much. */
export interface ProposalService {
  propose(projectId: number, asked?: ProposalRequest): Promise<AssignmentProposal>;
  /** @throws ProblemError `conflict` if the proposal would no longer be the one that was shown */
  apply(
    actor: Actor,
    projectId: number,
    seen: string,
    asked?: ProposalRequest,
  ): Promise<{ developers: number; testers: number; undo: string[] }>;
}

interface Needs {
  objects: ObjectService;
  assessments: AssessmentService;
  dependencies: DependencyService;
  calendars: CalendarService;
  users: Pick<UserService, 'names'>;
}

export function createProposalService(
  store: Store,
  { objects, assessments, dependencies, calendars, users }: Needs,
): ProposalService {
  const compute = async (projectId: number, asked: ProposalRequest) => {
    const [calendar, team, names] = await Promise.all([
      calendars.read(projectId),
      calendars.teamOf(projectId),
      users.names(),
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
    const needs = needsOf(asked, new Set(calendar.people.map(({ user_id: user }) => user)));
    const holder = (work: Work, one: OpenObject) => (needs(work, one) ? null : holderOf(work, one));
    const chosen = asked.objects && new Set(asked.objects);
    const list = open.filter(
      (one) => (chosen?.has(one.id) ?? true) && (needs('develop', one) || needs('test', one)),
    );
    const waiting = list.map((one): Waiting & { object: OpenObject } => ({
      object: one,
      develop: needs('develop', one) ? known.hoursOf('develop', one) : 0,
      test: needs('test', one) ? known.hoursOf('test', one) : 0,
      developer: holder('develop', one),
      tester: holder('test', one),
      type: one.type_id,
      schema: one.schema_name,
    }));
    const before = loadsOf(open, known, holderOf);
    const listed = new Set(list);
    const loads = loadsOf(open, known, (work, one) =>
      listed.has(one) ? holder(work, one) : holderOf(work, one),
    );
    const leaves = new Set(asked.leaving ? asked.from : []);
    const total = waiting.reduce((sum, one) => sum + one.develop + one.test, 0);
    const presence = presenceOf(team, total / Math.max(1, calendar.people.length));
    const knows = (id: number, work: Work, object: OpenObject) =>
      done(id, work, object).reduce((sum, count) => sum + Math.min(1, count / KNOWN_FROM) / 2, 0);
    const candidates = calendar.people.map(({ user_id: id, roles }): Candidate => ({
      id,
      develops: roles.includes('developer') && !leaves.has(id),
      tests: roles.includes('tester') && !leaves.has(id),
      capacity: presence(id),
      load: loads.get(id) ?? 0,
      knows: (work, object) => knows(id, work, (object as (typeof waiting)[number]).object),
    }));
    const graph = graphOf(list, edges);
    return {
      list,
      waiting,
      before,
      candidates,
      graph,
      calendar,
      names,
      done,
      notAssessed: list.filter(({ id }) => !known.isKnown(id)).length,
      allocation: allocate(waiting, graph, candidates),
    };
  };

  const propose = async (projectId: number, asked: ProposalRequest) =>
    present(await compute(projectId, asked));

  return {
    propose: async (projectId, asked = {}) => (await propose(projectId, asked)).shown,

    async apply(actor, projectId, seen, asked = {}) {
      const { shown, choices } = await propose(projectId, asked);
      if (shown.seen !== seen) throw conflict(message('assignment.changed'), { current: shown });
      const undo: string[] = [];
      for (const role of ['developer', 'tester'] as const) {
        if (choices[role].length === 0) continue;
        try {
          // Objects that were assigned meanwhile are skipped.
          const made = await objects.assign(actor, 'source', role, choices[role], {
            heldBy: asked.from ?? [null],
          });
          undo.unshift(made.undo);
        } catch (error) {
          // All or nothing: undoes what was assigned.
          for (const one of undo) await objects.undoAssignment(actor, one);
          throw error;
        }
      }
      return { developers: choices.developer.length, testers: choices.tester.length, undo };
    },
  };
}

/** Whether a person is needed; an object that a tester returned stays with its developer and tester while they do. */
function needsOf(
  { from, leaving = false }: ProposalRequest,
  active: ReadonlySet<number | null>,
): (work: Work, one: OpenObject) => boolean {
  const people = new Set<number | null>(from ?? [null]);
  return (work, one) => {
    const holder = holderOf(work, one);
    return (
      people.has(holder) &&
      workLeft(one).includes(work) &&
      (leaving || !active.has(holder) || one.returned_at === null)
    );
  };
}

/** Hours of open work by person. */
function loadsOf(
  open: readonly OpenObject[],
  { hoursOf }: KnownHours,
  holder: (work: Work, one: OpenObject) => number | null,
): ReadonlyMap<number, number> {
  const loads = new Map<number, number>();
  for (const one of open)
    for (const work of workLeft(one)) {
      const user = holder(work, one);
      if (user !== null) loads.set(user, (loads.get(user) ?? 0) + hoursOf(work, one));
    }
  return loads;
}

/** Share of the duration of the work in which somebody is available: 0 to 1. */
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
