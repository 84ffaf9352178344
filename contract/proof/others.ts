import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text } from '../fields.ts';
import { problem } from '../problems.ts';

/** Kinds of objects in a schema besides tables, views and routines. */
export const OTHER_KINDS = [
  'sequences',
  'synonyms',
  'types',
  'triggers',
  'jobs',
  'packages',
  'extensions',
  'links',
] as const;
export const otherKind = z.enum(OTHER_KINDS);
export type OtherKind = z.infer<typeof otherKind>;

/**
 * How many objects of a kind a side has. `part`: the account may not see all of them; `unread`: the kind is not or cannot be
 * read; `none`: the server has no such kind.
 */
const otherCount = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['all', 'part']), count: z.int() }),
  z.object({ state: z.enum(['unread', 'none']) }),
]);
export type OtherCount = z.infer<typeof otherCount>;

const otherRow = z.object({
  kind: otherKind,
  source: otherCount,
  target: otherCount,
  /** Source objects without a namesake on the target, and vice versa; null where a side cannot be listed completely. */
  missing: z.int().nullable(),
  extra: z.int().nullable(),
});
export type OtherRow = z.infer<typeof otherRow>;

/** Events while both databases are read. */
export const othersEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('plan'), schemas: z.int() }),
  /** A schema and its counterpart; null where the other side has none. */
  z.object({
    event: z.literal('schema'),
    source_schema: z.string().nullable(),
    target_schema: z.string().nullable(),
    kinds: z.array(otherRow),
  }),
  /** Last event, when everything was read. */
  z.object({ event: z.literal('end') }),
  /** Last event, when reading failed. */
  z.object({ event: z.literal('failed'), problem }),
]);
export type OthersEvent = z.infer<typeof othersEvent>;

export const countOthers = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/others',
  summary:
    'How many sequences, synonyms, types, triggers, jobs and packages the schemas of both databases have, as server-sent events while they are read',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: othersEvent,
  events: true,
});

export const MAX_OTHERS = 500;

export const listOthers = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/others/{kind}',
  summary: `Names of one kind in a schema and in what it became, missing ones first; ${MAX_OTHERS} at most`,
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id, kind: otherKind }),
  query: z.object({
    source_schema: requiredText(500).optional(),
    target_schema: requiredText(500).optional(),
    search: text(500).optional(),
  }),
  response: z.object({
    /** Total number; with a search, only of matching names. */
    total: z.int(),
    names: z.array(
      z.object({
        /** The name on each side; null where that side lacks it. */
        source: z.string().nullable(),
        target: z.string().nullable(),
      }),
    ),
  }),
});
