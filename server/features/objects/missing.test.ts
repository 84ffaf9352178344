import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as inventory from '../../../contract/inventory.ts';
import * as objects from '../../../contract/objects.ts';
import { createProject, listObjects } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

const COUNT = 5_000;

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  folder = join(app.dataDir, 'sample');
  mkdirSync(folder, { recursive: true });
});
afterAll(() => app.close());

/** A project whose source is a SQLite file with one table that stays and many that come and go. */
async function createLargeProject(file: string, count: number) {
  const [full, empty] = ['full', 'empty'].map((name) => join(folder, `${name} ${file}`));
  for (const [path, length] of [
    [full!, count],
    [empty!, 0],
  ] as const) {
    const database = new Database(path);
    database.exec('begin');
    for (let index = 0; index < length; index += 1) database.exec(`create table t_${index} (n)`);
    database.exec('commit');
    database.close();
  }
  // SQLite takes long to make so many tables: that is done once.
  const make = () => copyFileSync(full!, join(folder, file));
  const drop = () => copyFileSync(empty!, join(folder, file));
  make();
  const { Project_Id } = await createProject(app.admin, {
    Source_Database: 5,
    source_ip: null,
    source_port: null,
    source_db_name: file,
    source_username: null,
    source_db_password: null,
  });
  const report = async () => {
    const { status, body } = await app.admin.send(inventory.readInventory, {
      body: {
        Project_Id,
        Source_Database: 5,
        source_db_name: file,
        reportType: 'source',
        object_type_source: 'tables',
      },
    });
    expect(status).toBe(200);
    return body;
  };
  const entries = (action: string) =>
    app.store.db
      .selectFrom('history')
      .select(['entity_id', 'changes', 'user_id'])
      .where('project_id', '=', Project_Id)
      .where('entity', '=', 'object')
      .where('action', '=', action)
      .execute();
  await app.admin.call(inventory.importSource, { body: await report() });
  return { projectId: Project_Id, make, drop, report, entries };
}

describe('objects that disappear at the same time', () => {
  // covers: D5.2
  it('are marked, 5,000 of them, with an entry of history each, once, and so are those that are back', async () => {
    const { projectId, make, drop, report, entries } = await createLargeProject(
      'many.sqlite',
      COUNT,
    );
    drop();
    await report();
    await report();
    const rows = await listObjects(app.admin, projectId, 'source');
    expect(rows).toHaveLength(COUNT);
    expect(rows.every((row) => row.missing_since !== null)).toBe(true);
    const missing = await entries('missing');
    expect(missing).toHaveLength(COUNT);
    expect(new Set(missing.map((entry) => entry.entity_id)).size).toBe(COUNT);
    const since = rows[0]!.missing_since;
    expect(JSON.parse(missing[0]!.changes)).toEqual({ missing_since: [null, since] });
    expect(missing.every((entry) => entry.user_id === app.admin.userId)).toBe(true);

    make();
    await report();
    expect(await entries('found')).toHaveLength(COUNT);
    const history = await app.admin.call(objects.objectHistory, {
      params: { id: rows[0]!.source_objectid },
    });
    expect(history.map(({ action, changes }) => [action, changes['missing_since']])).toEqual([
      ['found', [since, null]],
      ['missing', [null, since]],
      ['imported', undefined],
    ]);
  });

  // covers: D5.2
  it('are marked once, also by two reports at the same time', async () => {
    const { drop, report, entries } = await createLargeProject('twice.sqlite', 500);
    drop();
    await Promise.all([report(), report(), report()]);
    expect(await entries('missing')).toHaveLength(500);
  });
});
