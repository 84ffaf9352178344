import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, requiredText } from '../fields.ts';
import { list } from '../list.ts';
import { message, codeFields, fault } from '../messages/message.ts';
import { toleratedCause } from './causes.ts';
import { columnCounterpart } from './rows.ts';
import { type Finding, FINDING_PARTS, FINDING_SEVERITIES } from './definitions.ts';

/** Maximum number of pairs that are examined, and of ids that an entry lists. */
export const MAX_LOOKED = 2_000;
export const MAX_SETTLED = 1_000;
/** Maximum number of causes that are listed, those of most pairs first. */
export const MAX_CAUSES = 100;
/** Maximum number of parts, such as columns, that an entry lists. */
export const MAX_PARTS = 200;

const shared = {
  /** A sentence. */
  message: z.string(),
  ...codeFields,
  /** Number of pairs, and the ids of the first `MAX_SETTLED` of them. */
  pairs: z.int(),
  pair_ids: z.array(id),
  /** Names of the first three pairs. */
  names: z.array(z.string()),
};

/** A column of a pair, and what it is on the target. */
const pairColumn = columnCounterpart.extend({ pair_id: id });
export type PairColumn = z.infer<typeof pairColumn>;

/** A cause that prevents several pairs from being settled. */
export const commonCause = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('rows'),
    ...shared,
    /** Null for a cause of whole rows. */
    column: z.string().nullable(),
    /** Id of the cause of the differences; of missing last rows its kind. */
    cause: z.string(),
    rows: z.int(),
  }),
  z.object({
    about: z.literal('definition'),
    ...shared,
    /**
     * Code of the findings, and the text of each side, or of their kind if these differ (see `commonKindOf`): together
     * they identify the acceptance that covers all of them.
     */
    finding: z.string(),
    source: z.string().nullable(),
    target: z.string().nullable(),
    /** Names their statements in `listRepairs`. */
    kind: z.string(),
    part: z.enum(FINDING_PARTS),
    severity: z.enum(FINDING_SEVERITIES),
    /** Number of findings, and the names of the first `MAX_PARTS` parts that have them (the texts of those without one), by pair. */
    findings: z.int(),
    places: z.array(z.object({ pair_id: id, name: z.string(), parts: z.array(z.string()) })),
  }),
  z.object({
    about: z.literal('columns'),
    ...shared,
    /** Number of columns that are assumed to have another name on the target, and the first `MAX_SETTLED` of them. */
    count: z.int(),
    columns: z.array(pairColumn),
  }),
]);
export type CommonCause = z.infer<typeof commonCause>;

/** Codes of findings about types that say the same whatever the sizes of the types. */
const SIZELESS: ReadonlySet<string> = new Set([
  'type.zone',
  'type.kind',
  'type.boolean',
  'type.padding',
  'type.unknown',
]);
const SIZE = /\s*\(\s*(?:\d+(?:\s*,\s*-?\d+)?(?:\s+(?:byte|char))?|max)\s*\)/gi;

/** The texts of the kind of a finding: types stand without their sizes where these change nothing. */
export function kindOf({ code, source, target }: Pick<Finding, 'code' | 'source' | 'target'>) {
  const without = (type: string | null) => type && type.replaceAll(SIZE, '').trim();
  return SIZELESS.has(code)
    ? { source: without(source), target: without(target) }
    : { source, target };
}

/** Codes of findings about parts that one side lacks, with what such parts are called. */
const LACKING = {
  'primaryKey.missing': 'word.primaryKeys',
  'primaryKey.extra': 'word.primaryKeys',
  'uniqueKey.missing': 'word.uniqueKeys',
  'uniqueKey.extra': 'word.uniqueKeys',
  'foreignKey.missing': 'word.foreignKeys',
  'foreignKey.extra': 'word.foreignKeys',
  'check.missing': 'word.checks',
  'check.extra': 'word.checks',
  'index.missing': 'word.indexes',
  'index.extra': 'word.indexes',
  'trigger.missing': 'word.triggers',
  'trigger.extra': 'word.triggers',
} as const;

/** Of these, what weighs otherwise than most, such as a lost unique index: whoever accepts the others has not accepted it. */
const APART: Readonly<Record<string, Finding['severity']>> = {
  'primaryKey.missing': 'warning',
  'uniqueKey.missing': 'warning',
  'index.missing': 'error',
};

/** What parts that one side lacks are called, as the code of a message; null for findings that no rule for all may cover. */
export const lackingParts = (code: string, severity?: Finding['severity']) =>
  Object.hasOwn(LACKING, code) && (severity === undefined || APART[code] !== severity)
    ? LACKING[code as keyof typeof LACKING]
    : null;

type Kind = Pick<Finding, 'code' | 'source' | 'target' | 'severity'>;
/** The texts of the kind of a finding where all pairs are one question: which parts one side lacks is no part of it. */
export const commonKindOf = (finding: Kind) =>
  lackingParts(finding.code, finding.severity) ? { source: null, target: null } : kindOf(finding);

/** In what the rows of a pair differ, and why if that is known. */
export const rowReason = z.object({ pair_id: id, message: z.string(), ...codeFields });

export const listCommonCauses = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/commoncauses',
  summary: 'What keeps several pairs from being settled, by cause, that of most pairs first',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  query: z.object({
    /** 1: also causes that only one pair has, and why rows of the pairs that block most differ. */
    alone: flag.optional(),
  }),
  offMainThread: true,
  response: z.object({
    causes: z.array(commonCause),
    /** Of the pairs that the summary of the proof lists as blocking and whose rows differ; only with `alone`. */
    rows: z.array(rowReason),
    /** Number of pairs examined, and whether there are more. */
    looked: z.int(),
    cut: z.boolean(),
  }),
});

export const tolerateCause = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/tolerate',
  summary: 'Let values that differ by a cause count as equal, in these pairs',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: toleratedCause.extend({
    reason: requiredText(1_000),
    pairs: list(id, MAX_SETTLED, {
      error: fault('field.notList', { things: message('thing.pairIds') }),
      items: message('thing.ids'),
    }),
  }),
  response: z.object({
    /** Number of pairs whose rules changed. */
    changed: z.int(),
  }),
  bulk: true,
});

export const nameColumns = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/columns',
  summary: 'Say of columns in several pairs that they are the same under another name',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({
    columns: list(pairColumn, MAX_SETTLED, {
      error: fault('field.notList', { things: message('thing.columns') }),
      items: message('thing.columns'),
    }),
  }),
  response: z.object({
    /** Number of pairs whose rules changed. */
    changed: z.int(),
  }),
  bulk: true,
});
