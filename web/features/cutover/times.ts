import { MINUTE } from '../../../contract/days.ts';
import { i18n } from '../../lib/i18n/index.ts';
import { useEffect, useState } from 'react';
import type { CutoverRun } from '../../../contract/cutover-runs.ts';

/** Hours and minutes, such as 1:05. */
const formatLength = (minutes: number): string =>
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

/**
 * The current time by the server's clock, in milliseconds, so that all browsers agree regardless of their own clocks. Stops
 * when the run has ended.
 * @param receivedAt - time of this browser's clock when the run arrived
 */
export function useServerNow({ state, now }: CutoverRun, receivedAt: number): number {
  const [here, setHere] = useState(() => Date.now());
  const isRunning = state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setHere(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Date.parse(now) + (isRunning ? Math.max(0, here - receivedAt) : 0);
}

/** Hours, minutes and seconds, such as 1:05:09; negative times have a minus sign. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const span = `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return milliseconds <= -1_000 ? `−${span}` : span;
}

/** Whether the planned end of a step has passed and it is not done. */
export const isBehind = (
  { state, planned_end: due }: CutoverRun['steps'][number],
  now: number,
): boolean => state !== 'done' && state !== 'skipped' && Date.parse(due) < now;
