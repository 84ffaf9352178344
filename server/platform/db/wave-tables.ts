import type { Generated } from 'kysely';
import type { WaveState } from '../../../contract/waves.ts';

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
