import { afterAll, beforeAll, expect, it } from 'vitest';
import * as calls from '../../../contract/proof/calls.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../contract/proof/rows.ts';
import { DIFFERENT_TABLE, EQUAL_TABLE } from '../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../../features/proof/runs/run-fixture.ts';
import { type CallLine, callKept } from './call.ts';
import { CannotVerify, type ServerClient } from './server-client.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const CALLS = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };

it('runs all calls again with their parameter sets, and ends as verify does', async () => {
  const id = await runs.prepare(both([EQUAL_TABLE, DIFFERENT_TABLE]));
  await runs.set(id, { source: CALLS, target: CALLS });
  const client: ServerClient = {
    async call(endpoint, call) {
      const { status, body } = await runs.admin.send(endpoint, call);
      if (status >= 400) throw new CannotVerify((body as { detail: string }).detail);
      return endpoint.response.parse(body) as never;
    },
  };
  const callAll = async () => {
    const lines: CallLine[] = [];
    const code = await callKept(client, {
      projectId: id,
      json: true,
      signal: new AbortController().signal,
      print: (line) => void lines.push(JSON.parse(line) as CallLine),
      printProgress: () => undefined,
    });
    return { code, lines };
  };
  await expect(callAll()).rejects.toThrow(/has no calls to run again/);

  const ask = async (table: string, text: string) => {
    const { id: pair } = await runs.pairOf(id, table);
    const set = (value: string) => ({
      name: `id ${value}`,
      values: { id: value },
      expected_error: null,
    });
    await runs.admin.call(calls.runCall, {
      params: { id, pair },
      body: {
        source_text: text,
        target_text: text.replace(':id', 'cast(:id as bigint)'),
        parameter_sets: [set('8'), set('9')],
        tables: [],
        ordered: false,
        writes: false,
      },
    });
  };
  await ask(EQUAL_TABLE, `select note from ${EQUAL_TABLE} where id = :id`);
  expect(await callAll()).toMatchObject({
    code: 0,
    lines: [{ result: 'equal', sets: 2, unequal: [], reason: null }],
  });
  await ask(DIFFERENT_TABLE, `select note from ${DIFFERENT_TABLE} where id = :id`);
  expect(await callAll()).toMatchObject({
    code: 1,
    lines: [{ result: 'equal' }, { result: 'different', sets: 2, unequal: ['id 9'] }],
  });
  await runs.world.onTarget(`alter table ${DIFFERENT_TABLE} rename column note to remark`);
  expect(await callAll()).toMatchObject({ code: 1, lines: [{}, { result: 'different' }] });
  await runs.set(id, {});
  await expect(callAll()).rejects.toThrow(/switched off/);
});
