import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { objectType } from '../engines.ts';
import { MAX_LIST, blankAsNull, flag, id, requiredText } from '../fields.ts';
import { list } from '../list.ts';
import { message, codeFields, fault } from '../messages/message.ts';

/** Why a row of the list links nothing. */
export const MAP_PROBLEMS = ['unknown', 'ambiguous', 'twice', 'contradicts', 'family'] as const;

/** Names of a source object and its target object, with or without the schema. */
const nameMapRow = z.object({
  source: requiredText(1_001),
  target: requiredText(1_001),
  object_type: blankAsNull(objectType.nullish()),
});
export type NameMapRow = z.output<typeof nameMapRow>;

/** Maximum number of problems that are listed; further ones are only counted. */
export const MAX_MAP_PROBLEMS = 500;

export const applyNameMap = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/map',
  summary: 'Link objects by a list of names; rows that cannot be linked are named and left out',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  body: z.object({
    /** 1: report the outcome without changing anything. */
    dry_run: flag.default(0),
    rows: list(nameMapRow, MAX_LIST, {
      error: fault('field.notList', { things: message('thing.rows') }),
      items: message('thing.rows'),
    }),
  }),
  response: z.object({
    /** Number of pairs that are, or would be, linked or confirmed. */
    linked: z.int(),
    /** Number of rows whose objects are linked already. */
    already: z.int(),
    /** Number of rows that link nothing, by problem. */
    counts: z.partialRecord(z.enum(MAP_PROBLEMS), z.int()),
    problems: z.array(
      z.object({
        row: z.int(),
        problem: z.enum(MAP_PROBLEMS),
        detail: z.string(),
        ...codeFields,
      }),
    ),
    /** Names the change, to undo it; empty where nothing changed. */
    undo: z.string(),
  }),
  bulk: true,
});
export type NameMapOutcome = z.infer<typeof applyNameMap.response>;
