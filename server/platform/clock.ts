import { AsyncLocalStorage } from 'node:async_hooks';
import { lastDayAt } from '../../contract/due-dates.ts';

const past = new AsyncLocalStorage<number>();
const now = (): number => past.getStore() ?? Date.now();

/** Does work whose timestamps are of a moment in the past, as the sample's history is written. */
export const asOf = <T>(moment: number, work: () => Promise<T>): Promise<T> =>
  past.run(moment, work);

/** Now, as the stores keep it: ISO-8601 UTC with milliseconds. */
export const timestampNow = (): string => new Date(now()).toISOString();

/** The timestamp `ms` milliseconds from now; negative for the past. */
export const timestampIn = (ms: number): string => new Date(now() + ms).toISOString();

/** Today's date in UTC, YYYY-MM-DD. */
export const today = (): string => timestampNow().slice(0, 10);

const DAY = 24 * 3_600_000;

/** Today where the day ends last, or so many days later: a last day counts as long as it is today for anybody. */
export const lastToday = (later = 0): string => lastDayAt(now() + later * DAY);

/** Whether a last day has ended for everybody. */
export const hasEnded = (until: string | null | undefined): boolean =>
  typeof until === 'string' && until < lastToday();

/** When a day has ended for everybody. */
export const endOfDay = (date: string): string =>
  new Date(Date.parse(date) + 36 * 3_600_000).toISOString();
