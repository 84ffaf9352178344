import type { Generated } from 'kysely';

export interface CalendarTable {
  project_id: number;
  /** JSON: WorkingTime. */
  working_time: string;
}

/** People who are on a project for a part of the week. */
export interface WeekShareTable {
  project_id: number;
  user_id: number;
  /** In per cent. */
  share: number;
}

export interface AbsenceTable {
  id: Generated<number>;
  user_id: number;
  starts_on: string;
  ends_on: string;
  reason: string | null;
}
