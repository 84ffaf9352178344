import { AsyncLocalStorage } from 'node:async_hooks';
import { DAY } from '../../contract/days.ts';
import { lastDayAt } from '../../contract/due-dates.ts';

const past = new AsyncLocalStorage<number>();
const now = (): number => past.getStore() ?? Date.now();

/** Runs work whose timestamps are in the past, for writing the sample's history. */
export const asOf = <T>(moment: number, work: () => Promise<T>): Promise<T> =>
  past.run(moment, work);

/** The current time in the stores' form: ISO 8601 in UTC with milliseconds. */
export const timestampNow = (): string => new Date(now()).toISOString();

/** The timestamp `ms` milliseconds from now; negative for the past. */
export const timestampIn = (ms: number): string => new Date(now() + ms).toISOString();

/** Today's date in UTC, YYYY-MM-DD. */
export const today = (): string => timestampNow().slice(0, 10);

/** Today's date in the last time zone, or that date plus some days: a day counts until it has ended everywhere. */
export const lastToday = (later = 0): string => lastDayAt(now() + later * DAY);

/** Whether a last day has ended in every time zone. */
export const hasEnded = (until: string | null | undefined): boolean =>
  typeof until === 'string' && until < lastToday();

/** The moment at which a day has ended in every time zone. */
export const endOfDay = (date: string): string =>
  new Date(Date.parse(date) + 36 * 3_600_000).toISOString();
