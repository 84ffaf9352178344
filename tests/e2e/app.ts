import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Page, test as base } from '@playwright/test';
import { startPostgres } from '../support/postgres-server.ts';
import { makeStoreFolder } from '../support/store-folder.ts';
import { connect } from './api.ts';
import { fillWorld, PASSWORD, type World } from './world.ts';

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
  const dataDir = makeStoreFolder();
  const admin = { username: 'admin', password: 'a long enough password' };
  const server = spawn(process.execPath, ['dist/server/main.js'], {
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
      // What it started can still be writing.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface PerTest {
  /** A page of its own browser context, in which the user is signed in. */
  signedIn: (username: string) => Promise<Page>;
}
/** What a project of the configuration chooses. */
export interface StoreOption {
  store: 'sqlite' | 'postgres';
}
interface PerWorker extends StoreOption {
  /** Files that name the same world may share a server; one that changes much names its own. */
  world: string;
  app: App;
  /** The server with people, projects and objects in it. */
  shop: World;
  /** What a browser keeps of a login. */
  login: (username: string) => Promise<StorageState>;
}
type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** A test with a server for its world; `page.goto('/login')` goes there. */
export const test = base.extend<PerTest, PerWorker>({
  world: ['empty', { option: true, scope: 'worker' }],
  store: ['sqlite', { option: true, scope: 'worker' }],
  app: [
    // Named so that each world has its own.
    async ({ world: _world, store }, provide) => {
      const postgres = store === 'postgres' ? await startPostgres() : null;
      const app = await startApp(postgres ? { DATABASE_URL: postgres.url } : {});
      await provide(app);
      await app.stop();
      await postgres?.stop();
    },
    { scope: 'worker' },
  ],
  shop: [async ({ app }, provide) => provide(await fillWorld(app)), { scope: 'worker' }],
  login: [
    async ({ app }, provide) => {
      const kept = new Map<string, Promise<StorageState>>();
      const signIn = async (username: string): Promise<StorageState> => {
        const password = username === app.admin.username ? app.admin.password : PASSWORD;
        const { user, cookie } = await connect(app.url, username, password);
        const { hostname, origin } = new URL(app.url);
        return {
          cookies: [
            {
              ...cookie,
              domain: hostname,
              path: '/',
              expires: -1,
              httpOnly: true,
              secure: false,
              sameSite: 'Lax',
            },
          ],
          origins: [
            {
              origin,
              localStorage: [
                { name: 'user', value: JSON.stringify(user) },
                { name: 'session', value: '1' },
              ],
            },
          ],
        };
      };
      await provide((username) => {
        const state = kept.get(username) ?? signIn(username);
        kept.set(username, state);
        return state;
      });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ app }, provide) => provide(app.url),
  signedIn: async ({ browser, contextOptions, login, app }, provide) => {
    const opened: Page[] = [];
    await provide(async (username) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: app.url,
        storageState: await login(username),
      });
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});
