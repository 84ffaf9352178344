import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../contract/days.ts';
import { message } from '../../../contract/messages/message.ts';
import {
  addStoredProject,
  createTestStore,
  type TestStore,
} from '../../../tests/support/test-store.ts';
import { asOf, timestampNow } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { type Store, openStore } from '../../platform/db/store.ts';
import { createWriteLock } from '../../platform/db/write-lock.ts';
import { createLeasedJobs } from './leased-jobs-service.ts';

const dropped: number[] = [];
const jobs = createLeasedJobs({
  table: 'dependency_read',
  kept: 2,
  said: {
    unknown: 'what.thisDependencyRead',
    underWay: message('dependencies.underWay'),
    ended: message('dependencies.ended'),
  },
  dropFound: async (_, id) => dropped.push(id),
});
const PROGRESS = { total: 4, done: 1, current: 'shop.tables' };

let place: TestStore;
let store: Store;
let project: number;
let other: number;

beforeAll(async () => {
  place = await createTestStore();
  store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  await migrate(store);
  project = (await addStoredProject(store.db, 'one')).id;
  other = (await addStoredProject(store.db, 'other')).id;
});
afterAll(async () => {
  await store.close();
  await place.remove();
});
beforeEach(async () => {
  await store.db.deleteFrom('dependency_read').execute();
  dropped.length = 0;
});

const add = async (projectId = project): Promise<number> =>
  (
    await store.db
      .insertInto('dependency_read')
      .values({ project_id: projectId, state: 'queued', created_at: timestampNow() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const stateOf = async (id: number, projectId = project) =>
  (await jobs.find(store.db, projectId, id)).state;
const claim = async (owner: string) => (await jobs.claim(store, owner))!;

describe('a claim', () => {
  it('claims the oldest job once, and discards its earlier results', async () => {
    const [first, second] = [await add(), await add(other)];
    expect(await jobs.hasClaimable(store.db)).toBe(true);
    expect((await claim('a')).id).toBe(first);
    expect((await claim('b')).id).toBe(second);
    expect(await jobs.claim(store, 'c')).toBeUndefined();
    expect(await jobs.hasClaimable(store.db)).toBe(false);
    expect(dropped).toEqual([first, second]);
  });

  it('claims a job when its lease has expired, and no sooner', async () => {
    const id = await add();
    await asOf(Date.now() - MINUTE, () => claim('dead'));
    expect((await claim('alive')).id).toBe(id);
    expect(await jobs.renew(store.db, id, 'dead', PROGRESS)).toBe('lost');
    await asOf(Date.now() - MINUTE, () => jobs.renew(store.db, id, 'alive', PROGRESS));
    await jobs.renew(store.db, id, 'alive', PROGRESS);
    expect(await jobs.hasClaimable(store.db)).toBe(false);
  });
});

describe('whoever has lost a job', () => {
  it('changes nothing of it, and drops nothing that was found', async () => {
    const id = await add();
    const job = await claim('a');
    await jobs.renew(store.db, id, 'a', PROGRESS);
    dropped.length = 0;
    expect(await jobs.renew(store.db, id, 'b', { ...PROGRESS, done: 3 })).toBe('lost');
    expect(await jobs.isOwn(store.db, id, 'b')).toBe(false);
    expect(await jobs.isOwn(store.db, id, 'a')).toBe(true);
    await jobs.leave(store.db, job, 'b', 'failed', {
      error: message('dependencies.wentWrong'),
      connection_failed: 0,
    });
    expect(await jobs.find(store.db, project, id)).toMatchObject({
      state: 'running',
      done: 1,
      owner: 'a',
      error: null,
    });
    expect(dropped).toEqual([]);
  });
});

describe('a released job', () => {
  it('is complete if it finished, and is otherwise put back as if it had not begun', async () => {
    const id = await add();
    await claim('a');
    await jobs.renew(store.db, id, 'a', PROGRESS);
    await jobs.leave(store.db, { id, project_id: project }, 'a', 'queued');
    expect(await jobs.find(store.db, project, id)).toMatchObject({
      state: 'queued',
      owner: null,
      finished_at: null,
    });
    await claim('b');
    await jobs.renew(store.db, id, 'b', PROGRESS);
    dropped.length = 0;
    await jobs.leave(store.db, { id, project_id: project }, 'b', 'finished', { not_read: 1 });
    expect(await jobs.find(store.db, project, id)).toMatchObject({
      state: 'finished',
      done: 4,
      not_read: 1,
      owner: null,
    });
    expect(dropped).toEqual([]);
  });

  it('drops what it has found where it came to nothing', async () => {
    const id = await add();
    const job = await claim('a');
    dropped.length = 0;
    await jobs.leave(store.db, job, 'a', 'cancelled');
    expect(dropped).toEqual([id]);
  });

  it('makes older ones of its project go: those that came to nothing, and finished ones beyond the number', async () => {
    const finish = async (state: 'finished' | 'failed' = 'finished') => {
      const id = await add();
      await jobs.leave(store.db, await claim('a'), 'a', state);
      return id;
    };
    const elsewhere = await add(other);
    await jobs.leave(store.db, await claim('a'), 'a', 'failed');
    await finish();
    const second = await finish();
    await finish('failed');
    const third = await finish();
    const failed = await finish('failed');
    const waiting = await add();
    const left = (await jobs.list(store.db, project)).map(({ id }) => id);
    expect(left).toEqual([waiting, failed, third, second]);
    expect(await jobs.findNewest(store.db, project)).toMatchObject({ id: third });
    expect(await stateOf(elsewhere, other)).toBe('failed');
  });
});

describe('one at a time', () => {
  it('is held for each project', async () => {
    await jobs.expectNone(store.db, project);
    await add();
    await expect(jobs.expectNone(store.db, project)).rejects.toMatchObject({ kind: 'conflict' });
    await jobs.expectNone(store.db, other);
    await jobs.leave(store.db, await claim('a'), 'a', 'finished');
    await jobs.expectNone(store.db, project);
  });
});

describe('cancelling', () => {
  it('cancels waiting jobs, and tells the worker of a running one', async () => {
    const [running, waiting] = [await add(), await add()];
    await claim('a');
    await jobs.cancel(store, project, waiting);
    await jobs.cancel(store, project, running);
    expect(await stateOf(waiting)).toBe('cancelled');
    expect(await stateOf(running)).toBe('running');
    expect(await jobs.renew(store.db, running, 'a', PROGRESS)).toBe('cancelled');
  });

  it('is refused for what has ended, and what another project has', async () => {
    const id = await add();
    await expect(jobs.cancel(store, other, id)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await stateOf(id)).toBe('queued');
    await jobs.leave(store.db, await claim('a'), 'a', 'finished');
    await expect(jobs.cancel(store, project, id)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stateOf(id)).toBe('finished');
  });
});
