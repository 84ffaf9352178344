import type { FieldFault } from './problems.ts';
import { z } from 'zod';
import { engineId } from './database-types.ts';
import { accountRights, tlsMode } from './engines.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list-query.ts';
import { blankAsNull, date, flag, id, port, requiredText, text, timestamp } from './fields.ts';
import { fault } from './messages/fault.ts';
import { message } from './messages/message.ts';

export const MIGRATION_TYPES = ['partial', 'complete'] as const;
export const PROJECT_STATUSES = ['pending', 'inProgress', 'completed'] as const;
export const ROLES = ['developer', 'tester'] as const;

export const migrationType = z.enum(MIGRATION_TYPES, {
  error: fault('field.notEither', { one: 'partial', other: 'complete' }),
});
export const projectStatus = z.enum(PROJECT_STATUSES, {
  error: fault('field.notEitherOf', { one: 'pending', other: 'inProgress', last: 'completed' }),
});
export const role = z.enum(ROLES, {
  error: fault('field.notEither', { one: 'developer', other: 'tester' }),
});
export type Role = z.infer<typeof role>;

const name = requiredText(200);
const optionalName = blankAsNull(text(200).nullish());
const optionalPort = blankAsNull(port.nullish());
const optionalPassword = text(1_000).nullish();
/** That an account has no password is said; that a password is empty means that it stays as it is. */
const optionalFlag = blankAsNull(flag.nullish());
const optionalTls = blankAsNull(tlsMode.nullish());
const optionalCa = blankAsNull(text(20_000).nullish());
const optionalDate = blankAsNull(date.nullish());

/**
 * The connection fields of both sides. Which of them are required depends on the engine
 * (`DatabaseType.fields`), so the server checks that after the shape.
 */
const connections = {
  source_ip: optionalName,
  source_port: optionalPort,
  source_db_name: blankAsNull(text(1_000).nullish()),
  source_username: optionalName,
  source_db_password: optionalPassword,
  source_no_password: optionalFlag,
  source_tls: optionalTls,
  source_tls_ca: optionalCa,
  target_ip: optionalName,
  target_port: optionalPort,
  target_db_name: blankAsNull(text(1_000).nullish()),
  target_username: optionalName,
  target_db_password: optionalPassword,
  target_no_password: optionalFlag,
  target_tls: optionalTls,
  target_tls_ca: optionalCa,
};

/** Users by id or by name, for the assignment columns; also names in one text, separated by commas. */
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

interface PlannedAndActual {
  Planned_Start_Date?: string | null | undefined;
  Planned_End_Date?: string | null | undefined;
  Actual_Start_Date?: string | null | undefined;
  Actual_End_Date?: string | null | undefined;
}

/** Says which end dates lie before their start dates, by field name. */
export function dateOrderErrors(dates: PlannedAndActual): FieldFault[] {
  return (['Planned', 'Actual'] as const).flatMap((kind) => {
    const start = dates[`${kind}_Start_Date`];
    const end = dates[`${kind}_End_Date`];
    return start && end && end < start
      ? [{ field: `${kind}_End_Date`, message: message('field.dateOrder') }]
      : [];
  });
}

export const projectForm = z.object({
  Project_Name: name,
  Client_Name: name,
  Source_Database: engineId,
  Target_Database: engineId,
  Source_Name: optionalName,
  Target_Name: optionalName,
  Migration_Type: migrationType.default('partial'),
  Project_Status: projectStatus,
  Planned_Start_Date: date,
  Planned_End_Date: date,
  Actual_Start_Date: date,
  Actual_End_Date: date,
  ...connections,
  developer: people,
  tester: people,
});
export type ProjectForm = z.output<typeof projectForm>;

/** An edited row: absent fields stay as they are; read-only ones (id, engines) are ignored. */
export const projectEdit = z.object({
  Project_Name: name.optional(),
  Client_Name: name.optional(),
  Source_Name: optionalName,
  Target_Name: optionalName,
  Migration_Type: migrationType.optional(),
  Project_Status: projectStatus.optional(),
  Planned_Start_Date: date.optional(),
  Planned_End_Date: date.optional(),
  Actual_Start_Date: optionalDate,
  Actual_End_Date: optionalDate,
  ...connections,
  developer: people,
  tester: people,
  version: id.nullish(),
});
export type ProjectEdit = z.output<typeof projectEdit>;

const nullableText = z.string().nullable();

/** How far the objects of one side are. `migrated` counts those awaiting their test. */
export const statusCounts = z.object({
  total: z.int(),
  pending: z.int(),
  migrated: z.int(),
  verified: z.int(),
  /** Of them, no longer in the database. */
  missing: z.int(),
});
export type StatusCounts = z.infer<typeof statusCounts>;

export const projectRow = z.object({
  Project_Id: id,
  Project_Name: z.string(),
  Client_Name: z.string(),
  Source_Database: engineId,
  Target_Database: engineId,
  Source_Database_Name: z.string(),
  Target_Database_Name: z.string(),
  Source_Name: nullableText,
  Target_Name: nullableText,
  Migration_Type: migrationType,
  Project_Status: projectStatus,
  Planned_Start_Date: z.string(),
  Planned_End_Date: z.string(),
  Actual_Start_Date: nullableText,
  Actual_End_Date: nullableText,
  source_ip: nullableText,
  source_port: z.int().nullable(),
  source_db_name: nullableText,
  source_username: nullableText,
  /** The mask where a password is stored, '' where none is. */
  source_db_password: z.string(),
  source_tls: tlsMode,
  source_tls_ca: nullableText,
  /** What its account could do besides reading, as a test found last; null while none has. */
  source_rights: accountRights.nullable().optional(),
  target_ip: nullableText,
  target_port: z.int().nullable(),
  target_db_name: nullableText,
  target_username: nullableText,
  target_db_password: z.string(),
  target_tls: tlsMode,
  target_tls_ca: nullableText,
  /** What its account could do besides reading, as a test found last; null while none has. */
  target_rights: accountRights.nullable().optional(),
  /** Ids of the users assigned as developer, and their names in the same order. */
  developer: z.array(id),
  developer_names: z.array(z.string()),
  tester: z.array(id),
  tester_names: z.array(z.string()),
  /** The viewer's role on the project; null in an administrator's list. */
  role: role.nullable(),
  /** Planned_End_Date has passed and the project is not completed. */
  overdue: flag,
  archived: flag,
  is_sample: flag,
  version: id,
  created_at: timestamp,
  /** How far its objects are. */
  progress: z.object({ source: statusCounts, target: statusCounts }),
  /** Objects that wait for the viewer in that role; 0 where there is none. */
  open: z.int(),
});
export type ProjectRow = z.infer<typeof projectRow>;

/** What lists of projects are filtered and sorted by. */
const projectQuery = listQuery(
  [
    'Project_Id',
    'Project_Name',
    'Client_Name',
    'Source_Database',
    'Target_Database',
    'Source_Database_Name',
    'Target_Database_Name',
    'source_db_name',
    'Migration_Type',
    'Project_Status',
    'Planned_Start_Date',
    'Planned_End_Date',
    'Actual_Start_Date',
    'Actual_End_Date',
    'developer_names',
    'tester_names',
    'role',
    'overdue',
    'archived',
  ],
  'Project_Name',
);

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
  summary: 'Archive a project or bring it back; nothing is deleted',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({ archived: flag }),
  response: projectRow,
});
