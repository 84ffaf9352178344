import type { Generated } from 'kysely';
import type { Flag } from '../../../contract/fields.ts';
import type { JobState } from '../../../contract/jobs.ts';

/** Columns of every table of a project's jobs, each of which one process at a time works on. */
export interface JobTable {
  id: Generated<number>;
  project_id: number;
  state: JobState;
  total: Generated<number>;
  done: Generated<number>;
  current: string | null;
  error: string | null;
  connection_failed: Generated<Flag>;
  cancelling: Generated<Flag>;
  /** The process that has claimed it, until its lease ends. */
  owner: string | null;
  lease_until: string | null;
  created_by: number | null;
  created_at: string;
  finished_at: string | null;
}
