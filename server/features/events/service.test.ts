import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../../contract/events.ts';
import { createProject, importTables } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Actor } from '../../platform/http/route.ts';
import { createEventService, type EventService } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('what changed while the store was away for a moment is sent once it is back', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const { db } = app.store;
  const selectFrom = db.selectFrom.bind(db) as (table: string) => unknown;
  let isAway = false;
  let failures = 0;
  let looks = 0;
  // The history was read by then, and is not read again.
  vi.spyOn(db, 'selectFrom').mockImplementation(((table: string) => {
    if (table === 'run') looks += 1;
    if (table === 'evidence' && isAway) {
      failures += 1;
      throw new Error('away');
    }
    return selectFrom(table);
  }) as never);
  const service = createEventService(
    app.store,
    { listVisibleProjects: async () => [id] },
    { listProjectsOf: async () => [] },
  );
  const heard: LiveEvent[] = [];
  const actor = { userId: app.admin.userId, username: 'admin', isAdmin: true };
  const listening = (async () => {
    for await (const event of await service.listen(actor, new AbortController().signal))
      heard.push(event);
  })();
  const next = (read: () => number, more: number) => {
    const before = read();
    return expect.poll(read).toBeGreaterThanOrEqual(before + more);
  };
  await next(() => looks, 2);

  isAway = true;
  await importTables(app.admin, id, 'source', ['orders']);
  await next(() => failures, 2);
  expect(heard).toEqual([]);
  isAway = false;
  await expect.poll(() => heard).toContainEqual({ kind: 'project', project_id: id });
  const told = heard.length;
  await next(() => looks, 3);
  expect(heard).toHaveLength(told);

  service.close();
  await listening;
  vi.restoreAllMocks();
});

/** Somebody whose browser takes nothing until it is asked. */
async function openUnread(service: EventService, actor: Actor) {
  const stream = await service.listen(actor, new AbortController().signal);
  const events = stream[Symbol.asyncIterator]();
  return { next: async () => (await events.next()).value as LiveEvent | undefined };
}

it('what a browser does not read becomes one event for each project, and is not kept', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const service = createEventService(
    app.store,
    { listVisibleProjects: async () => [id] },
    { listProjectsOf: async () => [] },
  );
  const actor = { userId: app.admin.userId, username: 'admin', isAdmin: true };
  const unread = await openUnread(service, actor);
  const read = await openUnread(service, actor);
  for (let round = 0; round < 6; round += 1) {
    const changes = Array.from({ length: 90 }, (_, index) => ({
      at: timestampNow(),
      entity: 'run' as const,
      entity_id: 1_000 * (round + 1) + index,
      project_id: id,
      action: 'update',
      changes: '{}',
    }));
    await app.store.db.insertInto('history').values(changes).execute();
    for (const _ of changes) expect(await read.next()).toMatchObject({ kind: 'run' });
  }
  expect(await unread.next()).toEqual({ kind: 'project', project_id: id });
  service.close();
  expect((await unread.next())?.kind).not.toBe('project');
});

it('a user has 20 streams: a further one ends the oldest, and nobody else’s', async () => {
  const service = createEventService(
    app.store,
    { listVisibleProjects: async () => [] },
    { listProjectsOf: async () => [] },
  );
  const actor = { userId: app.admin.userId, username: 'admin', isAdmin: true };
  const other = await openUnread(service, { ...actor, userId: actor.userId + 1 });
  const ended: string[] = [];
  const follow = async (name: string, stream: Awaited<ReturnType<typeof openUnread>>) => {
    while (await stream.next());
    ended.push(name);
  };
  void follow('other', other);
  for (let count = 1; count <= 22; count += 1)
    void follow(`own ${count}`, await openUnread(service, actor));
  await expect.poll(() => ended).toEqual(['own 1', 'own 2']);
  service.close();
});

it('starts watching once for all listeners, and stops with the last one', async () => {
  const { db } = app.store;
  const selectFrom = vi.spyOn(db, 'selectFrom');
  const clear = vi.spyOn(globalThis, 'clearInterval');
  const service = createEventService(app.store, app.context.members, {
    listProjectsOf: async () => [],
  });
  const actor = { userId: app.admin.userId, username: 'admin', isAdmin: true };
  const aborts = [new AbortController(), new AbortController()];
  const begun = async ({ signal }: AbortController) => {
    await service.listen(actor, signal);
    // What it reads last, to know where it begins.
    return selectFrom.mock.calls.some(([table]) => (table as unknown) === 'notification');
  };
  expect(await Promise.all(aborts.map(begun))).toEqual([true, true]);
  aborts[0]!.abort();
  expect(clear).not.toHaveBeenCalled();
  aborts[1]!.abort();
  expect(clear).toHaveBeenCalledOnce();
});
