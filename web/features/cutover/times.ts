import { MINUTE } from '../../../contract/days.ts';
import { i18n } from '../../lib/i18n/index.ts';

/** Hours and minutes, such as 1:05. */
export const formatLength = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const inUnit = (unit: 'hour' | 'minute', value: number): string =>
  new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);

/** Such as `10 min` or `3 hr 25 min`. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return inUnit('minute', rest);
  return rest === 0 ? inUnit('hour', hours) : `${inUnit('hour', hours)} ${inUnit('minute', rest)}`;
}

/** Time of day in the viewer's time zone, with the weekday unless it is the day of `start`. */
export function formatClock(moment: Date, start: Date): string {
  const isSameDay = moment.toDateString() === start.toDateString();
  return new Intl.DateTimeFormat(i18n.language, {
    hour: 'numeric',
    minute: '2-digit',
    ...(!isSameDay && { weekday: 'short' }),
  }).format(moment);
}

/** Planned time of a moment: by the clock, or relative to the start if that is not set. */
export function formatPlanned(startsAt: string | null, minutes: number): string {
  if (startsAt === null) return `+${formatLength(minutes)}`;
  const start = new Date(startsAt);
  return formatClock(new Date(start.getTime() + minutes * MINUTE), start);
}

export const momentAfter = (startsAt: string, minutes: number): string =>
  new Date(Date.parse(startsAt) + minutes * MINUTE).toISOString();

/** A moment as the value of a `datetime-local` input, in the viewer's time zone. */
export function toLocalInput(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** Null where nothing, or an invalid time, was typed. */
export function fromLocalInput(typed: string): string | null {
  const date = new Date(typed);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
