import { expect, it } from 'vitest';
import type { PairCall } from '../../../../contract/proof/calls.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { KeptComparison } from '../evidence/service.ts';
import { gapsOfCall } from './keep-call.ts';

const call: PairCall = {
  source_text: 'select 1',
  target_text: 'select 1',
  parameter_sets: [],
  tables: [],
  ordered: false,
  writes: true,
};
const compared = (given: object): KeptComparison =>
  ({
    parameters: 'One',
    result: 'partly_compared',
    complete: true,
    source: { committed: false },
    target: { committed: false },
    notes: [],
    ...given,
  }) as unknown as KeptComparison;

it('names the call, the parameter sets that were cut, and the sides that committed or did not name the routine', () => {
  const comparisons = [
    compared({ complete: false, target: { committed: true } }),
    compared({ parameters: 'Two', source: { committed: true } }),
    compared({
      parameters: 'Two',
      notes: [
        message('effect.noTable'),
        message('effect.manyTables', { count: 20 }),
        message('effect.manyRows', { it: 'a.b' }),
        message('effect.differedBefore', { it: 'a.b' }),
        message('effect.moments', { it: 'a.b', columns: 'at' }),
        message('effect.numbers', { it: 'a.b', columns: 'id' }),
      ],
    }),
    compared({ parameters: 'Three', result: 'equal' }),
  ];
  const [which, ...gaps] = gapsOfCall(call, comparisons, ['source']);
  expect(gaps).toEqual([
    '["cut","One"]',
    '["committed","target","One"]',
    '["committed","source","Two"]',
    '["effect.noTable",{}]',
    '["effect.manyTables",{"count":20}]',
    '["unnamed","source"]',
  ]);
  expect(gapsOfCall({ ...call, target_text: 'select 2' }, [], [])).not.toEqual([which]);
});
