import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as notifications from '../../../contract/notifications.ts';
import * as fixtures from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import type { Store } from '../../platform/db/store.ts';
import { createNotificationService } from '../notifications/service.ts';
import { assignObjects } from './bulk-assign.ts';
import { rollBackUnfinished } from './undo-assignment.ts';

/** Assignments of several transactions: on both stores, with two rows in each. */
let app: TestApp;
let dev: Client;
let other: Client;
let projectId: number;
let ids: number[];
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
  other = await app.createUser('other');
});
afterAll(() => app.close());
beforeEach(async () => {
  projectId = (await fixtures.createProject(app.admin)).Project_Id;
  for (const { userId } of [dev, other])
    await fixtures.joinProject(app.admin, projectId, userId, 'developer');
  const names = ['a', 'b', 'c', 'd', 'e'];
  const rows = await fixtures.importTables(app.admin, projectId, 'source', names);
  ids = rows.map((row) => row.source_objectid!);
});

/** The store, with something that happens before its n-th transaction. */
function disturbed(at: number, disturb: () => Promise<unknown>): Store {
  let turn = 0;
  return {
    ...app.store,
    rowsPerTransaction: 2,
    async transaction(work, serialise) {
      turn += 1;
      if (turn === at) await disturb();
      return app.store.transaction(work, serialise);
    },
  };
}

const actor = () => ({ userId: app.admin.userId, username: 'admin', isAdmin: true });
const assign = (store: Store, userIds: (number | null)[], options = {}) =>
  assignObjects(
    store,
    createNotificationService(app.store),
    actor(),
    'source',
    'developer',
    ids.map((objectId, index) => ({ objectId, userId: userIds[index % userIds.length]! })),
    options,
  );
const developers = async () =>
  (await fixtures.listObjects(app.admin, projectId, 'source')).map((row) => row.developer);
const actionsOf = async (objectId: number) => {
  const rows = await app.store.db
    .selectFrom('history')
    .select('action')
    .where('entity', '=', 'object')
    .where('entity_id', '=', objectId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.action);
};
const told = async (client: Client) =>
  (await client.call(notifications.listNotifications)).notifications
    .filter((one) => one.project_id === projectId && one.side === 'source')
    .map((one) => one.count);
const crash = () => Promise.reject(new Error('no more'));
const NOBODY = Array<null>(5).fill(null);

describe('an assignment in several transactions', () => {
  it('assigns everything, notifies everybody once, and can be undone', async () => {
    const { assigned, undo } = await assign(disturbed(0, crash), [dev.userId, other.userId]);
    expect(assigned).toBe(5);
    const [one, two] = [dev.userId, other.userId];
    expect(await developers()).toEqual([one, two, one, two, one]);
    expect(await told(dev)).toEqual([3]);
    expect(await told(other)).toEqual([2]);
    expect(await rollBackUnfinished(app.store)).toBe(0);
    expect(await app.context.objects.undoAssignment(actor(), undo)).toBe(5);
    expect(await developers()).toEqual(NOBODY);
  });

  it('is taken back when a later part fails', async () => {
    await expect(assign(disturbed(3, crash), [dev.userId])).rejects.toThrow('no more');
    expect(await developers()).toEqual(NOBODY);
    expect(await actionsOf(ids[0]!)).toEqual(['assigned', 'assignment undone']);
    expect(await actionsOf(ids[4]!)).toEqual([]);
    expect(await told(dev)).toEqual([]);
    expect(await rollBackUnfinished(app.store)).toBe(0);
  });

  it('is rolled back if somebody loses the role meanwhile', async () => {
    await assign(disturbed(0, crash), [other.userId]);
    const removeRole = () =>
      app.store.db
        .deleteFrom('project_member')
        .where('project_id', '=', projectId)
        .where('user_id', '=', dev.userId)
        .execute();
    await expect(assign(disturbed(2, removeRole), [dev.userId])).rejects.toThrow(
      'dev is not a developer of project Warehouse',
    );
    expect(await developers()).toEqual(Array<number>(5).fill(other.userId));
  });

  it.each([1, 3])(
    'of what is free leaves to others what they were given before part %i',
    async (at) => {
      const giveLast = () =>
        app.store.db
          .updateTable('object')
          .set({ developer_id: other.userId })
          .where('id', '=', ids[4]!)
          .execute();
      await expect(
        assign(disturbed(at, giveLast), [dev.userId], { heldBy: [null] }),
      ).rejects.toMatchObject({ kind: 'conflict' });
      expect(await developers()).toEqual([null, null, null, null, other.userId]);
      expect(await told(dev)).toEqual([]);
    },
  );

  it('is taken back at the next start when the process dies', async () => {
    // Nor can the dead take anything back.
    const dying: Store = disturbed(2, () => {
      dying.db = undefined as never;
      return crash();
    });
    await expect(assign(dying, [dev.userId])).rejects.toThrow();
    expect(await developers()).toEqual([dev.userId, dev.userId, null, null, null]);

    expect(await app.context.objects.rollBackUnfinished()).toBe(1);
    expect(await developers()).toEqual(NOBODY);
    expect(await app.context.objects.rollBackUnfinished()).toBe(0);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['after it was', () => rollBackUnfinished(app.store)],
    [
      'while it is being',
      () => app.store.db.updateTable('unfinished_assignment').set({ is_cancelled: 1 }).execute(),
    ],
  ])('is not gone on with %s taken back', async (_when, takeBack) => {
    await expect(assign(disturbed(3, takeBack), [dev.userId])).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(await developers()).toEqual(NOBODY);
  });
});
