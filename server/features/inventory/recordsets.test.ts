import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  prepareReplayedExam,
  type ReplayedExam,
} from '../../../connectors/sql-server/testing/replayed-database.ts';
import * as inventory from '../../../contract/inventory.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let exam: ReplayedExam;
beforeAll(async () => {
  [app, exam] = await Promise.all([startTestApp(), prepareReplayedExam()]);
});
afterAll(() => Promise.all([app.close(), exam.tearDown()]));

const formOf = ({ target }: ReplayedExam) => ({
  Source_Database: 1,
  source_db_ip: target.host,
  source_db_port: target.port,
  source_db_name: target.database,
  source_db_username: target.username,
  source_db_password: target.password,
});

it('SQL Server’s schemas and reports come as recordsets', async () => {
  const schemas = await app.admin.call(inventory.sourceSchemas, { body: formOf(exam) });
  expect(schemas).toEqual({
    recordsets: [
      Object.keys(exam.content)
        .toSorted()
        .map((name) => ({ schema_name: name, name })),
    ],
  });
  const report = await app.admin.call(inventory.readInventory, {
    body: {
      ...formOf(exam),
      reportType: 'source',
      object_type_source: 'procedures',
      schema: 'plain',
    },
  });
  expect(report).toEqual({
    recordsets: [
      ['net_procedure', 'single_procedure'].map((name) => ({
        table_name: name,
        routine_name: name,
        schema: 'plain',
        object_type_source: 'procedures',
        object_type_source_id: 4,
        Project_Id: null,
      })),
    ],
  });
});
