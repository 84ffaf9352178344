import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type BuiltProgram, buildProgram } from '../tests/support/built-program.ts';
import { connectWith, examineConnector, failureOf, optionsOf } from './core/exams/exam.ts';
import { examineNetworkConnector } from './core/exams/network-exam.ts';
import type { Connector } from './core/connector.ts';
import { createPostgresFixture } from './postgresql/fixture.ts';
import { createSqliteFixture } from './sqlite/fixture.ts';
import type { LostProcess } from './process/process.ts';
import { type Processes, createProcesses } from './process/processes.ts';

const MEMORY = 256;

let program: BuiltProgram;
let processes: Processes;
beforeAll(async () => {
  program = await buildProgram('server/app/database-process.ts');
  processes = createProcesses({ program: program.file, memory: 512, onLost: () => undefined });
});
afterAll(async () => {
  await processes.close();
  program.remove();
});

/** The exam of an engine, whose connections are opened in processes. */
const aside = (connector: Connector): Connector => ({
  ...connector,
  connect: (target, options) => processes.connect(connector.id, target, options),
});
const preparePostgres = async () => {
  const { exam } = await createPostgresFixture(inject('postgresUrl'));
  return { ...exam, connector: aside(exam.connector) };
};

examineConnector('PostgreSQL in a process of its own', preparePostgres);
examineNetworkConnector('PostgreSQL in a process of its own', preparePostgres);
it('reads files, too', async () => {
  const { exam } = await createSqliteFixture();
  const connection = await connectWith(aside(exam.connector), exam.target, exam.options);
  const { names } = await connection.listObjects('tables', 'main');
  expect(names).toEqual([...(exam.content['main']?.tables ?? [])].sort());
  await connection.close();
  await exam.tearDown();
});

describe('a process that talks to a database', () => {
  let unbounded: BuiltProgram;
  let lost: LostProcess[];
  let own: Processes;
  beforeAll(async () => {
    unbounded = await buildProgram('connectors/process/unbounded-fixture.ts');
    lost = [];
    own = createProcesses({
      program: unbounded.file,
      memory: MEMORY,
      onLost: (facts) => lost.push(facts),
    });
  });
  afterAll(async () => {
    await own.close();
    unbounded.remove();
  });

  const open = (database: string, signal?: AbortSignal) => openIn(own, database, signal);
  const openIn = (where: Processes, database: string, signal?: AbortSignal) =>
    where.connect(
      4,
      { host: 'db', port: null, database, username: '', password: '', tls: 'off', tlsCa: null },
      optionsOf(signal ? { signal } : {}),
    );
  const pidOf = async (connection: Awaited<ReturnType<typeof open>>) =>
    Number((await connection.serverVersion()).split(' ')[2]);
  const isThere = (pid: number) => existsSync(`/proc/${pid}`);
  const memoryOf = (pid: number | 'self') =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it.each(['texts', 'bytes', 'greed', 'children'])(
    'is ended when its %s exceed the limit, and no other process is',
    async (database) => {
      const [hungry, other] = await Promise.all([open(database), open('waits')]);
      const [pid, otherPid] = [await pidOf(hungry), await pidOf(other)];
      expect(pid).not.toBe(otherPid);
      const before = memoryOf('self');
      const error = await failureOf(hungry.listSchemas());
      expect(error).toMatchObject({
        code: 'ended',
        message: `Reading from PostgreSQL at db:5432 used more than ${MEMORY} MB of memory on this machine, so it was stopped. Read less at once, or leave out columns with very large values.`,
      });
      expect(memoryOf('self') - before).toBeLessThan(50);
      expect(isThere(pid)).toBe(false);
      expect(lost.at(-1)).toMatchObject({
        pid,
        why: 'memory',
        databases: ['PostgreSQL at db:5432'],
      });
      expect(await pidOf(other)).toBe(otherPid);
      expect((await failureOf(hungry.serverVersion())).code).toBe('ended');
      await Promise.all([hungry.close(), other.close()]);
    },
  );

  it('is reported when it dies', async () => {
    const connection = await open('crash');
    const error = await failureOf(connection.listSchemas());
    expect(error.code).toBe('ended');
    expect(error.message).toContain('ended unexpectedly');
    await connection.close();
  });

  it('sends no answer that is larger than the other side accepts', async () => {
    const connection = await open('large');
    const error = await failureOf(connection.listSchemas());
    expect(error).toMatchObject({ code: 'limit' });
    expect(error.message).toContain('more than 64 MB');
    expect(await connection.listWarnings()).toEqual([]);
    await connection.close();
  });

  it.each(['stuck', 'waits'])(
    'that is cancelled and does not answer (%s) is ended',
    async (way) => {
      const abort = new AbortController();
      const connection = await open(way, abort.signal);
      const pid = await pidOf(connection);
      const reading = failureOf(connection.listSchemas());
      await sleep(100);
      const start = performance.now();
      abort.abort();
      expect((await reading).code).toBe('cancelled');
      expect(performance.now() - start).toBeLessThan(3_000);
      expect(isThere(pid)).toBe(false);
      await connection.close();
    },
  );

  it('is reused by the next connection, never by two at once', async () => {
    const first = await open('fine');
    const pid = await pidOf(first);
    const second = await open('fine');
    expect(await pidOf(second)).not.toBe(pid);
    await first.close();
    const third = await open('fine');
    expect(await pidOf(third)).toBe(pid);
    await Promise.all([second.close(), third.close()]);
  });

  it('is shared where there are many connections', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => open('fine')));
    const pids = new Set(await Promise.all(all.map(pidOf)));
    expect(pids.size).toBe(8);
    await Promise.all(all.map((connection) => connection.close()));
  });

  describe('within the times that it has', () => {
    const times = { idle: 30_000, pingEvery: 50, silence: 30_000 };
    let timed: Processes;
    beforeAll(() => {
      const onLost = (facts: LostProcess) => lost.push(facts);
      timed = createProcesses({ program: unbounded.file, memory: MEMORY, onLost, times });
    });
    afterAll(() => timed.close());
    const start = (database: string) => openIn(timed, database);

    it('is ended when it gives no sign of life, unlike one that only works long', async () => {
      const [working, stuck] = await Promise.all([start('waits'), start('stuck')]);
      const [workingPid, pid] = [await pidOf(working), await pidOf(stuck)];
      void failureOf(working.listSchemas());
      // From here on: until now the machine may have been busy starting them.
      times.silence = 3_000;
      expect(await failureOf(stuck.listSchemas())).toMatchObject({
        code: 'ended',
        message: expect.stringContaining('stopped responding'),
      });
      times.silence = 30_000;
      expect(isThere(pid)).toBe(false);
      expect(lost.at(-1)).toMatchObject({ pid, why: 'silent' });
      expect(await pidOf(working)).toBe(workingPid);
      await Promise.all([working.close(), stuck.close()]);
    });

    it('is ended when nobody has used it for a while, no sooner', async () => {
      times.idle = 500;
      const first = await start('fine');
      const pid = await pidOf(first);
      await first.close();
      const again = await start('fine');
      expect(await pidOf(again)).toBe(pid);
      await sleep(800);
      // It is in use, however long that lasts.
      expect(isThere(pid)).toBe(true);
      const since = Date.now();
      await again.close();
      await expect.poll(() => isThere(pid), { timeout: 20_000 }).toBe(false);
      expect(Date.now() - since).toBeGreaterThan(400);
    });
  });

  it('ends when those that use it are closed, whatever it does', async () => {
    const mine = createProcesses({ program: unbounded.file, memory: MEMORY, onLost: () => {} });
    const target = { host: 'db', port: null, username: '', password: '', tls: 'off', tlsCa: null };
    const connections = await Promise.all(
      ['stuck', 'waits', 'fine'].map((database) =>
        mine.connect(4, { ...target, database } as never, optionsOf({})),
      ),
    );
    const pids = await Promise.all(connections.map(pidOf));
    const reading = Promise.allSettled(connections.map((connection) => connection.listSchemas()));
    await sleep(100);
    const start = performance.now();
    await mine.close();
    expect(performance.now() - start).toBeLessThan(4_000);
    expect(pids.filter(isThere)).toEqual([]);
    await reading;
    const late = failureOf(
      mine.connect(4, { ...target, database: 'fine' } as never, optionsOf({})),
    );
    expect((await late).code).toBe('cancelled');
  });
});
