import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as inventory from '../../../contract/inventory.ts';
import * as objects from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import * as sample from '../../../contract/sample.ts';
import { listObjects } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ sample: true });
});
afterAll(() => app.close());

const countRows = async (): Promise<Record<string, number>> => {
  const tables = [
    'app_user',
    'project',
    'project_member',
    'object',
    'history',
    'login_attempt',
  ] as const;
  const counts = await Promise.all(
    tables.map((table) => app.store.db.selectFrom(table).selectAll().execute()),
  );
  return Object.fromEntries(tables.map((table, index) => [table, counts[index]!.length]));
};

describe('the sample', () => {
  it('takes the whole job on live databases, and goes without a trace', async () => {
    const before = await countRows();
    expect(await app.admin.call(sample.sampleState)).toEqual({
      Project_Id: null,
      empty_installation: true,
    });
    const { Project_Id, accounts } = await app.admin.call(sample.loadSample);
    expect((await app.admin.send(sample.loadSample)).status).toBe(409);
    expect(await app.admin.call(sample.sampleState)).toEqual({
      Project_Id,
      empty_installation: false,
    });

    const row = await app.admin.call(projects.getProject, { params: { id: Project_Id } });
    const form = {
      Project_Id,
      Source_Database: row.Source_Database,
      Target_Database: row.Target_Database,
      source_db_name: row.source_db_name,
      target_db_ip: row.target_ip,
      target_db_port: row.target_port,
      target_db_name: row.target_db_name,
      target_db_username: row.target_username,
    };
    const read = async (reportType: 'source' | 'target', object_type_source: string) => {
      const answer = await app.admin.send(inventory.readInventory, {
        body: { ...form, reportType, object_type_source },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body.length).toBeGreaterThan(0);
      return answer.body as inventory.InventoryItem[];
    };
    const source = [...(await read('source', 'tables')), ...(await read('source', 'views'))];
    const target = await Promise.all(
      ['tables', 'views', 'functions', 'procedures'].map((type) => read('target', type)),
    );
    const names = (items: inventory.InventoryItem[]) =>
      new Set(items.map((item) => item.table_name));
    const missing = [...names(source)].filter((name) => !names(target.flat()).has(name));
    expect(missing.length).toBeGreaterThan(0);
    await app.admin.call(inventory.importSource, { body: source });
    await app.admin.call(inventory.importTarget, { body: target.flat() });

    const [developer, tester] = await Promise.all(
      accounts.map((account) => app.signIn(account.username, account.password)),
    );
    const [first] = await listObjects(app.admin, Project_Id, 'source');
    const id = first!.source_objectid;
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: id, developer: developer!.userId }],
    });
    await app.admin.call(objects.assignSourceTesters, {
      body: [{ source_objectid: id, tester: tester!.userId }],
    });
    await developer!.call(objects.updateObject, { params: { id }, body: { status: 'migrated' } });
    const verified = await tester!.call(objects.updateObject, {
      params: { id },
      body: { status: 'verified' },
    });
    expect(verified).toMatchObject({ migrated_by: 'sample-developer', tested_by: 'sample-tester' });

    await app.admin.call(sample.removeSample);
    expect(await countRows()).toEqual(before);
    expect(existsSync(join(app.dataDir, 'sample'))).toBe(false);
    expect(await app.admin.call(sample.sampleState)).toEqual({
      Project_Id: null,
      empty_installation: true,
    });
    expect((await app.admin.send(sample.removeSample)).status).toBe(404);
  });
});
