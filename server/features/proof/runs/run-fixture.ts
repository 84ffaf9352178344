import { setTimeout as sleep } from 'node:timers/promises';
import * as inventory from '../../../../contract/inventory.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import * as contract from '../../../../contract/proof/runs.ts';
import {
  DEFAULT_COMPARISON_RULES,
  DEFAULT_PROOF_SETTINGS,
  type ProofSettings,
  setComparisonRules,
  setProofSettings,
} from '../../../../contract/proof/rows.ts';
import { createProject, inventoryItem } from '../../../../tests/support/fixtures.ts';
import { createProofWorld } from '../../../../tests/support/proof-world.ts';
import { type TestAppOptions, startTestApp } from '../../../../tests/support/test-app.ts';

export const both = (names: string[]) => ({ source: names, target: names });

/** The program with databases to compare, and what tests of runs do with it. */
export async function openRuns(options: TestAppOptions = {}) {
  const world = await createProofWorld();
  const env = { SQLITE_DIR: world.folder, ...options.env };
  const app = await startTestApp({ ...options, env });
  const { admin } = app;

  const look = (run: contract.Run) =>
    admin.call(contract.getRun, { params: { id: run.Project_Id, run: run.id } });
  const waitFor = async (
    run: contract.Run,
    isThere: (now: contract.Run) => boolean,
  ): Promise<contract.Run> => {
    const until = Date.now() + 50_000;
    for (;;) {
      const now = await look(run);
      if (isThere(now)) return now;
      if (Date.now() > until) throw new Error(`The run stayed as it is: ${JSON.stringify(now)}`);
      await sleep(50);
    }
  };
  const set = (id: number, settings: Partial<ProofSettings>) =>
    admin.call(setProofSettings, {
      params: { id },
      body: { ...DEFAULT_PROOF_SETTINGS, ...settings },
    });

  const pairOf = async (id: number, table: string): Promise<pairs.PairRow> =>
    (await admin.call(pairs.listPairs, { params: { id }, query: { q: table } }))[0]!;
  const start = (id: number, body: Record<string, unknown> = {}) =>
    admin.call(contract.startRun, { params: { id }, body: { kind: 'verify', ...body } });
  const brake = (id: number, percent: number) => {
    const side = { ...DEFAULT_PROOF_SETTINGS.source, connections: 1, brake: percent };
    return set(id, { source: side, target: side });
  };
  /** Each row of the pair's target takes a tenth of a second. */
  const sleepIn = (id: number, pair: number) =>
    admin.call(setComparisonRules, {
      params: { id, pair },
      body: { ...DEFAULT_COMPARISON_RULES, where_target: 'pg_catalog.pg_sleep(0.1) is not null' },
    });
  /** A project of the world with these tables imported. */
  const importBoth = async (
    tables: { source: string[]; target: string[] },
    over: Record<string, unknown> = {},
  ): Promise<number> => {
    const { Project_Id } = await createProject(admin, { ...world.form, ...over });
    const items = (names: string[], schema: string) =>
      names.map((name) => inventoryItem(Project_Id, name, schema));
    await admin.call(inventory.importSource, { body: items(tables.source, 'main') });
    await admin.call(inventory.importTarget, { body: items(tables.target, 'public') });
    return Project_Id;
  };

  const waitForState = (run: contract.Run, state: contract.RunState) =>
    waitFor(run, (now) => now.state === state);

  return {
    world,
    app,
    admin,
    look,
    waitFor,
    set,
    waitForState,
    /** Compares the rows of all pairs, down to those that differ, and waits for the end. */
    async compareRows(id: number, options: Record<string, unknown> = {}, kind = 'verify') {
      const run = await start(id, { kind, options: { depth: 'rows', sample: null, ...options } });
      return waitForState(run, 'finished');
    },
    importBoth,
    /** Imports them and matches them. */
    async prepare(...args: Parameters<typeof importBoth>): Promise<number> {
      const id = await importBoth(...args);
      await admin.call(pairs.matchObjects, { params: { id } });
      return id;
    },
    start,
    /** A run whose first statement on the target takes twenty seconds. */
    async startSleeping(id: number, table: string): Promise<contract.Run> {
      const { id: pair } = await pairOf(id, table);
      await sleepIn(id, pair);
      return start(id);
    },
    /** Keeps runs for twenty seconds at the fourth pair, however fast the machine is. @returns what takes that back */
    async hold(id: number): Promise<() => Promise<unknown>> {
      await brake(id, 0);
      const found = await admin.call(pairs.listPairs, { params: { id } });
      const { id: pair } = found.toSorted((one, other) => one.id - other.id)[3]!;
      await sleepIn(id, pair);
      return () =>
        admin.call(setComparisonRules, { params: { id, pair }, body: DEFAULT_COMPARISON_RULES });
    },
    /** Brakes so that a run of many tables takes long enough for something to be done meanwhile. */
    brake,
    control: (run: contract.Run, action: string) =>
      admin.call(contract.controlRun, {
        params: { id: run.Project_Id, run: run.id },
        body: { action },
      }),
    readItems: (run: contract.Run): Promise<contract.RunItem[]> =>
      admin.call(contract.listRunItems, { params: { id: run.Project_Id, run: run.id } }),
    pairOf,
    async close() {
      await app.close();
      await world.remove();
    },
  };
}

export type Runs = Awaited<ReturnType<typeof openRuns>>;
