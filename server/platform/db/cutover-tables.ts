import type { Generated } from 'kysely';
import type { Flag } from '../../../contract/fields.ts';

export interface RunbookTable {
  project_id: number;
  starts_at: string | null;
}

/** What a step of a runbook is made of. */
interface StepColumns {
  /** From 1. */
  position: number;
  title: string;
  owner_id: number | null;
  /** Planned length. */
  minutes: number;
  /** JSON: numbers of the steps that it waits for; null: the one right above. */
  after: string | null;
  commands: string;
  way_back: string;
  needs_confirmation: Flag;
  no_return: Flag;
}

export interface RunbookStepTable extends StepColumns {
  id: Generated<number>;
  project_id: number;
}
