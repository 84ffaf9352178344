import { describe, expect, it } from 'vitest';
import type { Coverage, DataResult, DataLook } from '../../../../../contract/proof/pairs.ts';
import { type FoundRows, isWorse, weighRows } from './weigh-rows.ts';

const covering = (by: DataLook, over: Partial<Coverage> = {}): Coverage => ({
  by,
  rows: 2_000,
  of: 2_000,
  columns: 3,
  left_out: [],
  complete: true,
  ...over,
});
const found = (
  result: DataResult,
  coverage: Coverage | null,
  differences = result === 'different' ? 5 : 0,
): FoundRows => ({
  result,
  coverage,
  differences,
  atLeast: false,
  open: result === 'different' ? differences : 0,
  accepted: 0,
  rowsSource: 2_000,
  rowsTarget: 2_000,
  usedTolerances: null,
  at: '2026-11-22T00:00:00.000Z',
});
const standing = (result: DataResult, coverage: Coverage | null, differences = 2_000) => ({
  data_result: result,
  data_differences: differences,
  data_accepted: result === 'accepted' ? differences : 0,
  data_at_least: 0 as const,
  rows_source: 2_000,
  rows_target: 2_000,
  data_at: '2026-11-21T00:00:00.000Z',
  data_coverage: coverage && JSON.stringify(coverage),
  data_leans_on: null,
});

/** What stands afterwards; with `beside` it was kept beside what stood. */
const after = (before: ReturnType<typeof standing>, look: FoundRows): string => {
  const { data_result, data_look } = weighRows(before, look);
  return data_look ? `${before.data_result} beside` : String(data_result);
};

describe('a further look at the rows of a pair', () => {
  it('that began earlier than the one that stands replaces nothing but a weaker one, as if it had come first', () => {
    const earlier = (look: FoundRows) => ({ ...look, at: '2026-11-20T00:00:00.000Z' });
    const values = covering('values');
    for (const result of ['identical', 'different'] as const)
      expect(weighRows(standing('different', values), earlier(found(result, values)))).toEqual({});
    // Counts that differ disprove an equality of before.
    const counted = { ...standing('different', covering('counts'), 5), data_at_least: 1 as const };
    expect(weighRows(counted, earlier(found('identical', values)))).toEqual({});
    const partly = standing('partly_compared', covering('counts'), 0);
    expect(weighRows(partly, earlier(found('identical', values)))).toMatchObject({
      data_result: 'identical',
      data_at: '2026-11-20T00:00:00.000Z',
      data_look: JSON.stringify({
        result: 'partly_compared',
        coverage: covering('counts'),
        at: partly.data_at,
      }),
    });
  });

  it.each(['counts', 'aggregates', 'sample'] as const)(
    'by %s turns no difference of values into an equality',
    (by) => {
      const before = standing('different', covering('values'));
      expect(after(before, found('partly_compared', covering(by)))).toBe('different beside');
      expect(after(before, found('different', covering(by)))).toBe('different beside');
    },
  );

  it('that is weaker leaves an equality as it is, but where it disproves it', () => {
    for (const equal of ['identical', 'equal_under_rules', 'partly_compared'] as const) {
      const before = standing(equal, covering('values'), 0);
      expect(after(before, found('partly_compared', covering('counts')))).toBe(`${equal} beside`);
      expect(after(before, found('different', covering('counts')))).toBe('different');
    }
  });

  it('that counts other rows than were compared leaves their result, as one that is outdated', () => {
    const before = standing('identical', covering('values'), 0);
    const counts = found('partly_compared', covering('counts'));
    expect(weighRows(before, counts)).not.toHaveProperty('rows_outdated_at');
    const grown = { ...counts, rowsSource: 2_005, rowsTarget: 2_005 };
    const settled = weighRows(before, grown);
    expect(settled).toMatchObject({ rows_outdated_at: grown.at });
    expect(settled).not.toHaveProperty('data_result');
    const unknown = { ...before, rows_source: null, rows_target: null };
    expect(weighRows(unknown, grown)).not.toHaveProperty('rows_outdated_at');
    // Counted before they were compared.
    const earlier = { ...grown, at: '2026-11-20T00:00:00.000Z' };
    expect(weighRows(before, earlier)).toEqual({});
  });

  it('that knows no row says nothing against as many accepted differences; one row that is not accepted does', () => {
    const before = standing('accepted', covering('values'), 5);
    const told = (by: DataLook, differences: number) => ({
      ...found('different', covering(by), differences),
      atLeast: true,
      open: 0,
    });
    for (const by of ['counts', 'aggregates', 'sample'] as const) {
      expect(after(before, told(by, 5))).toBe('accepted beside');
      expect(after(before, told(by, 6))).toBe('different');
      expect(after(before, { ...told(by, 5), open: 1 })).toBe('different');
    }
    // Checksums of all rows.
    expect(after(before, told('values', 5))).toBe('accepted beside');
    expect(after(before, told('values', 6))).toBe('different');
    expect(after(before, { ...told('values', 5), open: 1 })).toBe('different');
    const cut = { ...told('values', 5), coverage: covering('values', { complete: false }) };
    expect(after(before, cut)).toBe('different');
  });

  it('that is as strong or stronger replaces what was known, and what stood beside it', () => {
    const looks = ['counts', 'aggregates', 'sample', 'values'] as const;
    looks.forEach((by, rank) => {
      const look = found(by === 'values' ? 'identical' : 'partly_compared', covering(by));
      for (const former of looks.slice(0, rank + 1))
        expect(weighRows(standing('different', covering(former)), look)).toMatchObject({
          data_result: look.result,
          data_look: null,
        });
    });
  });

  it('of fewer rows of a sample is a weaker one, as is one that was cut', () => {
    const before = standing('partly_compared', covering('sample', { rows: 1_000 }), 0);
    const smaller = found('partly_compared', covering('sample', { rows: 5 }));
    expect(after(before, smaller)).toBe('partly_compared beside');
    const cut = found('partly_compared', covering('values', { complete: false }));
    expect(after(standing('identical', covering('values'), 0), cut)).toBe('identical beside');
  });

  it('stands beside what was found before it was known by what look, but for one of values', () => {
    const counts = found('partly_compared', covering('counts'));
    const before = standing('identical', null, 0);
    expect(after(before, counts)).toBe('identical beside');
    expect(after(before, found('identical', covering('values')))).toBe('identical');
    expect(after(standing('partly_compared', null, 0), counts)).toBe('partly_compared');
  });

  it('stands against nothing where the former could not compare, and nothing stands against such a fact', () => {
    const nothing = standing('not_comparable', null);
    expect(after(nothing, found('partly_compared', covering('counts')))).toBe('partly_compared');
    const before = standing('identical', covering('values'));
    expect(after(before, found('not_comparable', null))).toBe('not_comparable');
  });

  it('detects rows that differ now and did not before', () => {
    const settled = (result: DataResult, differences: number) =>
      ({ data_result: result, data_differences: differences }) as const;
    expect(isWorse(standing('identical', null, 0), settled('different', 1))).toBe(true);
    expect(isWorse(standing('accepted', null, 1), settled('different', 1))).toBe(true);
    expect(isWorse(standing('different', null, 2), settled('different', 3))).toBe(true);
    expect(isWorse(standing('different', null, 2), settled('different', 2))).toBe(false);
    expect(isWorse(standing('different', null, 2), settled('identical', 0))).toBe(false);
    expect(isWorse(standing('identical', null, 0), {})).toBe(false);
  });
});
