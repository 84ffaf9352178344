import { describe, expect, it } from 'vitest';
import { csvLines, guardFormula } from './csv.ts';
import { fileName } from './download.ts';
import { exportRows } from './export-rows.ts';
import { xlsxFile } from './xlsx.ts';

interface Row {
  name: string;
  size: number;
}
const columns = [
  { key: 'name', header: 'name', cell: (row: Row) => row.name },
  { key: 'size', header: '=size', cell: (row: Row) => row.size },
];
async function* chunks() {
  yield [{ name: '=1+1', size: -3 }];
  yield [{ name: 'a "b", c', size: 2 }];
}

// oxlint-disable-next-line require-yield
async function* noChunks(): AsyncGenerator<Row[]> {}
async function exported(format: 'csv' | 'json', read: () => AsyncIterable<Row[]>) {
  const { signal } = new AbortController();
  const { file } = await exportRows({ format, columns, read, onProgress: () => {}, signal });
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
}

describe('JSON', () => {
  it('is one array of objects by the keys of the columns; text is left as it is', async () => {
    expect(JSON.parse(await exported('json', chunks))).toEqual([
      { name: '=1+1', size: -3 },
      { name: 'a "b", c', size: 2 },
    ]);
    expect(JSON.parse(await exported('json', noChunks))).toEqual([]);
  });
});

describe('CSV', () => {
  it('never lets a cell become a formula; numbers stay numbers', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
      expect(guardFormula(text)).toBe(`'${text}`);
    }
    expect(guardFormula('a=1')).toBe('a=1');
    expect(guardFormula(-5)).toBe(-5);
  });

  it('quotes what needs it', async () => {
    expect(await csvLines([['a "b", c', 1, null]])).toBe('"a ""b"", c",1,\r\n');
  });

  it('has all rows of all chunks, with progress', async () => {
    const seen: number[] = [];
    const { file, count } = await exportRows({
      format: 'csv',
      columns,
      read: chunks,
      onProgress: (rows) => seen.push(rows),
      signal: new AbortController().signal,
    });
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());
    expect(text).toBe('\uFEFFname,\'=size\r\n\'=1+1,-3\r\n"a ""b"", c",2\r\n');
    expect([count, seen]).toEqual([2, [1, 2]]);
  });

  it('has its header even where no row is', async () => {
    expect(await exported('csv', noChunks)).toBe("\uFEFFname,'=size\r\n");
  });

  it('stops when it is cancelled', async () => {
    const abort = new AbortController();
    const running = exportRows({
      format: 'csv',
      columns,
      read: chunks,
      onProgress: () => abort.abort(new Error('cancelled')),
      signal: abort.signal,
    });
    await expect(running).rejects.toThrow('cancelled');
  });
});

it('a workbook is written, whatever its texts are', async () => {
  const file = await xlsxFile(
    ['a', 'b'],
    [
      ['=1+1', 1],
      [`\u0000${'x'.repeat(40_000)}`, null],
    ],
  );
  const start = new Uint8Array(await file.arrayBuffer()).subarray(0, 2);
  expect(new TextDecoder().decode(start)).toBe('PK');
});

it('files are named by title and day', () => {
  expect(fileName('Testing: source objects', 'csv')).toMatch(
    /^Testing-source-objects-\d{4}-\d\d-\d\d\.csv$/,
  );
});
