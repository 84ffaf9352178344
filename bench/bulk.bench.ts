import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectForm } from '../tests/support/fixtures.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { type RunningServer, startServer } from '../tests/support/running-server.ts';
import { type Floor, ROWS, nameOf, openPostgresFloor, openSqliteFloor } from './support/floor.ts';
import { type Caller, signIn } from './support/http.ts';
import { type Latencies, every, median, summarise, time } from './support/probe.ts';

/** 100,000 objects imported, assigned and listed, while somebody else reads and a third one writes. */

interface Result {
  what: string;
  ratio: number;
  limit: number;
}

const FLOOR_LIMIT = 4;
const READ_P99_MS = 100;
const WRITE_MAX_MS = 1_000;
const MEMORY_MB = 300;
const PASSWORD = 'a password of the bench';
const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'the administrator of the bench' };

interface Scene {
  admin: Caller;
  other: Caller;
  bulkProject: number;
  otherProject: number;
  otherObject: number;
  people: number[];
}

const item = (project: number) => (_: unknown, index: number) => ({
  table_name: nameOf(index),
  schema: 'shop',
  object_type_source: 'tables',
  object_type_source_id: 1,
  Project_Id: project,
});

async function setTheScene(origin: string): Promise<Scene> {
  const admin = await signIn(origin, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD);
  const create = async (name: string) =>
    (
      await admin.read<{ Project_Id: number }>('POST', '/api/posts/', {
        ...projectForm,
        Project_Name: name,
      })
    ).Project_Id;
  const [bulkProject, otherProject] = [await create('Bulk'), await create('Other')];
  const people: number[] = [];
  for (const username of ['developer', 'tester', 'other']) {
    const { user_id } = await admin.read<{ user_id: number }>('POST', '/api/auth/register', {
      username,
      password: PASSWORD,
    });
    for (const role of ['developer', 'tester'])
      for (const Project_Id of [bulkProject, otherProject])
        await admin.call('POST', '/api/assigned/', { Project_Id, user_id, role });
    people.push(user_id);
  }
  await admin.call(
    'POST',
    '/api/dbconnect/importsource',
    Array.from({ length: 500 }, item(otherProject)),
  );
  const rows = await admin.read<{ source_objectid: number }[]>(
    'GET',
    `/api/testresults/${otherProject}?limit=1`,
  );
  const otherObject = rows[0]!.source_objectid;
  await admin.call('PUT', '/api/assignobjects/testerupdatesource/', [
    { source_objectid: otherObject, tester: people[2] },
  ]);
  const other = await signIn(origin, 'other', PASSWORD);
  return { admin, other, bulkProject, otherProject, otherObject, people };
}

interface Measured {
  ms: number;
  reads: number[];
  writes: number[];
  memory: number;
}

/** Runs the bulk work while another person reads a page and saves edits elsewhere. */
async function besideOthers(
  server: RunningServer,
  scene: Scene,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const { other, otherProject, otherObject } = scene;
  let turn = 0;
  let memory = 0;
  const reads = every(10, () => {
    turn += 1;
    return turn % 2 === 0
      ? other.call('GET', '/api/auth/me')
      : other.call('GET', `/api/testresults/${otherProject}?limit=50&offset=100&sort=object_name`);
  });
  const writes = every(50, () =>
    other.call('PUT', `/api/testresults/${otherObject}`, { comments: `edit ${(turn += 2)}` }),
  );
  const sampling = setInterval(() => void (memory = Math.max(memory, server.memory())), 20);
  const ms = await time(work);
  clearInterval(sampling);
  return { ms, reads: await reads.stop(), writes: await writes.stop(), memory };
}

const show = ({ count, p50, p99, max }: Latencies) =>
  `${String(count).padStart(5)} ${p50.toFixed(1).padStart(7)} ${p99.toFixed(1).padStart(7)} ${max.toFixed(1).padStart(7)}`;

async function measureStore(
  store: string,
  server: RunningServer,
  openFloor: (project: number) => Promise<Floor> | Floor,
): Promise<Result[]> {
  const scene = await setTheScene(server.origin);
  const { admin, bulkProject, people } = scene;
  const floorProject = (
    await admin.read<{ Project_Id: number }>('POST', '/api/posts/', {
      ...projectForm,
      Project_Name: 'Floor',
    })
  ).Project_Id;
  const floor = await openFloor(floorProject);
  const floors = {
    import: await time(floor.insert),
    assign: median([
      await time(() => floor.assign(people[0]!)),
      await time(() => floor.assign(people[1]!)),
      await time(() => floor.assign(people[2]!)),
    ]),
    list: median([await time(floor.list), await time(floor.list), await time(floor.list)]),
  };
  await floor.close();

  const body = Buffer.from(JSON.stringify(Array.from({ length: ROWS }, item(bulkProject))));
  const beside = (work: () => Promise<unknown>) => besideOthers(server, scene, work);
  const imports = [
    await beside(() => admin.call('POST', '/api/dbconnect/importsource', body)),
    await beside(() => admin.call('POST', '/api/dbconnect/importtarget', body)),
  ];
  const ids = (
    await admin.read<{ source_objectid: number }[]>('GET', `/api/testresults/${bulkProject}`)
  ).map((row) => row.source_objectid);
  const choices = (role: string, user: number) =>
    Buffer.from(JSON.stringify(ids.map((source_objectid) => ({ source_objectid, [role]: user }))));
  const assigns: Measured[] = [];
  for (const user of people.slice(0, 3)) {
    const chosen = choices('developer', user);
    assigns.push(
      await beside(() => admin.call('PUT', '/api/assignobjects/developerupdate/', chosen)),
    );
  }
  const lists: Measured[] = [];
  for (let round = 0; round < 3; round += 1)
    lists.push(await beside(() => admin.drain('GET', `/api/testresults/${bulkProject}`)));

  console.log(
    `${store.padEnd(20)}      ms  floor   ratio | reads   p50     p99     max | writes  p50     p99     max |  MB`,
  );
  return Object.entries({ import: imports, assign: assigns, list: lists }).flatMap(
    ([name, rounds]) => {
      const ms = median(rounds.map((round) => round.ms));
      const reads = summarise(rounds.flatMap((round) => round.reads));
      const writes = summarise(rounds.flatMap((round) => round.writes));
      const memory = Math.max(...rounds.map((round) => round.memory));
      const floorMs = floors[name as keyof typeof floors];
      console.log(
        `  ${name.padEnd(18)} ${ms.toFixed(0).padStart(7)} ${floorMs.toFixed(0).padStart(6)} ${(ms / floorMs).toFixed(2).padStart(7)} | ${show(reads)} | ${show(writes)} | ${memory.toFixed(0)}`,
      );
      const what = `${store}, ${name} of ${ROWS}`;
      return [
        // The floor neither reads, checks nor sends anything over HTTP.
        { what: `${what}: times the floor`, ratio: ms / floorMs, limit: FLOOR_LIMIT },
        { what: `${what}: p99 of others' reads in ms`, ratio: reads.p99, limit: READ_P99_MS },
        {
          what: `${what}: longest wait of another writer in ms`,
          ratio: writes.max,
          limit: WRITE_MAX_MS,
        },
        { what: `${what}: memory of the server in MB`, ratio: memory, limit: MEMORY_MB },
      ];
    },
  );
}

export async function measure(): Promise<Result[]> {
  const results: Result[] = [];
  const main = join(process.cwd(), 'dist/server/main.js');
  const withServer = async (
    store: string,
    env: Record<string, string>,
    openFloor: (folder: string) => (project: number) => Promise<Floor> | Floor,
  ) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const server = await startServer(main, { DATA_DIR: folder, ...ADMIN, ...env });
    try {
      results.push(...(await measureStore(store, server, openFloor(folder))));
    } finally {
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    }
  };
  await withServer(
    'SQLite',
    {},
    (folder) => (project) => openSqliteFloor(join(folder, 'store.sqlite'), project),
  );
  const postgres = await startPostgres();
  try {
    await withServer(
      'PostgreSQL',
      { DATABASE_URL: postgres.url },
      () => (project) => openPostgresFloor(postgres.url, project),
    );
  } finally {
    await postgres.stop();
  }
  return results;
}
