import { describe, expect, it } from 'vitest';
import type { PairRow } from '../../contract/pairs.ts';
import type { RunItem } from '../../contract/runs.ts';
import { describeLine, isFailure, lineOf, lineOfUnmatched } from './verify-report.ts';

const item: RunItem = {
  seq: 1,
  pair_id: 7,
  source: 'shop.orders',
  target: 'public.orders',
  type: 'table',
  state: 'compared',
  verdict: 'different',
  structure: 'compatible',
  data: 'different',
  rows_source: 80,
  rows_target: 78,
  differences: [{ key: ['79'], kind: 'missing', columns: ['id', 'total'] }],
  differences_total: 1,
  at_least: false,
  coverage: null,
  connection_failed: false,
  reason: null,
  notes: ['A note.'],
};
const object = { schema_name: 'shop', object_name: 'old', missing_since: null };
const pair = { object_type: 'views', source: [object], target: [] } as unknown as PairRow;

describe('a line of a verification', () => {
  it('has what the run found, and nothing else', () => {
    expect(lineOf(item)).toEqual({
      source: 'shop.orders',
      target: 'public.orders',
      type: 'table',
      structure: 'compatible',
      data: 'different',
      rows_source: 80,
      rows_target: 78,
      differences: item.differences,
    });
  });

  it('does not call definitions the same that could not be read', () => {
    expect(lineOf({ ...item, structure: null }).structure).toBe('different');
  });

  it('is there for an object without counterpart, as long as its database has it', () => {
    expect(lineOfUnmatched(pair)).toEqual({
      source: 'shop.old',
      target: null,
      type: 'view',
      structure: 'different',
      data: 'skipped',
      rows_source: null,
      rows_target: null,
      differences: [],
    });
    const gone = { ...object, missing_since: '2026-01-01T00:00:00.000Z' } as PairRow['source'][0];
    expect(lineOfUnmatched({ ...pair, source: [gone] })).toBeNull();
  });

  it('fails by what it is asked to', () => {
    const line = lineOf({ ...item, structure: 'compatible', data: 'not_comparable' });
    expect(isFailure(line, ['different'])).toBe(false);
    expect(isFailure(line, ['different', 'not_comparable'])).toBe(true);
    expect(isFailure(line, ['compatible'])).toBe(true);
    expect(isFailure(lineOf(item), ['different'])).toBe(true);
  });

  it('is readable', () => {
    expect(describeLine(lineOf(item))).toBe(
      'compatible  different          table shop.orders → public.orders  (80 and 78 rows, 1 differ)',
    );
  });
});
