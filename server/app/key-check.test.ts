import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type TestStore, createTestStore } from '../../tests/support/test-store.ts';
import { readConfig } from '../platform/config.ts';
import * as log from '../platform/log.ts';
import { createProgram } from './program.ts';

const logged: string[] = [];

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.remove());
beforeEach(() => {
  logged.length = 0;
  vi.spyOn(log, 'createLog').mockImplementation(() =>
    pino({ level: 'warn' }, { write: (line) => logged.push(line) }),
  );
});

const keyFile = (name: string): string => {
  const file = join(store.settings.DATA_DIR, name);
  writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return file;
};

async function startAndStop(SECRET_KEY_FILE: string): Promise<void> {
  const config = readConfig({
    ...store.settings,
    SECRET_KEY_FILE,
    ADMIN_PASSWORD: 'correct horse battery',
  });
  const { app } = await createProgram(config, { worker: '/no-worker', webFolder: '/no-web' });
  await app.close();
}

const WARNING = 'The secret key is not the one that the stored database passwords are sealed with';

// covers: D17.2
it('warns of a key that is not the one of the store, at every start, and of no other', async () => {
  const [first, other] = [keyFile('first.key'), keyFile('other.key')];
  await startAndStop(first);
  await startAndStop(first);
  expect(logged).toEqual([]);

  await startAndStop(other);
  expect(logged).toEqual([expect.stringContaining(WARNING)]);
  // A wrong key does not become the right one by being used.
  await startAndStop(other);
  expect(logged).toHaveLength(2);

  await startAndStop(first);
  expect(logged).toHaveLength(2);
});
