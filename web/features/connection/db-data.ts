import { z } from 'zod';
import { engineId } from '../../../contract/database-types.ts';
import { objectType, type ObjectType, tlsMode } from '../../../contract/engines.ts';
import { id, side, type Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { storedConnection, type ConnectionValues } from './connection-form.ts';

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
export type DbData = z.output<typeof dbData>;

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
