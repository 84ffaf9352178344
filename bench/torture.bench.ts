import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BEHAVIOURS } from '../connectors/core/exams/hostile-wire-fixture.ts';
import { startHostile } from '../connectors/hostile-fixture.ts';
import { DEFAULT_PROOF_SETTINGS } from '../contract/proof/rows.ts';
import { inventoryItem, projectForm } from '../tests/support/fixtures.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import type { RunningServer } from '../tests/support/running-server.ts';
import { type Caller, signIn } from './support/http.ts';
import { summarise } from './support/probe.ts';
import { type Ratio, type Report, round } from './support/report.ts';
import { ADMIN, withServer, withStore } from './support/store.ts';

/** Heavy load on the built server while others use it, and how much it may slow them down. */

const MEMORY_MB = 600;
const OTHERS_MS = 250;
/** Each attack ends after this time, answered or not. */
const PATIENCE_MS = 10_000;
const RUN_MS = 300_000;

/** The outcome of a call in a few words. */
const outcomeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: Error) => {
      const text = error.message;
      return (/"detail":"([^"]+)"/.exec(text)?.[1] ?? text).slice(0, 110);
    },
  );
const patiently = (asked: Promise<unknown>, ms = PATIENCE_MS): Promise<string> =>
  Promise.race([outcomeOf(asked), sleep(ms, 'given up', { ref: false })]);

/** Requests schemas, and gives up by closing the connection. */
async function readSchemas({ origin }: RunningServer, cookie: string, form: object) {
  const answer = await fetch(`${origin}/api/dbconnect/getschema/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(form),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

async function signInForCookie({ origin }: RunningServer): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

interface Attack {
  name: string;
  /** @returns the outcome in a few words */
  carryOut(): Promise<string>;
}

function hostileServers(server: RunningServer, cookie: string): Attack[] {
  return (['postgresql', 'mysql'] as const).flatMap((engine) =>
    BEHAVIOURS.map((behaviour) => ({
      name: `${engine === 'mysql' ? 'MySQL' : 'PostgreSQL'}: ${behaviour}`,
      async carryOut() {
        const hostile = await startHostile(engine, behaviour);
        try {
          const form = {
            Source_Database: engine === 'mysql' ? 3 : 4,
            source_db_ip: '127.0.0.1',
            source_db_port: hostile.port,
            source_db_name: 'shop',
            source_db_username: 'reader',
            source_db_password: 'secret',
          };
          return await outcomeOf(readSchemas(server, cookie, form));
        } finally {
          hostile.close();
        }
      },
    })),
  );
}

function hostileBodies(caller: Caller): Attack[] {
  const MB = 1024 * 1024;
  const bodies = {
    '60 MB of [{},{},…]': () => Buffer.from(`[${'{},'.repeat(20 * MB)}{}]`),
    '60 MB of [[[[…': () => Buffer.alloc(60 * MB, '['),
    '60 MB of one text': () => Buffer.concat([Buffer.from('["'), Buffer.alloc(60 * MB, 'x')]),
  };
  return ['/api/dbconnect/importsource', '/api/auth/register'].flatMap((path) =>
    Object.entries(bodies).map(([name, make]) => ({
      name: `${name} to ${path}`,
      carryOut: () => patiently(caller.call('POST', path, make()), 60_000),
    })),
  );
}

/** A project with one database for both sides: two tables of 500 rows of 6 MB, all of which differ. */
async function createProject(caller: Caller, url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const side of ['s', 't'])
    await client.query(
      `create schema ${side};
       create table ${side}.wide (id int primary key, body text);
       insert into ${side}.wide select n, repeat('${side}', 6000000) from generate_series(1, 500) n`,
    );
  await client.end();
  const { hostname, port, username, password } = new URL(url);
  const { Project_Id } = await caller.read<{ Project_Id: number }>('POST', '/api/posts/', {
    ...projectForm,
    Source_Database: 4,
    source_ip: hostname,
    source_port: Number(port),
    source_db_name: 'postgres',
    source_username: username,
    source_db_password: password,
    target_ip: hostname,
    target_port: Number(port),
    target_db_name: 'postgres',
    target_username: username,
    target_db_password: password,
  });
  const items = (schema: string) => [inventoryItem(Project_Id, 'wide', schema)];
  await caller.call('POST', '/api/dbconnect/importsource', items('s'));
  await caller.call('POST', '/api/dbconnect/importtarget', items('t'));
  await caller.call('POST', `/api/projects/${Project_Id}/pairs/match`, {});
  const side = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
  await caller.call('PUT', `/api/projects/${Project_Id}/proofsettings`, {
    ...DEFAULT_PROOF_SETTINGS,
    source: side,
    target: side,
  });
  return Project_Id;
}

function hugeRows(caller: Caller, project: number): Attack[] {
  const base = `/api/projects/${project}`;
  return [
    {
      name: "call: select repeat('x', 20000000) from generate_series(1,200)",
      async carryOut() {
        const [pair] = await caller.read<{ id: number }[]>('GET', `${base}/pairs`);
        const text = `select repeat('x', 20000000) from generate_series(1,200)`;
        const call = { source_text: text, target_text: text, parameter_sets: [] };
        const body = { ...call, ordered: false, writes: false };
        return patiently(caller.call('POST', `${base}/pairs/${pair!.id}/call`, body), RUN_MS);
      },
    },
    {
      name: 'run: 500 differing rows of 6 MB on both sides',
      async carryOut() {
        await caller.call('POST', `${base}/runs`, { kind: 'verify' });
        const until = Date.now() + RUN_MS;
        for (;;) {
          const [run] = await caller.read<{ state: string; different: number; failed: number }[]>(
            'GET',
            `${base}/runs`,
          );
          if (run!.state !== 'queued' && run!.state !== 'running')
            return `${run!.state}, different ${run!.different}, failed ${run!.failed}`;
          if (Date.now() > until) return 'given up';
          await sleep(500);
        }
      },
    },
  ];
}

/** Starts another user in a separate process, so that this process does not delay what is measured. */
function startOther({ origin }: RunningServer) {
  const script = `${process.cwd()}/bench/support/other-user.js`;
  const child = spawn(process.execPath, [script, origin, ADMIN.username, ADMIN.password], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async read(): Promise<{ taken: number[]; failed: number }> {
      child.stdin.write('\n');
      const { value } = await lines.next();
      return JSON.parse(String(value)) as { taken: number[]; failed: number };
    },
    end: () => void child.kill('SIGKILL'),
  };
}

export async function measure(): Promise<Report> {
  const rows: string[][] = [];
  const worst = { memory: 0, p99: 0, failed: 0 };
  const postgres = await startPostgres();
  try {
    await withStore('SQLite', (store) =>
      withServer(store, async (server) => {
        const caller = await signIn(server.origin, ADMIN.username, ADMIN.password);
        const cookie = await signInForCookie(server);
        const project = await createProject(caller, postgres.url);
        const other = startOther(server);
        // The first responses of a fresh server would measure its start.
        await sleep(3_000);
        await other.read();
        const attacks = [
          ...hostileServers(server, cookie),
          ...hostileBodies(caller),
          ...hugeRows(caller, project),
        ];
        for (const { name, carryOut } of attacks) {
          let memory = server.memory();
          const timer = setInterval(() => {
            memory = Math.max(memory, server.memory());
          }, 20);
          const started = performance.now();
          const outcome = await carryOut();
          const ms = performance.now() - started;
          clearInterval(timer);
          const { taken, failed } = await other.read();
          const { p99 } = summarise(taken);
          worst.memory = Math.max(worst.memory, memory);
          worst.p99 = Math.max(worst.p99, p99);
          worst.failed += failed;
          rows.push([name, round(memory), round(p99), round(ms), outcome]);
        }
        other.end();
      }),
    );
  } finally {
    await postgres.stop();
  }
  const ratios: Ratio[] = [
    { what: "the server's resident memory", value: worst.memory, limit: MEMORY_MB, unit: 'MB' },
    { what: "others' requests, 99 of 100", value: worst.p99, limit: OTHERS_MS, unit: 'ms' },
    { what: "others' requests that failed", value: worst.failed, limit: 0, unit: '' },
  ];
  return {
    title: 'Torture',
    ratios,
    tables: [
      {
        title: 'While others use the app',
        columns: ['against', 'server MB', "others' p99 ms", 'took ms', 'answer'],
        rows,
      },
    ],
  };
}
