import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './json-reader.ts';

/** Cuts bytes into parts of a size. */
function* cut(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}
const read = (text: string, size = 7) => readJson(cut(Buffer.from(text), size));

describe('a body in parts', () => {
  it('says what it would say whole, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 40 }), async (text, size) => {
        expect(await read(text, size)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may be a long list, parsed in batches', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      name: `"ö,]} \\ ${index}`,
      list: [index, [], {}],
    }));
    for (const text of [JSON.stringify(rows), ` \n${JSON.stringify(rows, null, 1)}\n `])
      expect(await read(text, 65_536)).toEqual(rows);
  });

  it('of nothing, or of spaces, is none', async () => {
    expect(await read('')).toBeUndefined();
    expect(await read(' \n')).toBeUndefined();
    expect(await read('[]')).toEqual([]);
    expect(await read(' [ ] ')).toEqual([]);
  });

  it.each([
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1}',
    '[1]]',
    '[1] 2',
    '[1],[2]',
    '["a]',
    '[{]}',
    'x',
  ])('is refused where it is no JSON: %s', async (text) => {
    const problem = { kind: 'malformed' };
    await expect(read(text)).rejects.toMatchObject(problem);
    // Also where the fault is in a later batch.
    const long = `[${'1,'.repeat(100_000)}`;
    if (text.startsWith('['))
      await expect(read(long + text.slice(1), 50_000)).rejects.toMatchObject(problem);
  });

  it('is refused where a comma of a long list separates nothing', async () => {
    const ones = '1,'.repeat(40_000);
    for (const text of [`[${ones}]`, `[${ones},1]`, `[${ones}  ,${ones}1]`])
      await expect(read(text, 10_000)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('must be UTF-8', async () => {
    const bytes = Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]);
    await expect(readJson([bytes])).rejects.toMatchObject({ kind: 'malformed' });
  });
});
