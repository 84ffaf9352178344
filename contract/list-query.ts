import { z } from 'zod';
import { text } from './fields.ts';
import { fault } from './messages/message.ts';

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, { error: fault('field.notWhole') })
    .transform(Number)
    .refine((value) => value <= max, { error: fault('field.tooHigh', { most: max }) });

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
 * How a list is filtered, sorted and paged. `filter[column]=` compares ids, flags and statuses exactly and searches text
 * as a substring, ignoring case; the value `-` alone finds empty values, `*` alone finds all others.
 * @param columns - by which the list may be filtered and sorted
 * @param nameColumn - the column that `sort=name` stands for
 */
export function listQuery<const C extends readonly string[]>(columns: C, nameColumn: C[number]) {
  const column = z.enum(columns, { error: fault('field.notOneOf', { names: columns.join(', ') }) });
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
          context.addIssue({
            code: 'custom',
            message: fault('field.notOf', { names: columns.join(', ') }),
          });
        }
        return { column: known as C[number], descending };
      }),
  );
  return z.preprocess(
    gatherFilters,
    z.object({
      filter: z
        .partialRecord(column, text(500), {
          error: fault('field.notNaming', { names: columns.join(', ') }),
        })
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
