import type { Generated } from 'kysely';
import type { SignoffRole } from '../../../contract/signoff.ts';

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
