import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { objectType, objectTypeId } from '../engines.ts';
import { type Fields, fieldsWith, shapeOf } from '../field-table.ts';
import { flag, id, requiredText, timestamp } from '../fields.ts';
import { list } from '../list.ts';
import { listQuery } from '../list-query.ts';
import { historyEntry } from '../history.ts';
import { objectStatus, staleReason } from '../objects.ts';
import { matchMethod } from './matching.ts';
import {
  VERDICTS,
  coverage,
  verdict,
  CALL_RESULTS,
  DATA_RESULTS,
  DEFINITION_RESULTS,
  callResult,
  dataResult,
  definitionResult,
  nextNumbers,
} from './verdicts.ts';
import { message, messageData, codeFields, fault } from '../messages/message.ts';

export * from './matching.ts';
export * from './verdicts.ts';

/**
 * The state of the link between objects of both sides. Every object of a project is in exactly one pair; one without a
 * counterpart is `unmatched`, alone on its side.
 */
export const PAIR_STATES = ['unmatched', 'proposed', 'confirmed', 'dropped', 'new'] as const;
export const pairState = z.enum(PAIR_STATES, {
  error: fault('field.notOneOf', { names: PAIR_STATES.join(', ') }),
});
export type PairState = z.infer<typeof pairState>;

const pairObject = z.object({
  id,
  schema_name: z.string(),
  object_name: z.string(),
  status: objectStatus,
  missing_since: timestamp.nullable(),
  /** When it began to differ from the state that was verified; null while it does not. */
  stale_since: timestamp.nullable(),
  stale_reason: staleReason.nullable(),
  developer_name: z.string().nullable(),
  tester_name: z.string().nullable(),
});
export type PairObject = z.infer<typeof pairObject>;

const objects = z.array(pairObject);
/** Null until something was compared. */
const result = <S extends z.ZodType>(row: S) =>
  ({ row: row.nullable(), find: 'exact', list: 'shown' }) as const;
const time = { row: timestamp.nullable(), find: 'exact' } as const;
const count = { row: z.int() } as const;
const known = { row: z.int().nullable() } as const;

/** The fields of a pair, in the order of its lists. They are never edited: matching, decisions and comparisons set them. */
export const PAIR_FIELDS = {
  id: { row: id, column: 'id', find: 'number' },
  Project_Id: { row: id, column: 'project_id' },
  /** `schema.name` of the first source object, else of the first target object. */
  name: { row: z.string(), column: 'name', find: 'text' },
  source: { row: objects, list: 'shown' },
  target: { row: objects, find: 'text', list: 'shown' },
  object_type_id: { row: objectTypeId, column: 'type_id', find: 'number', list: 'shown' },
  object_type: { row: objectType },
  state: { row: pairState, column: 'state', find: 'exact', list: 'shown' },
  method: { row: matchMethod.nullable(), column: 'method', find: 'exact', list: 'shown' },
  verdict: { row: verdict, find: 'exact', list: 'hidden at first' },
  structure_result: { ...result(definitionResult), column: 'structure_result' },
  data_result: { ...result(dataResult), column: 'data_result' },
  call_result: { ...result(callResult), column: 'call_result' },
  /** The least advanced status of its objects. */
  status: { row: objectStatus, find: 'exact', list: 'hidden at first' },
  /** Also shown by a mark beside the name. */
  stale: { row: flag, find: 'exact', list: 'hidden at first' },
  /** 0 to 100 for matches by similarity; 100 for every other method. */
  score: { ...known, column: 'score', find: 'number' },
  /** Why it was matched, or why it was dropped or is new, in words. */
  reason: { row: z.string().nullable() },
  reason_said: { row: messageData },
  /** Number of open findings, without informative ones. */
  structure_findings: { ...count, column: 'structure_findings' },
  structure_at: { ...time, column: 'structure_at' },
  /** Null where there are none: no target, or neither an identity column nor a sequence on it. */
  next_numbers: { row: nextNumbers.nullable(), find: 'exact', list: 'hidden at first' },
  data_differences: { ...known, column: 'data_differences', find: 'number' },
  /** How many of the differing rows are accepted. */
  data_accepted: { ...count, column: 'data_accepted' },
  /** Whether more rows may differ than `data_differences`. */
  data_at_least: { row: flag, column: 'data_at_least' },
  rows_source: { ...known, column: 'rows_source' },
  rows_target: { ...known, column: 'rows_target' },
  data_at: { ...time, column: 'data_at' },
  /** What `data_result` covers. */
  data_coverage: { row: coverage.nullable() },
  /** A later comparison that covered less, so that it did not replace `data_result`. */
  data_look: { row: z.object({ result: dataResult, coverage, at: timestamp }).nullable() },
  call_at: { ...time, column: 'call_at' },
  /** Whether it is unmatched, and matching found candidates for its counterpart. */
  has_candidates: { row: flag },
  version: { row: id, column: 'version' },
} as const satisfies Fields;

export const pairRow = z.object(shapeOf(PAIR_FIELDS, 'row'));
export type PairRow = z.infer<typeof pairRow>;

export const PAIR_COLUMNS = fieldsWith(PAIR_FIELDS, 'find');
export type PairColumn = (typeof PAIR_COLUMNS)[number];
/** Filter value of the state: pairs with both sides, proposed or confirmed. */
export const MATCHED = 'matched';
/** Filter value of the state: unmatched pairs for which matching found candidates. */
export const HAS_CANDIDATES = 'candidates';
export const pairQuery = listQuery(PAIR_COLUMNS, 'name');
export type PairQuery = z.output<typeof pairQuery>;

const project = z.object({ id });
const onePair = z.object({ id, pair: id });
const member = { who: 'member', of: 'params.id' } as const;

export const listPairs = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs',
  summary: 'Which object became which, with the results of every comparison',
  access: member,
  params: project,
  query: pairQuery,
  response: z.array(pairRow),
  stream: true,
});

export const listPairIds = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairids',
  summary: 'Ids of all pairs that match, in order: what "select all" selects',
  access: member,
  params: project,
  query: pairQuery,
  response: z.array(id),
});

export const getPair = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}',
  summary: 'One pair',
  access: member,
  params: onePair,
  response: pairRow,
});

export const pairHistory = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/history',
  summary: 'Who changed what of a pair, newest first',
  access: member,
  params: onePair,
  response: z.array(historyEntry),
});

export const findPairOfObject = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/objects/{object}/pair',
  summary: 'The pair that an object is in',
  access: member,
  params: z.object({ id, object: id }),
  response: pairRow,
});

/** Maximum number of pairs that one call changes. */
export const MAX_PAIRS = 100_000;
const ids = list(id, MAX_PAIRS, {
  error: fault('field.notList', { things: message('thing.pairIds') }),
  items: message('thing.ids'),
});

/**
 * Result of a change of pairs. `undo` names the change; it can be undone until somebody changes the same pairs, and is empty
 * where nothing changed.
 */
const changed = z.object({
  changed: z.int(),
  /** Pairs that the rules refused to change, with the reason. */
  refused: z.array(z.object({ id, name: z.string(), detail: z.string(), ...codeFields })),
  undo: z.string(),
});
export type PairsChanged = z.infer<typeof changed>;

export const confirmPairs = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/confirm',
  summary: 'Confirm proposed pairs; confirmed ones survive every later matching',
  access: member,
  params: project,
  body: z.object({ ids }),
  response: changed,
  bulk: true,
});

const objectIds = list(id, 1_000, {
  error: fault('field.notList', { things: message('thing.objectIds') }),
  items: message('thing.ids'),
});

export const linkObjects = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/link',
  summary:
    'Make one confirmed pair of these objects, of one type; they leave the pairs that they were in',
  access: member,
  params: project,
  body: z.object({ source_ids: objectIds, target_ids: objectIds }),
  response: z.object({ pair: pairRow, undo: z.string() }),
});

export const splitPairs = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/split',
  summary: 'Dissolve pairs: each of their objects is unmatched again',
  access: member,
  params: project,
  body: z.object({ ids }),
  response: changed,
  bulk: true,
});

export const decidePairs = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/decide',
  summary: 'Say that source objects were dropped on purpose, or that target objects are new',
  access: member,
  params: project,
  body: z.object({
    ids,
    state: z.enum(['dropped', 'new'], {
      error: fault('field.notEither', { one: 'dropped', other: 'new' }),
    }),
    reason: requiredText(1_000),
  }),
  response: changed,
  bulk: true,
});

export const undoPairs = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/undo',
  summary: 'Take a change of pairs back',
  access: member,
  params: project,
  body: z.object({ undo: requiredText(100) }),
  response: z.object({ restored: z.int() }),
});

const resultCounts = <T extends readonly [string, ...string[]]>(names: T) =>
  z.object(
    Object.fromEntries([...names, 'none'].map((name) => [name, z.int()])) as Record<
      T[number] | 'none',
      z.ZodInt
    >,
  );

/** The state of a project's proof, by type of object. */
export const proofSummary = z.object({
  by_type: z.array(
    z.object({
      object_type_id: objectTypeId,
      /** Number of pairs by state; `unmatched` is counted per side. */
      proposed: z.int(),
      confirmed: z.int(),
      dropped: z.int(),
      new: z.int(),
      unmatched_source: z.int(),
      unmatched_target: z.int(),
      /** Results of the proposed and confirmed pairs. */
      structure: resultCounts(DEFINITION_RESULTS),
      data: resultCounts(DATA_RESULTS),
      calls: resultCounts(CALL_RESULTS),
      verdicts: z.object(
        Object.fromEntries(VERDICTS.map((name) => [name, z.int()])) as Record<
          (typeof VERDICTS)[number],
          z.ZodInt
        >,
      ),
      verified: z.int(),
      stale: z.int(),
    }),
  ),
  /** At most 100 pairs whose verdict is not settled, worst first. */
  blocking: z.array(pairRow),
  blocking_total: z.int(),
  /** Number of objects that were verified although their proof contradicted that. */
  verified_against_evidence: z.int(),
});
export type ProofSummary = z.infer<typeof proofSummary>;

export const getProofSummary = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/proof',
  summary: 'Where a project stands: types by results, what is unmatched, what blocks',
  access: member,
  params: project,
  response: proofSummary,
});
