import { z } from 'zod';
import { isCalendarDay } from './days.ts';
import { fault } from './messages/message.ts';

/** Stands for a stored password in answers; when a client sends it back, the password is left unchanged. */
export const PASSWORD_MASK = '********';

/** The largest id: both stores keep ids as signed 32-bit integers. */
const MAX_ID = 2_147_483_647;

/** A database id: JSON number 1..MAX_ID; a numeric string is accepted. */
export const id = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
  z
    .int({
      error: (issue) =>
        issue.input === undefined ? fault('field.required') : fault('field.notWhole'),
    })
    .positive({ error: fault('field.notPositive') })
    .max(MAX_ID, { error: fault('field.tooLarge') }),
);

/** A flag on the wire: 0 or 1; '0', '1', true and false are accepted. */
export const flag = z.preprocess(
  (value) => {
    if (value === '0' || value === false) return 0;
    if (value === '1' || value === true) return 1;
    return value;
  },
  z.union([z.literal(0), z.literal(1)], { error: fault('field.notFlag') }),
);
export type Flag = 0 | 1;

/** Text of at most `max` UTF-16 code units, without NUL or lone surrogates (PostgreSQL stores neither). */
export const text = (max: number) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined ? fault('field.required') : fault('field.notText'),
    })
    .max(max, { error: fault('field.tooLong', { count: max }) })
    .refine((value) => !value.includes('\0'), { error: fault('field.noNul') })
    .refine((value) => value.isWellFormed(), { error: fault('field.notUnicode') });

/** Text that is not empty or blank. */
export const requiredText = (max: number) =>
  text(max).refine((value) => value.trim() !== '', { error: fault('field.required') });

/** Text that may be absent. Null and undefined stay distinct: an absent field changes nothing. */
export const optionalText = (max: number) => text(max).nullish();

/** A calendar date, YYYY-MM-DD, that exists. */
export const date = z
  .string({
    error: (issue) =>
      issue.input === undefined ? fault('field.required') : fault('field.notDate'),
  })
  .refine(isCalendarDay, { error: fault('field.noSuchDate') });

/** A TCP port, 1..65535; a numeric string is accepted. */
export const port = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value),
  z
    .int({ error: fault('field.notNumber') })
    .min(1, { error: fault('field.notPort') })
    .max(65_535, { error: fault('field.notPort') }),
);

/** An ISO-8601 UTC timestamp with milliseconds, as both stores keep it. */
export const timestamp = z.string();

/** The databases of a project: `source` is migrated from, `target` is migrated to. */
export const SIDES = ['source', 'target'] as const;
export const side = z.enum(SIDES, {
  error: fault('field.notEither', { one: 'source', other: 'target' }),
});
export type Side = (typeof SIDES)[number];

/** '' counts as absent: HTML forms send empty strings for fields that were not filled in. */
export const blankAsNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema);

/** Maximum length of a list in an import, an assignment or a spreadsheet. */
export const MAX_LIST = 100_000;
