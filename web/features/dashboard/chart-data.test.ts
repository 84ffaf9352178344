import { describe, expect, it } from 'vitest';
import { busiestFirst, progressPoints, typeRows } from './chart-data.ts';

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);

describe('what the charts draw', () => {
  it('lays the plan as a straight line below the days with a change', () => {
    const points = progressPoints({
      progress: [
        { day: '2026-01-06', migrated: 10, verified: 4 },
        { day: '2026-01-21', migrated: 20, verified: 18 },
      ],
      plan: { start: '2026-01-01', end: '2026-01-11', total: 100 },
    });
    expect(points).toEqual([
      { time: day('2026-01-01'), plan: 0 },
      { time: day('2026-01-06'), migrated: 10, verified: 4, plan: 50 },
      { time: day('2026-01-11'), plan: 100 },
      { time: day('2026-01-21'), migrated: 20, verified: 18, plan: 100 },
    ]);
  });

  it('does without a plan, and with one of a single day', () => {
    expect(progressPoints({ progress: [], plan: null })).toEqual([]);
    const plan = { start: '2026-01-01', end: '2026-01-01', total: 5 };
    expect(progressPoints({ progress: [], plan })).toEqual([{ time: day('2026-01-01'), plan: 5 }]);
  });

  it('orders types, source before target, and leaves out empty ones', () => {
    const row = (object_type_id: 1 | 2, side: 'source' | 'target', pending: number) => ({
      object_type_id,
      side,
      pending,
      migrated: 0,
      verified: 0,
    });
    const rows = [
      row(2, 'source', 1),
      row(1, 'target', 1),
      row(1, 'source', 1),
      row(2, 'target', 0),
    ];
    expect(typeRows(rows).map((one) => `${one.object_type_id}${one.side}`)).toEqual([
      '1source',
      '1target',
      '2source',
    ]);
  });

  it('puts whoever has the most to do first', () => {
    const person = (username: string, to_test: number, tested: number) => ({
      user_id: 1,
      username,
      migrated: 0,
      tested,
      to_migrate: 0,
      to_test,
    });
    const people = [person('idle', 0, 0), person('done', 0, 9), person('busy', 3, 0)];
    expect(busiestFirst(people).map(({ username }) => username)).toEqual(['busy', 'done', 'idle']);
  });
});
