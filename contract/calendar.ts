import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { blankAsNull, date, id, requiredText } from './fields.ts';
import { message, fault } from './messages/message.ts';
import { role } from './projects.ts';
import { changeOf } from './stale.ts';

export const MAX_HOLIDAYS = 200;
export const MAX_ABSENCES = 100;

const upTo = (most: number) => {
  const error = fault('field.notAge', { least: 1, most });
  return z.int({ error }).min(1, { error }).max(most, { error });
};
const remark = blankAsNull(requiredText(100).nullable());

/** The days on which people work on a project. */
export const workingTime = z.object({
  /** Days of a week: 1 is Monday, 7 is Sunday. */
  weekdays: z
    .array(upTo(7))
    .min(1, { error: fault('field.noWeekday') })
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other)),
  /** Days on which nobody works. */
  holidays: z
    .array(z.object({ date, name: remark }))
    .max(MAX_HOLIDAYS, {
      error: fault('field.tooMany', { count: MAX_HOLIDAYS, things: message('thing.days') }),
    })
    // A date that is listed twice is one holiday, with the name given last.
    .transform((days) =>
      [...new Map(days.map((day) => [day.date, day])).values()].toSorted((one, other) =>
        one.date < other.date ? -1 : 1,
      ),
    ),
});
export type WorkingTime = z.infer<typeof workingTime>;

export const USUAL_TIME: WorkingTime = { weekdays: [1, 2, 3, 4, 5], holidays: [] };

const absence = z
  .object({ starts_on: date, ends_on: date, reason: remark })
  .refine(({ starts_on: start, ends_on: end }) => start <= end, {
    path: ['ends_on'],
    error: fault('field.endsBeforeStart'),
  });
export type Absence = z.infer<typeof absence>;

/** The availability of a person. */
export const personTime = z.object({
  /** Share of the week for this project, in percent. */
  share: upTo(100),
  /** Absences from every project; the first and last day are included. */
  absences: z
    .array(absence)
    .max(MAX_ABSENCES, {
      error: fault('field.tooMany', { count: MAX_ABSENCES, things: message('thing.absences') }),
    })
    .transform((list) => list.toSorted((one, other) => (one.starts_on < other.starts_on ? -1 : 1))),
});
export type PersonTime = z.infer<typeof personTime>;

const person = z.object({
  user_id: id,
  username: z.string(),
  roles: z.array(role),
  ...personTime.shape,
});
export type CalendarPerson = z.infer<typeof person>;

export const calendar = z.object({
  ...workingTime.shape,
  /** Active members, by name. */
  people: z.array(person),
});
export type Calendar = z.infer<typeof calendar>;

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/calendar',
  summary: 'On which days a project works, and how much each of its members is there',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: calendar,
});

export const setWorkingTime = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/calendar',
  summary:
    'Change the working days and holidays of a project; 409 when they are not `was` any more',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: changeOf(workingTime),
  response: calendar,
});

export const setPersonTime = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/calendar/{user}',
  summary:
    "Change a member's share of the week and absences, which count on all projects; 409 when they are not `was` any more",
  access: { who: 'administrator' },
  params: z.object({ id, user: id }),
  body: changeOf(personTime),
  response: calendar,
});
