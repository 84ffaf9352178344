import { z } from 'zod';
import { id, timestamp } from './fields.ts';

export const historyEntry = z.object({
  /** 0 for the import, which is the first entry of an object. */
  id: z.int(),
  at: timestamp,
  user_id: id.nullable(),
  username: z.string().nullable(),
  action: z.string(),
  /** Changed fields: name → [from, to]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** Usernames, by id, of the people that the changes mention, former members included. */
  names: z.record(z.string(), z.string()).optional(),
});
