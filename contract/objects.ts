import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType, objectTypeId } from './engines.ts';
import { id, text, timestamp } from './fields.ts';

export const OBJECT_STATUSES = ['pending', 'migrated', 'verified'] as const;
export const objectStatus = z.enum(OBJECT_STATUSES, {
  error: "must be 'pending', 'migrated' or 'verified'",
});
export type ObjectStatus = z.infer<typeof objectStatus>;

const MAX_TEXT = 100_000;
const nullableText = z.string().nullable();

/** An object of a project's inventory. Its id is source_objectid or target_objectid, by side. */
export const objectRow = z.object({
  source_objectid: id.optional(),
  target_objectid: id.optional(),
  Project_Id: id,
  schema_name: z.string(),
  object_name: z.string(),
  object_type_id: objectTypeId,
  object_type: objectType,
  status: objectStatus,
  test_call: nullableText,
  test_result: nullableText,
  comments: nullableText,
  /** The assigned users: id and name. */
  developer: id.nullable(),
  developer_name: nullableText,
  tester: id.nullable(),
  tester_name: nullableText,
  /** Usernames of who moved it to migrated, and of who tested it last. */
  migrated_by: nullableText,
  tested_by: nullableText,
  /** Since when the database no longer has it; null while it does. */
  missing_since: timestamp.nullable(),
  version: id,
  updated_at: timestamp,
});
export type ObjectRow = z.infer<typeof objectRow>;

export const OBJECT_COLUMNS = [
  'id',
  'schema_name',
  'object_name',
  'object_type_id',
  'status',
  'test_call',
  'test_result',
  'comments',
  'developer',
  'tester',
  'migrated_by',
  'tested_by',
  'missing_since',
  'updated_at',
] as const;
export type ObjectColumn = (typeof OBJECT_COLUMNS)[number];

const sortKey = z.enum(OBJECT_COLUMNS, { error: `must be one of ${OBJECT_COLUMNS.join(', ')}` });

const sorting = z
  .string()
  .max(500)
  .transform((value) =>
    value
      .split(',')
      .filter(Boolean)
      .map((part) =>
        part.startsWith('-')
          ? { column: part.slice(1), descending: true }
          : { column: part, descending: false },
      ),
  )
  .pipe(z.array(z.object({ column: sortKey, descending: z.boolean() })).max(OBJECT_COLUMNS.length));

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((value) => value <= max, { error: `must be at most ${max}` });

/**
 * How a list of objects is filtered, sorted and paged. `filter[column]=` compares ids and
 * statuses exactly and looks for text anywhere, in any case; `-` as the whole value finds empty ones.
 */
export const objectQuery = z.preprocess(
  (raw) => {
    if (typeof raw !== 'object' || raw === null) return raw;
    const filter: Record<string, unknown> = {};
    const rest: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(raw)) {
      const column = /^filter\[(\w+)\]$/.exec(key)?.[1];
      if (column) filter[column] = value;
      else rest[key] = value;
    }
    return { filter, ...rest };
  },
  z.object({
    filter: z.partialRecord(sortKey, text(500)).default({}),
    q: text(500).optional(),
    sort: sorting.optional(),
    limit: wholeNumber(100_000).optional(),
    offset: wholeNumber(1_000_000_000).optional(),
    after: wholeNumber(2_147_483_647).optional(),
  }),
);
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

/** An edited row. Only these fields are read; what the editor's role may not change is left as it is. */
export const objectEdit = z.object({
  status: objectStatus.optional(),
  test_call: text(MAX_TEXT).nullish(),
  test_result: text(MAX_TEXT).nullish(),
  comments: text(MAX_TEXT).nullish(),
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

/** One selected row of an assignment: its id and the chosen user id; null takes the assignment back. */
const userChoice = z.union([id, z.null()], { error: 'must be a user id, or null' }).optional();
const sourceRow = z.object({ source_objectid: id });
const targetRow = z.object({ target_objectid: id });

export const sourceDeveloperChoices = z.array(
  sourceRow.extend({ developer: userChoice, role: userChoice }),
);
export const sourceTesterChoices = z.array(
  sourceRow.extend({ tester: userChoice, role: userChoice }),
);
export const targetTesterChoices = z.array(
  targetRow.extend({ tester: userChoice, role: userChoice }),
);

const assignment = <B extends z.ZodType>(path: `/api/${string}`, summary: string, body: B) =>
  endpoint({
    method: 'PUT',
    path,
    summary: `${summary}; all rows or none`,
    access: { who: 'administrator' },
    body,
    response: z.object({ assigned: z.int() }),
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

export const historyEntry = z.object({
  id,
  at: timestamp,
  user_id: id.nullable(),
  username: nullableText,
  action: z.string(),
  /** Changed fields: name → [from, to]. */
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});

export const objectHistory = endpoint({
  method: 'GET',
  path: '/api/objects/{id}/history',
  summary: 'Who changed what of an object, newest first',
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id }),
  response: z.array(historyEntry),
});
