import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRunItems, type RunItem } from '../../../../contract/proof/runs.ts';
import { BULK_TABLES } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';

/** Databases are read in processes where the rows of one table, and the definition of another, take all memory. */
const UNBOUNDED_ROWS = 'bulk_3';
const UNBOUNDED_DEFINITION = 'bulk_5';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns({
    databaseProcess: 'connectors/process/unbounded-tables-fixture.ts',
    env: { DATABASE_MEMORY_MB: '200' },
  });
});
afterAll(() => runs.close());

const byTable = (items: RunItem[]) =>
  new Map(items.map((item) => [item.source!.split('.').at(-1)!, item]));

it('a pair that crashes its database process twice is skipped with the reason, and the run continues', async () => {
  const id = await runs.prepare(both(BULK_TABLES.slice(2, 7)));
  const run = await runs.waitForState(await runs.start(id), 'finished');
  expect(run).toMatchObject({ total: 5, done: 5, different: 0, failed: 2 });
  const items = byTable(await runs.readItems(run));
  for (const table of [UNBOUNDED_ROWS, UNBOUNDED_DEFINITION])
    expect(items.get(table)).toMatchObject({
      data: 'not_comparable',
      notes: [
        expect.stringMatching(
          /^Reading from .+ used more than 200 MB .+ It failed twice/,
        ) as string,
      ],
      notes_said: [{ code: 'process.triedTwice' }],
    });
  const failed = await runs.admin.call(listRunItems, {
    params: { id, run: run.id },
    query: { failed: '1' },
  });
  expect(new Set(byTable(failed).keys())).toEqual(new Set([UNBOUNDED_ROWS, UNBOUNDED_DEFINITION]));
  expect(items.get(UNBOUNDED_DEFINITION)!.structure).toBeNull();
  for (const table of ['bulk_2', 'bulk_4', 'bulk_6'])
    expect(items.get(table)).toMatchObject({ data: 'identical', notes: [] });
});

it('a pair during which this program ended twice is skipped; a proper shutdown does not count', async () => {
  const { db } = runs.app.store;
  const tables = BULK_TABLES.slice(7, 15);
  const id = await runs.prepare(both(tables));
  const letGo = await runs.hold(id);
  const run = await runs.start(id);
  await runs.waitFor(run, ({ done }) => done >= 1);
  const readAttempts = async () => {
    const rows = await db
      .selectFrom('run_item')
      .select(['pair_id', 'attempts'])
      .where('run_id', '=', run.id)
      .where('state', '=', 'waiting')
      .orderBy('pair_id')
      .execute();
    return rows;
  };
  expect((await readAttempts()).map(({ attempts }) => attempts)).toContain(1);
  await runs.control(run, 'pause');
  await runs.waitForState(run, 'paused');
  const left = await readAttempts();
  expect(left.every(({ attempts }) => attempts === 0)).toBe(true);

  // As if the program had ended twice over one of them, and once over another.
  const [lost, suspect] = left.map(({ pair_id }) => pair_id);
  const setAttempts = (pairId: number, attempts: number) =>
    db.updateTable('run_item').set({ attempts }).where('pair_id', '=', pairId).execute();
  await setAttempts(lost!, 2);
  await setAttempts(suspect!, 1);
  await letGo();
  await runs.control(run, 'resume');
  const finished = await runs.waitForState(run, 'finished');
  expect(finished).toMatchObject({ done: tables.length, failed: 1 });
  const items = await runs.readItems(run);
  expect(items.find(({ pair_id }) => pair_id === lost)).toMatchObject({
    structure: null,
    data: 'not_comparable',
    notes: [expect.stringMatching(/^The server ended twice while comparing it/) as string],
  });
  const others = items.filter(({ pair_id }) => pair_id !== lost);
  expect(others.every(({ data }) => data === 'identical')).toBe(true);
});
