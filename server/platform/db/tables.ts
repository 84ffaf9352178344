import type { Generated } from 'kysely';
import type { EngineId, ObjectTypeId, TlsMode } from '../../../contract/engines.ts';
import type { Flag, Side } from '../../../contract/fields.ts';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';

/** Timestamps are ISO-8601 UTC text, dates YYYY-MM-DD text, flags 0 or 1: alike on both stores. */
export interface Tables {
  app_user: UserTable;
  session: SessionTable;
  login_attempt: LoginAttemptTable;
  project: ProjectTable;
  project_connection: ProjectConnectionTable;
  project_member: ProjectMemberTable;
  object: ObjectTable;
  history: HistoryTable;
  notification: NotificationTable;
  preference: PreferenceTable;
  setting: SettingTable;
}

export interface UserTable {
  id: Generated<number>;
  username: string;
  /** Lower-case username, unique. */
  username_key: string;
  email: string | null;
  password_hash: string;
  password_set_by_admin: Flag;
  is_admin: Flag;
  is_active: Flag;
  is_sample: Generated<Flag>;
  created_at: string;
}

export interface SessionTable {
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: number;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
}

export interface LoginAttemptTable {
  id: Generated<number>;
  at: string;
  username_key: string;
  user_id: number | null;
  login_time: string | null;
  address_sent: string | null;
  address_seen: string;
  outcome: 'ok' | 'failed' | 'throttled';
}

export interface ProjectTable {
  id: Generated<number>;
  name: string;
  client_name: string;
  migration_type: 'partial' | 'complete';
  status: 'pending' | 'inProgress' | 'completed';
  planned_start_date: string;
  planned_end_date: string;
  actual_start_date: string | null;
  actual_end_date: string | null;
  archived_at: string | null;
  is_sample: Generated<Flag>;
  version: Generated<number>;
  created_at: string;
  created_by: number | null;
}

export interface ProjectConnectionTable {
  project_id: number;
  side: Side;
  engine: EngineId;
  label: string | null;
  host: string | null;
  port: number | null;
  database_name: string | null;
  username: string | null;
  /** Envelope of platform/vault.ts. */
  password_sealed: string | null;
  tls: TlsMode;
  tls_ca: string | null;
}

export interface ProjectMemberTable {
  project_id: number;
  user_id: number;
  role: Role;
  created_at: string;
}

export interface ObjectTable {
  id: Generated<number>;
  project_id: number;
  side: Side;
  type_id: ObjectTypeId;
  schema_name: string;
  object_name: string;
  /** `schema.object` in lower case, for search in any case on both stores. */
  search_key: string;
  status: Generated<ObjectStatus>;
  test_call: string | null;
  test_result: string | null;
  comments: string | null;
  developer_id: number | null;
  tester_id: number | null;
  migrated_by: number | null;
  tested_by: number | null;
  /** When it became migrated (source) and verified; null while it is not. */
  migrated_at: string | null;
  verified_at: string | null;
  missing_since: string | null;
  version: Generated<number>;
  created_at: string;
  created_by: number | null;
  updated_at: string;
}

export interface HistoryTable {
  id: Generated<number>;
  at: string;
  user_id: number | null;
  entity: 'user' | 'project' | 'assignment' | 'object';
  entity_id: number;
  project_id: number | null;
  action: string;
  /** JSON: field → [from, to]. */
  changes: string;
  /** Names the bulk change that the entry belongs to. */
  batch: string | null;
}

export interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  at: string;
  kind: NotificationKind;
  project_id: number;
  side: Side | null;
  object_id: number | null;
  count: number;
  actor_id: number | null;
  role: Role | null;
  read_at: string | null;
}

export interface PreferenceTable {
  user_id: number;
  key: string;
  /** JSON. */
  value: string;
}

export interface SettingTable {
  /** `key-check`: a text sealed with the key that this store's passwords are sealed with. */
  key: string;
  value: string;
}
