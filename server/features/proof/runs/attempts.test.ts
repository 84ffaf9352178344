import { said } from '../../../../tests/support/said.ts';
import { expect, it } from 'vitest';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import { takeBatch, withRetry } from './attempts.ts';

it.each([
  ['ended', 2],
  ['network', 1],
] as const)('what fails as %s is tried %i times', async (code, times) => {
  let tried = 0;
  const work = () => {
    tried += 1;
    return Promise.reject(new ConnectorError(code, said('Gone.')));
  };
  await expect(withRetry(new AbortController().signal, work)).rejects.toThrow('Gone.');
  expect(tried).toBe(times);
});

it('a pair that did not finish is compared alone', () => {
  const batchOf = (...attempts: number[]) =>
    takeBatch(
      attempts.map((count, pairId) => ({ pairId, rank: 0, checkpoint: null, attempts: count })),
    ).map(({ pairId }) => pairId);
  expect(batchOf(0, 0, 0)).toEqual([0, 1, 2]);
  expect(batchOf(1, 0, 0)).toEqual([0]);
  expect(batchOf(0, 0, 1, 0)).toEqual([0, 1]);
  expect(batchOf()).toEqual([]);
});
