import { i18n } from './i18n/index.ts';

/** A calendar date (YYYY-MM-DD) as people of the chosen language write it. */
export function formatDate(date: string | null | undefined): string {
  if (!date) return '';
  const time = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time.getTime())) return date;
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    time,
  );
}

/** A moment (ISO timestamp) in the viewer's time zone. */
export function formatTime(timestamp: string | null | undefined): string {
  if (!timestamp) return '';
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(timestamp),
  );
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(i18n.language).format(value);
}
