import { describe, expect, it } from 'vitest';
import { toEnglish } from '../../../../../contract/messages/english.ts';
import type { Covered, Spread } from '../../../../../connectors/core/definitions.ts';
import { comparePartitions } from './compare-storage.ts';

const by = (covered: Covered, over: Partial<Spread> = {}) => {
  const spread: Spread = { method: 'range', columns: ['at'], covered, ...over };
  return {
    partitioning: `${spread.method} (${spread.columns?.join() ?? '?'})`,
    partitions: 3,
    spread,
  };
};
const NONE = { partitioning: null, partitions: 0 };
const ranges = (...some: [string | null, string | null][]): Covered => ({ ranges: some });
const find = (source: Parameters<typeof comparePartitions>[0], target: typeof source) =>
  comparePartitions(source, target, (name) => name.replace(/^C_/, '').toLowerCase()).map(
    ({ code, severity, detail }) => {
      const values = /partition for (.*): it rejects/.exec(toEnglish(detail))?.[1];
      return [code.replace('object.', ''), severity, values].filter(Boolean).join(' ');
    },
  );

describe('comparing partitions', () => {
  it('on one side only: a note, unless the target refuses rows for them', () => {
    const bounded = by(ranges(['2024-01-01', '2026-01-01']));
    expect(find(NONE, NONE)).toEqual([]);
    expect(find(bounded, NONE)).toEqual(['partitions info']);
    expect(find(NONE, by('all'))).toEqual(['partitions info']);
    expect(find(NONE, by('unknown'))).toEqual(['partitions info']);
    expect(find(NONE, bounded)).toEqual(['partitions warning']);
  });

  it('by something else: a note; by a column under its new name: nothing', () => {
    expect(find(by('all'), by('all', { columns: ['id'] }))).toEqual(['partitionKey info']);
    expect(find(by('all'), by('all', { method: 'hash' }))).toEqual(['partitionKey info']);
    expect(find(by('all', { columns: ['C_AT'] }), by('all'))).toEqual([]);
    expect(find(by('all'), { ...by('all'), partitions: 4 })).toEqual(['partitionCount info']);
  });

  it('a range that the target lacks is an error, which names it', () => {
    const source = by(ranges([null, '2020-01-01'], ['2020-01-01', '2026-01-01']));
    const lacks = (...some: [string | null, string | null][]) => find(source, by(ranges(...some)));
    expect(lacks([null, '2026-01-01'])).toEqual([]);
    expect(lacks([null, '2026-01-01 00:00:00'])).toEqual([]);
    expect(lacks([null, '2025-01-01'])).toEqual([
      'partitionLacks error ≥ 2025-01-01, < 2026-01-01',
    ]);
    expect(lacks([null, '2021-01-01'], ['2022-01-01', '2027-01-01'])).toEqual([
      'partitionLacks error ≥ 2021-01-01, < 2022-01-01',
    ]);
    // A first partition without a beginning became one with a beginning.
    expect(lacks(['2019-01-01', '2026-01-01'])).toEqual(['partitionLacks warning < 2019-01-01']);
    expect(lacks(['2021-01-01', '2026-01-01'])).toEqual([
      'partitionLacks error ≥ 2020-01-01, < 2021-01-01',
    ]);
    expect(find(by('all'), by(ranges([null, '10'])))).toEqual(['partitionLacks error ≥ 10']);
    expect(find(by(ranges([null, '1e3'])), by(ranges([null, 'a'])))).toEqual([]);
    expect(find(by(ranges([null, '1000'])), by(ranges([null, '999'])))).toEqual([
      'partitionLacks error ≥ 999, < 1000',
    ]);
  });

  it('values that no list contains are an error; unknown lists are not', () => {
    const list = (...values: string[]) => by({ values }, { method: 'list' });
    expect(find(list('1', 'b', '2024-01-01'), list('01', 'b', '2024-01-01 00:00:00'))).toEqual([]);
    expect(find(list('a', 'b', 'c'), list('c'))).toEqual(['partitionLacks error a, b']);
    expect(find(list('a'), list('a', 'b'))).toEqual([]);
    expect(find(by('unknown'), by(ranges([null, '1'])))).toEqual([]);
    expect(find(by(ranges([null, '1'])), by('unknown'))).toEqual([]);
    expect(find(list('a'), by('all', { method: 'list' }))).toEqual([]);
  });
});
