import type { Generated } from 'kysely';
import type {
  CutoverKind,
  CutoverState,
  CutoverStepState,
} from '../../../contract/cutover-runs.ts';
import type { Flag } from '../../../contract/fields.ts';
import type { GateVerdict } from '../../../contract/gate.ts';
import type { WaveState } from '../../../contract/waves.ts';
import type { SignoffRole } from '../../../contract/signoff.ts';

export interface WaveTable {
  id: Generated<number>;
  project_id: number;
  /** From 1. */
  position: number;
  name: string | null;
  starts_on: string | null;
  ends_on: string | null;
  owner_id: number | null;
  state: WaveState;
}

export interface WaveObjectTable {
  object_id: number;
  wave_id: number;
}

/** The last change of a project's waves, while it can be undone. */
export interface WaveChangeTable {
  project_id: number;
  token: string;
  /** JSON: WaveImage. */
  before: string;
}

export interface RunbookTable {
  project_id: number;
  starts_at: string | null;
}

/** The columns of a runbook's step. */
interface StepColumns {
  /** From 1. */
  position: number;
  title: string;
  /** Planned duration. */
  minutes: number;
  /** JSON: numbers of the steps for which it waits; null: the one directly before. */
  after: string | null;
  commands: string;
  way_back: string;
  needs_confirmation: Flag;
  no_return: Flag;
}

export interface RunbookStepTable extends StepColumns {
  id: Generated<number>;
  project_id: number;
  owner_id: number | null;
}

/** A permanent record: people are stored by their names at that time. */
export interface CutoverRunTable {
  id: Generated<number>;
  project_id: number;
  kind: CutoverKind;
  state: CutoverState;
  started_at: string;
  started_by: string;
  ended_at: string | null;
  ended_by: string | null;
}

/** A step of the runbook as it was when the run began, and its result. */
export interface CutoverStepTable extends StepColumns {
  id: Generated<number>;
  run_id: number;
  /** The runbook's step, which may have been deleted since. */
  step_id: number;
  owner: string | null;
  planned_start: string;
  planned_end: string;
  state: CutoverStepState;
  started_at: string | null;
  started_by: string | null;
  ended_at: string | null;
  ended_by: string | null;
  way_back_worked: Flag | null;
  way_back_at: string | null;
  way_back_by: string | null;
  way_back_note: string | null;
}

export interface SignoffTable {
  id: Generated<number>;
  project_id: number;
  /** Neither a wave nor a pair: the whole project. Both may have been deleted since. */
  wave_id: number | null;
  /** The wave's name at that time; its number if it had no name. */
  wave_name: string | null;
  pair_id: number | null;
  role: SignoffRole;
  user_id: number | null;
  at: string;
  remark: string | null;
  /** SHA-256 of `proof`, hexadecimal. */
  hash: string;
  pairs: number;
  open_pairs: number;
  unpaired: number;
  end_kind: Generated<'renewed' | 'withdrawn' | null>;
  ended_at: Generated<string | null>;
  ended_by: Generated<number | null>;
  /** When its signer was notified that it is reopened; null while it stands. */
  reopened_at: Generated<string | null>;
  /** One line per pair, ordered by id: its id, its verdict, and the hash of what is proven of it. */
  proof: string;
}

export interface GateTable {
  project_id: number;
  /** JSON: GateSettings. */
  settings: string;
}

export interface GateDecisionTable {
  id: Generated<number>;
  project_id: number;
  user_id: number | null;
  at: string;
  decision: 'go' | 'no_go';
  verdict: GateVerdict;
  reason: string | null;
  /** JSON: GateFinding[], for the demanded conditions that failed. */
  failing: string;
}
