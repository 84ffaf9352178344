import type { SessionUser } from '../../../contract/auth.ts';
import type { DatabaseType } from '../../../contract/engines.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';

export const sampleUser: SessionUser = {
  user_id: 7,
  username: 'anna',
  email: null,
  password: PASSWORD_MASK,
  create_date: '2026-01-01T00:00:00.000Z',
  is_admin: 1,
  is_active: 1,
  password_set_by_admin: 0,
};

export const sampleTypes: DatabaseType[] = [
  {
    id: 1,
    dbname: 'SQL Server',
    default_port: 1433,
    fields: ['ip', 'port', 'db_name', 'username', 'password'],
    tls: true,
    object_types: ['tables', 'views', 'functions', 'procedures'],
  },
  {
    id: 4,
    dbname: 'PostgreSQL',
    default_port: 5432,
    fields: ['ip', 'port', 'db_name', 'username', 'password'],
    tls: true,
    object_types: ['tables', 'views', 'functions', 'procedures'],
  },
  {
    id: 5,
    dbname: 'SQLite',
    default_port: null,
    fields: ['db_name'],
    tls: false,
    object_types: ['tables', 'views'],
  },
];

/** PostgreSQL with a stored password, to a SQLite file. */
export const sampleProject: ProjectRow = {
  Project_Id: 12,
  Project_Name: 'Billing',
  Client_Name: 'Acme',
  Source_Database: 4,
  Target_Database: 5,
  Source_Database_Name: 'PostgreSQL',
  Target_Database_Name: 'SQLite',
  Source_Name: 'old',
  Target_Name: 'new',
  Migration_Type: 'partial',
  Project_Status: 'inProgress',
  Planned_Start_Date: '2026-01-01',
  Planned_End_Date: '2026-12-31',
  Actual_Start_Date: null,
  Actual_End_Date: null,
  source_ip: '10.0.0.5',
  source_port: 5432,
  source_db_name: 'billing',
  source_username: 'reader',
  source_db_password: PASSWORD_MASK,
  source_tls: 'off',
  source_tls_ca: null,
  target_ip: null,
  target_port: null,
  target_db_name: 'billing.db',
  target_username: null,
  target_db_password: '',
  target_tls: 'off',
  target_tls_ca: null,
  developer: [8],
  developer_names: ['dev'],
  tester: [9],
  tester_names: ['tess'],
  role: null,
  overdue: 0,
  archived: 0,
  is_sample: 0,
  version: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  progress: {
    source: { total: 40, pending: 20, migrated: 8, verified: 12, missing: 0 },
    target: { total: 10, pending: 10, migrated: 0, verified: 0, missing: 1 },
  },
  open: 0,
};

export const sampleObject = (change: Partial<ObjectRow> = {}): ObjectRow => ({
  source_objectid: 101,
  Project_Id: 12,
  schema_name: 'public',
  object_name: 'invoice',
  object_type_id: 1,
  object_type: 'tables',
  status: 'pending',
  test_call: null,
  test_result: null,
  comments: null,
  developer: 8,
  developer_name: 'dev',
  tester: 9,
  tester_name: 'tess',
  migrated_by: null,
  tested_by: null,
  missing_since: null,
  version: 5,
  updated_at: '2026-01-02T00:00:00.000Z',
  ...change,
});
