import { describe, expect, it } from 'vitest';
import type { PairRow } from '../../../contract/proof/pairs.ts';
import type { Run, RunItem } from '../../../contract/proof/runs.ts';
import {
  describeLine,
  describeProgress,
  lineOf,
  lineOfOneSided,
  outcomeOf,
} from './verify-report.ts';

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
  calls: null,
  not_called: null,
  not_called_said: null,
  reason: null,
  reason_said: null,
  notes: ['A note.'],
  notes_said: [null],
};
const object = { schema_name: 'shop', object_name: 'old', missing_since: null };
const pair = {
  id: 8,
  object_type: 'views',
  state: 'unmatched',
  verdict: 'unmatched',
  call_result: null,
  reason: null,
  source: [object],
  target: [],
} as unknown as PairRow;

describe('a line of a verification', () => {
  it('has what the run found', () => {
    const line = lineOf(item);
    expect(line).toMatchObject({ pair: 7, source: 'shop.orders', notes: ['A note.'] });
    expect(Object.keys(item).filter((key) => !(key in line))).toEqual([
      'seq',
      'pair_id',
      'connection_failed',
      'not_called',
      'not_called_said',
      'reason_said',
      'notes_said',
    ]);
  });

  it('is there for an object without counterpart, as long as its database has it', () => {
    expect(lineOfOneSided(pair)).toMatchObject({
      pair: 8,
      state: 'unmatched',
      verdict: 'unmatched',
      source: 'shop.old',
      target: null,
      type: 'view',
      structure: null,
      data: 'skipped',
    });
    const gone = { ...object, missing_since: '2026-01-01T00:00:00.000Z' } as PairRow['source'][0];
    expect(lineOfOneSided({ ...pair, source: [gone] })).toBeNull();
  });

  it('is settled where its verdict is, or may be left open', () => {
    const of = (over: Partial<RunItem>, ...allowed: 'never_called'[]) =>
      outcomeOf(lineOf({ ...item, ...over }), allowed);
    for (const verdict of ['proven', 'accepted', 'decided'] as const)
      expect(of({ verdict })).toBe('settled');
    expect(of({ verdict: 'different' })).toBe('different');
    expect(of({ verdict: 'partly_compared' })).toBe('incomplete');
    expect(of({ verdict: 'never_called' })).toBe('incomplete');
    expect(of({ verdict: 'never_called' }, 'never_called')).toBe('settled');
    expect(of({ verdict: null })).toBe('incomplete');
  });

  it('is not settled by earlier results if a database could not answer today', () => {
    expect(outcomeOf(lineOf({ ...item, state: 'failed', verdict: 'proven' }), [])).toBe(
      'incomplete',
    );
  });

  it('is readable', () => {
    expect(describeLine(lineOf({ ...item, at_least: true }))).toBe(
      'different        table shop.orders → public.orders  (80 and 78 rows, at least 1 differ, structure compatible)',
    );
  });
});

it('reports the progress of a run, and which parameter set of a call is running', () => {
  const run = {
    state: 'running',
    done: 3,
    total: 8,
    rows_done: 90,
    rows_per_second: 45,
    seconds_left: null,
    current: [
      { name: 'shop.orders', call: null },
      { name: 'shop.close_order', call: { set: 2, sets: 20 } },
    ],
  } as unknown as Run;
  expect(describeProgress(run)).toBe(
    '3 of 8 pairs · 90 rows · 45 rows/s · shop.orders, shop.close_order (set 2 of 20)',
  );
  expect(describeProgress({ ...run, state: 'paused' })).toMatch(/^The run is paused/);
});
