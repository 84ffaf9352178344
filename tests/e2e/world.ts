import * as assignments from '../../contract/assignments.ts';
import * as inventory from '../../contract/inventory.ts';
import * as objects from '../../contract/objects.ts';
import * as projects from '../../contract/projects.ts';
import * as users from '../../contract/users.ts';
import type { Side } from '../../contract/fields.ts';
import { connect, type Client } from './api.ts';

export const PASSWORD = 'a password for the journey';
export const PROJECT = 'Shop to PostgreSQL';
export const EMPTY_PROJECT = 'Ledger to SQL Server';

const TABLES =
  'addresses baskets brands carriers categories countries customers ' +
  'discounts employees invoices orders payments products returns';
const SOURCE = {
  tables: TABLES.split(' '),
  views: ['open_orders', 'top_customers'],
  functions: ['vat_of'],
  procedures: ['close_month'],
};
const TARGET = { tables: ['customers', 'orders', 'products'], views: ['open_orders'] } as const;

/** By their names, of both sides. */
export const OBJECTS = Object.values(SOURCE).flat();

/** People at work: dora migrates, tom tests, ina may not log in; one project is under way, one late. */
export interface World {
  admin: Client;
  dora: Client;
  tom: Client;
  projectId: number;
  emptyProjectId: number;
  /** Ids by object name. */
  source: Record<string, number>;
  target: Record<string, number>;
}

interface Server {
  url: string;
  admin: { username: string; password: string };
}

const connections = {
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

export async function fillWorld({ url, admin: { username, password } }: Server): Promise<World> {
  const admin = await connect(url, username, password);
  const addUser = async (name: string) => {
    const body = { username: name, password: PASSWORD, create_date: new Date().toISOString() };
    return (await admin.call(users.register, { body })).user_id;
  };
  const [doraId, tomId, inaId] = [
    await addUser('dora'),
    await addUser('tom'),
    await addUser('ina'),
  ];
  await admin.call(users.updateUser, { body: { user_id: inaId, is_active: 0 } });

  const addProject = async (form: Partial<projects.ProjectForm>) => {
    const body = {
      Client_Name: 'Acme',
      Source_Database: 3,
      Target_Database: 4,
      Project_Status: 'inProgress' as const,
      Planned_Start_Date: '2026-01-05',
      Planned_End_Date: '2030-12-31',
      Actual_Start_Date: '2026-01-07',
      Actual_End_Date: '2030-12-31',
      ...connections,
      ...form,
    };
    const project = await admin.call(projects.createProject, {
      body: body as Parameters<typeof projects.createProject.body.parse>[0] as never,
    });
    return project.Project_Id;
  };
  const projectId = await addProject({ Project_Name: PROJECT });
  const emptyProjectId = await addProject({
    Project_Name: EMPTY_PROJECT,
    Client_Name: 'Northwind',
    Target_Database: 1,
    Planned_End_Date: '2026-02-01',
  });
  const join = (user_id: number, role: projects.Role) =>
    admin.call(assignments.assignProject, { body: { Project_Id: projectId, user_id, role } });
  await join(doraId, 'developer');
  await join(tomId, 'tester');

  const importObjects = async (side: Side, names: Record<string, readonly string[]>) => {
    const body = Object.entries(names).flatMap(([type, list]) =>
      list.map((table_name) => ({
        table_name,
        schema: 'shop',
        object_type_source: type as 'tables',
        Project_Id: projectId,
      })),
    );
    const into = side === 'source' ? inventory.importSource : inventory.importTarget;
    await admin.call(into, { body });
    const list = side === 'source' ? objects.listSourceObjects : objects.listTargetObjects;
    const rows = await admin.call(list, { params: { id: projectId } });
    return Object.fromEntries(
      rows.map((row) => [row.object_name, (row.source_objectid ?? row.target_objectid)!]),
    );
  };
  const source = await importObjects('source', SOURCE);
  const target = await importObjects('target', TARGET);
  const ids = Object.values(source);
  await admin.call(objects.assignDevelopers, {
    body: ids.map((source_objectid) => ({ source_objectid, developer: doraId })),
  });
  await admin.call(objects.assignSourceTesters, {
    body: ids.map((source_objectid) => ({ source_objectid, tester: tomId })),
  });
  await admin.call(objects.assignTargetTesters, {
    body: Object.values(target).map((target_objectid) => ({ target_objectid, tester: tomId })),
  });

  const dora = await connect(url, 'dora', PASSWORD);
  const tom = await connect(url, 'tom', PASSWORD);
  for (const name of ['addresses', 'baskets', 'brands', 'carriers'])
    await dora.call(objects.updateObject, {
      params: { id: source[name]! },
      body: { status: 'migrated', comments: 'moved with the nightly batch' },
    });
  for (const name of ['addresses', 'baskets'])
    await tom.call(objects.updateObject, {
      params: { id: source[name]! },
      body: {
        status: 'verified',
        test_call: `select count(*) from ${name}`,
        test_result: '120 = 120',
      },
    });
  return { admin, dora, tom, projectId, emptyProjectId, source, target };
}
