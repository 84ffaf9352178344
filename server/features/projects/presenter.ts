import type { AccountRights } from '../../../contract/engines.ts';
import { PASSWORD_MASK, type Flag } from '../../../contract/fields.ts';
import type { ProjectRow, Role } from '../../../contract/projects.ts';
import { today } from '../../platform/clock.ts';
import type { Member } from '../members/service.ts';
import type { Progress } from '../objects/service.ts';
import type { ProjectRecord, StoredConnection } from './repository.ts';

const flagOf = (value: boolean): Flag => (value ? 1 : 0);
const maskOf = (connection: StoredConnection): string =>
  connection.password_sealed ? PASSWORD_MASK : '';

/** For administrators, who make accounts: the others would learn what is worth stealing. */
const rightsOf = ({ rights }: StoredConnection, forAdministrator: boolean): AccountRights | null =>
  forAdministrator && rights !== null ? (JSON.parse(rights) as AccountRights) : null;

/**
 * A project as clients see it; passwords never leave.
 * @param members - of this project
 * @param forAdministrator - whether the viewer is one
 * @param open - objects that wait for the viewer in that role
 * @param engineName - name of a database type
 */
export function presentProject(
  { project, connections: { source, target } }: ProjectRecord,
  members: Member[],
  role: Role | null,
  forAdministrator: boolean,
  progress: Progress,
  open: number,
  engineName: (id: number) => string,
): ProjectRow {
  const developers = members.filter((member) => member.role === 'developer');
  const testers = members.filter((member) => member.role === 'tester');
  return {
    Project_Id: project.id,
    Project_Name: project.name,
    Client_Name: project.client_name,
    Source_Database: source.engine,
    Target_Database: target.engine,
    Source_Database_Name: engineName(source.engine),
    Target_Database_Name: engineName(target.engine),
    Source_Name: source.label,
    Target_Name: target.label,
    Migration_Type: project.migration_type,
    Project_Status: project.status,
    Planned_Start_Date: project.planned_start_date,
    Planned_End_Date: project.planned_end_date,
    Actual_Start_Date: project.actual_start_date,
    Actual_End_Date: project.actual_end_date,
    source_ip: source.host,
    source_port: source.port,
    source_db_name: source.database_name,
    source_username: source.username,
    source_db_password: maskOf(source),
    source_tls: source.tls,
    source_tls_ca: source.tls_ca,
    source_rights: rightsOf(source, forAdministrator),
    target_ip: target.host,
    target_port: target.port,
    target_db_name: target.database_name,
    target_username: target.username,
    target_db_password: maskOf(target),
    target_tls: target.tls,
    target_tls_ca: target.tls_ca,
    target_rights: rightsOf(target, forAdministrator),
    developer: developers.map((member) => member.userId),
    developer_names: developers.map((member) => member.username),
    tester: testers.map((member) => member.userId),
    tester_names: testers.map((member) => member.username),
    role,
    overdue: flagOf(project.status !== 'completed' && project.planned_end_date < today()),
    archived: flagOf(project.archived_at !== null),
    is_sample: project.is_sample,
    version: project.version,
    created_at: project.created_at,
    progress,
    open,
  };
}
