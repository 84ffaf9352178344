import type { Generated } from 'kysely';

export interface CalendarTable {
  project_id: number;
  /** JSON: WorkingTime. */
  working_time: string;
}

/** Who is not on a project for the whole week. */
export interface WeekShareTable {
  project_id: number;
  user_id: number;
  /** Percent. */
  share: number;
}

export interface AbsenceTable {
  id: Generated<number>;
  user_id: number;
  starts_on: string;
  ends_on: string;
  reason: string | null;
}
