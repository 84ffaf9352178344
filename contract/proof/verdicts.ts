import { z } from 'zod';

/**
 * What is known of a pair as a whole, worst first; it is decided in one place, `server/features/proof/pairs/verdict.ts`.
 * The last four are settled: nothing of such a pair is open.
 */
export const VERDICTS = [
  /** Definitions, rows or calls differ. */
  'different',
  /** A call failed on a side. */
  'call_failed',
  /** A verified object has changed since it was verified. */
  'stale',
  /** What was compared is equal, but not all of it was compared. */
  'partly_compared',
  /** Definitions or rows cannot be compared, or a database does not have it any more. */
  'not_comparable',
  /** One side only. */
  'unmatched',
  /** A definition, or the rules for its rows, have changed since rows or calls were compared. */
  'outdated',
  /** Definitions, or rows of what has rows, were never compared to their end. */
  'never_compared',
  /** A routine without a call that was equal on both sides. */
  'never_called',
  /** Equal as far as compared, but findings of definitions that can matter are neither mended nor accepted. */
  'warned',
  /** Equal, but nobody has confirmed that the two belong together. */
  'unconfirmed',
  /** Compared completely; what differs, or was not compared, is accepted. */
  'accepted',
  /** Compared completely and equal. */
  'proven',
  /** Without a counterpart, because it goes with another object: a partition, the function of a trigger. */
  'belongs',
  /** Dropped or new on purpose. */
  'decided',
] as const;
export const verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof verdict>;

export const SETTLED = [
  'accepted',
  'proven',
  'belongs',
  'decided',
] as const satisfies readonly Verdict[];
export const isSettled = (of: Verdict): boolean => (SETTLED as readonly Verdict[]).includes(of);

/** How closely rows were looked at, weakest first. */
export const LOOKS = ['counts', 'aggregates', 'sample', 'values'] as const;
export type Look = (typeof LOOKS)[number];

/**
 * Why a column was not compared, or not all of its digits; all but `rule` are the program's doing. `link`: the
 * rules name a counterpart that is not there.
 */
export const LEFT_OUT_REASONS = [
  'rule',
  'only_source',
  'only_target',
  'types',
  'digits',
  'link',
] as const;

/** What a comparison covers. */
export const coverage = z.object({
  by: z.enum(LOOKS),
  /** Rows of the source that were looked at, and how many there are; null where nobody knows, as behind a condition. */
  rows: z.int().nullable(),
  of: z.int().nullable(),
  columns: z.int(),
  left_out: z.array(z.object({ name: z.string(), why: z.enum(LEFT_OUT_REASONS) })),
  /** Whether all that `by` looks at was seen to its end: no limit of time, bytes or count cut it. */
  complete: z.boolean(),
});
export type Coverage = z.infer<typeof coverage>;

/** What was not compared besides what a person's rules leave out, each as a text of its own. */
export const gapsOf = ({ by, complete, left_out }: Coverage): string[] => [
  ...(by === 'values' ? [] : [by]),
  ...(complete ? [] : ['cut']),
  ...left_out.flatMap(({ name, why }) => (why === 'rule' ? [] : [`${why} ${name}`])),
];
export const isPartial = (coverage: Coverage): boolean => gapsOf(coverage).length > 0;
