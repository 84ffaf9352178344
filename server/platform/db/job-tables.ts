import type { Generated } from 'kysely';
import type { AssessmentScope, Complexity, UnusedReason } from '../../../contract/assessment.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import type { ObjectTypeId } from '../../../contract/engines.ts';
import type { Flag } from '../../../contract/fields.ts';
import type { DependencyKind, DependencyOrigin } from '../../../contract/dependencies.ts';
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

export interface AssessmentTable extends JobTable {
  scope: AssessmentScope;
  not_read: Generated<number>;
  source_engine: EngineId;
  target_engine: EngineId;
  rules_version: string;
  /** JSON: OwnWeights; null if the program's weights were used. */
  weights: string | null;
  /** JSON: FeatureSum[]. */
  features: string | null;
  started_at: string | null;
}

export interface AssessedObjectTable {
  id: Generated<number>;
  assessment_id: number;
  object_id: number | null;
  schema_name: string;
  type_id: ObjectTypeId;
  object_name: string;
  /** Hash of the object's definition. */
  hash: string;
  complexity: Complexity;
  automatic: Flag;
  develop_minutes: number;
  test_minutes: number;
  row_count: number | null;
  lines: number;
  statements: number;
  unused: UnusedReason | null;
  /** Values of RISKS, each surrounded by spaces; null if there are none. */
  risks: string | null;
  /** JSON: StoredFinding[]. */
  findings: string;
}

export interface AssessmentWeightsTable {
  project_id: number;
  /** JSON: OwnWeights. */
  weights: string;
  updated_by: number | null;
  updated_at: string;
}

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
