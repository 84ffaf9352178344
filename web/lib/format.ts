import { i18n, isolate } from './i18n/index.ts';

/** Formats a calendar date (YYYY-MM-DD) for the chosen language. */
export function formatDate(date: string | null | undefined): string {
  if (!date) return '';
  const time = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return date;
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    time,
  );
}

/** Formats a calendar date without the year if that is the current one: 'Nov 4'; otherwise 'Nov 4, 2031', which may wrap. */
export function formatShortDate(date: string | null | undefined, today = new Date()): string {
  if (!date) return '';
  const time = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return date;
  return new Intl.DateTimeFormat(i18n.language, {
    day: 'numeric',
    month: 'short',
    ...(time.getUTCFullYear() !== today.getFullYear() && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(time);
}

/** Formats a range of dates without repeating common parts: 'Nov 4 – 15, 2026'; '…' stands for an unknown date. */
export function formatSpan(from: string | null, to: string | null): string {
  if (!from || !to || from > to) return `${formatDate(from) || '…'} – ${formatDate(to) || '…'}`;
  const [start, end] = [from, to].map((date) => new Date(`${date.slice(0, 10)}T00:00:00Z`));
  return new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).formatRange(start!, end!);
}

/** The name of a weekday, from 1 for Monday. */
export const formatWeekday = (day: number, weekday: 'short' | 'long'): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(i18n.language, { weekday, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  );

/** Formats an ISO timestamp in the viewer's time zone. */
export function formatTime(timestamp: string | null | undefined): string {
  if (!timestamp) return '';
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(timestamp),
  );
}

/** Words or names one after the other, each in its own direction. */
export function listOf(words: readonly string[]): string {
  const isolated = words.map(isolate);
  if (i18n.language !== 'ar') return isolated.join(', ');
  // Names from left to right would turn a list that decides its own direction.
  return (words.length > 1 ? '\u200f' : '') + isolated.join('، ');
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(i18n.language).format(value);
}

/** Formats hours of a column in which they stand below each other. */
export function formatHours(hours: number): string {
  return new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 }).format(hours);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats the time since a moment in its largest unit: 'yesterday', '3 hours ago'. */
export function formatRelative(timestamp: string): string {
  // Clocks may differ by seconds: never show a time in the future.
  const seconds = Math.min(0, (new Date(timestamp).getTime() - Date.now()) / 1000);
  const relative = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (seconds <= -size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(0, 'second');
}

/** Formats a share from 0 to 1 as a percentage; only a complete share becomes 100 %. */
export function formatPercent(share: number): string {
  const shown = share < 1 ? Math.min(share, 0.99) : 1;
  return new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(shown);
}

/** Formats the day of a time in milliseconds, short enough for an axis. */
export function formatDay(time: number): string {
  return new Intl.DateTimeFormat(i18n.language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(time);
}
