import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text } from '../fields.ts';
import { problem } from '../problems.ts';

/** What a schema has besides tables, views and routines. */
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
 * How much of a kind is known of a side. `part`: the account may not see all; `unread`: it is not read, or cannot be;
 * `none`: the server has no such thing.
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
  /** Of the source without a namesake on the target, and the other way round; null where a side does not tell. */
  missing: z.int().nullable(),
  extra: z.int().nullable(),
});
export type OtherRow = z.infer<typeof otherRow>;

/** What comes while both databases are read. */
export const othersEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('plan'), schemas: z.int() }),
  /** A schema and what it became; null where the other side has none that belongs to it. */
  z.object({
    event: z.literal('schema'),
    source_schema: z.string().nullable(),
    target_schema: z.string().nullable(),
    kinds: z.array(otherRow),
  }),
  /** Last, when all was read. */
  z.object({ event: z.literal('end') }),
  /** Last, when reading broke off. */
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
    /** Of them, those that were searched for. */
    total: z.int(),
    names: z.array(
      z.object({
        /** As each side has it; null where it has none. */
        source: z.string().nullable(),
        target: z.string().nullable(),
      }),
    ),
  }),
});
