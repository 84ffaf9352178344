import { i18n } from '../../lib/i18n/index.ts';

export { formatNumber } from '../../lib/format.ts';

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
