import { expect, it } from 'vitest';
import { shareReads } from './share-reads.ts';

/** Readings in the order in which they began; each ends when it is told to. */
function createReadings() {
  const begun: { key: string; end: (answer: string) => void; fail: () => void }[] = [];
  const share = shareReads<string>();
  const ask = (key: string) =>
    share(
      key,
      () =>
        new Promise((resolve, reject) => {
          begun.push({ key, end: resolve, fail: () => reject(new Error('gone')) });
        }),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, ask, settle };
}

it('who asks during a reading shares the next one', async () => {
  const { begun, ask, settle } = createReadings();
  const first = ask('a');
  const [second, third] = [ask('a'), ask('a')];
  expect(begun).toHaveLength(1);
  begun[0]!.end('old');
  expect(await first).toBe('old');
  await settle();
  expect(begun).toHaveLength(2);
  const fourth = ask('a');
  begun[1]!.end('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  await settle();
  begun[2]!.end('newer');
  expect(await fourth).toBe('newer');
  expect(begun).toHaveLength(3);
});

it('reads again once nobody reads, and each key for itself', async () => {
  const { begun, ask } = createReadings();
  const both = [ask('a'), ask('b')];
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  begun.forEach(({ end }) => end('x'));
  await Promise.all(both);
  void ask('a');
  expect(begun).toHaveLength(3);
});

it('a reading that fails does not fail the next one', async () => {
  const { begun, ask, settle } = createReadings();
  const first = ask('a');
  const second = ask('a');
  begun[0]!.fail();
  await expect(first).rejects.toThrow('gone');
  await settle();
  begun[1]!.end('there');
  expect(await second).toBe('there');
});
