import type { Generated } from 'kysely';
import type { ObjectTypeId } from '../../../contract/engines.ts';
import type { Flag } from '../../../contract/fields.ts';
import type { EvidenceKind } from '../../../contract/proof/evidence.ts';
import type { Numbered } from '../../../contract/proof/next-numbers.ts';
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
  /** The names of all its objects in lower case. */
  search_key: string;
  /** Of its source objects the first, else of its target objects; null where all have left it. */
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
  /** What the comparison of definitions found of next numbers; null where none was that looked. */
  numbering: Numbered | null;
  data_result: DataResult | null;
  data_differences: number | null;
  /** How many of them are accepted. */
  data_accepted: Generated<number>;
  /** Whether more rows may differ. */
  data_at_least: Generated<Flag>;
  rows_source: number | null;
  rows_target: number | null;
  data_at: string | null;
  /** JSON: Coverage. */
  data_coverage: string | null;
  /** JSON: a later, weaker look. */
  data_look: string | null;
  call_result: CallOutcome | null;
  call_at: string | null;
  /** JSON: what of the call was not compared, texts; null where that is not known. */
  call_gaps: string | null;
  /** When a definition of one of its objects was last found to be another one than before. */
  definition_changed_at: string | null;
  /** When the rules by which its rows are compared were last changed. */
  rules_changed_at: string | null;
  /** When a call last ran that may have changed rows for good. */
  rows_outdated_at: string | null;
  /** JSON: StoredRules; null: the defaults. */
  rules: string | null;
  /** The first of the last days of what they let pass that is not known to be over. */
  tolerated_until: Generated<string | null>;
  /** What the project lets pass, and the result of its rows is not proven without: ids, as in `,3,7,`. */
  data_leans_on: Generated<string | null>;
  /** JSON: StoredCandidate[], of an object without a counterpart; null where matching found none. */
  candidates: string | null;
  /** JSON: PairCall. */
  call: string | null;
  version: Generated<number>;
  created_at: string;
}

/** What differs in the rows of a pair, by its result. */
export interface PairDifferenceTable {
  pair_id: number;
  /** Of the result that it is about. */
  data_at: string;
  /** A line for each row that differs: its mark, and those of its values that were changed. */
  marks: string;
}

/** What a change of pairs can be undone with. */
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
  /** JSON: ObjectDefinition of the connectors. */
  structure: string;
  /** Message: what it goes with, so that it needs no counterpart; of a table also the name of that one. */
  belongs_to: Generated<string | null>;
  parent_schema: Generated<string | null>;
  parent_name: Generated<string | null>;
  read_at: string;
  /** When a read last found another definition than the read before. */
  changed_at: string | null;
}

export interface ProjectProofTable {
  project_id: number;
  /** JSON: MatchingRules and ProofSettings; null: the defaults. */
  matching: string | null;
  settings: string | null;
  /** Since when objects wait to be matched; null while none do. */
  match_requested_at: string | null;
}

/** How much of a project was proven when a day was last counted. */
export interface ProofDayTable {
  project_id: number;
  /** As `2026-01-31`, in UTC. */
  day: string;
  total: number;
  proven: number;
  at: string;
}

/** Differences of rows that count as equal in all pairs of a project. */
export interface ProjectToleranceTable {
  id: Generated<number>;
  project_id: number;
  cause: string;
  source_type: string | null;
  target_type: string | null;
  reason: string;
  until: string | null;
  /** When its end was seen. */
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
  /** Of a pair's: the ids of the objects that it is about, in order. */
  objects: string | null;
  /** When its end was seen, and results were counted anew. */
  ended_at: string | null;
  created_by: number | null;
  created_at: string;
}

/** What an acceptance holds: of rows the lines of PairDifferenceTable, of what was not compared a JSON list of texts. */
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
  /** Of its pairs, those whose rows were counted before others are compared. */
  counted: Generated<number>;
  /** Of those, the ones that were found to differ by that. */
  counted_different: Generated<number>;
  different: Generated<number>;
  failed: Generated<number>;
  rows_done: Generated<number>;
  rows_total: number | null;
  rows_per_second: number | null;
  /** JSON: Run's `current`. */
  current: string | null;
  error: string | null;
  /** Of it, or of one of its pairs: a database could not be connected to. */
  connection_failed: Generated<Flag>;
  /** What a person asked for since. */
  request: 'pause' | 'cancel' | null;
  /** The process that works on it, until its lease ends. */
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
  /** 1: its rows were counted; while it waits, they are yet to be compared. */
  counted: Generated<Flag>;
  /** In which order they are taken, smallest first; those with the same by their ids. */
  rank: Generated<number>;
  /** In the order of being done. */
  seq: number | null;
  /** JSON: where to go on. */
  checkpoint: string | null;
  /** How often somebody has begun with it since anything came of it; none where it was left in good order. */
  attempts: Generated<number>;
  /** JSON: RunItem. */
  result: string | null;
}

/** How far the run of a call is; nothing where none runs. */
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
  /** JSON: what `evidence` of the contract has besides. */
  detail: string;
}

export interface DifferenceTable {
  evidence_id: number;
  seq: number;
  kind: 'missing' | 'extra' | 'changed';
  /** JSON. */
  key: string | null;
  columns: string;
  /** The marks of what differs in it; null of old ones. */
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
