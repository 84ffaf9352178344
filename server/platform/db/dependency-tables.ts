import type { Generated } from 'kysely';
import type { DependencyKind, DependencyOrigin } from '../../../contract/dependencies.ts';
import type { Flag } from '../../../contract/fields.ts';
import type { JobTable } from './job-table.ts';

export interface DependencyReadTable extends JobTable {
  not_read: Generated<number>;
  source_only: Generated<Flag>;
}

export interface DependencyTable {
  id: Generated<number>;
  read_id: number;
  object_id: number;
  /** Null for something outside of the project, which `name` describes. */
  needs_id: number | null;
  name: string | null;
  kind: DependencyKind;
  origin: DependencyOrigin;
  /** Number of its cycle, within the reading. */
  cycle: number | null;
}
