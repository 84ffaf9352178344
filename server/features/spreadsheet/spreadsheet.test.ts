import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as objects from '../../../contract/objects.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { createProject, joinProject, listObjects } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';

let app: TestApp;
let dev: Client;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('Dora');
  projectId = (await createProject(app.admin)).Project_Id;
  await joinProject(app.admin, projectId, dev.userId, 'developer');
});
afterAll(() => app.close());

const row = (object_name: string, over: object = {}) => ({
  side: 'source',
  object_type: 'tables',
  schema_name: 'shop',
  object_name,
  ...over,
});
const send = (rows: object[], dry_run = 0) =>
  app.admin.send(importSpreadsheet, { params: { id: projectId }, body: { dry_run, rows } });

describe("a team's list", () => {
  it('says first what would happen, then brings objects, people and statuses', async () => {
    const rows = [
      row('orders', { status: 'migrated', developer: 'dora', comments: 'from the list' }),
      row('items', { status: '' }),
      row('orders', { side: 'target', status: 'verified', test_result: 'ok' }),
    ];
    const expected = { rows: 3, added: 3, changed: 0, unchanged: 0 };
    expect((await send(rows, 1)).body).toEqual(expected);
    expect(await listObjects(app.admin, projectId, 'source')).toEqual([]);
    expect((await send(rows)).body).toEqual(expected);
    const source = await listObjects(app.admin, projectId, 'source');
    expect(source).toMatchObject([
      {
        object_name: 'orders',
        status: 'migrated',
        developer_name: 'Dora',
        comments: 'from the list',
      },
      { object_name: 'items', status: 'pending', developer: null },
    ]);
    const target = await listObjects(app.admin, projectId, 'target');
    expect(target).toMatchObject([
      { object_name: 'orders', status: 'verified', test_result: 'ok' },
    ]);
  });

  it('changes what it says something else of, leaves the rest, and writes history', async () => {
    const rows = [row('orders', { comments: 'second time' }), row('items')];
    expect((await send(rows)).body).toEqual({ rows: 2, added: 0, changed: 1, unchanged: 1 });
    const [orders] = await listObjects(app.admin, projectId, 'source');
    expect(orders).toMatchObject({
      status: 'migrated',
      developer_name: 'Dora',
      comments: 'second time',
    });
    const history = await app.admin.call(objects.objectHistory, {
      params: { id: orders!.source_objectid },
    });
    expect(history[0]).toMatchObject({
      action: 'listed',
      changes: { comments: ['from the list', 'second time'] },
    });
  });

  it('dates what it says is migrated and verified, once, until it no longer is', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const bring = (...rows: object[]) =>
      app.admin.call(importSpreadsheet, { params: { id }, body: { dry_run: 0, rows } });
    const migrated = row('moved', { status: 'migrated' });
    const verified = row('proven', { status: 'verified' });
    const target = row('proven', { side: 'target', status: 'verified' });
    const dates = async () => {
      const { db } = app.store;
      const all = await db
        .selectFrom('object')
        .select(['migrated_at', 'verified_at'])
        .where('project_id', '=', id)
        .orderBy('id')
        .execute();
      return all.map(({ migrated_at, verified_at }) => [migrated_at, verified_at]);
    };
    const [first, second] = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z'];
    await asOf(Date.parse(first), () => bring(migrated, verified, target));
    expect(await dates()).toEqual([
      [first, null],
      [first, first],
      [null, first],
    ]);
    await asOf(Date.parse(second), () =>
      bring({ ...migrated, status: 'verified' }, { ...verified, comments: 'again' }, target),
    );
    expect(await dates()).toEqual([
      [first, second],
      [first, first],
      [null, first],
    ]);
    await bring(migrated, { ...verified, status: 'pending' }, { ...target, status: 'pending' });
    expect(await dates()).toEqual([
      [first, null],
      [null, null],
      [null, null],
    ]);
  });

  it('that changes a status acknowledges what was stale, and says who did it', async () => {
    const stale = { stale_since: '2026-01-01T00:00:00.000Z', stale_reason: 'rows' } as const;
    const outdate = () =>
      app.store.db
        .updateTable('object')
        .set(stale)
        .where('project_id', '=', projectId)
        .where('side', '=', 'source')
        .where('object_name', '=', 'orders')
        .execute();
    const after = async (over: object) => {
      await outdate();
      expect((await send([row('orders', over)])).status).toBe(200);
      return (await listObjects(app.admin, projectId, 'source'))[0];
    };
    expect(await after({ status: 'verified' })).toMatchObject({
      stale_since: null,
      stale_reason: null,
      migrated_by: 'admin',
      tested_by: 'admin',
    });
    expect(await after({ status: 'verified', comments: 'third' })).toMatchObject(stale);
    await app.store.db
      .updateTable('object')
      .set({ tested_by: dev.userId, migrated_by: dev.userId })
      .where('project_id', '=', projectId)
      .execute();
    expect(await after({ status: 'pending' })).toMatchObject({
      stale_since: null,
      migrated_by: null,
      tested_by: 'admin',
    });
    expect(await after({ status: 'migrated' })).toMatchObject({ migrated_by: 'admin' });
  });

  it('names every wrong row and does nothing', async () => {
    const answer = await send([
      row('fine'),
      row('fine'),
      row('x', { developer: 'nobody' }),
      row('y', { side: 'target', status: 'migrated', developer: 'Dora' }),
    ]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'rows.1.object_name',
      'rows.3.status',
      'rows.3.developer',
      'rows.2.developer',
    ]);
    const shape = await send([row('fine', { object_type: 'triggers' })]);
    expect(shape.body.errors[0].field).toBe('rows.0.object_type');
    expect(await listObjects(app.admin, projectId, 'source')).toHaveLength(2);
  });
});
