import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Coverage, matchObjects } from '../../../../../contract/proof/pairs.ts';
import * as contract from '../../../../../contract/proof/definitions.ts';
import { createProject, importTables } from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';
import type { AcceptanceTable, PairTable } from '../../../../platform/db/proof-tables.ts';
import { MARK_LENGTH } from '../../../../platform/vault.ts';
import type { PairService, PairTask } from '../../pairs/service.ts';
import type { UserService } from '../../../users/service.ts';
import { createAcceptances } from './accept.ts';
import { isCovered } from './acceptances.ts';
import { keepMarks } from './accepted-rows.ts';
import { judgeRows, settleCall, settleRows } from './settle.ts';

let app: TestApp;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp();
  projectId = (await createProject(app.admin)).Project_Id;
});
afterAll(() => app.close());

const THEN = '2026-01-02T00:00:00.000Z';
const BEFORE = '2026-01-01T00:00:00.000Z';
const REASON = { reason: 'Known.', until: null };
const coverage: Coverage = {
  by: 'values',
  rows: 10,
  of: 10,
  columns: 2,
  left_out: [],
  complete: true,
};
/** A mark of a row or a value. */
const mark = (letter: string) => letter.repeat(MARK_LENGTH);

let tables = 0;
/** A pair with one object, as it was compared. */
async function addPair(values: Updateable<PairTable> = {}) {
  const name = `table_${(tables += 1)}`;
  const rows = await importTables(app.admin, projectId, 'source', [name]);
  await app.admin.call(matchObjects, { params: { id: projectId } });
  const object = rows.find(({ object_name }) => object_name === name)!.source_objectid!;
  const { db } = app.store;
  const { pair_id } = await db
    .selectFrom('object')
    .select('pair_id')
    .where('id', '=', object)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('pair')
    .set({ data_at: THEN, data_coverage: JSON.stringify(coverage), ...values })
    .where('id', '=', pair_id!)
    .execute();
  return { id: pair_id!, object };
}

async function hold(
  pair: { id: number; object: number },
  held: string,
  given: Partial<Pick<AcceptanceTable, 'code' | 'objects'>> = {},
): Promise<void> {
  const { db } = app.store;
  const { id } = await db
    .insertInto('acceptance')
    .values({
      ...REASON,
      project_id: projectId,
      pair_id: pair.id,
      code: contract.DATA_DIFFERENT,
      name: null,
      source: null,
      target: '1',
      objects: String(pair.object),
      created_by: null,
      created_at: THEN,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('acceptance_held').values({ acceptance_id: id, held }).execute();
}

const keep = (pairId: number, at: string, marks: string) =>
  app.store.db
    .insertInto('pair_difference')
    .values({ pair_id: pairId, data_at: at, marks })
    .execute();
const readPair = (id: number) =>
  app.store.db.selectFrom('pair').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('rows that differ', () => {
  const judge = async (pairId: number, marks: string[], over: object = {}) => {
    const found = { differencesTotal: marks.length, atLeast: false, coverage, marks, ...over };
    return judgeRows(app.store, app.store.db, pairId, found);
  };

  it.each([
    ['the row as a whole', mark('R'), 'accepted'],
    ['each value that was changed', mark('X') + mark('a') + mark('b'), 'accepted'],
    ['one of two values', mark('X') + mark('a'), 'different'],
    ['another row', mark('X'), 'different'],
  ])('are accepted by what holds %s: %#', async (_, held, result) => {
    const pair = await addPair();
    await hold(pair, held);
    const row = mark('R') + mark('a') + mark('b');
    expect((await judge(pair.id, [row])).result).toBe(result);
    expect((await judge(pair.id, [row, mark('Y')])).result).toBe('different');
  });

  it('are never all accepted where more of them may differ, but for those of a sample', async () => {
    const pair = await addPair();
    await hold(pair, mark('R'));
    expect((await judge(pair.id, [mark('R')], { atLeast: true })).result).toBe('different');
    const sample = { ...coverage, by: 'sample' as const };
    // What lies beyond the sample is what was not compared.
    expect(await judge(pair.id, [mark('R')], { atLeast: true, coverage: sample })).toMatchObject({
      result: 'partly_compared',
      accepted: 1,
    });
  });

  it('are those of the result that stands, and of no other look', async () => {
    const pair = await addPair({ data_result: 'accepted', data_differences: 1 });
    await hold(pair, mark('R'));
    await keep(pair.id, BEFORE, mark('R'));
    await settleRows(app.store, app.store.db, pair.id);
    expect(await readPair(pair.id)).toMatchObject({ data_result: 'different', data_accepted: 0 });
    expect(await keepMarks(app.store.db, pair.id, BEFORE, { marks: ['x'], open: ['x'] })).toBe(
      false,
    );
    const { marks } = await app.store.db
      .selectFrom('pair_difference')
      .selectAll()
      .where('pair_id', '=', pair.id)
      .executeTakeFirstOrThrow();
    expect(marks).toBe(mark('R'));
  });
});

describe('a result that no acceptance is about', () => {
  it.each(['identical', 'equal_under_rules', 'not_comparable'] as const)(
    'stays when one ends: %s',
    async (data_result) => {
      const pair = await addPair({ data_result, data_differences: 0 });
      await settleRows(app.store, app.store.db, pair.id);
      expect(await readPair(pair.id)).toMatchObject({ data_result });
    },
  );

  it('stays: a call that was equal', async () => {
    const pair = await addPair({ call_result: 'equal', call_gaps: '[]' });
    await settleCall(app.store, app.store.db, pair.id);
    expect(await readPair(pair.id)).toMatchObject({ call_result: 'equal' });
  });
});

it('an acceptance of uncompared parts does not cover other objects', async () => {
  for (const [objects, result] of [
    [undefined, 'accepted'],
    ['999999', 'partly_compared'],
  ] as const) {
    const pair = await addPair({ call_result: 'partly_compared', call_gaps: '["call a"]' });
    const given = { code: contract.CALL_PARTLY, objects: objects ?? String(pair.object) };
    await hold(pair, '["call a"]', given);
    await settleCall(app.store, app.store.db, pair.id);
    expect(await readPair(pair.id)).toMatchObject({ call_result: result });
  }
});

it("a pair's acceptance is about exactly one finding, a rule about all that have what it names", () => {
  const finding = { code: 'type', name: 'a', source: 'int', target: 'text' };
  const naming = { code: 'type', name: null, names: null, source: 'int', target: 'text' };
  const covers = (pair_id: number | null) => isCovered(finding as never, { ...naming, pair_id });
  expect([covers(1), covers(null)]).toEqual([false, true]);
});

describe('accepting', () => {
  const request = { code: contract.DATA_DIFFERENT, name: null, source: null, ...REASON };
  const accept = (pairId: number, target: string, meanwhile = () => Promise.resolve()) => {
    const tasks = async (): Promise<PairTask[]> => {
      const members = await app.store.db
        .selectFrom('object')
        .selectAll()
        .where('pair_id', '=', pairId)
        .execute();
      const task = { pair: await readPair(pairId), members } as unknown as PairTask;
      await meanwhile();
      return [task];
    };
    const pairs = { find: () => readPair(pairId), tasks } as unknown as PairService;
    const users = { names: async () => new Map() } as unknown as UserService;
    const nothing = { findingsOf: async () => null, recount: async () => undefined };
    return createAcceptances(app.store, users, pairs, nothing).accept(
      { userId: app.admin.userId, username: 'admin', isAdmin: true },
      projectId,
      { ...request, pair_id: pairId, target },
    );
  };

  it('is refused where not all of the rows are known', async () => {
    const pair = await addPair({ data_result: 'different', data_differences: 3 });
    await keep(pair.id, THEN, [mark('R'), mark('S')].join('\n'));
    await expect(accept(pair.id, '3')).rejects.toThrow('are known, so they cannot be accepted');
  });

  it('is refused where the pair has other objects by now', async () => {
    const pair = await addPair({ data_result: 'different', data_differences: 1 });
    await keep(pair.id, THEN, mark('R'));
    const other = await addPair();
    const moveObject = async () => {
      await app.store.db
        .updateTable('object')
        .set({ pair_id: pair.id })
        .where('id', '=', other.object)
        .execute();
    };
    await expect(accept(pair.id, '1', moveObject)).rejects.toThrow('paired again in the meantime');
    expect(await accept(pair.id, '1')).toMatchObject({ reason: 'Known.' });
  });
});
