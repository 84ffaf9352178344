import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, requiredText } from '../fields.ts';
import { list } from '../list.ts';
import { fault } from '../messages/fault.ts';
import { message, spoken } from '../messages/message.ts';
import { toleratedCause } from './causes.ts';
import { FINDING_SEVERITIES } from './definitions.ts';

/** Pairs that are looked at, and pairs of one line whose ids are listed. */
export const MOST_LOOKED = 2_000;
export const MOST_SETTLED = 1_000;

const shared = {
  /** A sentence. */
  message: z.string(),
  ...spoken,
  /** In how many pairs, and the first of them by id; at most `MOST_SETTLED`. */
  pairs: z.int(),
  pair_ids: z.array(id),
  /** Of the first three. */
  names: z.array(z.string()),
};

/** Something that keeps pairs from being settled. */
export const commonCause = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('rows'),
    ...shared,
    column: z.string(),
    /** The id of the cause. */
    cause: z.string(),
    rows: z.int(),
  }),
  z.object({
    about: z.literal('definition'),
    ...shared,
    /** The code of the findings, with what both sides have: an acceptance of all of them names these. */
    finding: z.string(),
    source: z.string().nullable(),
    target: z.string().nullable(),
    severity: z.enum(FINDING_SEVERITIES),
  }),
]);
export type CommonCause = z.infer<typeof commonCause>;

export const listCommonCauses = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/commoncauses',
  summary: 'What keeps several pairs from being settled, by cause, that of most pairs first',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  query: z.object({
    /** 1: also what one pair has alone. */
    alone: flag.optional(),
  }),
  aside: true,
  response: z.object({
    causes: z.array(commonCause),
    /** Pairs that were looked at, and whether there are more. */
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
    pairs: list(id, MOST_SETTLED, {
      error: fault('field.notList', { things: message('thing.pairIds') }),
      items: message('thing.ids'),
    }),
  }),
  response: z.object({
    /** Pairs whose rules have changed. */
    changed: z.int(),
  }),
  bulk: true,
});
