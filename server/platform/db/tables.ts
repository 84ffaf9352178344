import type { Generated } from 'kysely';
import type { EngineId } from '../../../contract/database-types.ts';
import type { ObjectTypeId, TlsMode } from '../../../contract/engines.ts';
import type { Flag, Side } from '../../../contract/fields.ts';
import type { NotificationKind } from '../../../contract/notifications.ts';
import type { ObjectStatus, StaleReason } from '../../../contract/objects.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import type { AlsoTracked, PROJECT_FIELDS, Role } from '../../../contract/projects.ts';
import type { ColumnsOf } from './field-columns.ts';
import type {
  PairTable,
  PairDifferenceTable,
  PairChangeTable,
  SnapshotTable,
  ProjectProofTable,
  ProofDayTable,
  ProjectToleranceTable,
  AcceptanceTable,
  AcceptanceHeldTable,
  RunTable,
  RunItemTable,
  RunningCallTable,
  EvidenceTable,
  DifferenceTable,
  AttachmentTable,
} from './proof-tables.ts';
import type {
  AbsenceTable,
  CalendarTable,
  LoginAttemptTable,
  PreferenceTable,
  ProjectClientTable,
  ProjectMemberTable,
  SessionTable,
  UserTable,
  WeekShareTable,
} from './people-tables.ts';
import type {
  CutoverRunTable,
  CutoverStepTable,
  GateDecisionTable,
  GateTable,
  RunbookStepTable,
  RunbookTable,
  SignoffTable,
  WaveChangeTable,
  WaveObjectTable,
  WaveTable,
} from './plan-tables.ts';
import type {
  AssessedObjectTable,
  AssessmentTable,
  AssessmentWeightsTable,
  DependencyReadTable,
  DependencyTable,
} from './job-tables.ts';

/** Timestamps are ISO-8601 UTC text, dates YYYY-MM-DD text, flags 0 or 1: alike on both stores. */
export interface Tables {
  app_user: UserTable;
  session: SessionTable;
  login_attempt: LoginAttemptTable;
  project: ProjectTable;
  project_connection: ProjectConnectionTable;
  inventory_reading: InventoryReadingTable;
  inventory_part: InventoryPartTable;
  project_member: ProjectMemberTable;
  project_client: ProjectClientTable;
  object: ObjectTable;
  comment: CommentTable;
  history: HistoryTable;
  unfinished_assignment: UnfinishedAssignmentTable;
  notification: NotificationTable;
  mail_digest: MailDigestTable;
  webhook: WebhookTable;
  delivery: DeliveryTable;
  preference: PreferenceTable;
  setting: SettingTable;
  pair: PairTable;
  pair_change: PairChangeTable;
  pair_difference: PairDifferenceTable;
  snapshot: SnapshotTable;
  proof_day: ProofDayTable;
  project_proof: ProjectProofTable;
  project_tolerance: ProjectToleranceTable;
  acceptance: AcceptanceTable;
  acceptance_held: AcceptanceHeldTable;
  run: RunTable;
  run_item: RunItemTable;
  running_call: RunningCallTable;
  evidence: EvidenceTable;
  difference: DifferenceTable;
  attachment: AttachmentTable;
  gate: GateTable;
  gate_decision: GateDecisionTable;
  forecast: ForecastTable;
  assessment: AssessmentTable;
  assessed_object: AssessedObjectTable;
  assessment_weights: AssessmentWeightsTable;
  dependency_read: DependencyReadTable;
  dependency: DependencyTable;
  signoff: SignoffTable;
  wave: WaveTable;
  wave_object: WaveObjectTable;
  wave_change: WaveChangeTable;
  runbook: RunbookTable;
  runbook_step: RunbookStepTable;
  calendar: CalendarTable;
  week_share: WeekShareTable;
  absence: AbsenceTable;
  cutover_run: CutoverRunTable;
  cutover_step: CutoverStepTable;
}

/** Further columns besides those of its fields. */
export interface ProjectTable extends Omit<
  ColumnsOf<typeof PROJECT_FIELDS>,
  'id' | 'is_sample' | 'version' | 'also_tracked'
> {
  id: Generated<number>;
  also_tracked: Generated<AlsoTracked>;
  archived_at: string | null;
  is_sample: Generated<Flag>;
  version: Generated<number>;
  created_by: number | null;
}

/** A reading of a whole database, kept for a day so that it can still be imported. */
export interface InventoryReadingTable {
  id: Generated<number>;
  project_id: number;
  side: Side;
  began_at: string;
  /** Null until all is read. */
  ended_at: string | null;
  object_count: Generated<number>;
  /** JSON: the events before and behind the parts. */
  first_event: string;
  last_event: string | null;
}

/** The objects of one type in one schema. */
export interface InventoryPartTable {
  id: Generated<number>;
  reading_id: number;
  schema_name: string;
  type_id: ObjectTypeId;
  /** JSON: string[]. */
  names: string;
  gone: string;
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
  /** JSON of `accountRights`; null until a connection test has found any. */
  rights: string | null;
  /** Version of the server that answered last. */
  server_version: string | null;
  /** When its whole inventory was last read. */
  read_at: string | null;
}

export interface ObjectTable {
  id: Generated<number>;
  project_id: number;
  side: Side;
  type_id: ObjectTypeId;
  schema_name: string;
  object_name: string;
  /** `schema.object` in lower case, for case-insensitive search on both stores. */
  search_key: string;
  status: Generated<ObjectStatus>;
  test_call: string | null;
  test_result: string | null;
  comments: string | null;
  developer_id: number | null;
  tester_id: number | null;
  migrated_by: number | null;
  tested_by: number | null;
  /** When it was migrated (source) and verified; null while it is not. */
  migrated_at: string | null;
  verified_at: string | null;
  /** When a tester returned it; null once it is migrated again. */
  returned_at: Generated<string | null>;
  /** The tester's reason for returning it; null if none was given. */
  returned_reason: Generated<string | null>;
  missing_since: string | null;
  due_date: Generated<string | null>;
  /** The last reminder: due date, `soon` or `late`, and user id. */
  due_told: Generated<string | null>;
  /** Null until matched for the first time. */
  pair_id: Generated<number | null>;
  /** Since when it differs from what was verified, and in what. */
  stale_since: Generated<string | null>;
  stale_reason: Generated<StaleReason | null>;
  /** The verdict that contradicted its last step to migrated or verified; null if none did. */
  against_evidence: Generated<Verdict | null>;
  /** The reason for taking that step nevertheless; null if none was given. */
  against_reason: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  created_by: number | null;
  updated_at: string;
}

/** A comment on an object; the newest unresolved one is the object's `comments`. */
export interface CommentTable {
  id: Generated<number>;
  project_id: number;
  object_id: number;
  /** Null if the user was deleted, or the comment is older than the recording of authors. */
  user_id: number | null;
  at: string;
  text: string;
  edited_at: Generated<string | null>;
  resolved_at: Generated<string | null>;
  resolved_by: Generated<number | null>;
}

export interface HistoryTable {
  id: Generated<number>;
  at: string;
  user_id: number | null;
  entity: 'user' | 'project' | 'assignment' | 'object' | 'pair' | 'run';
  entity_id: number;
  project_id: number | null;
  action: string;
  /** JSON: field → [from, to]. */
  changes: string;
  /** Identifies the bulk change to which the entry belongs. */
  batch: string | null;
}

export interface UnfinishedAssignmentTable {
  /** `history.batch` of the entries written so far. */
  batch: string;
  /** The last id of the history before it. */
  from_id: number;
  /** Whether it is being undone, so that no more of it may be written. */
  is_cancelled: Generated<Flag>;
}

export interface NotificationTable {
  id: Generated<number>;
  user_id: number;
  at: string;
  kind: NotificationKind;
  /** Null if it is not about a project. */
  project_id: number | null;
  side: Side | null;
  object_id: number | null;
  count: number;
  actor_id: number | null;
  role: Role | 'client' | null;
  read_at: string | null;
}

/** People who want notifications by mail. */
export interface MailDigestTable {
  user_id: number;
  frequency: 'soon' | 'daily';
  /** The newest notification that was sent, and the time of that mail. */
  told_id: number;
  told_at: string;
}

export interface WebhookTable {
  id: Generated<number>;
  project_id: number;
  /** Envelope of platform/vault.ts: whoever knows a chat's address can write there. */
  url_sealed: string;
  /** Host of the address, for display. */
  host: string;
  form: 'json' | 'slack' | 'teams';
  /** JSON list of event names. */
  events: string;
  /** Envelope of platform/vault.ts. */
  secret_sealed: string;
  is_active: Generated<Flag>;
  /** Id of the last history entry that was processed. */
  seen_id: number;
  /** Up to when ended runs were processed. */
  seen_at: string;
  created_at: string;
  created_by: number | null;
}

/** Outgoing mails and webhook calls. */
export interface DeliveryTable {
  id: Generated<number>;
  at: string;
  kind: 'mail' | 'webhook';
  /** Recipient of a mail. */
  user_id: number | null;
  webhook_id: number | null;
  /** The event of a webhook call. */
  event: string | null;
  /** JSON of the content. */
  body: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: Generated<number>;
  /** Time of the next attempt; during an attempt, when its lease expires. Null once it has ended. */
  next_at: string | null;
  /** The other side's status code in the last attempt. */
  code: number | null;
  /** JSON of a message: why the last attempt failed. */
  said: string | null;
  /** Beginning of what the receiver of a webhook's call answered last. */
  answer: string | null;
  finished_at: string | null;
}

export interface SettingTable {
  /** `key-check`: a text sealed with the key that seals this store's passwords. */
  key: string;
  value: string;
}

/** The forecast of a project in one week. */
export interface ForecastTable {
  project_id: number;
  /** The Monday of the week, YYYY-MM-DD. */
  week: string;
  as_of: string;
  half: string;
  most: string;
  /**
   * JSON: shares of the scope at that time that are done by a date, with 80 % of simulations between `low` and
   * `high`.
   */
  fan: string;
}
