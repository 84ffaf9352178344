import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createWriteLock } from '../db/write-lock.ts';
import { type BulkRunner, createBulkRunner } from './runner.ts';

/** Speaks the worker's side of the protocol: what it does is named by the key. */
const SCRIPT = `
import { parentPort } from 'node:worker_threads';
import Database from 'libsql';
const waiting = new Map();
const requests = new Map();
let turn = 0;
const acquire = () => new Promise((resolve) => { turn += 1; waiting.set(turn, resolve); parentPort.postMessage({ kind: 'acquire', turn }); });
parentPort.on('message', async (message) => {
  if (message.kind === 'granted') return waiting.get(message.turn)(message.turn);
  if (message.kind === 'close') return parentPort.close();
  const { id } = message;
  if (message.kind === 'run') {
    requests.set(id, { ...message, body: [] });
    if (message.key !== 'busy') parentPort.postMessage({ kind: 'more', id });
    return;
  }
  if (message.kind === 'part') {
    requests.get(id).body.push(message.bytes);
    return parentPort.postMessage({ kind: 'more', id });
  }
  if (message.kind === 'cut-off') return void requests.delete(id);
  const { key, body: parts } = requests.get(id);
  const body = Buffer.concat(parts);
  if (key === 'for ever') for (;;);
  if (key === 'echo') return parentPort.postMessage({ kind: 'done', id, result: Buffer.from(body).toString() });
  if (key === 'problem') return parentPort.postMessage({ kind: 'failed', id, problem: { kind: 'invalid', said: { code: 'access.forbidden' }, extras: { errors: [{ field: '3.x', message: { code: 'field.wrong' } }] } }, message: '' });
  const mine = await acquire();
  if (key === 'crash') {
    const database = new Database(Buffer.from(body).toString());
    database.exec('begin immediate');
    database.exec('insert into t values (1)');
    setImmediate(() => { throw new Error('a defect'); });
  }
  if (key === 'exit') process.exit(3);
  if (key === 'hold') setTimeout(() => { parentPort.postMessage({ kind: 'release', turn: mine }); parentPort.postMessage({ kind: 'done', id, result: 'held' }); }, 20);
});
`;

// Below the root, so that the packages are found.
const dist = fileURLToPath(new URL('../../../dist', import.meta.url));
mkdirSync(dist, { recursive: true });
const folder = mkdtempSync(join(dist, 'test-runner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const data = mkdtempSync(join(tmpdir(), 'runner-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const script = join(folder, 'worker.mjs');
writeFileSync(script, SCRIPT);

let runner: BulkRunner;
afterEach(() => {
  vi.useRealTimers();
  return runner.close();
});

function create() {
  const lock = createWriteLock();
  let started = 0;
  runner = createBulkRunner(() => {
    started += 1;
    return new Worker(script, { stderr: true });
  }, lock);
  const run = (key: string, body = '') =>
    runner.run(key, { params: {}, query: {}, actor: null }, [Buffer.from(body)]);
  return { lock, run, started: () => started };
}

it('answers what the worker answers, and starts it once', async () => {
  const { run, started } = create();
  expect(started()).toBe(0);
  expect(await Promise.all([run('echo', 'one'), run('echo', 'two')])).toEqual(['one', 'two']);
  expect(started()).toBe(1);
});

it('keeps its worker between requests, and ends it when none came for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { run, started } = create();
  await run('echo', 'one');
  for (const pause of [9_000, 9_000]) {
    vi.advanceTimersByTime(pause);
    await run('echo', 'another');
    expect(started()).toBe(1);
  }
  vi.advanceTimersByTime(10_000);
  expect(await run('echo', 'after the rest')).toBe('after the rest');
  expect(started()).toBe(2);
});

it('hands a body on in the parts that it comes in', async () => {
  create();
  async function* parts() {
    for (const part of ['a', 'b', 'c']) {
      await new Promise(setImmediate);
      yield Buffer.from(part);
    }
  }
  const request = { params: {}, query: {}, actor: null };
  expect(await runner.run('echo', request, parts())).toBe('abc');
});

it('takes the next part of a body only when the worker asks for it', async () => {
  create();
  let sent = 0;
  function* parts() {
    for (; sent < 3; sent += 1) yield Buffer.from('x');
  }
  const request = { params: {}, query: {}, actor: null };
  // Told that the program ends, when the runner is closed.
  runner.run('busy', request, parts()).catch(() => undefined);
  expect(await runner.run('echo', request, [Buffer.from('other')])).toBe('other');
  expect(sent).toBe(0);
});

it('terminates a worker that does not end by itself, and fails its callers', async () => {
  const { run } = create();
  expect(await run('echo', 'x')).toBe('x');
  const told = run('for ever').catch((error: Error) => error.message);
  await runner.close();
  expect(await told).toBe('The program ended meanwhile.');
});

it('a body that is cut off is an error for who sends it', async () => {
  const { run } = create();
  async function* parts() {
    yield Buffer.from('a');
    throw new Error('gone');
  }
  const request = { params: {}, query: {}, actor: null };
  await expect(runner.run('echo', request, parts())).rejects.toThrow('gone');
  expect(await run('echo', 'next')).toBe('next');
});

it('hands a problem on as it is', async () => {
  const { run } = create();
  await expect(run('problem')).rejects.toMatchObject({
    kind: 'invalid',
    message: 'You are not allowed to do this.',
    said: { code: 'access.forbidden' },
    extras: { errors: [{ field: '3.x', message: { code: 'field.wrong' } }] },
  });
});

it('makes the worker wait for its turn at the lock', async () => {
  const { lock, run } = create();
  const release = await lock.acquire();
  let done = false;
  const held = run('hold').then(() => (done = true));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(done).toBe(false);
  release();
  await held;
  // And it gives the lock back.
  (await lock.acquire())();
});

it.each(['crash', 'exit'])(
  'after a %s the lock is free, the caller knows, the rows are gone, and the next one runs',
  async (way) => {
    const file = join(data, `${way}.sqlite`);
    const database = new Database(file);
    database.exec('pragma journal_mode=wal');
    database.exec('create table t (x integer)');

    const { lock, run, started } = create();
    const [first, second] = await Promise.allSettled([run(way, file), run('hold')]);
    expect(first.status).toBe('rejected');
    expect(second.status).toBe('rejected');
    const release = await lock.acquire();
    // The transaction of the dead thread holds nobody up.
    database.exec('begin immediate');
    expect(database.prepare('select count(*) as n from t').get([])).toMatchObject({ n: 0 });
    database.exec('commit');
    release();
    expect(await run('hold')).toBe('held');
    expect(started()).toBe(2);
    database.close();
  },
);
