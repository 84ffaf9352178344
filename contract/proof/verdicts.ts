import { z } from 'zod';

/** Results of comparing the two sides of a pair: definitions, rows, calls. */
export const DEFINITION_RESULTS = ['same', 'compatible', 'different'] as const;
export const definitionResult = z.enum(DEFINITION_RESULTS);
export type DefinitionResult = z.infer<typeof definitionResult>;

export const DATA_RESULTS = [
  'identical',
  'equal_under_rules',
  'accepted',
  'partly_compared',
  'different',
  'not_comparable',
] as const;
export const dataResult = z.enum(DATA_RESULTS);
export type DataResult = z.infer<typeof dataResult>;

export const CALL_RESULTS = [
  'equal',
  'accepted',
  'partly_compared',
  'different',
  'failed',
] as const;
export const callResult = z.enum(CALL_RESULTS);
export type CallOutcome = z.infer<typeof callResult>;

/** Results that a comparison of calls can have; only people set `accepted`. */
export const comparedCall = callResult.exclude(['accepted']);
export type ComparedCall = z.infer<typeof comparedCall>;

/**
 * The verdict on a pair as a whole, worst first; only `server/features/proof/pairs/verdict.ts` decides it. The last four are
 * settled: nothing about such a pair is open.
 */
export const VERDICTS = [
  /** Definitions, rows or calls differ. */
  'different',
  /** A call failed on a side. */
  'call_failed',
  /** A verified object has changed since it was verified. */
  'stale',
  /** Everything that was compared is equal, but something was not compared. */
  'partly_compared',
  /** Definitions or rows cannot be compared, or an object no longer exists in its database. */
  'not_comparable',
  /** The pair has an object on one side only. */
  'unmatched',
  /** A definition, or the rules for its rows, have changed since rows or calls were compared. */
  'outdated',
  /** Definitions, or the rows of objects that have rows, were never completely compared. */
  'never_compared',
  /** A routine that no call has shown to be equal on both sides. */
  'never_called',
  /** Equal as far as compared, but findings about definitions that may matter are neither repaired nor accepted. */
  'warned',
  /** Equal, but nobody has confirmed that the two belong together. */
  'unconfirmed',
  /** Completely compared; all differences and gaps are accepted. */
  'accepted',
  /** Completely compared and equal. */
  'proven',
  /** Has no counterpart because it belongs to another object: a partition, the function of a trigger. */
  'belongs',
  /** Decided to have no counterpart: dropped or new on purpose. */
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
/** The verdicts of pairs that are open, in the order of the work; each is a next step. */
export const PROOF_STEPS = [
  'never_compared',
  'outdated',
  'different',
  'call_failed',
  'stale',
  'not_comparable',
  'warned',
  'unconfirmed',
  'never_called',
  'partly_compared',
  'unmatched',
] as const satisfies readonly Exclude<Verdict, (typeof SETTLED)[number]>[];

export const isSettled = (of: Verdict): boolean => (SETTLED as readonly Verdict[]).includes(of);

/** How thoroughly rows were compared, weakest first. */
export const LOOKS = ['counts', 'aggregates', 'sample', 'values'] as const;
export type DataLook = (typeof LOOKS)[number];

/**
 * Why a column, or some of its digits, was not compared. Only `rule` is a person's decision. `link`: the rules name a
 * counterpart that does not exist. `policies`: of the table that is named, policies may hide rows from the account.
 */
export const LEFT_OUT_REASONS = [
  'rule',
  'only_source',
  'only_target',
  'types',
  'digits',
  'link',
  'policies',
] as const;

/**
 * Columns without a confirmed counterpart whose values agree in nearly all of the rows that were held against each other,
 * or whose names suggest that they are the same although almost none agrees.
 */
const columnEvidence = z.object({
  source: z.string(),
  target: z.string(),
  /** Rows in which either has a value, and those of them in which both have the same. */
  rows: z.int(),
  equal: z.int(),
});
export type ColumnEvidence = z.infer<typeof columnEvidence>;

/** Whether the values of two columns speak for one column under two names, or against it. */
export const areAlike = ({ rows, equal }: ColumnEvidence): boolean => equal * 2 > rows;

/** What a comparison of rows covers. */
export const coverage = z.object({
  by: z.enum(LOOKS),
  /** Rows of the source that were examined, and their total; null where it is unknown, as with a condition. */
  rows: z.int().nullable(),
  of: z.int().nullable(),
  columns: z.int(),
  left_out: z.array(z.object({ name: z.string(), why: z.enum(LEFT_OUT_REASONS) })),
  /** Whether everything that `by` covers was read to the end, not cut off by a limit of time, bytes or rows. */
  complete: z.boolean(),
  /**
   * The source columns in which rows differ, where every row that differs is on both sides and was read: in all others,
   * the rows are the same. Absent where rows do not differ, or that is not known.
   */
  differing: z.array(z.string()).optional(),
  /** The source columns in place of which expressions of the project were read; absent where there are none. */
  computed: z.array(z.string()).optional(),
  /** What the values tell of columns without a confirmed counterpart; absent where they tell nothing. */
  column_evidence: z.array(columnEvidence).optional(),
});
export type Coverage = z.infer<typeof coverage>;

/** Everything that was not compared, apart from what a person's rules leave out, as one text each. */
export const gapsOf = ({ by, complete, left_out }: Coverage): string[] => [
  ...(by === 'values' ? [] : [by]),
  ...(complete ? [] : ['cut']),
  ...left_out.flatMap(({ name, why }) => (why === 'rule' ? [] : [`${why} ${name}`])),
];
/** Whether there may be rows that the account did not see. */
export const isPoliced = ({ left_out }: Pick<Coverage, 'left_out'>): boolean =>
  left_out.some(({ why }) => why === 'policies');
export const isPartial = (coverage: Coverage): boolean => gapsOf(coverage).length > 0;

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
