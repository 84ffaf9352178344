import type { InjectOptions } from 'fastify';
import * as auth from '../../contract/auth.ts';
import type { CallOf, Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import * as users from '../../contract/users.ts';
import { type Program, createProgram } from '../../server/app/program.ts';
import { readConfig } from '../../server/platform/config.ts';
import { type BuiltProgram, buildProgram } from './built-program.ts';
import { createTestStore } from './test-store.ts';

export const ADMIN = { username: 'admin', password: 'correct horse battery' };
export const PASSWORD = 'staple of the tests';

export interface Answer<T = unknown> {
  status: number;
  /** The body as JSON where it is JSON, otherwise its text. */
  body: T;
  headers: Record<string, string | string[] | number | undefined>;
}

type Loose<E extends Endpoint> = { [K in keyof CallOf<E>]?: unknown };

/** Somebody with a cookie jar. */
export interface Client {
  userId: number;
  username: string;
  /** Calls an endpoint with anything; nothing is checked. */
  send(
    endpoint: Endpoint,
    call?: Loose<Endpoint>,
    options?: Partial<InjectOptions>,
  ): Promise<Answer<any>>;
  /** Calls an endpoint that must succeed, and checks the answer against the contract. */
  call<E extends Endpoint>(endpoint: E, call?: Loose<E>): Promise<ResponseOf<E>>;
  cookie(): string;
}

export interface TestApp extends Program {
  dataDir: string;
  admin: Client;
  anonymous(): Client;
  signIn(username: string, password?: string): Promise<Client>;
  /** Creates an active user with PASSWORD and signs in. */
  createUser(username: string): Promise<Client>;
  close(): Promise<void>;
}

export function pathOf(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function createClient({ app }: Program, identity: { userId: number; username: string }): Client {
  let cookie = '';
  const send: Client['send'] = async (endpoint, call = {}, options = {}) => {
    const response = await app.inject({
      method: endpoint.method,
      url: pathOf(endpoint, call.params as Record<string, unknown>),
      query: (call.query ?? {}) as Record<string, string>,
      ...(call.body !== undefined && { payload: call.body as object }),
      ...(endpoint.events && { payloadAsStream: true }),
      ...options,
      headers: { ...(cookie && { cookie }), ...options.headers },
    });
    // Events never end by themselves; their answer is enough here.
    if (endpoint.events) response.stream().destroy();
    for (const set of response.cookies) cookie = set.value ? `${set.name}=${set.value}` : '';
    return {
      status: response.statusCode,
      body: endpoint.events ? undefined : parse(response.body),
      headers: response.headers,
    };
  };
  return {
    ...identity,
    send,
    async call(endpoint, call = {}) {
      const { status, body } = await send(endpoint, call);
      if (status >= 300)
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${status}: ${JSON.stringify(body)}`,
        );
      return endpoint.response.parse(status === 204 ? undefined : body) as never;
    },
    cookie: () => cookie,
  };
}

export interface TestAppOptions {
  /** Environment variables over the defaults of the tests. */
  env?: Record<string, string>;
  /** Build the bulk worker from its source, so that large bodies go through it. */
  worker?: boolean;
  /** Build the sample's database program. */
  sample?: boolean;
  /** Source of the program that talks to databases; without it the test's own process does. */
  databaseProcess?: string;
}

/** The whole program on a fresh store of the kind that TEST_STORE names, without listening. */
export async function startTestApp({
  env = {},
  worker = false,
  sample = false,
  databaseProcess,
}: TestAppOptions = {}): Promise<TestApp> {
  const store = await createTestStore({ migrated: true });
  const build = (wanted: boolean, source: string): Promise<BuiltProgram | null> =>
    wanted ? buildProgram(source) : Promise.resolve(null);
  const workerProgram = await build(worker, 'server/app/worker.ts');
  const sampleProgram = await build(sample, 'server/features/sample/databases/postgres-child.ts');
  const databaseProgram = await build(databaseProcess !== undefined, databaseProcess ?? '');
  const config = readConfig({
    ...store.settings,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'fatal',
    ...env,
  });
  const program = await createProgram(config, {
    worker: workerProgram?.file,
    webFolder: '/no-web',
    samplePostgres: sampleProgram?.file,
    databaseProcess: databaseProgram?.file,
  });

  const anonymous = () => createClient(program, { userId: 0, username: '' });
  const signIn = async (username: string, password = PASSWORD): Promise<Client> => {
    const client = anonymous();
    const user = await client.call(auth.login, { body: { username, password } });
    return Object.assign(client, { userId: user.user_id, username });
  };
  const admin = await signIn(ADMIN.username, ADMIN.password);
  return {
    ...program,
    dataDir: store.settings.DATA_DIR,
    admin,
    anonymous,
    signIn,
    async createUser(username) {
      await admin.call(users.register, { body: { username, password: PASSWORD } });
      return signIn(username);
    },
    async close() {
      await program.app.close();
      for (const built of [workerProgram, sampleProgram, databaseProgram]) built?.remove();
      await store.remove();
    },
  };
}
