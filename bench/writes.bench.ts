import { projectForm } from '../tests/support/fixtures.ts';
import type { RunningServer } from '../tests/support/running-server.ts';
import { bulkAssign, bulkInsert, nameOf } from './support/floor.ts';
import { type Caller, signIn } from './support/http.ts';
import { every, median, peak, summarise, time } from './support/probe.ts';
import { type Ratio, type Report, round } from './support/report.ts';
import { ADMIN, type BenchStore, STORES, withServer, withStore } from './support/store.ts';

/** Importing and assigning 100,000 objects while another user reads a page and saves edits. */

const ROWS = 100_000;
const ROUNDS = 3;
const TIMES_FLOOR = 2;
const OTHERS_P99_MS = 100;
const MEMORY_MB = 300;
const PASSWORD = 'a password of the bench';

interface Scene {
  admin: Caller;
  other: Caller;
  otherProject: number;
  otherObject: number;
  people: number[];
  addProject(name: string): Promise<number>;
}

const itemOf = (project: number) => (_: unknown, index: number) => ({
  table_name: nameOf(index),
  schema: 'shop',
  object_type_source: 'tables',
  object_type_source_id: 1,
  Project_Id: project,
});
const importBody = (project: number, count: number) =>
  Buffer.from(JSON.stringify(Array.from({ length: count }, itemOf(project))));

async function setTheScene(origin: string): Promise<Scene> {
  const admin = await signIn(origin, ADMIN.username, ADMIN.password);
  const people: number[] = [];
  for (const username of ['developer', 'tester', 'other']) {
    const body = { username, password: PASSWORD };
    people.push(
      (await admin.read<{ user_id: number }>('POST', '/api/auth/register', body)).user_id,
    );
  }
  const addProject = async (name: string) => {
    const form = { ...projectForm, Project_Name: name };
    const { Project_Id } = await admin.read<{ Project_Id: number }>('POST', '/api/posts/', form);
    for (const user_id of people)
      for (const role of ['developer', 'tester'])
        await admin.call('POST', '/api/assigned/', { Project_Id, user_id, role });
    return Project_Id;
  };
  const otherProject = await addProject('Other');
  await admin.call('POST', '/api/dbconnect/importsource', importBody(otherProject, 500));
  const [row] = await admin.read<{ source_objectid: number }[]>(
    'GET',
    `/api/testresults/${otherProject}?limit=1`,
  );
  const otherObject = row!.source_objectid;
  await admin.call('PUT', '/api/assignobjects/testerupdatesource/', [
    { source_objectid: otherObject, tester: people[2] },
  ]);
  const other = await signIn(origin, 'other', PASSWORD);
  return { admin, other, otherProject, otherObject, people, addProject };
}

interface Measured {
  ours: number[];
  floor: number[];
  reads: number[];
  writes: number[];
  memory: number;
}
const nothingYet = (): Measured => ({ ours: [], floor: [], reads: [], writes: [], memory: 0 });

/** Runs one round: the driver alone, then the same through the API beside another user. */
async function addRound(
  into: Measured,
  server: RunningServer,
  { other, otherProject, otherObject }: Scene,
  floor: () => Promise<void>,
  ours: () => Promise<unknown>,
): Promise<void> {
  into.floor.push(await time(floor));
  let turn = 0;
  const reads = every(10, () => {
    turn += 1;
    return turn % 2 === 0
      ? other.call('GET', '/api/auth/me')
      : other.call('GET', `/api/testresults/${otherProject}?limit=50&offset=100&sort=object_name`);
  });
  const writes = every(50, () =>
    other.call('PUT', `/api/testresults/${otherObject}`, { comments: `edit ${(turn += 2)}` }),
  );
  const memory = await peak(server.memory, async () => into.ours.push(await time(ours)));
  into.memory = Math.max(into.memory, memory);
  into.reads.push(...(await reads.stop()));
  into.writes.push(...(await writes.stop()));
}

async function measureStore(store: BenchStore, server: RunningServer) {
  const scene = await setTheScene(server.origin);
  const { admin, people, addProject } = scene;
  const raw = await store.openRaw();
  const imports = nothingYet();
  const assigns = nothingYet();
  const projects: [floor: number, ours: number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const pair: [number, number] = [
      await addProject(`Floor ${round}`),
      await addProject(`Ours ${round}`),
    ];
    projects.push(pair);
    const body = importBody(pair[1], ROWS);
    await addRound(imports, server, scene, bulkInsert(store.name, raw, pair[0], ROWS), () =>
      admin.call('POST', '/api/dbconnect/importsource', body),
    );
  }
  for (const [index, [floorProject, ourProject]] of projects.entries()) {
    const developer = people[index % people.length]!;
    const ids = await admin.read<number[]>(
      'GET',
      `/api/projects/${ourProject}/objectids?side=source`,
    );
    const body = Buffer.from(
      JSON.stringify(ids.map((source_objectid) => ({ source_objectid, developer }))),
    );
    await addRound(
      assigns,
      server,
      scene,
      () => bulkAssign(raw, floorProject, developer),
      () => admin.call('PUT', '/api/assignobjects/developerupdate/', body),
    );
  }
  await raw.close();
  return { import: imports, assignment: assigns };
}

function ratiosOf(what: string, { ours, floor, reads, writes, memory }: Measured): Ratio[] {
  return [
    {
      what: `${what}: times the driver alone`,
      value: median(ours) / median(floor),
      limit: TIMES_FLOOR,
      unit: '×',
    },
    {
      what: `${what}: p99 of others' reads`,
      value: summarise(reads).p99,
      limit: OTHERS_P99_MS,
      unit: 'ms',
    },
    {
      what: `${what}: p99 of others' edits`,
      value: summarise(writes).p99,
      limit: OTHERS_P99_MS,
      unit: 'ms',
    },
    { what: `${what}: memory of the server`, value: memory, limit: MEMORY_MB, unit: 'MB' },
  ];
}

export async function measure(): Promise<Report> {
  const ratios: Ratio[] = [];
  const rows: string[][] = [];
  for (const name of STORES)
    await withStore(name, async (store) => {
      const measured = await withServer(store, (server) => measureStore(store, server));
      for (const [kind, one] of Object.entries(measured)) {
        ratios.push(...ratiosOf(`${name}, ${kind} of ${ROWS.toLocaleString('en')}`, one));
        const [reads, writes] = [summarise(one.reads), summarise(one.writes)];
        const figures = [
          median(one.ours),
          median(one.floor),
          reads.p99,
          reads.max,
          writes.p99,
          writes.max,
        ];
        rows.push([name, kind, ...figures.map(round)]);
      }
    });
  return {
    title: 'Writes, 100,000 objects at once',
    ratios,
    tables: [
      {
        title: 'Milliseconds, medians of three',
        columns: [
          'store',
          'work',
          'through the API',
          'driver alone',
          'reads p99',
          'longest',
          'edits p99',
          'longest',
        ],
        rows,
      },
    ],
    notes: [
      'The driver alone writes the same rows, history included, in one transaction: without HTTP, checks, or anybody beside it. The others read 100 times and save 20 times a second meanwhile.',
    ],
  };
}
