import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '../tests/support/running-server.ts';
import { type Caller, signIn } from './support/http.ts';
import { type Latencies, createDice, summarise, time } from './support/probe.ts';
import { type Ratio, type Report, round } from './support/report.ts';
import { PASSWORD, fillStore } from './support/store-fixture.ts';
import { type BenchStore, STORES, withServer, withStore } from './support/store.ts';

/** Fifty simultaneous users for a minute: each reads lists, edits rows and listens to events. */

const PEOPLE = 50;
const OBJECTS = 100_000;
const SECONDS = 60;
/** Pause, so that garbage of the previous phase is collected. */
const REST_SECONDS = 5;
const EDIT_P99_MS = 150;
const MEMORY_GROWTH = 1.2;
/** Milliseconds for which a user looks at a screen between two calls. */
const LOOK = { from: 200, below: 600 };

interface Desk {
  caller: Caller;
  project: number;
  rows: number[];
}

/** Rows that are ready to be tested, by tester. */
async function findDesks(store: BenchStore): Promise<Map<string, Omit<Desk, 'caller'>>> {
  const raw = await store.openRaw();
  const rows = await raw.all<{ username: string; project_id: number; id: number }>(
    `select username, project_id, object.id from app_user join object on tester_id = app_user.id
     where side = 'target' and status = 'pending' order by object.id`,
  );
  await raw.close();
  const desks = new Map<string, Omit<Desk, 'caller'>>();
  for (const { username, project_id: project, id } of rows) {
    const desk = desks.get(username) ?? { project, rows: [] };
    if (desk.project === project && desk.rows.length < 50) desk.rows.push(id);
    desks.set(username, desk);
  }
  return desks;
}

interface Heard {
  lists: number[];
  edits: number[];
  events: number;
  errors: string[];
}

async function work(desk: Desk, until: number, dice: (below: number) => number, heard: Heard) {
  const { caller, project, rows } = desk;
  const look = () => sleep(LOOK.from + dice(LOOK.below));
  const measured = async (into: number[], act: () => Promise<unknown>) => {
    try {
      into.push(await time(act));
    } catch (error) {
      heard.errors.push(String(error));
    }
    await look();
  };
  await look();
  for (let turn = 0; performance.now() < until; turn += 1) {
    const page = `limit=200&offset=${200 * dice(3)}&filter[status]=pending&sort=object_name`;
    await measured(heard.lists, () =>
      caller.call('GET', `/api/testresults/target/${project}?${page}`),
    );
    const row = rows[dice(rows.length)]!;
    const edit = { comments: `looked at in turn ${turn}` };
    await measured(heard.edits, () => caller.call('PUT', `/api/testresults/${row}`, edit));
  }
}

async function measureServer(server: RunningServer, desks: Desk[]) {
  const heard: Heard = { lists: [], edits: [], events: 0, errors: [] };
  const listening = desks.map(({ caller }) =>
    caller.listen('/api/events', () => void (heard.events += 1)),
  );
  const dice = createDice();
  const until = performance.now() + SECONDS * 1000;
  const working = desks.map((desk) => work(desk, until, dice, heard));
  const memory = { firstHalf: 0, secondHalf: 0, after: 0 };
  const half = performance.now() + (SECONDS / 2) * 1000;
  const sampling = setInterval(() => {
    const part = performance.now() < half ? 'firstHalf' : 'secondHalf';
    memory[part] = Math.max(memory[part], server.memory());
  }, 200);
  await Promise.all(working);
  clearInterval(sampling);
  for (const stop of listening) stop();
  await sleep(REST_SECONDS * 1000);
  memory.after = server.memory();
  return { heard, memory };
}

async function measureStore(store: BenchStore) {
  await fillStore(store, { objects: OBJECTS, people: PEOPLE });
  const found = [...(await findDesks(store))];
  if (found.length !== PEOPLE) throw new Error(`Only ${found.length} people have rows to test.`);
  return withServer(store, async (server) => {
    const desks: Desk[] = [];
    for (const [username, desk] of found)
      desks.push({ caller: await signIn(server.origin, username, PASSWORD), ...desk });
    return measureServer(server, desks);
  });
}

export async function measure(): Promise<Report> {
  const ratios: Ratio[] = [];
  const rows: string[][] = [];
  const printLatencies = (name: string, what: string, { count, p50, p95, p99, max }: Latencies) =>
    rows.push([name, what, String(count), ...[p50, p95, p99, max].map(round)]);
  const notes: string[] = [];
  for (const name of STORES)
    await withStore(name, async (store) => {
      const { heard, memory } = await measureStore(store);
      const edits = summarise(heard.edits);
      printLatencies(name, 'list page', summarise(heard.lists));
      printLatencies(name, 'edit', edits);
      const who = `${name}, ${PEOPLE} people for ${SECONDS} s`;
      ratios.push(
        { what: `${who}: p99 of an edit`, value: edits.p99, limit: EDIT_P99_MS, unit: 'ms' },
        { what: `${who}: errors`, value: heard.errors.length, limit: 0, unit: '' },
        {
          what: `${who}: memory after, times the most in the first half`,
          value: memory.after / memory.firstHalf,
          limit: MEMORY_GROWTH,
          unit: '×',
        },
      );
      if (heard.events === 0) throw new Error('Nobody heard of any change.');
      const { firstHalf, secondHalf, after } = memory;
      notes.push(
        `${name}: ${heard.events.toLocaleString('en')} events heard; memory of the server at most ${round(firstHalf)} MB in the first half, ${round(secondHalf)} MB in the second, ${round(after)} MB afterwards.`,
        ...heard.errors.slice(0, 3),
      );
    });
  return {
    title: 'Fifty people at once',
    ratios,
    tables: [
      {
        title: 'Milliseconds',
        columns: ['store', 'call', 'calls', 'p50', 'p95', 'p99', 'longest'],
        rows,
      },
    ],
    notes: [
      ...notes,
      `${OBJECTS.toLocaleString('en')} objects. Everybody looks at a screen for ${LOOK.from} to ${LOOK.from + LOOK.below} ms between two calls.`,
    ],
  };
}
