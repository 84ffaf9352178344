import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_GATE, GATE_CONDITIONS, getGate, setGate } from '../../../../contract/gate.ts';
import {
  acceptFinding,
  getStructure,
  withdrawAcceptance,
} from '../../../../contract/proof/definitions.ts';
import { listPairs } from '../../../../contract/proof/pairs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { BULK_TABLES, EQUAL_TABLE } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';

/** What a comparison finds of next numbers, as the gate and the list of pairs have it. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

/** A project whose gate asks for nothing but next numbers. */
async function prepare() {
  const id = await runs.prepare(both([EQUAL_TABLE, BULK_TABLES[0]!]));
  const params = { id };
  const left_out = GATE_CONDITIONS.filter((condition) => condition !== 'sequences');
  await runs.admin.call(setGate, {
    params,
    body: { ...DEFAULT_GATE, left_out, was: fingerprint(DEFAULT_GATE) },
  });
  const { id: pair } = await runs.pairOf(id, EQUAL_TABLE);
  const gate = async () => {
    const { verdict, conditions } = await runs.admin.call(getGate, { params });
    const { count, unknown, named } = conditions.find(
      ({ condition }) => condition === 'sequences',
    )!;
    return [verdict, count, unknown, named.map(({ name }) => name)];
  };
  const compare = async () => runs.waitForState(await runs.start(id), 'finished');
  const listed = async (next_numbers: string) =>
    (
      await runs.admin.call(listPairs, { params, query: { 'filter[next_numbers]': next_numbers } })
    ).map(({ name }) => name);
  const findingOf = async (code: string) => {
    const { findings } = await runs.admin.call(getStructure, { params: { id, pair } });
    return findings.find((one) => one.code === code)!;
  };
  const accept = async (code: string) => {
    const { name, source, target } = await findingOf(code);
    const body = { pair_id: pair, code, name, source, target, reason: 'known', until: null };
    return runs.admin.call(acceptFinding, { params, body });
  };
  return { id, gate, compare, listed, findingOf, accept };
}

describe('next numbers', () => {
  it('keep the gate shut while they are taken, until the statement that is offered has run', async () => {
    const { gate, compare, listed, findingOf } = await prepare();
    expect(await gate()).toEqual(['no_go', 2, 2, []]);
    expect(await listed('unknown')).toHaveLength(2);
    await compare();
    expect(await gate()).toEqual(['go', 0, 0, []]);
    expect(await listed('above')).toHaveLength(2);

    await runs.world.onTarget(`alter table ${EQUAL_TABLE} alter id restart with 5`);
    await compare();
    expect(await gate()).toEqual(['no_go', 1, 0, [`main.${EQUAL_TABLE}`]]);
    expect(await listed('behind')).toEqual([`main.${EQUAL_TABLE}`]);

    const { repair } = await findingOf('numbering.behind');
    await runs.world.onTarget(repair!.join(';'));
    await compare();
    expect(await gate()).toEqual(['go', 0, 0, []]);
  });

  it('that are taken, or cannot be told, count as decided while somebody has accepted it', async () => {
    const { id, gate, compare, accept, listed } = await prepare();
    await runs.world.onTarget(`alter table ${EQUAL_TABLE} alter id restart with 5`);
    await compare();
    const { id: acceptance } = await accept('numbering.behind');
    expect(await gate()).toEqual(['go', 0, 0, []]);
    await runs.admin.call(withdrawAcceptance, { params: { id, acceptance } });
    expect(await gate()).toEqual(['no_go', 1, 0, [`main.${EQUAL_TABLE}`]]);
    // The largest number says nothing of numbers that fall.
    await runs.world.onTarget(`alter table ${EQUAL_TABLE} alter id set increment by -1`);
    await compare();
    expect(await gate()).toEqual(['no_go', 1, 1, []]);
    expect(await listed('unknown')).toEqual([`main.${EQUAL_TABLE}`]);
    await accept('numbering.unread');
    expect(await gate()).toEqual(['go', 0, 0, []]);
    expect(await listed('*')).toHaveLength(2);
    expect(await listed('-')).toEqual([]);
  });

  it('are not known any more where a definition has changed since', async () => {
    const { id, gate, compare } = await prepare();
    await compare();
    await runs.app.store.db
      .updateTable('pair')
      .set({ definition_changed_at: '2999-01-01T00:00:00.000Z' })
      .where('project_id', '=', id)
      .execute();
    expect(await gate()).toEqual(['no_go', 2, 2, []]);
  });
});
