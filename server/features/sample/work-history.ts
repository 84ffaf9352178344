import { DAY, HOUR } from '../../../contract/days.ts';
import type { Side } from '../../../contract/fields.ts';
import { type ObjectEdit, objectQuery } from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import { asOf } from '../../platform/clock.ts';
import { DAY_HOURS, addDays, dateAfter, mondayOf } from '../../platform/working-days.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { ObjectService } from '../objects/service.ts';
import type { SignoffService } from '../signoff/service.ts';
import { USUAL_TIME } from '../../../contract/calendar.ts';
import type { CalendarService } from '../calendar/service.ts';

/** Begin and planned end of the project, in days from today. */
export const BEGAN = -21;
export const PLANNED_END = 12;

/** Milliseconds of a moment so many days ago, later for each further event of a day; never in the future. */
export const daysAgo = (days: number, later = 0): number =>
  Date.now() - days * DAY + later * 60_000 - 2 * HOUR;

/** How many days ago a source object was migrated and verified, and its counterpart verified. */
type Course = readonly [name: string, migrated: number, verified?: number, target?: number];

const WORK: readonly Course[] = [
  ['categories', 19, 17, 17],
  ['branches', 19, 17, 16],
  ['countries', 18, 16, 16],
  ['publishers', 17, 15, 15],
  // A name has lost its accent, which counting does not show: the proof finds it.
  ['authors', 17, 14, 14],
  ['book_authors', 16, 14, 13],
  ['suppliers', 15, 13, 12],
  ['employees', 14, 12, 12],
  ['shifts', 13, 11, 10],
  ['vouchers', 12, 9, 8],
  ['books', 11],
  ['payments', 10, 8, 7],
  ['readings', 9, 7, 6],
  ['stock', 8],
  ['wishes', 7, 5, 5],
  // The first object on the list of the second tester: it is equal, and so can be verified.
  ['languages', 7],
  ['staff_by_branch', 6, 4, 4],
  ['vouchers_used', 6, 3, 3],
  ['customers', 6],
  ['deliveries', 5],
  ['orders', 4],
  ['order_lines', 4],
  ['open_orders', 3],
  ['bestsellers', 3],
  ['low_stock', 2],
];

/** Objects returned by the tester, with the reason. */
const RETURNED: readonly (readonly [name: string, days: number, comments: string])[] = [
  ['customers', 2, 'New customers would get the numbers of old ones: the next id is 1.'],
  ['deliveries', 1, 'Every delivery arrives an hour late on the target.'],
];

/** The developers' answers to these. */
const ANSWERS: readonly (readonly [name: string, days: number, comments: string])[] = [
  [
    'customers',
    1,
    'The statement that sets the sequence stands on the Structure tab; I run it tonight.',
  ],
  ['deliveries', 0, 'The source kept local time. Is an hour later what everybody expects now?'],
];

/** Routines that only the target has. */
const NEW_ON_TARGET: readonly (readonly [name: string, days: number])[] = [
  ['order_total', 9],
  ['with_tax(numeric)', 8],
  ['with_tax(numeric, numeric)', 8],
  ['copies_in_stock', 4],
  ['archive_orders', 6],
  ['restock', 5],
  ['close_order', 3],
];
/** Tables and views that only the target has. */
const NEW_WITH_ROWS: typeof NEW_ON_TARGET = [
  ['branch_stock', 7],
  ['category_sales', 2],
];

/** Due dates of source objects in days from today: returned ones are overdue, some of the others are next. */
const DUE: readonly (readonly [days: number, names: readonly string[]])[] = [
  [-3, ['customers', 'deliveries']],
  [2, ['books', 'stock']],
  [4, ['orders', 'order_lines']],
  [6, ['open_orders', 'bestsellers', 'low_stock']],
];
/** Due date of the last objects, which nobody has begun. */
const DUE_LAST = PLANNED_END - 2;

/** The date so many days from today; negative for the past. */
export const inDays = (days: number) => new Date(daysAgo(-days)).toISOString().slice(0, 10);

export interface Person {
  userId: number;
  username: string;
  role: Role;
}

interface Event {
  side: Side;
  name: string;
  role: Role;
  /** In days ago. */
  day: number;
  edit: ObjectEdit;
}

const tested = (name: string): ObjectEdit => ({
  status: 'verified',
  test_call: `SELECT count(*) FROM ${name}`,
  test_result: 'As many on both sides; ten looked at by eye.',
});

/** How many days ago each source object had been verified on both sides, by its name. */
export const verifiedAgo = (): Map<string, number> =>
  new Map(
    WORK.flatMap(([name, , verified, target]) =>
      verified === undefined || target === undefined
        ? []
        : [[name, Math.min(verified, target)] as const],
    ),
  );

/** People's edits, oldest first. */
function listEvents(): Event[] {
  const events = WORK.flatMap(([name, migrated, verified, target]): Event[] => [
    { side: 'source', name, role: 'developer', day: migrated, edit: { status: 'migrated' } },
    ...(verified === undefined
      ? []
      : [{ side: 'source', name, role: 'tester', day: verified, edit: tested(name) } as const]),
    ...(target === undefined
      ? []
      : [{ side: 'target', name, role: 'tester', day: target, edit: tested(name) } as const]),
  ]);
  const returned = RETURNED.map(([name, day, comments]): Event => ({
    side: 'source',
    name,
    role: 'tester',
    day,
    edit: { status: 'pending', comments },
  }));
  const onTarget = (
    [
      [NEW_ON_TARGET, (name) => name, 'Called with three values by hand.'],
      [NEW_WITH_ROWS, (name) => `SELECT * FROM ${name}`, 'Its rows were looked at by eye.'],
    ] as const satisfies [typeof NEW_ON_TARGET, (name: string) => string, string][]
  ).flatMap(([made, callOf, test_result]) =>
    made.map(([name, day]): Event => ({
      side: 'target',
      name,
      role: 'tester',
      day,
      edit: { status: 'verified', test_call: callOf(name), test_result },
    })),
  );
  // The developer, who has to fix it, answers.
  const answers = ANSWERS.map(([name, day, comments]): Event => ({
    side: 'source',
    name,
    role: 'developer',
    day,
    edit: { comments },
  }));
  return [...events, ...returned, ...answers, ...onTarget].toSorted(
    (one, other) => other.day - one.day,
  );
}

/** Ids of one side's objects, by name. */
async function readIds(
  objects: ObjectService,
  projectId: number,
  side: Side,
): Promise<Map<string, number>> {
  const { chunks } = await objects.list({ projectId, side }, objectQuery.parse({}));
  const ids = new Map<string, number>();
  for await (const rows of chunks)
    for (const row of rows)
      ids.set(
        row.object_name,
        (side === 'source' ? row.source_objectid : row.target_objectid) as number,
      );
  return ids;
}

/** The mornings of all Mondays since the project began, oldest first. */
function listMondays(): number[] {
  const first = addDays(mondayOf(inDays(BEGAN)), 7);
  return Array.from({ length: -BEGAN / 7 }, (_, week) =>
    Date.parse(`${addDays(first, 7 * week)}T06:00:00.000Z`),
  ).filter((moment) => moment <= daysAgo(0));
}

/**
 * Assigns a project's objects and plays three weeks of work, each step on its day.
 * @param weekly - called at the beginning of each week, when only earlier events have happened
 */
export async function playHistory(
  objects: ObjectService,
  actor: Actor,
  projectId: number,
  people: readonly Person[],
  weekly: () => Promise<void>,
): Promise<void> {
  const ids = {
    source: await readIds(objects, projectId, 'source'),
    target: await readIds(objects, projectId, 'target'),
  };
  const ofRole = (role: Role) => people.filter((person) => person.role === role);
  const holders = new Map<string, Person>();
  const assign = async (side: Side, role: Role) => {
    const candidates = ofRole(role);
    const choices = [...ids[side]].map(([name, id], index) => {
      const holder = candidates[index % candidates.length]!;
      holders.set(`${side} ${role} ${name}`, holder);
      return { objectId: id, userId: holder.userId };
    });
    await objects.assign(actor, side, role, choices);
  };
  await asOf(daysAgo(20), async () => {
    await assign('source', 'developer');
    await assign('source', 'tester');
    await assign('target', 'tester');
  });
  const begun = new Set(WORK.map(([name]) => name));
  const last = [...ids.source.keys()].filter((name) => !begun.has(name));
  for (const [days, names] of [...DUE, [DUE_LAST, last] as const]) {
    const due = names.map((name) => ids.source.get(name)!);
    await asOf(daysAgo(20, 1), () => objects.editMany(actor, due, { due_date: inDays(days) }));
  }
  const mondays = listMondays();
  const beginWeeks = async (until: number) => {
    while (mondays[0] !== undefined && mondays[0] <= until) await asOf(mondays.shift()!, weekly);
  };
  for (const [index, { side, name, role, day, edit }] of listEvents().entries()) {
    const { userId, username } = holders.get(`${side} ${role} ${name}`)!;
    const who: Actor = { userId, username, isAdmin: false };
    await beginWeeks(daysAgo(day, index));
    await asOf(daysAgo(day, index), () => objects.edit(who, ids[side].get(name)!, edit));
  }
  await beginWeeks(daysAgo(0));
}

interface Signer {
  userId: number;
  username: string;
  role: Role;
}

/** Signs the sample's current proof, of the project or of one of its waves, as one of its people. */
export async function signSample(
  signoffs: SignoffService,
  projectId: number,
  { role, ...person }: Signer,
  wave: number | null,
  remark: string,
): Promise<void> {
  const actor = { ...person, isAdmin: false };
  const { hash: seen, pairs } = await signoffs.read(actor, projectId, { wave });
  if (pairs > 0) await signoffs.sign(actor, projectId, { wave }, { role, remark, seen });
}

/** The first day from Monday to Friday that is at least so many days from today. */
const workingDay = (days: number): string => dateAfter(addDays(inDays(days), -1), DAY_HOURS);

/** A bookshop is moved beside other work: shares of people's weeks in per cent, in rotation. */
const SHARES = [10, 7] as const;

/** Gives the sample's project holidays, its members parts of their week, and one an absence. */
export async function planWorkingTime(
  calendars: CalendarService,
  actor: Actor,
  projectId: number,
  people: readonly Person[],
): Promise<void> {
  const holidays = [
    // Days at the beginning, on which nothing was finished.
    { date: workingDay(BEGAN), name: 'Moving day' },
    { date: workingDay(3), name: 'Stocktaking' },
    { date: workingDay(8), name: 'Harbour festival' },
  ];
  const away = people.findLast(({ role }) => role === 'tester');
  const first = workingDay(6);
  await calendars.set(actor, projectId, { ...USUAL_TIME, holidays });
  for (const [place, person] of people.entries())
    await calendars.setPerson(actor, projectId, person.userId, {
      share: SHARES[place % SHARES.length]!,
      absences:
        person === away
          ? [{ starts_on: first, ends_on: dateAfter(first, DAY_HOURS), reason: 'Training' }]
          : [],
    });
}
