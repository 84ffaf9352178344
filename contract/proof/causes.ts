import { z } from 'zod';
import { date, requiredText, timestamp } from '../fields.ts';
import { fault } from '../messages/fault.ts';
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

/** Those that are about whole rows; the others are about the values of a column. */
export const OF_ROWS = ['swapped', 'renumbered', 'doubled', 'last_rows'] as const;

/** Zones that stand for those with the same offset and the same summer time. Without summer time a zone is a constant shift. */
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
const SIDE = /^(?:source|target)$/;
const ZONED = new RegExp(`^(?:source|target) (?:${ZONES.join('|')})$`);

/** What a cause of values is called with, where it has a parameter. */
const PARAMETERS: Partial<Record<CauseKind, RegExp>> = {
  zero_date: SIDE,
  empty: SIDE,
  blanks: /^(?:end|both)$/,
  encoding: /^(?:source|target|twice)$/,
  fraction: DIGITS,
  rounded: DIGITS,
  digits_cut: DIGITS,
  summer: new RegExp(`^-?3600 (?:${ZONES.join('|')})$`),
  shift: NUMBER,
  zone: ZONED,
  factor: NUMBER,
  offset: NUMBER,
  cut: /^\d{1,9}$/,
};

/** A kind and its parameter, as in `shift:3600`. */
export const idOfCause = (kind: CauseKind, parameter: string): string =>
  parameter === '' ? kind : `${kind}:${parameter}`;

export function readCauseId(id: string): { kind: CauseKind; parameter: string } {
  const end = id.indexOf(':');
  return end < 0
    ? { kind: id as CauseKind, parameter: '' }
    : { kind: id.slice(0, end) as CauseKind, parameter: id.slice(end + 1) };
}

/** Whether it is a cause that differences of values can have. */
export function isCauseOfValues(id: string): boolean {
  const { kind, parameter } = readCauseId(id);
  if (!CAUSE_KINDS.includes(kind) || (OF_ROWS as readonly string[]).includes(kind)) return false;
  const form = PARAMETERS[kind];
  return form ? form.test(parameter) : id === kind;
}

/** Of one pair. */
export const MOST_TOLERATED = 200;

/** Values of a column that count as equal where they differ by this cause. */
export const toleratedCause = z.object({
  /** Of the source. */
  column: requiredText(500),
  /** Its id. */
  cause: requiredText(200).refine(isCauseOfValues, { error: fault('field.notCause') }),
  /** Why; rules of before have none. */
  reason: requiredText(1_000).optional(),
  /** The last day on which it counts, wherever it ends last. */
  until: date.nullish(),
});
export type ToleratedCause = z.infer<typeof toleratedCause>;

/** Likewise, as the server shows it. */
export const shownTolerance = toleratedCause.extend({
  /** Who let it pass, and when; null where nobody knows. */
  by: z.string().nullable(),
  at: timestamp.nullable(),
  /** When its last day was over, and such differences began to count again; null where it is not. */
  ended_at: timestamp.nullable(),
});
export type ShownTolerance = z.infer<typeof shownTolerance>;

export const isSameTolerance = (
  one: Pick<ToleratedCause, 'column' | 'cause'>,
  other: Pick<ToleratedCause, 'column' | 'cause'>,
): boolean => one.column === other.column && one.cause === other.cause;

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
  /** Of the rows that are kept, those that would be equal if this counted as equal. Absent where it cannot, and of older evidence. */
  settles: z.int().optional(),
});
export type Cause = z.infer<typeof cause>;

/** Why rows differ, as far as known. */
export const explanation = z.object({
  /** Rows that differ and were read for it; the others were counted only. */
  read: z.int(),
  /** In how many of them each column differs, most first. */
  columns: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      /** Of the rows that are kept, those in which nothing else differs. */
      alone: z.int().optional(),
    }),
  ),
  /** Rows that are kept with their values, and how many of them would be equal if all causes counted as equal that can. */
  kept: z.int().optional(),
  settled: z.int().optional(),
  causes: z.array(cause),
});
export type Explanation = z.infer<typeof explanation>;
