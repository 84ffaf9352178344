import type { Generated } from 'kysely';
import type {
  CutoverKind,
  CutoverState,
  CutoverStepState,
} from '../../../contract/cutover-runs.ts';
import type { Flag } from '../../../contract/fields.ts';

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
