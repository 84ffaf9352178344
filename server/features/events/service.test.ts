import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../../contract/events.ts';
import { createProject, importTables } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { createEventService } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('what changed while the store was away for a moment is told once it is back', async () => {
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
  const service = createEventService(app.store, {
    listVisibleProjects: async () => [id],
  } as unknown as Parameters<typeof createEventService>[1]);
  const heard: LiveEvent[] = [];
  const actor = { userId: app.admin.userId, username: 'admin', isAdmin: true };
  const listening = (async () => {
    for await (const event of service.listen(actor, new AbortController().signal))
      heard.push(event);
  })();
  const next = (read: () => number, more: number) => {
    const before = read();
    return expect.poll(read, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + more);
  };
  await next(() => looks, 2);

  isAway = true;
  await importTables(app.admin, id, 'source', ['orders']);
  await next(() => failures, 2);
  expect(heard).toEqual([]);
  isAway = false;
  await expect
    .poll(() => heard, { timeout: 20_000 })
    .toContainEqual({ kind: 'project', project_id: id });
  const told = heard.length;
  await next(() => looks, 3);
  expect(heard).toHaveLength(told);

  service.close();
  await listening;
  vi.restoreAllMocks();
});
