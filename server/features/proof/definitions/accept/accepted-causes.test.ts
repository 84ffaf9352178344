import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../../../contract/proof/evidence.ts';
import * as contract from '../../../../../contract/proof/definitions.ts';
import { BULK_TABLES } from '../../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

/** A table of 200 rows for each test, whose target it damages. */
let used = 0;
async function prepare() {
  const table = BULK_TABLES[used++]!;
  const id = await runs.prepare(both([table]));
  const params = { id };
  return {
    /** Changes the target, compares the rows, and returns what is known of the pair and why its rows differ. */
    async compareAfter(change: string, options: Record<string, unknown> = {}) {
      await runs.world.onTarget(change.replaceAll('TABLE', table));
      await runs.compareRows(id, options);
      const { id: pair, data_result: result, data_accepted: accepted } = await this.pair();
      const kept = await runs.admin.call(evidence.listEvidence, { params: { id, pair } });
      const causes = kept.find(({ kind }) => kind === 'data')?.explanation?.causes ?? [];
      return { result, accepted, causes: causes.map((cause) => cause.id) };
    },
    pair: () => runs.pairOf(id, table),
    async accept(name: string, over: Record<string, unknown> = {}) {
      const { id: pair_id } = await this.pair();
      return runs.admin.send(contract.acceptFinding, {
        params,
        body: {
          pair_id,
          code: contract.DATA_CAUSE,
          name,
          source: null,
          target: null,
          reason: 'Archived',
          until: null,
          ...over,
        },
      });
    },
    acceptances: () => runs.admin.call(contract.listAcceptances, { params }),
  };
}

describe('an acceptance of a cause of rows', () => {
  it('covers the last batch in every later run, and no row that is missing before it', async () => {
    const place = await prepare();
    expect(await place.compareAfter(`delete from TABLE where id > 190`)).toEqual({
      result: 'different',
      accepted: 0,
      causes: ['last_rows:191'],
    });
    expect((await place.accept('last_rows')).status).toBe(200);
    expect(await place.pair()).toMatchObject({ data_result: 'accepted', data_accepted: 10 });
    expect(await place.acceptances()).toMatchObject([
      { code: 'data.cause', name: 'last_rows', held: null },
    ]);
    expect(await place.compareAfter(`delete from TABLE where id > 180`)).toMatchObject({
      result: 'accepted',
      accepted: 20,
    });
    expect(await place.compareAfter(`delete from TABLE where id = 5`)).toEqual({
      result: 'different',
      accepted: 20,
      causes: ['last_rows:181'],
    });
    // The same rows are no batch at the end any more.
    expect(
      await place.compareAfter(`insert into TABLE values (5, 'note 5'), (200, 'note 200')`),
    ).toEqual({ result: 'different', accepted: 0, causes: [] });
  });

  it('covers doubled rows, and no other row that only the target has', async () => {
    const place = await prepare();
    const first = await place.compareAfter(`
      alter table TABLE drop constraint TABLE_pkey;
      insert into TABLE select * from TABLE where id <= 3`);
    expect(first).toEqual({ result: 'different', accepted: 0, causes: ['doubled'] });
    await place.accept('doubled');
    expect(
      await place.compareAfter(`insert into TABLE select * from TABLE where id between 4 and 6`),
    ).toMatchObject({ result: 'accepted', accepted: 6 });
    expect(await place.compareAfter(`insert into TABLE values (7, 'another')`)).toMatchObject({
      result: 'different',
      accepted: 6,
    });
  });

  it('covers rows of one side, and no changed ones', async () => {
    const place = await prepare();
    await place.compareAfter(`delete from TABLE where id in (3, 50, 51)`);
    await place.accept('missing');
    expect(await place.compareAfter(`delete from TABLE where id = 77`)).toMatchObject({
      result: 'accepted',
      accepted: 4,
    });
    expect(
      await place.compareAfter(`
        update TABLE set note = 'odd' where id = 1;
        insert into TABLE values (1000, 'more')`),
    ).toMatchObject({ result: 'different', accepted: 4 });
    await place.accept('extra');
    expect(await place.pair()).toMatchObject({ data_result: 'different', data_accepted: 5 });
  });

  it('covers renumbered keys only while the rows are the same without them', async () => {
    const place = await prepare();
    const first = await place.compareAfter(`
      update TABLE set id = id + 1000 where id between 11 and 20;
      update TABLE set id = case id when 1020 then 11 else id - 999 end where id > 1000`);
    expect(first).toEqual({ result: 'different', accepted: 0, causes: ['renumbered'] });
    await place.accept('renumbered');
    expect(await place.pair()).toMatchObject({ data_result: 'accepted', data_accepted: 10 });
    expect(await place.compareAfter(`update TABLE set note = 'odd' where id = 15`)).toMatchObject({
      result: 'different',
      accepted: 0,
    });
  });

  it('is refused for a cause that no row has, and where more rows may differ', async () => {
    const place = await prepare();
    await place.compareAfter(`delete from TABLE where id = 100`);
    for (const name of ['last_rows', 'doubled', 'extra', 'case', 'missing'])
      expect([name, (await place.accept(name)).status]).toEqual([
        name,
        name === 'missing' ? 200 : 422,
      ]);
    expect((await place.accept('missing', { pair_id: null })).status).toBe(422);
    await place.compareAfter(`delete from TABLE where id = 101`, { depth: 'checksums' });
    expect((await place.accept('missing')).status).toBe(409);
  });
});
