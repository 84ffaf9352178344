import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { OBJECT_TYPE_NAMES, objectType } from '../engines.ts';
import { id, requiredText, text } from '../fields.ts';
import { changeOf } from '../stale.ts';
import { message, messageData, fault } from '../messages/message.ts';

/** How a pair was found, best first. */
export const MATCH_METHODS = [
  'exact',
  'case',
  'schema',
  'rule',
  'signature',
  'similar',
  'columns',
  'manual',
] as const;
export const matchMethod = z.enum(MATCH_METHODS);
export type MatchMethod = z.infer<typeof matchMethod>;

const project = z.object({ id });
const member = { who: 'member', of: 'params.id' } as const;
const administrator = { who: 'administrator' } as const;

const candidate = z.object({
  /** Id of the object. */
  id,
  schema_name: z.string(),
  object_name: z.string(),
  object_type: objectType,
  /** Similarity, 0 to 100. */
  score: z.int(),
  reason: z.string(),
  reason_said: messageData,
});
export type Candidate = z.infer<typeof candidate>;

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/candidates',
  summary:
    'What an object without a counterpart may have become, best first; matching was not certain',
  access: member,
  params: z.object({ id, pair: id }),
  response: z.array(candidate),
});

const pattern = requiredText(200).refine(isPattern, { error: fault('field.notPattern') });
function isPattern(value: string): boolean {
  try {
    return Boolean(new RegExp(value, 'u'));
  } catch {
    return false;
  }
}

/** A step that turns the name of a source object into that of its target. Steps apply in order. */
export const namingRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('removePrefix'), prefix: requiredText(100) }),
  z.object({ kind: z.literal('addPrefix'), prefix: requiredText(100) }),
  /** CustomerOrder → customer_order. */
  z.object({ kind: z.literal('snakeCase') }),
  z.object({ kind: z.literal('lowerCase') }),
  z.object({ kind: z.literal('replace'), pattern, replacement: text(200) }),
]);
export type NamingRule = z.infer<typeof namingRule>;

export const matchingRules = z.object({
  /** Target schema of each source schema; a schema without an entry maps to its namesake, or to the only target schema. */
  schemas: z.array(z.object({ from: requiredText(500), to: requiredText(500) })).max(5_000, {
    error: fault('field.tooMany', { count: 5_000, things: message('thing.schemas') }),
  }),
  names: z
    .array(namingRule)
    .max(50, { error: fault('field.tooMany', { count: 50, things: message('thing.rules') }) }),
  /** Minimum score, 0 to 100, at which a similar name is proposed; null disables proposals by similarity. */
  similarity: z.int().min(0).max(100).nullable(),
});
export type MatchingRules = z.infer<typeof matchingRules>;
export const DEFAULT_MATCHING_RULES: MatchingRules = { schemas: [], names: [], similarity: 80 };

const matchCounts = z.object({
  /** New proposals by method. */
  by_method: z.partialRecord(matchMethod, z.int()),
  /** Objects without a counterpart, by side. */
  unmatched: z.object({ source: z.int(), target: z.int() }),
  milliseconds: z.int(),
});

export const getMatchingRules = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/matchingrules',
  summary: 'How names are matched',
  access: member,
  params: project,
  response: matchingRules,
});

export const setMatchingRules = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/matchingrules',
  summary: 'Change how names are matched, for the next matching; 409 when it is not `was` any more',
  access: administrator,
  params: project,
  body: changeOf(matchingRules),
  response: matchingRules,
});

/** Maximum number of target schemas offered for a source schema, best match first. */
export const MAX_OFFERED = 5;

export const mappedSchema = z.object({
  schema: z.string(),
  /** Number of its objects, and of those that have a counterpart or need none. */
  objects: z.int(),
  settled: z.int(),
  /** Target schema set by the rules, or else its namesake or the only target schema; null where there is none. */
  told: z.string().nullable(),
  /** Possible target schemas, best match first. */
  offers: z.array(
    z.object({
      schema: z.string(),
      /** Number of its objects whose counterpart is in this schema. */
      paired: z.int(),
      /** Number of its unpaired objects with an unpaired namesake in this schema. */
      namesakes: z.int(),
      /** How much the columns of some namesakes have in common, in percent; null where names tell enough, or columns are unknown. */
      columns: z.int().nullable(),
    }),
  ),
});
export type MappedSchema = z.infer<typeof mappedSchema>;

/** How much speaks for a target schema: its counterparts, and its namesakes as far as their columns are alike. */
export const weightOfOffer = (
  offer: Pick<MappedSchema['offers'][number], 'paired' | 'namesakes' | 'columns'>,
): number => offer.paired + (offer.namesakes * (offer.columns ?? 100)) / 100;

export const getSchemaMap = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/schemamap',
  summary: 'What the schemas of the source became, by their objects',
  access: member,
  params: project,
  offMainThread: true,
  response: z.object({
    /** Schemas of the source, the one with the most open objects first. */
    schemas: z.array(mappedSchema),
    /** Schemas of the target. */
    targets: z.array(z.string()),
    /** Whether there are more unpaired objects than were examined. */
    cut: z.boolean(),
  }),
});
export type SchemaMap = z.infer<typeof getSchemaMap.response>;

export const previewMatching = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/matchingrules/preview',
  summary: 'What these rules would propose; nothing is changed',
  access: administrator,
  params: project,
  body: matchingRules,
  offMainThread: true,
  response: matchCounts.extend({
    /** The first proposals that the rules would add or change. */
    examples: z.array(
      z.object({
        object_type: z.enum(OBJECT_TYPE_NAMES),
        source: z.string(),
        target: z.string(),
        method: matchMethod,
        score: z.int(),
        reason: z.string(),
        reason_said: messageData,
      }),
    ),
    /** The first names that would have no counterpart. */
    left: z.object({ source: z.array(z.string()), target: z.array(z.string()) }),
  }),
});
export type MatchPreview = z.infer<typeof previewMatching.response>;

export const matchObjects = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/match',
  summary: 'Match what is unmatched or only proposed anew; confirmed and decided pairs stay',
  access: member,
  params: project,
  response: matchCounts.extend({ undo: z.string() }),
  offMainThread: true,
});
