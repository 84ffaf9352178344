import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date, id, requiredText, side, text, timestamp } from '../fields.ts';
import { list } from '../list.ts';
import { message, messageData, fault } from '../messages/message.ts';
import { columnCounterpart } from './rows.ts';

const length = z.int().nonnegative().nullable();

/**
 * The meaning of a column type, independent of the engine. Lengths are in characters (text) or bytes (binary), precisions in
 * digits; null stands for the maximum of the engine.
 */
export const canonicalType = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('boolean') }),
  z.object({ kind: z.literal('integer'), bits: z.int(), unsigned: z.boolean() }),
  z.object({ kind: z.literal('decimal'), precision: length, scale: length }),
  z.object({ kind: z.literal('float'), bits: z.union([z.literal(32), z.literal(64)]) }),
  /** `bytes`: the length counts bytes, as Oracle's VARCHAR2(10 BYTE). */
  z.object({ kind: z.literal('text'), length, fixed: z.boolean(), bytes: z.boolean() }),
  z.object({ kind: z.literal('binary'), length, fixed: z.boolean() }),
  z.object({ kind: z.literal('bits'), length }),
  z.object({ kind: z.literal('date') }),
  z.object({ kind: z.literal('time'), precision: length, zone: z.boolean() }),
  z.object({ kind: z.literal('timestamp'), precision: length, zone: z.boolean() }),
  z.object({ kind: z.literal('interval') }),
  z.object({ kind: z.literal('year') }),
  z.object({ kind: z.literal('uuid') }),
  z.object({ kind: z.literal('json') }),
  z.object({ kind: z.literal('xml') }),
  z.object({ kind: z.literal('enum'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('set'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('array'), of: z.string() }),
  z.object({ kind: z.literal('spatial') }),
  /** A type that only this engine has, or a column without a declared type; `name` is the engine's own. */
  z.object({ kind: z.literal('other'), name: z.string() }),
]);
export type CanonicalType = z.infer<typeof canonicalType>;

/** A column as shown beside its counterpart. `type` is the engine's own spelling. */
export const shownColumn = z.object({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  default: z.string().nullable(),
  identity: z.boolean(),
  generated: z.string().nullable(),
  comment: z.string().nullable(),
});

/** What is counted in tables of both sides. */
export const COUNTED = [
  'columns',
  'not_null',
  'defaults',
  'identities',
  'computed',
  'primary_keys',
  'unique_keys',
  'foreign_keys',
  'checks',
  'indexes',
  'triggers',
  'partitions',
] as const;

/** The definition of an object as last read, in the shapes of `connectors/core/definitions.ts`. */
export const snapshot = z.object({
  object_id: id,
  side,
  /** `schema.name`. */
  name: z.string(),
  /** SHA-256 of the definition, hexadecimal. */
  hash: z.string(),
  read_at: timestamp,
  /** When a read last found a change; null if none ever did. */
  changed_at: timestamp.nullable(),
  columns: z.array(shownColumn),
  primary_key: z.object({ name: z.string(), text: z.string() }).nullable(),
  /** Keys, indexes, checks, parameters and so on, one line each, by kind. */
  others: z.array(z.object({ kind: z.string(), name: z.string(), text: z.string() })),
  /** Counts of a table; null where a count is not known. */
  counts: z.record(z.enum(COUNTED), z.int().nullable()).nullable(),
  /** The text of a view or routine. */
  text: z.string().nullable(),
  /** The same text with other blanks and line breaks; null where it is not written in SQL, or cannot be read. */
  laid_out: z.string().nullable(),
});
export type Snapshot = z.infer<typeof snapshot>;

export const FINDING_ANSWERS = ['same', 'compatible', 'different'] as const;
export const FINDING_SEVERITIES = ['info', 'warning', 'error'] as const;
export const FINDING_PARTS = [
  'object',
  'column',
  'primary key',
  'unique key',
  'foreign key',
  'check',
  'index',
  'trigger',
  'rule',
  'grant',
  'parameter',
  'returns',
  'text',
  'comment',
] as const;

/** The acceptance that covers it; null where none does. */
export const covering = z
  .object({ id, reason: z.string(), until: z.string().nullable() })
  .nullable();

/** A single difference between two definitions. */
export const finding = z.object({
  /** The kind of difference, such as `type.range` or `column.missing`; acceptances refer to it. */
  code: z.string(),
  part: z.enum(FINDING_PARTS),
  /** Name of the column, key …; null if it concerns the object as a whole. */
  name: z.string().nullable(),
  answer: z.enum(FINDING_ANSWERS),
  severity: z.enum(FINDING_SEVERITIES),
  /** The text of each side; null where the part is missing. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  /** A sentence: what differs, and what can go wrong. */
  detail: z.string(),
  detail_said: messageData,
  /** A sentence: what to do. */
  advice: z.string(),
  advice_said: messageData,
  /** For a column that only one side has: the column of the other side that it may be under another name; null otherwise. */
  likely: z.string().nullable(),
  /** Statements that repair it on the target, in order, without terminators; null where none can. This program never runs them. */
  repair: z.array(z.string()).nullable(),
  /**
   * Statements that drop what only the target has, in order; null for all other findings. They are shown as comments, because
   * what they drop cannot be recovered.
   */
  removal: z.array(z.string()).nullable(),
  /** Why there is no repair, what it leaves out, or what the removal loses; null for notes, and where the repair is complete. */
  unmended: z.string().nullable(),
  unmended_said: messageData,
  accepted: covering,
});
export type Finding = z.infer<typeof finding>;

const onePair = z.object({ id, pair: id });

export const getStructure = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/structure',
  summary: 'Both definitions of a pair, as read last, and what differs',
  access: { who: 'member', of: 'params.id' },
  params: onePair,
  response: z.object({
    snapshots: z.array(snapshot),
    findings: z.array(finding),
    /** Columns with another name on the target. */
    renamed: z.array(columnCounterpart),
    /**
     * The queries of two views in the target's dialect, with the names that pairing gives, the CREATE TABLE texts of two
     * tables, or what two triggers do and when; the query of a view without a counterpart in its own dialect; of two routines, the bodies without what they
     * declare, in the target's dialect, `partly` where some of their statements stand as they are stored, with the name of their
     * engine behind them. Null where one of them cannot be written.
     */
    texts: z
      .object({
        source: z.string(),
        target: z.string(),
        extent: z.enum(['whole', 'bodies', 'partly']),
      })
      .nullable(),
  }),
});

const listedRepair = z.object({
  pair_id: id,
  /** `schema.name` of the target object that the statements change or create. */
  name: z.string(),
  code: z.string(),
  statements: z.array(z.string()),
  /** What the statements leave out or lose; null where that is nothing. */
  unmended: z.string().nullable(),
  unmended_said: messageData,
});

/** Maximum number of statements in one answer. */
export const MAX_REPAIRS = 20_000;

export const listRepairs = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/repairs',
  summary:
    'Statements for the target that mend what differs in definitions, and those that drop what only it has, in the order to run them',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  query: z.object({
    /** Only open findings of this kind; see `kind` of the common causes. */
    kind: text(64).optional(),
  }),
  offMainThread: true,
  response: z.object({
    repairs: z.array(listedRepair),
    /** Statements that drop what only the target has, in the order to run them; they follow all others, as comments. */
    removals: z.array(listedRepair),
    /** Number of open findings that no statement repairs or drops. */
    left: z.int().nonnegative(),
    /** Whether there are more statements than one answer holds. */
    cut: z.boolean(),
  }),
});
export type Repairs = z.infer<typeof listRepairs.response>;

/** Code of acceptances of differing rows: it covers exactly these rows with these values. */
export const DATA_DIFFERENT = 'data.different';
/**
 * Code of acceptances of differing rows by a cause of whole rows: `name` is its kind, or `missing` or `extra` for all rows
 * that only one side has; `source` and `target` are the columns if values are swapped. It covers whatever rows a comparison
 * explains by it.
 */
export const DATA_CAUSE = 'data.cause';
/** Codes of acceptances of what was not compared of a pair's rows, or of its call; they cover exactly these gaps. */
export const DATA_PARTLY = 'data.partly';
export const CALL_PARTLY = 'call.partly';
/** Codes that are accepted for a single pair only, never as a rule. */
export const PAIR_CODES: readonly string[] = [DATA_DIFFERENT, DATA_CAUSE, DATA_PARTLY, CALL_PARTLY];

export const acceptance = z.object({
  id,
  /** Null for a rule for all pairs of the project. */
  pair_id: id.nullable(),
  code: z.string(),
  /** Name of the part; null for the object as a whole or, in a rule, for any part. */
  name: z.string().nullable(),
  /** Names of all parts that it covers, where these are several of one pair; null otherwise. */
  names: z.array(z.string()).nullable(),
  /** The text of each side, such as a type, or of the kind (see `kindOf`); null likewise. For `data.different`, `target` is the number of rows that differed. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  reason: z.string(),
  /** The last day on which it applies; it ends when that day has ended in every time zone. */
  until: z.string().nullable(),
  /** Whether it has ended: its last day is over, what it covered is gone, or its pair has other objects. */
  ended: z.boolean(),
  /** Number of differing rows that it covers, 0 where only their number was accepted; null for all other codes. */
  held: z.int().nullable(),
  created_by: z.string().nullable(),
  created_at: timestamp,
});
export type Acceptance = z.infer<typeof acceptance>;

export const listAcceptances = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/acceptances',
  summary: 'Findings that an administrator accepted',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: z.array(acceptance),
});

export const acceptFinding = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/acceptances',
  summary: 'Accept a finding with a reason, for one pair or as a rule; results are counted anew',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({
    pair_id: id.nullable(),
    code: requiredText(100),
    name: text(500).nullable(),
    /** Several parts of one pair with the same finding, of which `name` is null. */
    names: list(requiredText(500), 1_000, {
      error: fault('field.notList', { things: message('thing.texts') }),
      items: message('thing.texts'),
    }).optional(),
    source: text(10_000).nullable(),
    target: text(10_000).nullable(),
    reason: requiredText(1_000),
    until: date.nullable(),
  }),
  response: acceptance,
  offMainThread: true,
});

export const withdrawAcceptance = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/acceptances/{acceptance}',
  summary: 'Take an acceptance back',
  access: { who: 'administrator' },
  params: z.object({ id, acceptance: id }),
  response: z.object({ withdrawn: id }),
  offMainThread: true,
});
