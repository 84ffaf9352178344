import { DAY } from './days.ts';
import type { ObjectStatus } from './objects.ts';

/** Values that a due date filter accepts besides a date or a part of one; both find only objects that are not verified. */
export const DUE_FILTERS = ['overdue', 'soon'] as const;
export const SOON_DAYS = 7;

/** The current date in the time zone where days end last (UTC-12); a due date is overdue once it has ended everywhere. */
export const lastDayAt = (moment: number): string =>
  new Date(moment - DAY / 2).toISOString().slice(0, 10);

export const isOverdue = (
  { due_date, status }: { due_date: string | null; status: ObjectStatus },
  moment: number,
): boolean => due_date !== null && status !== 'verified' && due_date < lastDayAt(moment);
