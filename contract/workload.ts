import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { blankAsNull, date, id } from './fields.ts';
import { role } from './projects.ts';

/** Maximum number of tasks that a week lists. */
export const MAX_WEEK_TASKS = 20;
/** Finished work is counted for this many days, or since the project was created. */
export const FINISHED_DAYS = 28;

/** Why a person does not work on a day. */
export const OFF_REASONS = [
  /** The project does not work on this weekday. */
  'weekend',
  'holiday',
  'away',
] as const;

/** A number of objects, and the hours that they take at the team's pace. */
const amount = z.object({ objects: z.int(), hours: z.number() });
export type WorkAmount = z.infer<typeof amount>;

const weekTask = z.object({
  /** Id of the object. */
  id,
  schema_name: z.string(),
  object_name: z.string(),
  object_type: objectType,
  work: z.enum(['develop', 'test']),
  hours: z.number(),
  due_date: date.nullable(),
  wave: z.object({ position: z.int(), name: z.string().nullable() }).nullable(),
  /** Whether it depends on an object that is not migrated. */
  blocked: z.boolean(),
  /** When it would be done if all tasks are done in this order. */
  done_on: date,
});
export type WeekTask = z.infer<typeof weekTask>;

const week = z.object({
  project_id: id,
  project_name: z.string(),
  today: date,
  /** From Monday to Sunday. */
  days: z.array(z.object({ date, hours: z.number(), off: z.enum(OFF_REASONS).nullable() })),
  /** Working hours from today to the end of the week. */
  hours_left: z.number(),
  /** Work that can be done now, or that waits only for objects it depends on. */
  open: amount,
  /** The part of it that is done by the end of the week. */
  in_week: amount,
  /** Tests that become possible once the objects are migrated. */
  to_come: amount,
  /** The first tasks in the recommended order: those that can start, then by due date, wave and age. */
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
  /** First day of the period over which finished work is counted. */
  since: date,
  /** Active developers and testers by name, then former ones with open work, who have no role. */
  people: z.array(
    z.object({
      user_id: id,
      username: z.string(),
      roles: z.array(role),
      develop: amount,
      test: amount,
      /** Hours that the person is available for this project from today until the planned end. */
      there: z.number(),
      finished: amount,
      /** Hours that the person was available since `since`, at the current share of the week. */
      was_there: z.number(),
    }),
  ),
  /** Work without an assignee. */
  unassigned: z.object({ develop: amount, test: amount }),
  /** Open objects that the newest assessment does not include: counted like others of their type, or as one hour. */
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
