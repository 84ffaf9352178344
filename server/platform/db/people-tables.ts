import type { Flag } from '../../../contract/fields.ts';
import type { UserRow } from '../../../contract/users.ts';
import type { Role } from '../../../contract/projects.ts';
import type { Generated } from 'kysely';

export interface UserTable {
  id: Generated<number>;
  username: string;
  /** The username in lower case, unique. */
  username_key: string;
  /** The skeleton of the name (see `confusableSkeleton`); older names may have equal ones. */
  username_look: string;
  email: string | null;
  password_hash: string;
  password_set_by_admin: Flag;
  is_admin: Flag;
  is_active: Flag;
  is_sample: Generated<Flag>;
  /** Of those who registered themselves, until they are activated. */
  registration: Generated<UserRow['registration']>;
  created_at: string;
  /** Null if no login is known. */
  last_login_at: Generated<string | null>;
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

export interface PreferenceTable {
  user_id: number;
  key: string;
  /** JSON. */
  value: string;
}

export interface ProjectMemberTable {
  project_id: number;
  user_id: number;
  role: Role;
  created_at: string;
}

/** Clients of a project; they are not its members. */
export interface ProjectClientTable {
  project_id: number;
  user_id: number;
  created_at: string;
}

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
