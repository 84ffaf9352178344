import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType, objectTypeId } from './engines.ts';
import { type Fields, fieldsWith, shapeOf } from './field-table.ts';
import { historyEntry } from './history.ts';
import { list } from './list.ts';
import { listQuery } from './list-query.ts';
import { MAX_LIST, blankAsNull, date, id, side, text, timestamp } from './fields.ts';
import { verdict, callResult, dataResult, definitionResult } from './proof/verdicts.ts';
import { message, codeFields, fault } from './messages/message.ts';

export const OBJECT_STATUSES = ['pending', 'migrated', 'verified'] as const;
export const objectStatus = z.enum(OBJECT_STATUSES, {
  error: fault('field.notEitherOf', { one: 'pending', other: 'migrated', last: 'verified' }),
});
export type ObjectStatus = z.infer<typeof objectStatus>;

/** What differs from the state that was verified: the object's definition, or its rows. */
export const STALE_REASONS = ['definition', 'rows'] as const;
export const staleReason = z.enum(STALE_REASONS);
export type StaleReason = z.infer<typeof staleReason>;

const MAX_TEXT = 100_000;
const nullableText = z.string().nullable();
const optionalText = text(MAX_TEXT).nullish();
/** A field that the tester of an object fills in. */
const testerText = {
  row: nullableText,
  edit: optionalText,
  editedBy: ['tester'],
  find: 'text',
  list: 'shown',
  editor: 'textarea',
} as const;

/** The fields of an object of a project's inventory, in the order of the desks. */
export const OBJECT_FIELDS = {
  /** The id of either side; on the wire it is source_objectid or target_objectid. */
  id: { find: 'number' },
  source_objectid: { row: id.optional() },
  target_objectid: { row: id.optional() },
  Project_Id: { row: id, column: 'project_id' },
  schema_name: { row: z.string(), column: 'schema_name', find: 'text', list: 'shown' },
  object_name: { row: z.string(), column: 'object_name', find: 'text', list: 'shown' },
  object_type_id: { row: objectTypeId, column: 'type_id', find: 'number', list: 'shown' },
  /** The server's rules decide who may change it to which status. */
  status: {
    row: objectStatus,
    edit: objectStatus.optional(),
    editedBy: ['developer', 'tester'],
    column: 'status',
    find: 'exact',
    list: 'shown',
    editor: 'select',
  },
  test_call: { ...testerText, column: 'test_call' },
  test_result: { ...testerText, column: 'test_result' },
  comments: { ...testerText, editedBy: ['developer', 'tester'], column: 'comments' },
  object_type: { row: objectType, list: 'shown' },
  /** The object should be verified by the end of this day; set by administrators. */
  due_date: {
    row: date.nullable(),
    edit: blankAsNull(date.nullish()),
    editedBy: [],
    column: 'due_date',
    find: 'date',
    list: 'hidden at first',
    editor: 'date',
  },
  /** The assigned users: id and name. */
  developer: { row: id.nullable(), column: 'developer_id', find: 'number' },
  developer_name: { row: nullableText },
  tester: { row: id.nullable(), column: 'tester_id', find: 'number' },
  tester_name: { row: nullableText },
  /** Usernames of who set it to migrated, and of who tested it last; filtered by user id. */
  migrated_by: { row: nullableText, find: 'number' },
  tested_by: { row: nullableText, find: 'number' },
  /** When it was returned to its developer, and the reason; `tested_by` returned it. */
  returned_at: { row: timestamp.nullable(), column: 'returned_at', find: 'text' },
  returned_reason: { row: nullableText, column: 'returned_reason' },
  /** When a reading first found it missing from the database; null while it exists. */
  missing_since: { row: timestamp.nullable(), column: 'missing_since', find: 'text' },
  /** The object's pair, and the results of its comparisons; null where there is no pair or no comparison. */
  pair_id: { row: id.nullable(), column: 'pair_id' },
  structure_result: { row: definitionResult.nullable(), column: 'structure_result', find: 'exact' },
  /** Number of open findings about its definition; 0 means that none prevents a proof, whatever the result. */
  structure_findings: { row: z.int().nullable(), column: 'structure_findings' },
  data_result: { row: dataResult.nullable(), column: 'data_result', find: 'exact' },
  call_result: { row: callResult.nullable(), column: 'call_result', find: 'exact' },
  /** When it began to differ from the state that was verified; null while it does not. */
  stale_since: { row: timestamp.nullable(), column: 'stale_since', find: 'text' },
  stale_reason: { row: staleReason.nullable(), column: 'stale_reason' },
  /** The verdict that contradicted its last change to migrated or verified, and the reason for changing it nevertheless. */
  against_evidence: { row: verdict.nullable(), column: 'against_evidence', find: 'exact' },
  against_reason: { row: nullableText, column: 'against_reason' },
  version: { row: id, column: 'version' },
  updated_at: { row: timestamp, column: 'updated_at', find: 'text' },
} as const satisfies Fields;

export const objectRow = z.object(shapeOf(OBJECT_FIELDS, 'row'));
export type ObjectRow = z.infer<typeof objectRow>;

export const OBJECT_COLUMNS = fieldsWith(OBJECT_FIELDS, 'find');
export type ObjectColumn = (typeof OBJECT_COLUMNS)[number];

export const objectQuery = listQuery(OBJECT_COLUMNS, 'object_name');
export type ObjectQuery = z.output<typeof objectQuery>;

const projectObjects = (path: `/api/${string}`, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: { who: 'member', of: 'params.id' },
    params: z.object({ id }),
    query: objectQuery,
    response: z.array(objectRow),
    stream: true,
  });

export const listSourceObjects = projectObjects(
  '/api/testresults/{id}',
  'Source objects of a project',
);
export const listTargetObjects = projectObjects(
  '/api/testresults/target/{id}',
  'Target objects of a project',
);

const assignedObjects = (path: `/api/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary: `${summary}; an administrator asking under the own id sees all rows`,
    access: { who: 'member', of: 'body.Project_Id' },
    query: objectQuery,
    body: z.object({ user_id: id.nullish(), Project_Id: id }),
    response: z.array(objectRow),
    stream: true,
  });

export const listTesterSource = assignedObjects(
  '/api/testresults/assigntoTester',
  'Source objects assigned to a tester',
);
export const listTesterTarget = assignedObjects(
  '/api/testresults/assigntoTester/target/',
  'Target objects assigned to a tester',
);
export const listDeveloperSource = assignedObjects(
  '/api/testresults/assigntoDeveloper',
  'Source objects assigned to a developer',
);

/** An edited row. Only these fields are read; those that the editor's role may not change are left unchanged. */
export const objectEdit = z.object({
  ...shapeOf(OBJECT_FIELDS, 'edit'),
  /** Why the object is marked as done although its proof contradicts that. */
  reason: text(1_000).nullish(),
  version: id.nullish(),
});
export type ObjectEdit = z.output<typeof objectEdit>;

export const updateObject = endpoint({
  method: 'PUT',
  path: '/api/testresults/{id}',
  summary: 'Save an edited object row; 409 with the row as it is now when `version` is stale',
  access: { who: 'objectAssignee', of: 'params.id' },
  params: z.object({ id }),
  body: objectEdit,
  response: objectRow,
});

export const undoEdit = endpoint({
  method: 'POST',
  path: '/api/objects/{id}/undo',
  summary: 'Take back the last edit of an object, a quarter of an hour at most after one made it',
  access: { who: 'objectAssignee', of: 'params.id' },
  params: z.object({ id }),
  body: z.object({ version: id }),
  response: objectRow,
});

/** The user id chosen for one row of an assignment; null removes the assignment. */
const userChoice = z.union([id, z.null()], { error: fault('field.notUser') }).optional();
/** Clients also send the dropdown's name here; anything but a user id or null is ignored. */
const roleChoice = z.preprocess(
  (value) => (value === 'developer' || value === 'tester' || value === '' ? undefined : value),
  userChoice,
);
const sourceRow = z.object({ source_objectid: id });
const targetRow = z.object({ target_objectid: id });

export const objectIds = (max: number) =>
  list(id, max, {
    error: fault('field.notList', { things: message('thing.objectIds') }),
    items: message('thing.ids'),
  });

const choices = <R extends z.ZodType>(row: R) =>
  list(row, MAX_LIST, {
    error: fault('field.notList', { things: message('thing.rows') }),
    items: message('thing.rows'),
  });

export const sourceDeveloperChoices = choices(
  sourceRow.extend({ developer: userChoice, role: roleChoice }),
);
export const sourceTesterChoices = choices(
  sourceRow.extend({ tester: userChoice, role: roleChoice }),
);
export const targetTesterChoices = choices(
  targetRow.extend({ tester: userChoice, role: roleChoice }),
);

/** Result of a bulk assignment; `undo` names it for as long as it can be taken back. */
export const assigned = z.object({ assigned: z.int(), undo: z.string() });

const assignment = <B extends z.ZodType>(path: `/api/${string}`, summary: string, body: B) =>
  endpoint({
    method: 'PUT',
    path,
    summary: `${summary}; all rows or none`,
    access: { who: 'administrator' },
    body,
    response: assigned,
    bulk: true,
  });

export const assignDevelopers = assignment(
  '/api/assignobjects/developerupdate/',
  'Assign source objects to developers',
  sourceDeveloperChoices,
);
export const assignSourceTesters = assignment(
  '/api/assignobjects/testerupdatesource/',
  'Assign source objects to testers',
  sourceTesterChoices,
);
export const assignTargetTesters = assignment(
  '/api/assignobjects/testerupdatetarget/',
  'Assign target objects to testers',
  targetTesterChoices,
);

export const objectHistory = endpoint({
  method: 'GET',
  path: '/api/objects/{id}/history',
  summary: 'Who changed what of an object, newest first',
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id }),
  response: z.array(historyEntry),
});

export const undoAssignment = endpoint({
  method: 'POST',
  path: '/api/objects/undo',
  summary:
    'Give the objects of an assignment back to whom they were with, where nobody reassigned them since',
  access: { who: 'administrator' },
  body: z.object({ undo: text(100) }),
  response: z.object({ restored: z.int() }),
});

/** Restricts a list to objects that are assigned to the user in this role. */
export const assignee = z.enum(['developer', 'tester'], {
  error: fault('field.notEither', { one: 'developer', other: 'tester' }),
});

export const readHolders = endpoint({
  method: 'POST',
  path: '/api/objects/holders',
  summary: 'With whom objects are in a role now, and how many with each; most first',
  access: { who: 'administrator' },
  body: z.object({
    ids: objectIds(MAX_LIST),
    role: assignee,
  }),
  response: z.array(z.object({ user_id: id, username: z.string(), count: z.int() })),
  bulk: true,
});

export const listObjectIds = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/objectids',
  summary: 'Ids of all objects that match, in order: what "select all" selects',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  query: z.intersection(objectQuery, z.object({ side, mine: assignee.optional() })),
  response: z.array(id),
});

export const getObject = endpoint({
  method: 'GET',
  path: '/api/objects/{id}',
  summary: 'One object',
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id }),
  response: objectRow,
});

/** Maximum number of rows edited at once: the rules are applied to each of them. */
export const MAX_BULK_EDIT = 10_000;

/** A row and its version after an edit; while it still has it, the edit can be undone. */
export const rowVersion = z.object({ id, version: id });
export type RowVersion = z.infer<typeof rowVersion>;
/** Objects that were not changed, with the reason. */
export const refusedObjects = z.array(
  z.object({ id, object_name: z.string(), detail: z.string(), ...codeFields }),
);

export const editObjects = endpoint({
  method: 'POST',
  path: '/api/objects/edit',
  summary:
    "Change status, comments and (administrators) due date of several objects; each by the rules of its status and the caller's roles",
  access: { who: 'user' },
  body: z.object({
    ids: objectIds(MAX_BULK_EDIT),
    status: objectStatus.optional(),
    comments: text(MAX_TEXT).optional(),
    due_date: blankAsNull(date.nullable()).optional(),
    /** Why objects are marked as done although their proof contradicts that. */
    reason: text(1_000).optional(),
  }),
  response: z.object({
    saved: z.int(),
    /** Those of the saved rows that are not as they were, to undo the change with. */
    changed: z.array(rowVersion),
    refused: refusedObjects,
  }),
});

export const listContradictions = endpoint({
  method: 'POST',
  path: '/api/objects/contradictions',
  summary:
    'Of objects that the caller edits, those whose proof speaks against calling them done, and what it says',
  access: { who: 'user' },
  body: z.object({
    ids: objectIds(MAX_BULK_EDIT),
    /** The intended status; objects that it would not bring closer to done are ignored. */
    status: objectStatus,
  }),
  response: z.array(z.object({ id, said: verdict })),
});
