import { z } from 'zod';
import { text } from './fields.ts';

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((value) => value <= max, { error: `must be at most ${max}` });

/** `filter[column]=…` on the wire becomes `filter: {column: …}`. */
function gatherFilters(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const filter: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    const column = /^filter\[(\w+)\]$/.exec(key)?.[1];
    if (column) filter[column] = value;
    else rest[key] = value;
  }
  return { filter, ...rest };
}

/**
 * How a list is filtered, sorted and paged. `filter[column]=` compares ids, flags and statuses exactly
 * and looks for text anywhere, in any case; `-` as the whole value finds empty ones, `*` the others.
 * @param columns - that a list may be filtered and sorted by
 * @param nameColumn - what `sort=name` means
 */
export function listQuery<const C extends readonly [string, ...string[]]>(
  columns: C,
  nameColumn: C[number],
) {
  const column = z.enum(columns, { error: `must be one of ${columns.join(', ')}` });
  const isColumn = (name: string): name is C[number] => columns.includes(name);
  const sort = text(500).transform((value, context) =>
    value
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const descending = part.startsWith('-');
        const named = descending ? part.slice(1) : part;
        const known = named === 'name' ? nameColumn : named;
        if (!isColumn(known)) {
          context.addIssue({ code: 'custom', message: `must be of ${columns.join(', ')}` });
        }
        return { column: known as C[number], descending };
      }),
  );
  return z.preprocess(
    gatherFilters,
    z.object({
      filter: z
        .partialRecord(column, text(500), { error: `must name one of ${columns.join(', ')}` })
        .default({} as never),
      q: text(500).optional(),
      sort: sort.optional(),
      limit: wholeNumber(100_000).optional(),
      offset: wholeNumber(1_000_000_000).optional(),
      /** Continues after this id. */
      after: wholeNumber(2_147_483_647).optional(),
    }),
  );
}
