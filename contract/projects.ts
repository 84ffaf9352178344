import type { FieldFault } from './problems.ts';
import { z } from 'zod';
import { engineId } from './database-types.ts';
import { TRACKED_TYPES, type TrackedType, accountRights, tlsMode, trackedType } from './engines.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list-query.ts';
import {
  type Side,
  blankAsNull,
  date,
  flag,
  id,
  port,
  requiredText,
  side,
  text,
  timestamp,
} from './fields.ts';
import { type Fields, type FieldsWith, fieldsWith, shapeOf } from './field-table.ts';
import { message, fault } from './messages/message.ts';

export const MIGRATION_TYPES = ['partial', 'complete'] as const;
export const PROJECT_STATUSES = ['pending', 'inProgress', 'completed'] as const;
export const ROLES = ['developer', 'tester'] as const;
/** Optional object types that a project may track besides tables, views, functions and procedures. */
export const ALSO_TRACKED = ['none', 'triggers', 'sequences', 'both'] as const;
export type AlsoTracked = (typeof ALSO_TRACKED)[number];
export const trackedOf = (also: AlsoTracked): TrackedType[] =>
  TRACKED_TYPES.filter((type) => also === type || also === 'both');

export const migrationType = z.enum(MIGRATION_TYPES, {
  error: fault('field.notEither', { one: 'partial', other: 'complete' }),
});
export const projectStatus = z.enum(PROJECT_STATUSES, {
  error: fault('field.notEitherOf', { one: 'pending', other: 'inProgress', last: 'completed' }),
});
export const alsoTracked = z.enum(ALSO_TRACKED, {
  error: fault('field.notOneOf', { names: ALSO_TRACKED.join(', ') }),
});
export const role = z.enum(ROLES, {
  error: fault('field.notEither', { one: 'developer', other: 'tester' }),
});
export type Role = z.infer<typeof role>;

const name = requiredText(200);
const optionalName = blankAsNull(text(200).nullish());
const optionalFlag = blankAsNull(flag.nullish());
const optionalDate = blankAsNull(date.nullish());

/** Users by id or by name, for the assignment columns; also a string of names separated by commas. */
const people = z.preprocess(
  (value) =>
    value === ''
      ? null
      : typeof value === 'string'
        ? value
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
        : value,
  z
    .array(z.union([id, z.string()], { error: fault('field.notPeople') }), {
      error: fault('field.notList', { things: message('thing.users') }),
    })
    .nullish(),
);

/** Objects of one side by status. `migrated` counts those that wait for their test. */
export const statusCounts = z.object({
  total: z.int(),
  pending: z.int(),
  migrated: z.int(),
  verified: z.int(),
  /** Those of them that no longer exist in the database. */
  missing: z.int(),
});
export type StatusCounts = z.infer<typeof statusCounts>;

const nullableText = z.string().nullable();
/** Required when a project is created, optional in an edit. */
const required = <R extends z.ZodType, S extends z.ZodType>(row: R, sent: S) => ({
  row,
  create: sent,
  edit: sent.optional(),
});
const optional = <R extends z.ZodType, S extends z.ZodType>(row: R, sent: S) => ({
  row,
  create: sent,
  edit: sent,
});
const requiredName = {
  ...required(z.string(), name),
  find: 'text',
  list: 'shown',
  section: 'general',
  editor: 'text',
} as const;
const choice = { find: 'text', section: 'general', editor: 'select' } as const;
const engine = {
  row: engineId,
  create: engineId,
  find: 'number',
  list: 'shown',
  editor: 'read-only',
} as const;
const engineName = { row: z.string(), find: 'text' } as const;
const dateField = { find: 'text', list: 'shown', section: 'dates', editor: 'date' } as const;
const plannedDate = { ...required(z.string(), date), ...dateField };
const actualDate = { row: nullableText, create: date, edit: optionalDate, ...dateField };
const peopleField = {
  ...optional(z.array(id), people),
  list: 'shown',
  section: 'people',
  editor: 'people',
  optional: true,
} as const;
const peopleNames = { row: z.array(z.string()), find: 'text' } as const;

/** The fields of a project except its connections, in the order of the HomePage. Forms group them by section. */
export const PROJECT_FIELDS = {
  Project_Id: { row: id, column: 'id', find: 'number', list: 'shown', editor: 'read-only' },
  Project_Name: { ...requiredName, column: 'name' },
  Client_Name: { ...requiredName, column: 'client_name' },
  Migration_Type: {
    row: migrationType,
    create: migrationType.default('partial'),
    edit: migrationType.optional(),
    ...choice,
    column: 'migration_type',
    options: MIGRATION_TYPES,
  },
  Project_Status: {
    ...required(projectStatus, projectStatus),
    ...choice,
    column: 'status',
    options: PROJECT_STATUSES,
  },
  also_tracked: {
    row: alsoTracked,
    create: alsoTracked.default('none'),
    edit: alsoTracked.optional(),
    ...choice,
    column: 'also_tracked',
    options: ALSO_TRACKED,
  },
  Source_Database: { ...engine, shownAs: 'Source_Database_Name' },
  Target_Database: { ...engine, shownAs: 'Target_Database_Name' },
  Source_Database_Name: engineName,
  Target_Database_Name: engineName,
  Source_Name: optional(nullableText, optionalName),
  Target_Name: optional(nullableText, optionalName),
  source_db_name: { row: nullableText, find: 'text', list: 'shown', editor: 'text' },
  Planned_Start_Date: { ...plannedDate, column: 'planned_start_date' },
  Planned_End_Date: { ...plannedDate, column: 'planned_end_date', notBefore: 'Planned_Start_Date' },
  Actual_Start_Date: { ...actualDate, column: 'actual_start_date' },
  /** Ids of the users assigned as developer, and their names in the same order. */
  developer: { ...peopleField, shownAs: 'developer_names' },
  developer_names: peopleNames,
  tester: { ...peopleField, shownAs: 'tester_names' },
  tester_names: peopleNames,
  Actual_End_Date: { ...actualDate, column: 'actual_end_date', notBefore: 'Actual_Start_Date' },
  notes: {
    ...optional(nullableText, blankAsNull(text(10_000).nullish())),
    column: 'notes',
    find: 'text',
    list: 'hidden at first',
    section: 'general',
    editor: 'textarea',
    optional: true,
  },
  /** The viewer's role on the project in this row; null in an administrator's list. */
  role: { row: role.nullable(), find: 'text' },
  /** Planned_End_Date has passed and the project is not completed. */
  overdue: { row: flag, find: 'number' },
  archived: { row: flag, find: 'number' },
  is_sample: { row: flag, column: 'is_sample' },
  version: { row: id, column: 'version' },
  created_at: { row: timestamp, column: 'created_at' },
  /** Objects of each side by status. */
  progress: { row: z.object({ source: statusCounts, target: statusCounts }) },
  /** Optional types that its lists offer: those that it tracks, and those of which it has objects. */
  tracked_types: { row: z.array(trackedType) },
  /** Number of objects that wait for the viewer in the row's role; 0 without a role. */
  open: { row: z.int() },
  /** The side on which these begin. */
  open_side: { row: side },
} as const satisfies Fields;

/**
 * The fields of one side's connection; on the wire they bear the side's name. Which of them are required
 * depends on the engine (`DatabaseType.fields`), so the server checks that after the shape.
 */
const CONNECTION_FIELDS = {
  ip: { ...optional(nullableText, optionalName), column: 'host' },
  port: { ...optional(z.int().nullable(), blankAsNull(port.nullish())), column: 'port' },
  db_name: {
    ...optional(nullableText, blankAsNull(text(1_000).nullish())),
    column: 'database_name',
  },
  username: { ...optional(nullableText, optionalName), column: 'username' },
  /** The mask where a password is stored, '' where none is. */
  db_password: optional(z.string(), text(1_000).nullish()),
  /** States that the account has no password; an empty `db_password` would leave the stored one unchanged. */
  no_password: { create: optionalFlag, edit: optionalFlag },
  tls: { ...optional(tlsMode, blankAsNull(tlsMode.nullish())), column: 'tls' },
  tls_ca: { ...optional(nullableText, blankAsNull(text(20_000).nullish())), column: 'tls_ca' },
  /** Rights of the account beyond reading, as the last test found them; null before the first test. */
  rights: { row: accountRights.nullable().optional() },
} as const satisfies Fields;

const ofSide = <S extends Side>(side: S) =>
  Object.fromEntries(
    Object.entries(CONNECTION_FIELDS).map(([name, field]) => [`${side}_${name}`, field]),
  ) as {
    [K in keyof typeof CONNECTION_FIELDS as `${S}_${K}`]: (typeof CONNECTION_FIELDS)[K];
  };
export const SIDE_FIELDS = { source: ofSide('source'), target: ofSide('target') };

const shapeOfAll = <P extends 'row' | 'create' | 'edit'>(part: P) => ({
  ...shapeOf(PROJECT_FIELDS, part),
  ...shapeOf(SIDE_FIELDS.source, part),
  ...shapeOf(SIDE_FIELDS.target, part),
});

export const projectForm = z.object(shapeOfAll('create'));
export type ProjectForm = z.output<typeof projectForm>;

/** An edited row: absent fields stay as they are; read-only ones (id, engines) are ignored. */
export const projectEdit = z.object({ ...shapeOfAll('edit'), version: id.nullish() });
export type ProjectEdit = z.output<typeof projectEdit>;

export const projectRow = z.object(shapeOfAll('row'));
export type ProjectRow = z.infer<typeof projectRow>;

/** Columns by which lists of projects are filtered and sorted. */
const projectQuery = listQuery(fieldsWith(PROJECT_FIELDS, 'find'), 'Project_Name');

type ProjectDate = FieldsWith<typeof PROJECT_FIELDS, 'editor', 'date'>;

/** Errors of end dates that precede their start dates, by field name. */
export const dateOrderErrors = (
  dates: Readonly<Partial<Record<ProjectDate, unknown>>>,
): FieldFault[] =>
  fieldsWith(PROJECT_FIELDS, 'notBefore').flatMap((field) => {
    const [start, end] = [dates[PROJECT_FIELDS[field].notBefore], dates[field]];
    return typeof start === 'string' && typeof end === 'string' && end && end < start
      ? [{ field, message: message('field.dateOrder') }]
      : [];
  });

export const listProjects = endpoint({
  method: 'GET',
  path: '/api/adminresults/',
  summary: 'All projects; archived ones only with ?archived=1',
  access: { who: 'administrator' },
  query: z.intersection(projectQuery, z.object({ archived: flag.optional() })),
  response: z.array(projectRow),
});

export const listMyProjects = endpoint({
  method: 'GET',
  path: '/api/posts/{id}',
  summary: 'Projects of a user, one row per role',
  access: { who: 'self', of: 'params.id' },
  params: z.object({ id }),
  query: projectQuery,
  response: z.array(projectRow),
});

export const getProject = endpoint({
  method: 'GET',
  path: '/api/projects/{id}',
  summary: 'One project',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: projectRow,
});

export const createProject = endpoint({
  method: 'POST',
  path: '/api/posts/',
  summary: 'Create a project',
  access: { who: 'administrator' },
  body: projectForm,
  response: projectRow,
  status: 201,
});

export const updateProject = endpoint({
  method: 'PUT',
  path: '/api/posts/{id}',
  summary: 'Save an edited project row; 409 with the row as it is now when `version` is stale',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: projectEdit,
  response: projectRow,
});

export const archiveProject = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/archived',
  ofArchived: true,
  summary: 'Archive a project or bring it back; nothing is deleted',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({ archived: flag }),
  response: projectRow,
});
