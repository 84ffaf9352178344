import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeAssignment } from '../../../contract/assignments.ts';
import * as inventory from '../../../contract/inventory.ts';
import { type Field, fieldsWith } from '../../../contract/field-table.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import { undoEdits } from '../../../contract/undo-edits.ts';
import { archiveProject } from '../../../contract/projects.ts';
import * as results from '../../../contract/results.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { TEXTS } from '../../../contract/texts.ts';
import {
  createProject,
  importTables,
  inventoryItem,
  joinProject,
  listObjects,
} from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let dev: Client;
let tester: Client;
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
  tester = await app.createUser('tester');
});
afterAll(() => app.close());

/** A project with a developer and a tester. */
async function staffedProject(): Promise<number> {
  const { Project_Id } = await createProject(app.admin);
  await joinProject(app.admin, Project_Id, dev.userId, 'developer');
  await joinProject(app.admin, Project_Id, tester.userId, 'tester');
  return Project_Id;
}

/** One source object, assigned to both. */
async function assignedObject(projectId: number, name: string) {
  const rows = await importTables(app.admin, projectId, 'source', [name]);
  const row = rows.find((candidate) => candidate.object_name === name)!;
  const { source_objectid } = row;
  await app.admin.call(objects.assignDevelopers, {
    body: [{ source_objectid, developer: dev.userId }],
  });
  await app.admin.call(objects.assignSourceTesters, {
    body: [{ source_objectid, role: String(tester.userId) }],
  });
  return row;
}

const edit = (client: Client, id: number | undefined, body: object) =>
  client.send(objects.updateObject, { params: { id }, body });

describe('import', () => {
  // covers: 7.call.17, 8.success.4, D5.1
  it('adds once, never duplicates, and keeps what people did', async () => {
    const projectId = await staffedProject();
    const row = await assignedObject(projectId, 'orders');
    await edit(dev, row.source_objectid, { status: 'migrated', comments: 'done' });
    const again = await app.admin.call(inventory.importSource, {
      body: [
        inventoryItem(projectId, 'orders'),
        inventoryItem(projectId, 'items'),
        inventoryItem(projectId, 'items'),
      ],
    });
    expect(again).toEqual({ message: TEXTS.sourceImported, imported: 2, added: 1, existing: 1 });
    const rows = await listObjects(app.admin, projectId, 'source');
    expect(rows.map((r) => [r.object_name, r.status, r.comments, r.developer, r.tester])).toEqual([
      ['orders', 'migrated', 'done', dev.userId, tester.userId],
      ['items', 'pending', null, null, null],
    ]);
  });

  // covers: 3.object.1, 7.call.18, 7.call.23, 8.success.5, D9.3
  it('keeps sides, types, schemas and letter case apart, with one sequence of ids', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const items = [
      inventoryItem(id, 'a'),
      inventoryItem(id, 'A'),
      inventoryItem(id, 'a', 'other'),
      inventoryItem(id, 'a', 'shop', 2),
      {
        routine_name: 'f(int)',
        schema: 'shop',
        object_type_source: 'functions',
        Project_Id: String(id),
      },
    ];
    const source = await app.admin.call(inventory.importSource, { body: items });
    const target = await app.admin.call(inventory.importTarget, { body: items });
    expect([source.added, target.added, target.message]).toEqual([5, 5, TEXTS.targetImported]);
    const rows = [
      ...(await listObjects(app.admin, id, 'source')),
      ...(await listObjects(app.admin, id, 'target')),
    ];
    const ids = rows.map((row) => row.source_objectid ?? row.target_objectid);
    expect(new Set(ids).size).toBe(10);
    expect(rows.map((row) => [row.object_type, row.object_name])).toContainEqual([
      'functions',
      'f(int)',
    ]);
  });

  it('writes nothing when one item is wrong, and names it', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const send = (last: object) =>
      app.admin.send(inventory.importSource, {
        body: [inventoryItem(id, 'fine'), { ...inventoryItem(id, 'x'), ...last }],
      });
    const wrong: [object, string][] = [
      [{ table_name: '' }, '1.table_name'],
      [{ schema: 'nul\0' }, '1.schema'],
      [{ object_type_source_id: 5 }, '1.object_type_source_id'],
      [{ Project_Id: 999_999 }, '1.Project_Id'],
    ];
    for (const [last, field] of wrong) {
      const answer = await send(last);
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
    }
    expect(await listObjects(app.admin, id, 'source')).toEqual([]);
  });
});

describe('the way of a source object', () => {
  // covers: 1.people.7, 7.call.21, D1.1
  it('goes from pending through migrated to verified, each step by its own person', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'orders');

    const tooEarly = await edit(tester, id, { status: 'verified' });
    expect([tooEarly.status, tooEarly.body.detail]).toEqual([422, TEXTS.pendingToVerified]);
    const migrated = await edit(dev, id, {
      status: 'migrated',
      comments: 'moved',
      tested_by: 'somebody else',
    });
    expect(migrated.body).toMatchObject({
      status: 'migrated',
      migrated_by: 'dev',
      tested_by: null,
      version: 2,
    });
    const notTheDeveloper = await edit(dev, id, { status: 'verified' });
    expect(notTheDeveloper.status).toBe(422);
    const verified = await edit(tester, id, {
      status: 'verified',
      test_call: 'select 1',
      test_result: 'ok',
    });
    expect(verified.body).toMatchObject({
      status: 'verified',
      migrated_by: 'dev',
      tested_by: 'tester',
    });

    const listed = await app.admin.call(results.sourceResults, { params: { id: projectId } });
    expect(listed[0]).toMatchObject({
      object_name: 'orders',
      test_call: 'select 1',
      test_result: 'ok',
      migrated_by: 'dev',
      tested_by: 'tester',
    });
    const history = await tester.call(objects.objectHistory, { params: { id } });
    expect(history.map((entry) => [entry.username, entry.action])).toEqual([
      ['tester', 'edited'],
      ['dev', 'edited'],
      ['admin', 'assigned'],
      ['admin', 'assigned'],
      ['admin', 'imported'],
    ]);
    expect(history[0]!.changes.status).toEqual(['migrated', 'verified']);
  });

  it('is seen as returned from a tester until it is migrated again, not from its developer', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'orders');
    const returnedAt = async (client: Client, status: string) =>
      (await edit(client, id, { status, comments: 'one row less' })).body.returned_at;
    expect(await returnedAt(dev, 'migrated')).toBeNull();
    expect(await returnedAt(dev, 'pending')).toBeNull();
    await returnedAt(dev, 'migrated');
    expect(await returnedAt(tester, 'pending')).toMatch(/^20/);
    const { object_name, tested_by, comments } = await dev.call(objects.getObject, {
      params: { id },
    });
    expect([object_name, tested_by, comments]).toEqual(['orders', 'tester', 'one row less']);
    expect(await returnedAt(dev, 'migrated')).toBeNull();

    // A list that moves it on ends it, too.
    await returnedAt(tester, 'pending');
    const row = { side: 'source', object_type: 'tables', schema_name: 'shop', object_name };
    await app.admin.call(importSpreadsheet, {
      params: { id: projectId },
      body: { rows: [{ ...row, status: 'migrated' }] },
    });
    const listed = await dev.call(objects.getObject, { params: { id } });
    expect([listed.status, listed.returned_at]).toEqual(['migrated', null]);
  });

  it('names people in the history after they have left the project', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'orders');
    await app.admin.call(removeAssignment, {
      params: { id: projectId, user_id: dev.userId, role: 'developer' },
    });
    const history = await tester.call(objects.objectHistory, { params: { id } });
    const named = history.map(({ changes, names }) => [Object.keys(changes)[0], names]);
    expect(named).toEqual([
      ['developer', { [dev.userId]: 'dev' }],
      ['tester', { [tester.userId]: 'tester' }],
      ['developer', { [dev.userId]: 'dev' }],
      [undefined, undefined],
    ]);
  });

  // covers: D12.1
  it('refuses a stale version with the row as it is now; without a version it saves', async () => {
    const { source_objectid: id } = await assignedObject(await staffedProject(), 'orders');
    const first = await edit(dev, id, { comments: 'one', version: 1 });
    expect(first.body.version).toBe(2);
    const stale = await edit(tester, id, { comments: 'two', version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ comments: 'one', version: 2, source_objectid: id });
    expect((await edit(tester, id, { comments: 'three' })).body.version).toBe(3);
  });

  // covers: D12.2
  it('lets one of many edits of the same version win', async () => {
    const { source_objectid: id } = await assignedObject(await staffedProject(), 'orders');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => edit(tester, id, { comments: `try ${n}`, version: 1 })),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409, 409, 409,
    ]);
    const history = await tester.call(objects.objectHistory, { params: { id } });
    expect(history.filter((entry) => entry.action === 'edited')).toHaveLength(1);
  });

  // covers: D12.3
  it('is not disturbed by an assignment while an editor is open', async () => {
    const { source_objectid: id } = await assignedObject(await staffedProject(), 'orders');
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: id, developer: null }],
    });
    expect((await edit(tester, id, { comments: 'still mine', version: 1 })).status).toBe(200);
  });
});

describe('an archived project', () => {
  // covers: D4.4
  it('is closed to its developers and testers', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'late');
    await app.admin.call(archiveProject, { params: { id: projectId }, body: { archived: 1 } });
    expect((await edit(dev, id, { comments: 'too late' })).status).toBe(403);
  });
});

describe('assigned lists', () => {
  // covers: 4.object.5, 7.call.19, 7.call.20, D2.2
  it('show testers and developers their own rows, and an administrator all', async () => {
    const projectId = await staffedProject();
    await importTables(app.admin, projectId, 'source', ['unassigned']);
    await assignedObject(projectId, 'mine');
    const body = { user_id: tester.userId, Project_Id: projectId };
    const names = async (client: Client, endpoint: typeof objects.listTesterSource, over = {}) =>
      (await client.call(endpoint, { body: { ...body, ...over } })).map((row) => row.object_name);
    expect(await names(tester, objects.listTesterSource)).toEqual(['mine']);
    expect(await names(tester, objects.listTesterTarget)).toEqual([]);
    expect(await names(dev, objects.listDeveloperSource, { user_id: dev.userId })).toEqual([
      'mine',
    ]);
    expect(await names(app.admin, objects.listTesterSource)).toEqual(['mine']);
    expect(await names(app.admin, objects.listTesterSource, { user_id: app.admin.userId })).toEqual(
      ['unassigned', 'mine'],
    );
    const spying = await tester.send(objects.listTesterSource, {
      body: { ...body, user_id: dev.userId },
    });
    expect(spying.status).toBe(403);
  });
});

describe('assign', () => {
  // covers: 7.call.25, D15.2
  it('refuses a person without the role by name, and changes nothing', async () => {
    const projectId = await staffedProject();
    const rows = await importTables(app.admin, projectId, 'source', ['a', 'b']);
    const ids = rows.map((row) => row.source_objectid);
    const attempts: [unknown[], string][] = [
      [
        ids.map((source_objectid) => ({ source_objectid, developer: tester.userId })),
        'tester is not a developer',
      ],
      [
        [
          { source_objectid: ids[0], developer: dev.userId },
          { source_objectid: ids[1], developer: 99_999 },
        ],
        '99999 is not a user',
      ],
      [
        [
          { source_objectid: ids[0], developer: dev.userId },
          { source_objectid: 9_999_999, developer: dev.userId },
        ],
        '9999999 is not a source object',
      ],
      [[{ source_objectid: ids[0] }], 'is required'],
    ];
    for (const [body, words] of attempts) {
      const answer = await app.admin.send(objects.assignDevelopers, { body });
      expect(answer.status).toBe(422);
      // It names what is wrong, and nothing else.
      expect(answer.body.errors).toHaveLength(1);
      expect(answer.body.detail).toContain(words);
    }
    const after = await listObjects(app.admin, projectId, 'source');
    expect(after.map((row) => row.developer)).toEqual([null, null]);
  });

  it('takes the role field as the name of the dropdown, too', async () => {
    const projectId = await staffedProject();
    const [row] = await importTables(app.admin, projectId, 'source', ['named']);
    await app.admin.call(objects.assignDevelopers, {
      body: [{ ...row, developer: String(dev.userId), role: 'developer' }],
    });
    const [after] = await listObjects(app.admin, projectId, 'source');
    expect(after!.developer).toBe(dev.userId);
  });

  it('refuses a list that gives one object to two people', async () => {
    const projectId = await staffedProject();
    const [row] = await importTables(app.admin, projectId, 'source', ['torn']);
    const { source_objectid } = row!;
    const answer = await app.admin.send(objects.assignDevelopers, {
      body: [
        { source_objectid, developer: dev.userId },
        { source_objectid, developer: null },
      ],
    });
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, '1.source_objectid']);
  });

  // covers: 3.payload.1
  it('takes whole rows back, the role field before a former name', async () => {
    const projectId = await staffedProject();
    const second = await app.createUser(`second-${projectId}`);
    await joinProject(app.admin, projectId, second.userId, 'developer');
    const row = await assignedObject(projectId, 'whole');
    const [listed] = await listObjects(app.admin, projectId, 'source');
    await app.admin.call(objects.assignDevelopers, { body: [{ ...listed, role: second.userId }] });
    const [after] = await listObjects(app.admin, projectId, 'source');
    expect(after).toMatchObject({
      source_objectid: row.source_objectid,
      developer: second.userId,
      version: 1,
    });
  });

  // covers: 7.call.25
  it('knows target objects by their own calls only', async () => {
    const projectId = await staffedProject();
    const [target] = await importTables(app.admin, projectId, 'target', ['t']);
    const id = target!.target_objectid;
    await app.admin.call(objects.assignTargetTesters, {
      body: [{ target_objectid: id, tester: tester.userId }],
    });
    const wrongSide = await app.admin.send(objects.assignSourceTesters, {
      body: [{ source_objectid: id, tester: tester.userId }],
    });
    expect(wrongSide.status).toBe(422);
    const verified = await edit(tester, id, { status: 'verified' });
    expect(verified.body).toMatchObject({
      target_objectid: id,
      status: 'verified',
      tested_by: 'tester',
    });
  });
});

describe('who has objects now', () => {
  it('is counted by person, largest first, without unassigned objects', async () => {
    const projectId = await staffedProject();
    const second = await app.createUser('second');
    await joinProject(app.admin, projectId, second.userId, 'developer');
    const rows = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c', 'd']);
    const ids = rows.map((row) => row.source_objectid!);
    const people = [dev, second, second];
    await app.admin.call(objects.assignDevelopers, {
      body: people.map((one, index) => ({
        source_objectid: ids[index]!,
        developer: one.userId,
      })),
    });
    const ask = (role: 'developer' | 'tester') =>
      app.admin.call(objects.readHolders, { body: { ids, role } });
    expect(await ask('developer')).toEqual([
      { user_id: second.userId, username: 'second', count: 2 },
      { user_id: dev.userId, username: 'dev', count: 1 },
    ]);
    expect(await ask('tester')).toEqual([]);
  });
});

describe('undo', () => {
  it('returns objects to their previous people, if nobody reassigned them since', async () => {
    const projectId = await staffedProject();
    const other = await app.createUser(`other-${projectId}`);
    await joinProject(app.admin, projectId, other.userId, 'developer');
    const rows = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c']);
    const give = (names: string[], developer: number) =>
      app.admin.call(objects.assignDevelopers, {
        body: rows
          .filter((row) => names.includes(row.object_name))
          .map(({ source_objectid }) => ({ source_objectid, developer })),
      });
    await give(['a'], dev.userId);
    const { undo } = await give(['a', 'b', 'c'], other.userId);
    await give(['c'], dev.userId);
    expect(await app.admin.call(objects.undoAssignment, { body: { undo } })).toEqual({
      restored: 2,
    });
    const after = await listObjects(app.admin, projectId, 'source');
    expect(after.map((row) => row.developer)).toEqual([dev.userId, null, dev.userId]);
    expect((await app.admin.send(objects.undoAssignment, { body: { undo } })).status).toBe(404);
  });

  it('returns nothing to people who have left the project', async () => {
    const projectId = await staffedProject();
    const gone = await app.createUser(`gone-${projectId}`);
    await joinProject(app.admin, projectId, gone.userId, 'developer');
    const [row] = await importTables(app.admin, projectId, 'source', ['a']);
    const give = (developer: number) =>
      app.admin.call(objects.assignDevelopers, {
        body: [{ source_objectid: row!.source_objectid, developer }],
      });
    await give(gone.userId);
    const { undo } = await give(dev.userId);
    await app.admin.call(removeAssignment, {
      params: { id: projectId, user_id: gone.userId, role: 'developer' },
    });
    expect(await app.admin.call(objects.undoAssignment, { body: { undo } })).toEqual({
      restored: 0,
    });
    const [after] = await listObjects(app.admin, projectId, 'source');
    expect(after!.developer).toBe(dev.userId);
  });
});

describe('undoing an edit', () => {
  it('restores the object with dates and people, and records that in its history', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'orders');
    await edit(dev, id, { status: 'migrated' });
    const before = await tester.call(objects.getObject, { params: { id } });
    const after = await edit(tester, id, { status: 'verified', test_result: 'ok' });
    const undo = (client: Client, version: number) =>
      client.send(objects.undoEdit, { params: { id }, body: { version } });
    const { version } = after.body;
    expect((await undo(dev, version)).body).toMatchObject({ status: 409 });
    const stale = await undo(tester, version - 1);
    expect([stale.status, stale.body.current.version]).toEqual([409, version]);
    const told = async () => {
      const { notifications } = await dev.call(listNotifications);
      return notifications.filter(({ object_id, kind }) => object_id === id && kind === 'verified');
    };
    expect(await told()).toHaveLength(1);
    const undone = await undo(tester, version);
    expect(await told()).toEqual([]);
    const { updated_at: _then, ...same } = before;
    expect(undone.body).toMatchObject({ ...same, version: version + 1 });
    const stored = await app.store.db
      .selectFrom('object')
      .select(['verified_at', 'tested_by'])
      .where('id', '=', id!)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ verified_at: null, tested_by: null });
    const [entry] = await tester.call(objects.objectHistory, { params: { id } });
    expect([entry!.action, entry!.changes['status']]).toEqual(['undone', ['verified', 'migrated']]);
    // Once: what it undid is not the last edit any more.
    expect((await undo(tester, version + 1)).status).toBe(409);
  });

  it('ends a quarter of an hour later', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'orders');
    const { body } = await edit(dev, id, { status: 'migrated' });
    await app.store.db
      .updateTable('history')
      .set({ at: new Date(Date.now() - 15 * 60_000).toISOString() })
      .where('entity', '=', 'object')
      .where('entity_id', '=', id!)
      .execute();
    const { version } = body;
    const late = await dev.send(objects.undoEdit, { params: { id }, body: { version } });
    expect([late.status, late.body.detail]).toEqual([
      409,
      expect.stringContaining('more than 15 minutes old'),
    ]);
  });
});

describe('editing several', () => {
  it('applies the rules row by row, and names those refused', async () => {
    const projectId = await staffedProject();
    const pending = await assignedObject(projectId, 'pending');
    const migrated = await assignedObject(projectId, 'migrated');
    await edit(dev, migrated.source_objectid, { status: 'migrated' });
    const foreign = (await importTables(app.admin, projectId, 'source', ['foreign'])).find(
      (row) => row.object_name === 'foreign',
    )!;
    const ids = [pending, migrated, foreign].map((row) => row.source_objectid!);
    const answer = await tester.call(objects.editObjects, {
      body: { ids, status: 'verified', comments: 'by the dozen' },
    });
    expect(answer).toMatchObject({
      saved: 1,
      refused: [
        { id: ids[0], object_name: 'shop.pending', detail: TEXTS.pendingToVerified },
        { id: ids[2], object_name: '', detail: 'This object is not assigned to you.' },
      ],
    });
    const after = await listObjects(app.admin, projectId, 'source');
    expect(after.map((row) => [row.object_name, row.status, row.comments])).toEqual([
      ['pending', 'pending', null],
      ['migrated', 'verified', 'by the dozen'],
      ['foreign', 'pending', null],
    ]);
  });

  it('refuses those of a project of which the person is no member any more', async () => {
    const projectId = await staffedProject();
    const { source_objectid: id } = await assignedObject(projectId, 'kept');
    await app.store.db.deleteFrom('project_member').where('project_id', '=', projectId).execute();
    const { saved, refused } = await dev.call(objects.editObjects, {
      body: { ids: [id!], status: 'migrated' },
    });
    expect([saved, refused[0]!.object_name]).toEqual([0, '']);
  });
});

describe('undoing an edit of several', () => {
  it('restores what each row had, but no row that was changed since, and none that was not', async () => {
    const projectId = await staffedProject();
    const rows = [];
    for (const name of ['one', 'other', 'done', 'given'])
      rows.push((await assignedObject(projectId, name)).source_objectid!);
    const [one, other, done, given] = rows as [number, number, number, number];
    await edit(tester, other, { comments: 'mine' });
    await edit(dev, done, { status: 'migrated' });
    const edited = await dev.call(objects.editObjects, { body: { ids: rows, status: 'migrated' } });
    expect(edited.saved).toBe(4);
    expect(edited.changed.map(({ id }) => id)).toEqual([one, other, given]);
    await edit(tester, other, { comments: 'seen' });
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: given, developer: null }],
    });
    const undo = (client: Client) => client.call(undoEdits, { body: { changed: edited.changed } });
    const names = (refused: { object_name: string; detail: string }[]) =>
      refused.map(({ object_name: name, detail }) => [name, detail]);
    const foreign = await undo(tester);
    expect([foreign.restored, foreign.refused[0]!.detail]).toEqual([
      0,
      expect.stringContaining('not yours'),
    ]);
    const undone = await undo(dev);
    expect(undone.restored).toBe(1);
    expect(names(undone.refused)).toEqual([
      ['shop.other', 'It has been changed again since then.'],
      ['', 'This object is not assigned to you.'],
    ]);
    const after = await listObjects(app.admin, projectId, 'source');
    expect(
      Object.fromEntries(after.map((row) => [row.object_name, [row.status, row.comments]])),
    ).toEqual({
      one: ['pending', null],
      other: ['migrated', 'seen'],
      done: ['migrated', null],
      given: ['migrated', null],
    });
    expect(names((await undo(dev)).refused)[0]![1]).toBe('It has been changed again since then.');
  });
});

describe('ids of all that match', () => {
  it('come in the order of the list, and of the own rows only where asked', async () => {
    const projectId = await staffedProject();
    await assignedObject(projectId, 'b_mine');
    await importTables(app.admin, projectId, 'source', ['a_other']);
    const ask = (client: Client, query: object) =>
      client.call(objects.listObjectIds, {
        params: { id: projectId },
        query: { side: 'source', ...query },
      });
    const rows = await listObjects(app.admin, projectId, 'source');
    const byName = rows.toSorted((one, other) => (one.object_name < other.object_name ? -1 : 1));
    expect(await ask(app.admin, { sort: 'object_name' })).toEqual(
      byName.map((row) => row.source_objectid),
    );
    expect(await ask(tester, { mine: 'tester' })).toEqual([rows[0]!.source_objectid]);
    expect(await ask(tester, { q: 'other' })).toEqual([rows[1]!.source_objectid]);
  });
});

describe('paging', () => {
  it('counts anew what comparisons change, of which history says nothing', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    await importTables(app.admin, id, 'source', ['a', 'b']);
    const count = async () => {
      const query = { 'filter[stale_since]': '*', limit: '1' };
      const asked = await app.admin.send(objects.listSourceObjects, { params: { id }, query });
      return Number(asked.headers['x-total-count']);
    };
    expect(await count()).toBe(0);
    await app.store.db
      .updateTable('object')
      .set({ stale_since: '2026-02-01T00:00:00.000Z' })
      .where('project_id', '=', id)
      .execute();
    expect(await count()).toBe(2);
  });

  // covers: 7.call.13, D11.1
  it('filters, searches, sorts and counts alike on both stores', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    await importTables(app.admin, id, 'source', ['beta', 'Alpha', 'alpha_2', 'gamma%', 'äpfel']);
    const ask = async (query: object) => {
      const { body, headers, status } = await app.admin.send(objects.listSourceObjects, {
        params: { id },
        query,
      });
      expect(status).toBe(200);
      return [
        Number(headers['x-total-count']),
        body.map((row: objects.ObjectRow) => row.object_name),
      ];
    };
    expect(await ask({})).toEqual([5, ['beta', 'Alpha', 'alpha_2', 'gamma%', 'äpfel']]);
    expect(await ask({ sort: 'object_name' })).toEqual([
      5,
      ['Alpha', 'alpha_2', 'beta', 'gamma%', 'äpfel'],
    ]);
    expect(await ask({ sort: 'name' })).toEqual(await ask({ sort: 'object_name' }));
    expect(await ask({ sort: '-object_name', limit: '2', offset: '1' })).toEqual([
      5,
      ['gamma%', 'beta'],
    ]);
    expect(await ask({ q: 'ALPHA' })).toEqual([2, ['Alpha', 'alpha_2']]);
    expect(await ask({ q: 'ÄPFEL' })).toEqual([1, ['äpfel']]);
    expect(await ask({ q: '%' })).toEqual([1, ['gamma%']]);
    expect(await ask({ 'filter[object_name]': 'A_2' })).toEqual([1, ['alpha_2']]);
    expect(await ask({ 'filter[tester]': '-', limit: '1' })).toEqual([5, ['beta']]);
    const [, firstTwo] = await ask({ limit: '2' });
    expect(firstTwo).toEqual(['beta', 'Alpha']);
    const page = await app.admin.send(objects.listSourceObjects, {
      params: { id },
      query: { limit: '2' },
    });
    const after = String(page.body[1].source_objectid);
    expect(await ask({ after, limit: '2' })).toEqual([5, ['alpha_2', 'gamma%']]);
  });

  it.each([
    [{ sort: 'password' }, 'sort'],
    [{ limit: '-1' }, 'limit'],
    [{ 'filter[secret]': 'x' }, 'filter.secret'],
    [{ 'filter[developer]': 'x' }, 'filter[developer]'],
  ])('refuses %j', async (query, field) => {
    const { Project_Id: id } = await createProject(app.admin);
    const answer = await app.admin.send(objects.listSourceObjects, { params: { id }, query });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].field).toContain(field.split('.')[0]);
  });
});

describe('every field of an object', () => {
  const written = fieldsWith(objects.OBJECT_FIELDS, 'editor', 'textarea');
  const cases = written.flatMap((key) =>
    (['developer', 'tester'] as const).map((role) => [key, role] as const),
  );
  it.each(cases)(
    'that is written is changed by whom the table names: %s, %s',
    async (key, role) => {
      const projectId = await staffedProject();
      const { source_objectid: id } = await assignedObject(projectId, 'orders');
      const by = role === 'developer' ? dev : tester;
      expect((await edit(by, id, { [key]: 'theirs' })).status).toBe(200);
      const row = await app.admin.call(objects.getObject, { params: { id } });
      const { editedBy }: Field = objects.OBJECT_FIELDS[key];
      const isTheirs = editedBy!.includes(role);
      expect(row[key]).toBe(isTheirs ? 'theirs' : null);
      const { column } = objects.OBJECT_FIELDS[key];
      const history = await app.admin.call(objects.objectHistory, { params: { id } });
      const change = history.find(({ changes }) => column in changes)?.changes[column];
      expect(change).toEqual(isTheirs ? [null, 'theirs'] : undefined);
    },
  );
});
