import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface App {
  /** Such as http://localhost:34567. */
  url: string;
  admin: { username: string; password: string };
  /** Everything that the server keeps. */
  dataDir: string;
}

interface RunningApp extends App {
  stop(): Promise<void>;
}

/** Starts the built server on a free port with a folder of its own, deleted afterwards. */
export async function startApp(settings: Record<string, string> = {}): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
  const admin = { username: 'admin', password: 'a long enough password' };
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (data: Buffer) => {
      output += data.toString();
      const address = /https?:\/\/localhost:\d+/.exec(output);
      if (address) resolve(address[0]);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    void gone.then(() => reject(new Error(`The server ended:\n${output}`)));
  });
  return {
    url,
    admin,
    dataDir,
    async stop() {
      server.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A test with a server of its own file; `page.goto('/login')` goes there. */
export const test = base.extend<object, { app: App }>({
  app: [
    // Playwright reads the fixtures that this one needs from the pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const app = await startApp();
      await provide(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ app }, provide) => provide(app.url),
});
