import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { blankAsNull, date, id } from './fields.ts';
import { role } from './projects.ts';

/** So many tasks of a week are shown. */
export const MOST_WEEK_TASKS = 20;
/** What was finished is counted for so many days, or since the project is there. */
export const FINISHED_DAYS = 28;

/** Why somebody does not work on a day. */
export const OFF_REASONS = [
  /** The project does not work on such days of the week. */
  'weekend',
  'holiday',
  'away',
] as const;

/** Objects, and the hours that they take at the team's pace. */
const amount = z.object({ objects: z.int(), hours: z.number() });
export type WorkAmount = z.infer<typeof amount>;

const weekTask = z.object({
  /** Of the object. */
  id,
  schema_name: z.string(),
  object_name: z.string(),
  object_type: objectType,
  work: z.enum(['develop', 'test']),
  hours: z.number(),
  due_date: date.nullable(),
  wave: z.object({ position: z.int(), name: z.string().nullable() }).nullable(),
  /** It needs an object that is not migrated. */
  blocked: z.boolean(),
  /** When it is done, if all are done in this order. */
  done_on: date,
});
export type WeekTask = z.infer<typeof weekTask>;

const week = z.object({
  project_id: id,
  project_name: z.string(),
  today: date,
  /** From Monday to Sunday. */
  days: z.array(z.object({ date, hours: z.number(), off: z.enum(OFF_REASONS).nullable() })),
  /** Hours of the days from today on. */
  hours_left: z.number(),
  /** What can be done now, or waits for no more than objects that it needs. */
  open: amount,
  /** Of it, what is done by the end of the week. */
  in_week: amount,
  /** What is to be tested once it is migrated. */
  to_come: amount,
  /** In the order to work in: what can start, then by due date, wave and age; the first ones. */
  tasks: z.array(weekTask),
});
export type OwnWeek = z.infer<typeof week>;

export const getOwnWeeks = endpoint({
  method: 'GET',
  path: '/api/week',
  summary:
    "The viewer's own week on each project where they develop or test, or on one of them: hours, and what to do in which order",
  access: { who: 'user' },
  query: z.object({ project: blankAsNull(id.nullish()) }),
  response: z.array(week),
});

export const workload = z.object({
  today: date,
  planned_end: date,
  /** What was finished is counted from this day on. */
  since: date,
  /** Active developers and testers, by name; then who is not active any more and still has open work, in no role. */
  people: z.array(
    z.object({
      user_id: id,
      username: z.string(),
      roles: z.array(role),
      develop: amount,
      test: amount,
      /** Hours that somebody is there for this project from today until the planned end. */
      there: z.number(),
      finished: amount,
      /** Hours that they were there since then, at today's share of the week. */
      was_there: z.number(),
    }),
  ),
  /** What waits for somebody. */
  unassigned: z.object({ develop: amount, test: amount }),
  /** Open objects that the newest assessment does not know: counted like others of their type, or as one hour. */
  not_assessed: z.int(),
});
export type Workload = z.infer<typeof workload>;

export const getWorkload = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/workload',
  summary: 'What each person of a project has to do and has finished, in hours',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: workload,
});
