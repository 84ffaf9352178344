import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson as readLimited } from './json-reader.ts';

/** Cuts bytes into parts of a size. */
function* cut(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}
const LIMITS = { depth: 32, values: 1_000_000 };
const readJson = (
  parts: Iterable<Uint8Array>,
  limits = LIMITS,
  share: Parameters<typeof readLimited>[2] = { take() {} },
) => readLimited(parts, limits, share);
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
    // Also where what was there before has been parsed, and nothing but spaces follows.
    for (const text of [`[${ones}]`, `[${ones}${' '.repeat(200_000)},1]`])
      await expect(read(text, 90_000)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['[', 'nested'],
    ['{"a":', 'nested'],
    ['[{"a":[', 'nested'],
    ['[],', 'values'],
    ['{},', 'values'],
    ['0,', 'values'],
    ['{"a":1,"b":[2]},', 'values'],
    ['"[",', 'values'],
    ['"\\"",[', 'nested'],
  ])(
    'is refused before it is parsed, by what it holds: %s over and over',
    async (piece, reason) => {
      let given = 0;
      function* endless() {
        yield Buffer.from('[');
        for (; given < 1_000; given += 1) yield Buffer.from(piece.repeat(1_000));
      }
      await expect(readJson(endless(), { depth: 32, values: 100_000 })).rejects.toMatchObject({
        kind: 'too-large',
        message: expect.stringContaining(reason),
      });
      expect(given).toBeLessThanOrEqual(100);
    },
  );

  it('may be as deep, and hold as much, as the limits say', async () => {
    const readWithin = (text: string) => readJson([Buffer.from(text)], { depth: 3, values: 5 });
    expect(await readWithin('[[[1]]]')).toEqual([[[1]]]);
    await expect(readWithin('[[[[1]]]]')).rejects.toMatchObject({ kind: 'too-large' });
    expect(await readWithin('{"a":[1,2],"b":3}')).toEqual({ a: [1, 2], b: 3 });
    await expect(readWithin('{"a":[1,2],"b":3,"c":4}')).rejects.toMatchObject({
      kind: 'too-large',
    });
  });

  it('counts no brackets and commas of texts', async () => {
    const value = ['[[[[[[[[', '{{{{{{', '\\"[[[[[[,,,,', ',,,,,,,,,,,,,'];
    expect(
      await readJson(cut(Buffer.from(JSON.stringify(value)), 3), { depth: 1, values: 5 }),
    ).toEqual(value);
  });

  it('takes its part of the room for bytes and values before it is parsed', async () => {
    const full = new Error('full');
    let bytes = 0;
    let values = 0;
    const take = (moreBytes: number, moreValues: number) => {
      bytes += moreBytes;
      values += moreValues;
      if (values > 50) throw full;
    };
    const text = JSON.stringify(Array.from({ length: 1_000 }, () => ({})));
    await expect(readJson(cut(Buffer.from(text), 100), LIMITS, { take })).rejects.toBe(full);
    expect(bytes).toBeLessThanOrEqual(200);
  });

  it('must be UTF-8', async () => {
    const bytes = Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]);
    await expect(readJson([bytes])).rejects.toMatchObject({ kind: 'malformed' });
  });
});
