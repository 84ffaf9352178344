import { z } from 'zod';
import { date, requiredText, timestamp } from '../fields.ts';
import { difference } from './difference.ts';
import { codeFields, fault } from '../messages/message.ts';

/** Possible causes of differences in a column or, for the last five, in whole rows; most specific first. */
export const CAUSE_KINDS = [
  'zero_date',
  'empty',
  'zero',
  'null_word',
  'blanks',
  'line_ends',
  'invisible',
  'spaces',
  'unicode',
  'case',
  'boolean',
  'interval',
  'encoding',
  'lost_characters',
  'lost_accents',
  'lost',
  'transliterated',
  'typography',
  'html',
  'url_encoded',
  'quotes',
  'escapes',
  'lost_backslashes',
  'coded',
  'json',
  'members',
  'renamed_members',
  'set',
  'leading_zeros',
  'scientific',
  'numeral',
  'separators',
  'uuid_bytes',
  'date_form',
  'fraction',
  'summer',
  'years',
  'shift',
  'day_month',
  'zone',
  'significant',
  'float_noise',
  'rounded',
  'digits_cut',
  'clamped',
  'single',
  'double',
  'factor',
  'offset',
  'cut',
  'swapped',
  'renumbered',
  'other_keys',
  'doubled',
  'last_rows',
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Causes that concern whole rows; all others concern the values of a column. */
export const OF_ROWS = ['swapped', 'renumbered', 'other_keys', 'doubled', 'last_rows'] as const;

/** The zones that are looked for. Each represents all zones with the same offset and daylight saving time. Without the latter, a zone is a constant shift. */
export const ZONES = [
  'Europe/London',
  'Europe/Berlin',
  'Europe/Athens',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Halifax',
  'America/Santiago',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Pacific/Auckland',
] as const;

const NUMBER = /^-?\d{1,60}(?:\.\d{1,60})?(?:e[+-]?\d{1,3})?$/;
const DIGITS = /^\d{1,2}$/;
/** Decimal places, and whether it is the source that has no more. */
const PLACES = /^(?:source )?\d{1,2}$/;
const SIDE = /^(?:source|target)$/;
const ZONED = /^(?:source|target) ([A-Za-z][\w+-]*(?:\/[\w+-]+)*)$/;

const found = new Set<string>(ZONES);
/** Whether this is the name of a time zone, also one that runtimes know but do not list. */
function isZone(name: string): boolean {
  if (found.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  found.add(name);
  return true;
}

/** Names that some runtimes list only as they were before. */
const RENAMED = [
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
];

/** All time zones that this runtime lists. */
export const knownZones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...RENAMED.filter(isZone)])].toSorted();

/** The format of the parameter of each cause of values that has one. */
const PARAMETERS: Partial<Record<CauseKind, RegExp>> = {
  zero_date: SIDE,
  empty: SIDE,
  zero: SIDE,
  null_word: SIDE,
  invisible: /^(?:several|U\+[\dA-F]{4,6})$/,
  spaces: /^(?:hard|any)$/,
  transliterated: SIDE,
  typography: SIDE,
  html: SIDE,
  url_encoded: SIDE,
  coded: /^(?:text (?:base64|hex)|(?:base64|hex) text|hex base64|base64 hex)$/,
  date_form: /^[dmyon./ -]{8,11} > [dmyon./ -]{8,11}$/,
  quotes: /^(?:source|target)(?: around)?$/,
  escapes: SIDE,
  lost_backslashes: SIDE,
  leading_zeros: SIDE,
  scientific: /^(?:source|target)(?: lossy)?$/,
  clamped: NUMBER,
  blanks: /^(?:end|both)$/,
  /** The side without a value, and what it has instead. */
  lost: /^(?:source|target) (?:null|empty)$/,
  encoding: /^(?:source|target|twice)$/,
  /** The side that lacks members, whether they are null on the other, and their names. */
  members: /^(?:source|target)(?: null)?(?:: .{1,160})?$/s,
  /** Old and new names. */
  renamed_members: /^.{0,160}$/s,
  uuid_bytes: /^(?:guid|(?:source|target) time)$/,
  fraction: DIGITS,
  rounded: PLACES,
  digits_cut: PLACES,
  significant: /^(?:source )?(?:6|15)$/,
  summer: new RegExp(`^-?3600 (?:${ZONES.join('|')})$`),
  years: /^-?\d{1,4}$/,
  shift: NUMBER,
  factor: NUMBER,
  offset: NUMBER,
  cut: /^\d{1,9}(?: bytes)?$/,
};

/** The id of a cause: its kind, then its parameter if there is one, as in `shift:3600`. */
export const idOfCause = (kind: CauseKind, parameter: string): string =>
  parameter === '' ? kind : `${kind}:${parameter}`;

export function readCauseId(id: string): { kind: CauseKind; parameter: string } {
  const end = id.indexOf(':');
  return end < 0
    ? { kind: id as CauseKind, parameter: '' }
    : { kind: id.slice(0, end) as CauseKind, parameter: id.slice(end + 1) };
}

/** Whether the id is valid and names a cause of differences between values. */
export function isCauseOfValues(id: string): boolean {
  const { kind, parameter } = readCauseId(id);
  if (!CAUSE_KINDS.includes(kind) || (OF_ROWS as readonly string[]).includes(kind)) return false;
  const form = PARAMETERS[kind];
  if (kind === 'zone') return isZone(ZONED.exec(parameter)?.[1] ?? '');
  return form ? form.test(parameter) : id === kind;
}

/** Maximum number per pair. */
export const MAX_TOLERATED = 200;

/** Makes values of a column count as equal if they differ only by this cause. */
export const toleratedCause = z.object({
  /** Name of the source column. */
  column: requiredText(500),
  /** Id of the cause. */
  cause: requiredText(200).refine(isCauseOfValues, { error: fault('field.notCause') }),
  /** The reason; absent in rules from before it was required. */
  reason: requiredText(1_000).optional(),
  /** The last day on which it applies; it ends when that day has ended in every time zone. */
  until: date.nullish(),
});
export type ToleratedCause = z.infer<typeof toleratedCause>;

/** A tolerated cause as the server returns it. */
export const shownTolerance = toleratedCause.extend({
  /** Who tolerated it, and when; null where that was not recorded. */
  by: z.string().nullable(),
  at: timestamp.nullable(),
  /** When it expired and these differences began to count again; null while it applies. */
  ended_at: timestamp.nullable(),
});
export type ShownTolerance = z.infer<typeof shownTolerance>;

export const isSameTolerance = (
  one: Pick<ToleratedCause, 'column' | 'cause'>,
  other: Pick<ToleratedCause, 'column' | 'cause'>,
): boolean => one.column === other.column && one.cause === other.cause;

/** Causes whose name reveals values, or names within them: they are not reported for masked columns. */
export const KIND_IS_ENOUGH: readonly CauseKind[] = [
  'zero_date',
  'empty',
  'zero',
  'null_word',
  'lost',
  'members',
  'renamed_members',
  'clamped',
];

const example = z.object({
  /** Key of the row that differs. */
  key: z.array(z.string().nullable()).nullable(),
  source: z.string().nullable(),
  target: z.string().nullable(),
});

const cause = z.object({
  /** Kind and parameter; differences name the causes that explain them by this id. */
  id: z.string(),
  kind: z.enum(CAUSE_KINDS),
  /** Source name of the column; null for a cause of whole rows. */
  column: z.string().nullable(),
  /** A sentence. */
  message: z.string(),
  ...codeFields,
  /** Number of rows that it explains, then the number of rows read that differ there. */
  rows: z.int(),
  of: z.int(),
  /** At most three. */
  examples: z.array(example),
  /** Of a cause of whole rows: at most three of them. Absent in older evidence, and where none was kept. */
  example_rows: z.array(difference).optional(),
  /** Rows, of those that were `counted`, that would be equal if the cause were tolerated. Absent where it cannot be, and in older evidence. */
  settles: z.int().optional(),
});
export type Cause = z.infer<typeof cause>;

/** The known causes of the differences between rows. */
export const explanation = z.object({
  /** Differing rows that were analysed; all others were only counted. */
  read: z.int(),
  /**
   * Rows without a key that were matched by the columns that agree: what `columns` and causes of values count. No rule lets
   * these pass. Absent where rows have a key.
   */
  matched: z.int().optional(),
  /** For each column, in how many analysed rows it differs, most first. */
  columns: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      /** Rows, of those that were `counted`, in which no other column differs. */
      alone: z.int().optional(),
    }),
  ),
  /** Rows that `settles` and `alone` count; absent in older evidence, where these are the stored rows. */
  counted: z.int().optional(),
  /** Rows stored with their values, and how many would be equal if every cause that can be tolerated were. */
  kept: z.int().optional(),
  settled: z.int().optional(),
  causes: z.array(cause),
});
export type Explanation = z.infer<typeof explanation>;
