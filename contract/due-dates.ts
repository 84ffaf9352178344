import type { ObjectStatus } from './objects.ts';

/** What lists find due dates by, beside a day or a part of one: what is not verified and late, or due within a week. */
export const DUE_FILTERS = ['overdue', 'soon'] as const;
export const SOON_DAYS = 7;

const DAY = 24 * 3_600_000;

/** The day that it is where days end last: what is due on a day is late once that day is over everywhere. */
export const lastDayAt = (moment: number): string =>
  new Date(moment - DAY / 2).toISOString().slice(0, 10);

export const isOverdue = (
  { due_date, status }: { due_date: string | null; status: ObjectStatus },
  moment: number,
): boolean => due_date !== null && status !== 'verified' && due_date < lastDayAt(moment);
