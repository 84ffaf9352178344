import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProgram, buildServer } from '../../tests/support/built-program.ts';
import { startServer } from '../../tests/support/running-server.ts';
import { type TestStore, createTestStore } from '../../tests/support/test-store.ts';

let built: BuiltProgram;
let store: TestStore;
beforeAll(async () => {
  built = await buildServer();
});
afterAll(() => built.remove());
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.remove());

describe('explains in a sentence why it does not start', () => {
  const refusal = async (env: Record<string, string>): Promise<string> => {
    const error = await startServer(built.file, { ...store.settings, ...env }).catch(
      (reason: Error) => reason,
    );
    if (!(error instanceof Error)) await error.end('SIGKILL');
    return error instanceof Error ? error.message : 'It started.';
  };

  it.each([
    [{ HOST: 'nowhere.invalid' }, 'HOST or PORT: getaddrinfo ENOTFOUND nowhere.invalid'],
    [{ HOST: '192.0.2.1' }, 'HOST or PORT: listen EADDRNOTAVAIL'],
    [{ DATABASE_URL: 'postgres://a:b@localhost:99999/c' }, 'DATABASE_URL: Invalid URL'],
    [
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      'Check DATABASE_URL and that PostgreSQL runs (connect ECONNREFUSED 127.0.0.1:1).',
    ],
  ])('%j', async (env, sentence) => {
    const said = await refusal(env);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/^ {4}at /m);
  });

  it('a folder that cannot be made', async () => {
    const settings = { DATA_DIR: '/proc/nowhere', SECRET_KEY_FILE: '' };
    const forStore = await refusal({ ...settings, DATABASE_URL: '' });
    expect(forStore).toContain('DATA_DIR: the folder /proc/nowhere cannot be used (E');
    expect(forStore).not.toMatch(/^ {4}at /m);
    const forKey = await refusal(settings);
    expect(forKey).toMatch(/cannot be (used|kept in \/proc\/nowhere\/secret.key) \(E/);
    expect(forKey).not.toMatch(/^ {4}at /m);
  });

  it.each([
    ['is none', (file: string) => writeFileSync(file, 'no database'.repeat(1_000))],
    ['is a folder', (file: string) => mkdirSync(file)],
    [
      'is damaged',
      (file: string) => {
        const database = new Database(file);
        database.exec('create table project (id integer); create table other (id integer)');
        database.close();
        writeFileSync(file, readFileSync(file).fill(0xff, 90, 4_096));
      },
    ],
  ])('a store that %s', async (_what, damage) => {
    damage(join(store.settings.DATA_DIR, 'store.sqlite'));
    const said = await refusal({ DATABASE_URL: '' });
    expect(said).toMatch(
      /The store in DATA_DIR cannot be used \(.+\)\. Free space on its disk, or/,
    );
    expect(said).not.toMatch(/^ {4}at |\[object/m);
  });

  it('a folder in which the store cannot be opened', async () => {
    const { DATA_DIR } = store.settings;
    mkdirSync(join(DATA_DIR, 'process.lock'));
    const said = await refusal({ DATABASE_URL: '' });
    expect(said).toContain(`DATA_DIR: the files in ${DATA_DIR} cannot be opened`);
    expect(said).not.toMatch(/^ {4}at /m);
  });
});
