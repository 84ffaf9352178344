import { type AccountRights, TRACKED_TYPES } from '../../../contract/engines.ts';
import { PASSWORD_MASK, SIDES, type Flag } from '../../../contract/fields.ts';
import {
  PROJECT_FIELDS,
  type ProjectRow,
  type Role,
  SIDE_FIELDS,
  trackedOf,
} from '../../../contract/projects.ts';
import { hasEnded } from '../../platform/clock.ts';
import { readFields } from '../../platform/db/field-columns.ts';
import type { Member } from '../members/service.ts';
import { type OpenWork, type Standing, noProgress } from '../objects/service.ts';
import type { ProjectRecord, StoredConnection } from './repository.ts';

const flagOf = (value: boolean): Flag => (value ? 1 : 0);
const maskOf = (connection: StoredConnection): string =>
  connection.password_sealed ? PASSWORD_MASK : '';

/** Rights are shown to administrators only: to others they would reveal which account is worth stealing. */
const rightsOf = ({ rights }: StoredConnection, forAdministrator: boolean): AccountRights | null =>
  forAdministrator && rights !== null ? (JSON.parse(rights) as AccountRights) : null;

/**
 * A project as clients see it; passwords are never sent.
 * @param members - of this project
 * @param forAdministrator - whether the viewer is one
 * @param open - the work that waits for the viewer in that role
 * @param engineName - name of a database type
 */
export function presentProject(
  { project, connections: { source, target } }: ProjectRecord,
  members: Member[],
  role: Role | null,
  forAdministrator: boolean,
  standing: Standing | undefined,
  open: OpenWork | undefined,
  engineName: (id: number) => string,
): ProjectRow {
  const developers = members.filter((member) => member.role === 'developer');
  const testers = members.filter((member) => member.role === 'tester');
  const tracked = trackedOf(project.also_tracked);
  return {
    ...readFields(PROJECT_FIELDS, project),
    ...readFields(SIDE_FIELDS.source, source),
    ...readFields(SIDE_FIELDS.target, target),
    Source_Database: source.engine,
    Target_Database: target.engine,
    Source_Database_Name: engineName(source.engine),
    Target_Database_Name: engineName(target.engine),
    Source_Name: source.label,
    Target_Name: target.label,
    source_db_password: maskOf(source),
    target_db_password: maskOf(target),
    source_rights: rightsOf(source, forAdministrator),
    target_rights: rightsOf(target, forAdministrator),
    developer: developers.map((member) => member.userId),
    developer_names: developers.map((member) => member.username),
    tester: testers.map((member) => member.userId),
    tester_names: testers.map((member) => member.username),
    role,
    overdue: flagOf(project.status !== 'completed' && hasEnded(project.planned_end_date)),
    archived: flagOf(project.archived_at !== null),
    progress: standing?.progress ?? noProgress(),
    tracked_types: TRACKED_TYPES.filter(
      (type) => tracked.includes(type) || standing?.tracked.has(type),
    ),
    open: SIDES.reduce((sum, side) => sum + (open?.[side] ?? 0), 0),
    open_side: open && open.source === 0 && open.target > 0 ? 'target' : 'source',
  };
}
