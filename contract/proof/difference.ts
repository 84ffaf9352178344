import { z } from 'zod';

export const DIFFERENCE_KINDS = ['missing', 'extra', 'changed'] as const;

/** A row that differs: missing on the target, extra there, or changed. */
export const difference = z.object({
  /** Values of the key columns as texts; null for a row of a table without key. */
  key: z.array(z.string().nullable()).nullable(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** The columns that differ (all of them for missing and extra rows); a masked value is '••••'. */
  columns: z.array(
    z.object({
      name: z.string(),
      source: z.string().nullable(),
      target: z.string().nullable(),
      /** Ids of the causes that explain a changed value (`causes.ts`). */
      causes: z.array(z.string()).optional(),
    }),
  ),
});
export type Difference = z.infer<typeof difference>;

/** Maximum number of differing rows that are kept of a comparison: the first 1,000, and some of rarer causes. */
export const MAX_KEPT_ROWS = 1_200;
