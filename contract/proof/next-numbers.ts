import { z } from 'zod';

/** How the next numbers of a target stand to those in use: of identity columns in their table, of sequences on the source. */
export const NEXT_NUMBERS = [
  /** At least one would give out a number that is taken, and nobody has accepted that. */
  'behind',
  /** It was not compared since it last changed, or the databases do not tell. */
  'unknown',
  /** All of them lie above; where one does not, or does not tell, that is accepted. */
  'above',
] as const;
export const nextNumbers = z.enum(NEXT_NUMBERS);
export type NextNumbers = z.infer<typeof nextNumbers>;

/** What a comparison of definitions finds of them. */
export type Numbered = NextNumbers | 'none';
