import { expect, it } from 'vitest';
import type { Checksum, DataReader, Reading } from '../../../../../connectors/core/data.ts';
import { findBuckets } from './find-buckets.ts';
import type { Sides } from '../sides.ts';

/** The rows of buckets by what their hashes begin with, all of which differ on the other side. */
function sidesOf(rows: Record<string, number>): Sides {
  const readerOf = (side: string) =>
    ({
      bucketChecksums: async (_reading: Reading, prefix: string, digits = 2) => {
        const found = new Map<string, Checksum>();
        for (const [name, count] of Object.entries(rows)) {
          if (!name.startsWith(prefix)) continue;
          const bucket = name.slice(0, prefix.length + digits);
          const before = found.get(bucket)?.rows ?? 0;
          found.set(bucket, { rows: before + count, sum: side });
        }
        return found;
      },
    }) as unknown as DataReader;
  const one: Sides['one'] = (side, ask) => ask(readerOf(side), {} as Reading);
  const both: Sides['both'] = (ask) => Promise.all([one('source', ask), one('target', ask)]);
  return { one, both, inParts: 0 };
}

it('buckets of other lengths are never read together', async () => {
  const { batches } = await findBuckets(
    sidesOf({ '0ab': 15_000, '0cd': 15_000, '1ab': 10, '2ab': 10 }),
    1_000,
    1,
  );
  expect(batches).toEqual([['1', '2'], ['0ab'], ['0cd']]);
});
