import { type DatabaseType, type EngineId, engineId } from '../../../contract/database-types.ts';
import {
  type ConnectionField,
  type TlsMode,
  needsAuthority,
  objectType,
  type ObjectType,
  tlsMode,
} from '../../../contract/engines.ts';
import type { CallOf } from '../../../contract/endpoint.ts';
import { type Side, id, side } from '../../../contract/fields.ts';
import type { sourceSchemas } from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { z } from 'zod';

/** The connection form of one side; on the wire, its field names are prefixed with the side. */
export interface ConnectionValues {
  engine: EngineId;
  ip: string;
  port: string;
  db_name: string;
  username: string;
  /** '' stands for the stored password. The password leaves this object only in a call. */
  password: string;
  /** Whether the account has no password. */
  no_password?: boolean;
  tls: TlsMode;
  tls_ca: string;
}

/** The connection of a side as stored in the project. */
export function storedConnection(project: ProjectRow, side: Side): ConnectionValues {
  return {
    engine: side === 'source' ? project.Source_Database : project.Target_Database,
    ip: project[`${side}_ip`] ?? '',
    port: project[`${side}_port`]?.toString() ?? '',
    db_name: project[`${side}_db_name`] ?? '',
    username: project[`${side}_username`] ?? '',
    password: '',
    tls: project[`${side}_tls`],
    tls_ca: project[`${side}_tls_ca`] ?? '',
  };
}

const hasStoredPassword = (project: ProjectRow, side: Side): boolean =>
  project[`${side}_db_password`] !== '';

const PLACE = ['engine', 'ip', 'port', 'db_name', 'username', 'tls', 'tls_ca'] as const;

const isSame = (a: ConnectionValues, b: ConnectionValues, field: (typeof PLACE)[number]): boolean =>
  a[field].toString().trim() === b[field].toString().trim();

/** Whether two connections lead to the same place; a stored password is used only for its own place. */
export const samePlace = (a: ConnectionValues, b: ConnectionValues): boolean =>
  PLACE.every((field) => isSame(a, b, field));

/** The place of a database for display: `host:port/name`, or the path of a file. */
export const placeOf = (
  { ip, port, db_name }: ConnectionValues,
  { fields }: DatabaseType,
): string => (fields.includes('ip') ? `${ip}:${port}/${db_name}` : db_name);

/** Whether two forms would connect in the same way, with the same credentials. */
export const sameSignIn = (a: ConnectionValues, b: ConnectionValues): boolean =>
  samePlace(a, b) &&
  a.password === b.password &&
  (a.no_password ?? false) === (b.no_password ?? false);

/** Names of the fields that differ from the stored connection; a typed password counts as different. */
export const unsavedFields = (
  values: ConnectionValues,
  stored: ConnectionValues,
): ((typeof PLACE)[number] | 'password')[] => [
  ...PLACE.filter((field) => !isSame(values, stored, field)),
  ...(values.password !== '' || values.no_password ? (['password'] as const) : []),
];

/**
 * State of a side's password: the engine has none, the stored one is used, one was typed, it must be typed again (because the
 * place changed), or it is missing.
 */
export type PasswordState = 'none' | 'stored' | 'typed' | 'again' | 'missing';

export function passwordState(
  values: ConnectionValues,
  type: DatabaseType,
  project: ProjectRow,
  side: Side,
): PasswordState {
  if (!type.fields.includes('password')) return 'none';
  if (values.no_password || values.password !== '') return 'typed';
  if (!hasStoredPassword(project, side)) return 'missing';
  return samePlace(values, storedConnection(project, side)) ? 'stored' : 'again';
}

/** Empty fields that the engine requires before a call makes sense. */
export function missingFields(
  values: ConnectionValues,
  type: DatabaseType,
  password: PasswordState,
): (ConnectionField | 'tls_ca')[] {
  const empty: (ConnectionField | 'tls_ca')[] = type.fields.filter((field) =>
    field === 'password'
      ? password === 'again' || password === 'missing'
      : values[field].trim() === '',
  );
  if (type.tls && needsAuthority(values.tls) && values.tls_ca.trim() === '') empty.push('tls_ca');
  return empty;
}

/** Form names of the fields that a user types for a side. */
export const formNames = (side: Side, { fields, tls }: DatabaseType) =>
  [...fields, ...(tls ? (['tls_ca'] as const) : [])].map(
    (field) => `${side}.values.${field}` as const,
  );

/** Form name of a field as the server calls it, such as `source_db_ip` or `source_tls_ca`. */
export const formName = (side: Side, field: string): string =>
  field.replace(new RegExp(`^${side}_(?:db_(?=ip|port|username|password))?`), `${side}.values.`);

/** Switches the engine: its fields and default port change, and the values of common fields are kept. */
export function changeEngine(
  values: ConnectionValues,
  from: DatabaseType | undefined,
  to: DatabaseType,
): ConnectionValues {
  const hadDefault = values.port === '' || values.port === from?.default_port?.toString();
  return {
    ...values,
    engine: to.id,
    port: hadDefault ? (to.default_port?.toString() ?? '') : values.port,
    tls: to.tls ? values.tls : 'off',
  };
}

export type WireForm = CallOf<typeof sourceSchemas>['body'];

/** The body of the calls under /api/dbconnect/: only the fields of this side. */
export function wireForm(
  project: ProjectRow,
  side: Side,
  values: ConnectionValues,
  type: DatabaseType,
): WireForm {
  const own = (field: ConnectionField) => (type.fields.includes(field) ? values[field] : null);
  const title = side === 'source' ? 'Source' : 'Target';
  return {
    Project_Id: project.Project_Id,
    [`${title}_Name`]: project[`${title}_Name`],
    [`${title}_Database`]: values.engine,
    [`${side}_db_ip`]: own('ip'),
    [`${side}_db_port`]: own('port'),
    [`${side}_db_name`]: own('db_name'),
    [`${side}_db_username`]: own('username'),
    [`${side}_db_password`]: values.no_password ? null : own('password'),
    ...(values.no_password && { [`${side}_no_password`]: 1 }),
    [`${side}_tls`]: type.tls ? values.tls : null,
    [`${side}_tls_ca`]: type.tls && needsAuthority(values.tls) ? values.tls_ca : null,
  } as WireForm;
}

/** The form of one column of the screen: the connection, and what to read from it. */
export interface SideForm {
  values: ConnectionValues;
  objectType: ObjectType;
  /** '' stands for the first schema that was fetched. */
  schema: string;
}
export interface ScreenForm {
  source: SideForm;
  target: SideForm;
  reportType: Side;
}

const sideShape = <S extends Side>(name: S) =>
  z.object({
    [`${name}_db_ip`]: z.string(),
    [`${name}_db_name`]: z.string(),
    [`${name}_db_port`]: z.string(),
    [`${name}_db_username`]: z.string(),
    [`${name}_tls`]: tlsMode,
    [`${name}_tls_ca`]: z.string(),
  } as Record<`${S}_${'db_ip' | 'db_name' | 'db_port' | 'db_username' | 'tls_ca'}`, z.ZodString> &
    Record<`${S}_tls`, typeof tlsMode>).shape;

/** The form state that is kept in this browser. It has no password field, so no password can be stored. */
const dbData = z.object({
  Project_Id: id,
  /** Version of the project; if it has changed, the kept form is discarded. */
  project_version: id,
  Source_Name: z.string().nullable(),
  Target_Name: z.string().nullable(),
  Source_Database: engineId,
  Target_Database: engineId,
  ...sideShape('source'),
  ...sideShape('target'),
  object_type_source: objectType,
  object_type_target: objectType,
  schema: z.string(),
  schemaTarget: z.string(),
  reportType: side,
});
type DbData = z.output<typeof dbData>;

const wireSide = <S extends Side>(name: S, values: ConnectionValues) =>
  ({
    [`${name}_db_ip`]: values.ip,
    [`${name}_db_name`]: values.db_name,
    [`${name}_db_port`]: values.port,
    [`${name}_db_username`]: values.username,
    [`${name}_tls`]: values.tls,
    [`${name}_tls_ca`]: values.tls_ca,
  }) as Record<`${S}_${'db_ip' | 'db_name' | 'db_port' | 'db_username' | 'tls_ca'}`, string> &
    Record<`${S}_tls`, ConnectionValues['tls']>;

export function toDbData(project: ProjectRow, form: ScreenForm): DbData {
  return {
    Project_Id: project.Project_Id,
    project_version: project.version,
    Source_Name: project.Source_Name,
    Target_Name: project.Target_Name,
    Source_Database: form.source.values.engine,
    Target_Database: form.target.values.engine,
    ...wireSide('source', form.source.values),
    ...wireSide('target', form.target.values),
    object_type_source: form.source.objectType,
    object_type_target: form.target.objectType,
    schema: form.source.schema,
    schemaTarget: form.target.schema,
    reportType: form.reportType,
  };
}

const readSide = (data: DbData, name: Side): SideForm => ({
  values: {
    engine: name === 'source' ? data.Source_Database : data.Target_Database,
    ip: data[`${name}_db_ip`],
    port: data[`${name}_db_port`],
    db_name: data[`${name}_db_name`],
    username: data[`${name}_db_username`],
    password: '',
    tls: data[`${name}_tls`],
    tls_ca: data[`${name}_tls_ca`],
  },
  objectType: name === 'source' ? data.object_type_source : data.object_type_target,
  schema: name === 'source' ? data.schema : data.schemaTarget,
});

/** The kept form where it still fits the project, otherwise the project's stored values. */
export function initialForm(project: ProjectRow, kept: unknown): ScreenForm {
  const read = dbData.safeParse(kept);
  const fits =
    read.success &&
    read.data.Project_Id === project.Project_Id &&
    read.data.project_version === project.version;
  if (fits) {
    return {
      source: readSide(read.data, 'source'),
      target: readSide(read.data, 'target'),
      reportType: read.data.reportType,
    };
  }
  const fresh = (name: Side): SideForm => ({
    values: storedConnection(project, name),
    objectType: 'tables',
    schema: '',
  });
  return { source: fresh('source'), target: fresh('target'), reportType: 'source' };
}
