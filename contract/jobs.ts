import { z } from 'zod';
import { id, timestamp } from './fields.ts';
import { messageData } from './messages/message.ts';

const JOB_STATES = ['queued', 'running', 'finished', 'cancelled', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Background work for a project that a user started and may cancel. */
export const job = z.object({
  id,
  Project_Id: id,
  state: z.enum(JOB_STATES),
  created_by: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  /** Number of objects. */
  total: z.int(),
  done: z.int(),
  /** What is being read, such as `shop.tables`. */
  current: z.string().nullable(),
  /** Why it failed, a sentence. */
  error: z.string().nullable(),
  error_said: messageData,
  /** Whether a database could not be connected to. */
  connection_failed: z.boolean(),
});
export type Job = z.infer<typeof job>;
