import { describe, expect, it } from 'vitest';
import { pageRows } from './page-rows.ts';

const rows = [
  { id: 1, name: 'beta', note: null, flag: 0 },
  { id: 2, name: 'Alpha', note: 'x', flag: 1 },
  { id: 3, name: 'alpha', note: '', flag: 1 },
];
const ids = (query: Partial<Parameters<typeof pageRows>[1]>) => {
  const page = pageRows(rows, { filter: {}, ...query }, 'id');
  return [page.total, page.rows.map((row) => row.id)];
};
const by = (column: string, descending = false) => ({ sort: [{ column, descending }] });

describe('a short list', () => {
  it('is whole and in order without parameters', () => {
    expect(ids({})).toEqual([3, [1, 2, 3]]);
  });

  it('sorts by code point, empty values last either way', () => {
    expect(ids(by('name'))).toEqual([3, [2, 3, 1]]);
    expect(ids(by('name', true))).toEqual([3, [1, 3, 2]]);
    expect(ids(by('note'))).toEqual([3, [2, 1, 3]]);
    expect(ids(by('note', true))).toEqual([3, [2, 1, 3]]);
  });

  // covers: D11.2
  it('filters text anywhere, numbers exactly, empty and not', () => {
    expect(ids({ filter: { name: 'LPH' } })).toEqual([2, [2, 3]]);
    expect(ids({ filter: { flag: '1' } })).toEqual([2, [2, 3]]);
    expect(ids({ filter: { note: '-' } })).toEqual([2, [1, 3]]);
    expect(ids({ filter: { note: '*' } })).toEqual([1, [2]]);
    expect(ids({ q: 'BET' })).toEqual([1, [1]]);
  });

  // covers: D11.2
  it('counts what matches before the limit', () => {
    expect(ids({ limit: 1, offset: 1 })).toEqual([3, [2]]);
    expect(ids({ after: 1, limit: 1 })).toEqual([3, [2]]);
  });
});
