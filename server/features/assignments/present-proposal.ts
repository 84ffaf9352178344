import {
  type AssignmentProposal,
  MAX_PROPOSED,
  type ProposalReason,
} from '../../../contract/assignments.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import { fingerprint } from '../../../contract/stale.ts';
import type { CalendarService } from '../calendar/service.ts';
import type { Allocation, Candidate, Waiting, Work } from './allocate.ts';
import type { Done, OpenObject } from './read-waiting.ts';

const ROLE_OF = { develop: 'developer', test: 'tester' } as const;

interface Computed {
  list: readonly OpenObject[];
  waiting: readonly Waiting[];
  /** Each person's open hours before the allocation. */
  before: ReadonlyMap<number, number>;
  candidates: readonly Candidate[];
  /** Dependencies, as indexes of objects. */
  graph: { from: readonly number[]; to: readonly number[] };
  calendar: Awaited<ReturnType<CalendarService['read']>>;
  /** Names of all users, including inactive ones. */
  names: ReadonlyMap<number, string>;
  done: Done;
  notAssessed: number;
  allocation: Allocation;
}

/** A proposal for display, and the choices to apply. */
export function present(computed: Computed) {
  const { list, waiting, before, candidates, calendar, notAssessed, allocation } = computed;
  const choicesOf = (role: 'developer' | 'tester') =>
    list.flatMap((one, place) => {
      const userId = allocation[role][place]!;
      // Whoever already has the object may be proposed again; that is no change.
      return userId === null || userId === one[`${role}_id`] ? [] : [{ objectId: one.id, userId }];
    });
  const choices = { developer: choicesOf('developer'), tester: choicesOf('tester') };
  const gets = new Map<number, number>();
  for (const { userId } of [...choices.developer, ...choices.tester])
    gets.set(userId, (gets.get(userId) ?? 0) + 1);
  const isLeftOut = (one: Waiting, place: number) =>
    (one.develop > 0 && allocation.developer[place] === null) ||
    (one.test > 0 && allocation.tester[place] === null);
  const changed = new Set(
    [...choices.developer, ...choices.tester].map(({ objectId }) => objectId),
  );
  const reasonOf = createReasons(computed);
  const largest = list
    .map((_, place) => place)
    .filter((place) => changed.has(list[place]!.id) || isLeftOut(waiting[place]!, place))
    .toSorted((one, other) => hoursAt(waiting[other]!) - hoursAt(waiting[one]!))
    .slice(0, MAX_PROPOSED);
  const shown: AssignmentProposal = {
    seen: fingerprint([choices.developer, choices.tester]),
    objects: changed.size,
    developers: choices.developer.length,
    testers: choices.tester.length,
    left_out: waiting.filter(isLeftOut).length,
    not_assessed: notAssessed,
    people: calendar.people.map(({ user_id: id, username, roles }, at) => ({
      user_id: id,
      username,
      roles,
      there: Math.round(candidates[at]!.capacity * 100),
      before: before.get(id) ?? 0,
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

/** The reason why somebody is proposed for an object. */
function createReasons({ list, waiting, candidates, graph, names, done, allocation }: Computed) {
  const connected = new Set([...graph.from, ...graph.to]);
  const together = new Map<string, number>();
  const keyOf = (work: Work, place: number) =>
    `${work} ${allocation.units[place]} ${allocation[ROLE_OF[work]][place]}`;
  for (const place of connected)
    for (const work of ['develop', 'test'] as const)
      together.set(keyOf(work, place), (together.get(keyOf(work, place)) ?? 0) + 1);
  const may = {
    develop: candidates.filter(({ develops }) => develops).map(({ id }) => id),
    test: candidates.filter(({ tests }) => tests).map(({ id }) => id),
  };
  return (work: Work, place: number) => {
    const userId = allocation[ROLE_OF[work]][place]!;
    const was = list[place]![`${ROLE_OF[work]}_id`];
    if (userId === null || userId === was) return null;
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
      was: was === null ? null : (names.get(was) ?? null),
      count,
    });
    if (may[work].every((id) => id === userId || id === other)) return said(['only', 0]);
    if (known > 0) return said(['knows', known]);
    return said(along > 0 ? ['together', along] : ['load', 0]);
  };
}
