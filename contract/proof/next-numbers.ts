import { z } from 'zod';

/** State of the target's next numbers: identity columns are compared with their table, sequences with the source. */
export const NEXT_NUMBERS = [
  /** At least one would repeat a number in use, and nobody has accepted that. */
  'behind',
  /** Not compared since the last change, or the databases do not report the numbers. */
  'unknown',
  /** All exceed the numbers in use; exceptions are accepted. */
  'above',
] as const;
export const nextNumbers = z.enum(NEXT_NUMBERS);
export type NextNumbers = z.infer<typeof nextNumbers>;

/** The state that a comparison of definitions finds. */
export type Numbered = NextNumbers | 'none';
