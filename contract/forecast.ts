import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { OBJECT_TYPE_NAMES } from './engines.ts';
import { date, id, timestamp } from './fields.ts';
import { fault } from './messages/message.ts';

const hours = z.number();
const objectType = z.enum(OBJECT_TYPE_NAMES);

/** Why there is no forecast: no finished assessment, or nobody in a role that remaining work needs. */
export const NO_FORECAST = ['unassessed', 'no_developers', 'no_testers'] as const;

/** Why a forecast relies mostly on experience with other teams. */
export const PRIOR_REASONS = [
  /** Too few working days since the first object was finished. */
  'days',
  /** Too few objects were finished. */
  'finished',
  /** Much of the remaining work is of a type of which almost nothing is finished. */
  'type',
] as const;

/** Problems that a lead should look at, in this order, each with a count of objects, people, waves or days. */
export const FORECAST_ALERTS = [
  /** Working days between the planned end and the later forecast date. */
  'beyond_plan',
  /** Waves whose later forecast date is after their last day. */
  'late_waves',
  /** Objects waiting for testing, if they are more than twice as many as were verified in the last ten working days. */
  'piling_up',
  /** Objects that were begun and have not been touched for 14 days. */
  'untouched',
  /** Objects that were returned more than twice. */
  'returned_often',
  /** Members without open work while other work is left. */
  'idle',
] as const;
export type ForecastAlert = (typeof FORECAST_ALERTS)[number];

/** Percentiles of the simulated end: `low` 10, `half` 50, `most` 85, `high` 90. */
const ends = z.object({ half: date, most: date, low: date, high: date });
export type ForecastEnds = z.infer<typeof ends>;

export const forecast = z.object({
  as_of: timestamp,
  /** Why there are no dates; null where there are. */
  without: z.enum(NO_FORECAST).nullable(),
  /** Null where there are no dates, or no work is left. */
  ends: ends.nullable(),
  planned_end: date.nullable(),
  /** Calibrated hours of development and testing of the source's imported objects. */
  scope: z.object({ objects: z.int(), hours }),
  done: z.object({ objects: z.int(), hours }),
  /** Imported objects that the newest assessment does not include: no figure here counts them. */
  not_assessed: z.int(),
  people: z.object({ developers: z.int(), testers: z.int() }),
  /** The share of its available hours that the team delivered in full weeks; null before the first full week. */
  pace: z.object({ weeks: z.int(), delivered: z.number().nullable() }),
  prior: z.array(
    z.object({
      reason: z.enum(PRIOR_REASONS),
      object_type: objectType.nullable(),
      /** Number of days or of finished objects, depending on the reason. */
      count: z.int(),
    }),
  ),
  types: z.array(
    z.object({
      object_type: objectType,
      objects_left: z.int(),
      hours_left: hours,
      /** The factors by which the team's actual times multiply the estimates. */
      develop_factor: z.number(),
      test_factor: z.number(),
      half: date.nullable(),
      most: date.nullable(),
    }),
  ),
  /** Waves in the order of the work, then objects in no wave (id null); empty where there are no waves. */
  waves: z.array(
    z.object({
      id: id.nullable(),
      position: z.int().nullable(),
      /** Null where the wave has no name and is shown by its number. */
      name: z.string().nullable(),
      objects_left: z.int(),
      hours_left: hours,
      ends_on: date.nullable(),
      half: date.nullable(),
      most: date.nullable(),
      /** Working days between the last day of the wave and the later forecast date. */
      days_late: z.int(),
    }),
  ),
  /** By week until today, oldest first. */
  burn_up: z.array(z.object({ date, scope: hours, done: hours })),
  /** Forecast of hours done from today on, by day or week; the value lies between `low` and `high` in four of five cases. */
  fan: z.array(z.object({ date, low: hours, middle: hours, high: hours })),
  /** One per week, newest first. */
  kept: z.array(z.object({ as_of: timestamp, half: date, most: date })),
  /** Past points of earlier forecasts, and at how many of them the forecast range held. */
  hits: z.object({ points: z.int(), held: z.int() }),
  alerts: z.array(z.object({ alert: z.enum(FORECAST_ALERTS), count: z.int() })),
});
export type Forecast = z.infer<typeof forecast>;

/** Maximum number of forecasts kept for a project. */
export const KEPT_FORECASTS = 104;
export const MAX_PEOPLE = 50;
export const MAX_FREEZE_DAYS = 250;
const MAX_WAVE_POSITION = 100_000;

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

/** Assumptions: more or fewer people from today on, days on which nobody works, a scope that ends with a wave. */
export const whatIf = z.object({
  developers: whole(-MAX_PEOPLE, MAX_PEOPLE),
  testers: whole(-MAX_PEOPLE, MAX_PEOPLE),
  freeze_days: whole(0, MAX_FREEZE_DAYS),
  /** Position of the last wave that is in scope; 0 means all objects. */
  until_wave: whole(0, MAX_WAVE_POSITION),
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
