import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { OBJECT_TYPE_NAMES } from './engines.ts';
import { date, id, timestamp } from './fields.ts';
import { fault } from './messages/fault.ts';

const hours = z.number();
const objectType = z.enum(OBJECT_TYPE_NAMES);

/** Why there is no forecast: no finished assessment, or nobody who could do what is left. */
export const NO_FORECAST = ['unassessed', 'no_developers', 'no_testers'] as const;

/** Why a forecast is mostly what is known of other teams. */
export const PRIOR_REASONS = [
  /** Too few working days since the first object was finished. */
  'days',
  /** Too few objects were finished. */
  'finished',
  /** Much of what is left is of a type of which nearly nothing was finished. */
  'type',
] as const;

/** What a lead should look at, in this order; each counts objects, people, waves or days. */
export const FORECAST_ALERTS = [
  /** Working days by which the later date is beyond the planned end. */
  'beyond_plan',
  /** Waves whose later date is beyond their last day. */
  'late_waves',
  /** Objects that wait for testing: more than were verified in the last ten working days, twice over. */
  'piling_up',
  /** Objects that are begun and were not touched for 14 days. */
  'untouched',
  /** Objects that were returned more than twice. */
  'returned_often',
  /** Members who have nothing left to do while there is work. */
  'idle',
] as const;
export type ForecastAlert = (typeof FORECAST_ALERTS)[number];

/** Half of all cases end by `half`, 85 of 100 by `most`, 10 and 90 of 100 by `low` and `high`. */
const ends = z.object({ half: date, most: date, low: date, high: date });
export type ForecastEnds = z.infer<typeof ends>;

export const forecast = z.object({
  as_of: timestamp,
  /** Why there are no dates; null where there are. */
  without: z.enum(NO_FORECAST).nullable(),
  /** Null where there are no dates, and where nothing is left to do. */
  ends: ends.nullable(),
  planned_end: date.nullable(),
  /** Calibrated hours of development and testing of the source's imported objects. */
  scope: z.object({ objects: z.int(), hours }),
  done: z.object({ objects: z.int(), hours }),
  /** Imported objects that the newest assessment does not know: not in any figure here. */
  not_assessed: z.int(),
  people: z.object({ developers: z.int(), testers: z.int() }),
  /** What the team delivered of the hours that it could in full weeks, as a share; null while there are none. */
  pace: z.object({ weeks: z.int(), delivered: z.number().nullable() }),
  prior: z.array(
    z.object({
      reason: z.enum(PRIOR_REASONS),
      object_type: objectType.nullable(),
      /** Days, or finished objects. */
      count: z.int(),
    }),
  ),
  types: z.array(
    z.object({
      object_type: objectType,
      objects_left: z.int(),
      hours_left: hours,
      /** By what the team's own times multiply the estimates. */
      develop_factor: z.number(),
      test_factor: z.number(),
      half: date.nullable(),
      most: date.nullable(),
    }),
  ),
  /** In the order of the work, and what is in none, with a null for its id; nothing where there are no waves. */
  waves: z.array(
    z.object({
      id: id.nullable(),
      position: z.int().nullable(),
      /** Null: it goes by its number. */
      name: z.string().nullable(),
      objects_left: z.int(),
      hours_left: hours,
      ends_on: date.nullable(),
      half: date.nullable(),
      most: date.nullable(),
      /** Working days by which the later date is beyond the last day. */
      days_late: z.int(),
    }),
  ),
  /** By week until today, oldest first. */
  burn_up: z.array(z.object({ date, scope: hours, done: hours })),
  /** Hours done from today on, by day or by week: four cases of five lie between. */
  fan: z.array(z.object({ date, low: hours, middle: hours, high: hours })),
  /** One per week, newest first. */
  kept: z.array(z.object({ as_of: timestamp, half: date, most: date })),
  /** How many points of kept forecasts are over by now, and at how many of them their range held. */
  hits: z.object({ points: z.int(), held: z.int() }),
  alerts: z.array(z.object({ alert: z.enum(FORECAST_ALERTS), count: z.int() })),
});
export type Forecast = z.infer<typeof forecast>;

/** So many are kept of a project. */
export const KEPT_FORECASTS = 104;
export const MOST_PEOPLE = 50;
export const MOST_FREEZE_DAYS = 250;
const MOST_WAVE_POSITION = 100_000;

/** A whole number in a query. */
const whole = (least: number, most: number) => {
  const error = fault('field.notAge', { least, most });
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
      z.int({ error }).min(least, { error }).max(most, { error }),
    )
    .default(0);
};

/** What if: people more or fewer from today on, days on which nobody works, a scope that ends with a wave. */
export const whatIf = z.object({
  developers: whole(-MOST_PEOPLE, MOST_PEOPLE),
  testers: whole(-MOST_PEOPLE, MOST_PEOPLE),
  freeze_days: whole(0, MOST_FREEZE_DAYS),
  /** Position of the last wave that is done; 0: all objects, in waves or in none. */
  until_wave: whole(0, MOST_WAVE_POSITION),
});
export type WhatIf = z.infer<typeof whatIf>;

export const getForecast = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/forecast',
  summary: 'When the project is done, as two dates, from what its own work took so far',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  query: whatIf,
  response: forecast,
});
