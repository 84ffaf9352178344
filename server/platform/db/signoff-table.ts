import type { Generated } from 'kysely';
import type { SignoffRole } from '../../../contract/signoff.ts';

export interface SignoffTable {
  id: Generated<number>;
  project_id: number;
  /** Neither a wave nor a pair: the project. Both may be gone by now. */
  wave_id: number | null;
  /** What the wave was called; its number where it had no name. */
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
  /** A line for each pair, by its id: the id, its verdict, the hash of what was proven of it. */
  proof: string;
}
