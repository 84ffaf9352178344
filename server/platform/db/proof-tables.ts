import type { Generated } from 'kysely';
import type { ObjectTypeId } from '../../../contract/engines.ts';
import type { Flag } from '../../../contract/fields.ts';
import type { EvidenceKind } from '../../../contract/proof/evidence.ts';
import type { Numbered } from '../../../contract/proof/verdicts.ts';
import type {
  CallOutcome,
  DataResult,
  MatchMethod,
  PairState,
  DefinitionResult,
} from '../../../contract/proof/pairs.ts';
import type { RunKind, RunState } from '../../../contract/proof/runs.ts';

export interface PairTable {
  id: Generated<number>;
  project_id: number;
  type_id: ObjectTypeId;
  state: PairState;
  /** `schema.name` of the first source object, else of the first target object. */
  name: string;
  /** Names of all its objects in lower case. */
  search_key: string;
  /** Its first source object, else its first target object; null if it has no objects any more. */
  first_object_id: number | null;
  source_count: number;
  target_count: number;
  method: MatchMethod | null;
  score: number | null;
  reason: string | null;
  decided_by: number | null;
  decided_at: string | null;
  structure_result: DefinitionResult | null;
  structure_findings: Generated<number>;
  structure_at: string | null;
  /** Findings about next numbers by the comparison of definitions; null if none has checked them. */
  numbering: Numbered | null;
  data_result: DataResult | null;
  data_differences: number | null;
  /** Number of accepted differences. */
  data_accepted: Generated<number>;
  /** Whether there may be more differing rows. */
  data_at_least: Generated<Flag>;
  rows_source: number | null;
  rows_target: number | null;
  data_at: string | null;
  /** JSON: Coverage. */
  data_coverage: string | null;
  /** JSON: a later, less thorough comparison. */
  data_look: string | null;
  call_result: CallOutcome | null;
  call_at: string | null;
  /** JSON: texts about what a call did not compare; null if unknown. */
  call_gaps: string | null;
  /** When a read last found a changed definition of one of its objects. */
  definition_changed_at: string | null;
  /** When its rules for comparing rows were last changed. */
  rules_changed_at: string | null;
  /** When a call that may have changed rows permanently last ran. */
  rows_outdated_at: string | null;
  /** JSON: StoredRules; null: the defaults. */
  rules: string | null;
  /** The earliest end of its rules' tolerances that has not been processed yet. */
  tolerated_until: Generated<string | null>;
  /** Ids of the project's tolerances and expressions on which the result of its rows depends, as in `,3,e7,`. */
  data_leans_on: Generated<string | null>;
  /** JSON: StoredCandidate[], for an object without a counterpart; null if matching found none. */
  candidates: string | null;
  /** JSON: PairCall. */
  call: string | null;
  version: Generated<number>;
  created_at: string;
}

/** Differing rows of a pair, for one result. */
export interface PairDifferenceTable {
  pair_id: number;
  /** Time of the result to which it belongs. */
  data_at: string;
  /**
   * A line for each differing row: its mark, and the marks of its changed values; then, each behind a blank, the labels of
   * the causes of whole rows that explain it.
   */
  marks: string;
}

/** Data for undoing a change of pairs. */
export interface PairChangeTable {
  token: string;
  project_id: number;
  at: string;
  /** JSON: PairImage. */
  before: string;
}

export interface SnapshotTable {
  object_id: number;
  /** SHA-256 of `structure`, hexadecimal. */
  hash: string;
  /** Which properties were read: `FORMAT` of that time, 0 where it was not kept. */
  format: Generated<number>;
  /** JSON: ObjectDefinition of the connectors. */
  structure: string;
  /** Message: the object that it belongs to, so that it needs no counterpart; for a table also that one's name. */
  belongs_to: Generated<string | null>;
  parent_schema: Generated<string | null>;
  parent_name: Generated<string | null>;
  read_at: string;
  /** When a read last found a definition that differs from the previous one. */
  changed_at: string | null;
}

export interface ProjectProofTable {
  project_id: number;
  /** JSON: MatchingRules and ProofSettings; null: the defaults. */
  matching: string | null;
  settings: string | null;
  /** Since when objects have been waiting to be matched; null if none are. */
  match_requested_at: string | null;
}

/** How much of a project was proven, as of the day's last count. */
export interface ProofDayTable {
  project_id: number;
  /** Such as `2026-01-31`, in UTC. */
  day: string;
  total: number;
  proven: number;
  at: string;
}

/** Differences of rows that count as equal in all pairs of a project, and expressions that are read in place of columns. */
export interface ProjectToleranceTable {
  id: Generated<number>;
  project_id: number;
  /** `expression` where it is expressions. */
  cause: string;
  source_type: string | null;
  target_type: string | null;
  source_expression: Generated<string | null>;
  target_expression: Generated<string | null>;
  reason: string;
  until: string | null;
  /** When its expiry was processed. */
  ended_at: Generated<string | null>;
  created_by: number | null;
  created_at: string;
}

export interface AcceptanceTable {
  id: Generated<number>;
  project_id: number;
  pair_id: number | null;
  code: string;
  name: string | null;
  source: string | null;
  target: string | null;
  reason: string;
  until: string | null;
  /** For a pair's acceptance: ids of the objects that it covers, in order. */
  objects: string | null;
  /** When its expiry was processed, and results were counted again. */
  ended_at: string | null;
  created_by: number | null;
  created_at: string;
}

/**
 * What an acceptance covers: for rows the lines of PairDifferenceTable, for incomplete comparisons a JSON list of
 * texts.
 */
export interface AcceptanceHeldTable {
  acceptance_id: number;
  held: string;
}

export interface RunTable {
  id: Generated<number>;
  project_id: number;
  kind: RunKind;
  state: RunState;
  /** JSON: RunOptions. */
  options: string;
  total: number;
  done: Generated<number>;
  /** Number of pairs whose rows were counted before others are compared. */
  counted: Generated<number>;
  /** Number of those that counting found to be different. */
  counted_different: Generated<number>;
  different: Generated<number>;
  failed: Generated<number>;
  rows_done: Generated<number>;
  rows_total: number | null;
  rows_per_second: number | null;
  /** JSON: Run's `current`. */
  current: string | null;
  error: string | null;
  /** Whether a database could not be connected to, for the run or one of its pairs. */
  connection_failed: Generated<Flag>;
  /** A person's request to the running run. */
  request: 'pause' | 'cancel' | null;
  /** The process that has claimed it, until its lease ends. */
  owner: string | null;
  lease_until: string | null;
  created_by: number | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

export interface RunItemTable {
  run_id: number;
  pair_id: number;
  state: 'waiting' | 'done';
  /** 1: its rows have been counted; while it waits, they still have to be compared. */
  counted: Generated<Flag>;
  /** Order in which pairs are taken, smallest first; equal ones by id. */
  rank: Generated<number>;
  /** Position in the order of completion. */
  seq: number | null;
  /** JSON: where to continue. */
  checkpoint: string | null;
  /** Number of attempts since the last progress; reset when it is left in an orderly way. */
  attempts: Generated<number>;
  /** JSON: RunItem. */
  result: string | null;
}

/** Progress of a running call; no row if none is running. */
export interface RunningCallTable {
  pair_id: number;
  parameter_set: number;
  parameter_sets: number;
}

export interface EvidenceTable {
  id: Generated<number>;
  project_id: number;
  pair_id: number;
  kind: EvidenceKind;
  at: string;
  user_id: number | null;
  run_id: number | null;
  result: string | null;
  /** JSON: the further fields of `evidence` in the contract. */
  detail: string;
}

export interface DifferenceTable {
  evidence_id: number;
  seq: number;
  kind: 'missing' | 'extra' | 'changed';
  /** JSON. */
  key: string | null;
  columns: string;
  /** Marks of what differs in the row; null for old rows. */
  mark: string | null;
}

export interface AttachmentTable {
  evidence_id: number;
  name: string;
  type: string;
  bytes: number;
  /** Base64. */
  content: string;
}
