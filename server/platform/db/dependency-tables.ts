import type { Generated } from 'kysely';
import type {
  DependencyKind,
  DependencyOrigin,
  DependencyReadState,
} from '../../../contract/dependencies.ts';
import type { Flag } from '../../../contract/fields.ts';

export interface DependencyReadTable {
  id: Generated<number>;
  project_id: number;
  state: DependencyReadState;
  total: Generated<number>;
  done: Generated<number>;
  not_read: Generated<number>;
  source_only: Generated<Flag>;
  current: string | null;
  error: string | null;
  connection_failed: Generated<Flag>;
  cancelling: Generated<Flag>;
  /** The process that works on it, until its lease ends. */
  owner: string | null;
  lease_until: string | null;
  created_by: number | null;
  created_at: string;
  finished_at: string | null;
}

export interface DependencyTable {
  id: Generated<number>;
  read_id: number;
  object_id: number;
  /** Null: it is not in the project, and `name` says what it is. */
  needs_id: number | null;
  name: string | null;
  kind: DependencyKind;
  origin: DependencyOrigin;
  /** The number of the cycle that it is part of, within its reading. */
  cycle: number | null;
}
