import { z } from 'zod';
import { spoken } from '../messages/message.ts';

/** What may explain the differences of a column or, the last four, of rows; most specific first. */
export const CAUSE_KINDS = [
  'zero_date',
  'empty',
  'blanks',
  'line_ends',
  'unicode',
  'case',
  'boolean',
  'encoding',
  'lost_characters',
  'json',
  'set',
  'fraction',
  'summer',
  'shift',
  'zone',
  'rounded',
  'digits_cut',
  'factor',
  'offset',
  'cut',
  'swapped',
  'renumbered',
  'doubled',
  'last_rows',
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Those whose name tells values: they are not said of masked columns. */
export const TELLING: readonly CauseKind[] = ['zero_date', 'empty'];

const example = z.object({
  /** As of the row that differs. */
  key: z.array(z.string().nullable()).nullable(),
  source: z.string().nullable(),
  target: z.string().nullable(),
});

export const cause = z.object({
  /** The kind with its parameter: what the rows that it holds for name it by. */
  id: z.string(),
  kind: z.enum(CAUSE_KINDS),
  /** By its source name; null where it is about rows. */
  column: z.string().nullable(),
  /** A sentence. */
  message: z.string(),
  ...spoken,
  /** In how many rows it holds, of those that were read and differ there. */
  rows: z.int(),
  of: z.int(),
  /** At most three. */
  examples: z.array(example),
});
export type Cause = z.infer<typeof cause>;

/** Why rows differ, as far as known. */
export const explanation = z.object({
  /** Rows that differ and were read for it; the others were counted only. */
  read: z.int(),
  /** In how many of them each column differs, most first. */
  columns: z.array(z.object({ name: z.string(), rows: z.int() })),
  causes: z.array(cause),
});
export type Explanation = z.infer<typeof explanation>;
