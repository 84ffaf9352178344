import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { said } from '../messages/message.ts';
import { date, id, requiredText, side, text, timestamp } from '../fields.ts';

const length = z.int().nonnegative().nullable();

/**
 * What a column type means, whatever the engine calls it. Lengths count characters (text) or bytes (binary),
 * precisions digits; null means as much as the engine allows.
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
  /** A type that only this engine has, or that nothing was declared for; `name` is its own. */
  z.object({ kind: z.literal('other'), name: z.string() }),
]);
export type CanonicalType = z.infer<typeof canonicalType>;

const key = z.object({ name: z.string(), columns: z.array(z.string()) });

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

/** What is counted of a table on both sides. */
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
] as const;

/** The definition of an object as read last, in the shapes of `connectors/core/definitions.ts`. */
export const snapshot = z.object({
  object_id: id,
  side,
  /** `schema.name`. */
  name: z.string(),
  /** SHA-256 of the definition, hexadecimal. */
  hash: z.string(),
  read_at: timestamp,
  /** When a read last found it different from the read before; null where it never was. */
  changed_at: timestamp.nullable(),
  columns: z.array(shownColumn),
  primary_key: key.nullable(),
  /** Keys, indexes, checks, parameters and so on, one line each, by kind. */
  others: z.array(z.object({ kind: z.string(), name: z.string(), text: z.string() })),
  /** Of tables; null where one is not known. */
  counts: z.record(z.enum(COUNTED), z.int().nullable()).nullable(),
  /** Of views and routines. */
  text: z.string().nullable(),
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
  'grant',
  'parameter',
  'returns',
  'text',
  'comment',
] as const;

/** The acceptance that covers something; null where none does. */
export const covering = z
  .object({ id, reason: z.string(), until: z.string().nullable() })
  .nullable();

/** One thing in which two definitions differ. */
export const finding = z.object({
  /** What kind of difference, such as `type.range` or `column.missing`; acceptances name it. */
  code: z.string(),
  part: z.enum(FINDING_PARTS),
  /** Name of the column, key …; null for the object as a whole. */
  name: z.string().nullable(),
  answer: z.enum(FINDING_ANSWERS),
  severity: z.enum(FINDING_SEVERITIES),
  /** As each side has it; null where it is missing. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  /** What differs and what can go wrong, a sentence. */
  detail: z.string(),
  detail_said: said,
  /** What to do, a sentence. */
  advice: z.string(),
  advice_said: said,
  /** Statements for the target that mend it, in order, without what ends them; null where no statement does. Nobody here runs them. */
  repair: z.array(z.string()).nullable(),
  /**
   * Statements that drop what only the target has, in order; null of every other finding. They are shown as comments: what
   * they drop nobody gets back.
   */
  removal: z.array(z.string()).nullable(),
  /** Why there is none, what it leaves out, or what the removal loses, a sentence; null of notes, and where a statement mends all of it. */
  unmended: z.string().nullable(),
  unmended_said: said,
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
    /** The queries of two views in the target's dialect, under the names of the pairs; null where they cannot be written so. */
    texts: z.object({ source: z.string(), target: z.string() }).nullable(),
  }),
});

const listedRepair = z.object({
  pair_id: id,
  /** `schema.name` of the target object, or of the one that the statements create. */
  name: z.string(),
  code: z.string(),
  statements: z.array(z.string()),
  /** What they leave out or lose; null where that is nothing. */
  unmended: z.string().nullable(),
  unmended_said: said,
});

/** Statements that one answer holds. */
export const MAX_REPAIRS = 20_000;

export const listRepairs = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/repairs',
  summary:
    'Statements for the target that mend what differs in definitions, and those that drop what only it has, in the order to run them',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  aside: true,
  response: z.object({
    repairs: z.array(listedRepair),
    /** Those that drop what only the target has, in the order to run them: behind all others, as comments. */
    removals: z.array(listedRepair),
    /** Open findings that no statement mends or drops. */
    left: z.int().nonnegative(),
    /** Whether there are more statements than one answer holds. */
    cut: z.boolean(),
  }),
});
export type Repairs = z.infer<typeof listRepairs.response>;

/** The code under which the rows of a pair that differ are accepted: these with these values, and no others. */
export const DATA_DIFFERENT = 'data.different';
/** Those under which it is accepted what was not compared of the rows of a pair, or of its call: this and nothing else. */
export const DATA_PARTLY = 'data.partly';
export const CALL_PARTLY = 'call.partly';
/** What is accepted pair by pair, never as a rule. */
export const PAIR_CODES: readonly string[] = [DATA_DIFFERENT, DATA_PARTLY, CALL_PARTLY];

export const acceptance = z.object({
  id,
  /** Null: a rule for all pairs of the project. */
  pair_id: id.nullable(),
  code: z.string(),
  /** Name of the part; null: none, or any where it is a rule. */
  name: z.string().nullable(),
  /** The sides' texts, such as types; null as above. Of `data.different`, `target` is the number of rows that differed then. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  reason: z.string(),
  /** The last day on which it holds, wherever it ends last. */
  until: z.string().nullable(),
  /** Whether it is over: its last day, or what it was about. */
  ended: z.boolean(),
  /** How many differing rows it holds; none where only their number was accepted. Null of others. */
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
    source: text(10_000).nullable(),
    target: text(10_000).nullable(),
    reason: requiredText(1_000),
    until: date.nullable(),
  }),
  response: acceptance,
  aside: true,
});

export const withdrawAcceptance = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/acceptances/{acceptance}',
  summary: 'Take an acceptance back',
  access: { who: 'administrator' },
  params: z.object({ id, acceptance: id }),
  response: z.object({ withdrawn: id }),
  aside: true,
});
