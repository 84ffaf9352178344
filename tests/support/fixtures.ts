import type { ConnectionTarget } from '../../connectors/core/connector.ts';
import type { Side } from '../../contract/fields.ts';
import type { EditedStep } from '../../contract/cutover.ts';
import * as assignments from '../../contract/assignments.ts';
import * as inventory from '../../contract/inventory.ts';
import * as objects from '../../contract/objects.ts';
import * as projects from '../../contract/projects.ts';
import type { ObjectRow } from '../../contract/objects.ts';
import type { Client } from './test-app.ts';

/** A project form that is right in every field: MariaDB to PostgreSQL. */
export const projectForm = {
  Project_Name: 'Warehouse',
  Client_Name: 'Acme',
  Source_Database: 3,
  Target_Database: 4,
  Migration_Type: 'complete',
  Project_Status: 'inProgress',
  Planned_Start_Date: '2026-01-01',
  Planned_End_Date: '2030-12-31',
  Actual_Start_Date: '2026-01-02',
  Actual_End_Date: '2030-12-31',
  source_ip: '127.0.0.1',
  source_port: 3306,
  source_db_name: 'shop',
  source_username: 'reader',
  source_db_password: 'source secret',
  target_ip: '127.0.0.1',
  target_port: 5432,
  target_db_name: 'shop',
  target_username: 'reader',
  target_db_password: 'target secret',
};

export const createProject = (admin: Client, over: Record<string, unknown> = {}) =>
  admin.call(projects.createProject, { body: { ...projectForm, ...over } });

/** The fields of a project that say where the database of a side is. */
export const connectionOf = (side: Side, { host, port, ...target }: ConnectionTarget) => ({
  [`${side}_ip`]: host,
  [`${side}_port`]: port,
  [`${side}_db_name`]: target.database,
  [`${side}_username`]: target.username,
  [`${side}_db_password`]: target.password,
  [`${side}_tls`]: target.tls,
});

export const joinProject = (
  admin: Client,
  projectId: number,
  userId: number,
  role: projects.Role,
) =>
  admin.call(assignments.assignProject, { body: { Project_Id: projectId, user_id: userId, role } });

export const inventoryItem = (projectId: number, name: string, schema = 'shop', typeId = 1) => ({
  table_name: name,
  schema,
  object_type_source: 'tables',
  object_type_source_id: typeId,
  Project_Id: projectId,
});

/** Imports tables by name and returns the project's objects of that side. */
export async function importTables(
  admin: Client,
  projectId: number,
  side: 'source' | 'target',
  names: string[],
): Promise<ObjectRow[]> {
  const endpoint = side === 'source' ? inventory.importSource : inventory.importTarget;
  await admin.call(endpoint, { body: names.map((name) => inventoryItem(projectId, name)) });
  return listObjects(admin, projectId, side);
}

export const listObjects = (
  client: Client,
  projectId: number,
  side: 'source' | 'target',
): Promise<ObjectRow[]> =>
  client.call(side === 'source' ? objects.listSourceObjects : objects.listTargetObjects, {
    params: { id: projectId },
  });

/** A step of a runbook that is not saved yet. */
export const newStep = (title: string, over: Partial<EditedStep> = {}): EditedStep => ({
  id: null,
  title,
  owner_id: null,
  minutes: 10,
  after: null,
  commands: '',
  way_back: '',
  needs_confirmation: 0,
  no_return: 0,
  ...over,
});
