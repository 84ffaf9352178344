import { describe, expect, it } from 'vitest';
import { busiestFirst, dayTicks, paceOf, progressPoints, typeRows } from './chart-data.ts';

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);

describe('what the charts draw', () => {
  it('lays the plan as a straight line below the days with a change', () => {
    const points = progressPoints({
      progress: [
        { day: '2026-01-06', migrated: 10, verified: 4 },
        { day: '2026-01-21', migrated: 20, verified: 18 },
      ],
      plans: [{ start: '2026-01-01', end: '2026-01-11', total: 100 }],
      generated_at: '2026-01-25T09:00:00.000Z',
    });
    expect(points).toEqual([
      { time: day('2026-01-01'), migrated: 0, verified: 0, plan: 0 },
      { time: day('2026-01-05'), migrated: 0, verified: 0, plan: 40 },
      { time: day('2026-01-06'), migrated: 10, verified: 4, plan: 50 },
      { time: day('2026-01-11'), plan: 100 },
      { time: day('2026-01-21'), migrated: 20, verified: 18, plan: 100 },
      { time: day('2026-01-25'), migrated: 20, verified: 18, plan: 100 },
    ]);
  });

  it('draws a line from the first day on', () => {
    const progress = [{ day: '2026-01-06', migrated: 10, verified: 4 }];
    const generated_at = '2026-01-06T09:00:00.000Z';
    expect(progressPoints({ progress, plans: [], generated_at })).toEqual([
      { time: day('2026-01-05'), migrated: 0, verified: 0 },
      { time: day('2026-01-06'), migrated: 10, verified: 4 },
    ]);
  });

  it('writes a few days below, evenly', () => {
    const points = ['2026-01-01', '2026-01-02', '2026-01-31'].map((time) => ({ time: day(time) }));
    expect(dayTicks(points)).toEqual(
      ['2026-01-01', '2026-01-11', '2026-01-21', '2026-01-31'].map(day),
    );
    expect(dayTicks(points.slice(0, 2))).toEqual(['2026-01-01', '2026-01-02'].map(day));
    expect(dayTicks(points.slice(0, 1))).toEqual([day('2026-01-01')]);
  });

  it('does without a plan, and with one of a single day', () => {
    const generated_at = '2026-01-06T09:00:00.000Z';
    expect(progressPoints({ progress: [], plans: [], generated_at })).toEqual([]);
    const plan = { start: '2026-01-01', end: '2026-01-01', total: 5 };
    expect(progressPoints({ progress: [], plans: [plan], generated_at })).toEqual([
      { time: day('2026-01-01'), plan: 5 },
    ]);
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

describe('how the work goes', () => {
  const plan = { start: '2026-01-01', end: '2026-04-11', total: 100 };
  const at = (
    generated_at: string,
    progress: [day: string, verified: number][],
    ...others: (typeof plan)[]
  ) =>
    paceOf({
      plans: [plan, ...others],
      generated_at: `${generated_at}T09:00:00.000Z`,
      progress: progress.map(([day, verified]) => ({ day, verified, migrated: 0 })),
    });

  it('is held against a straight line, and goes on as in the last 14 days', () => {
    // Half of the time is over; 7 in 14 days are one in two, and 70 are left.
    expect(
      at('2026-02-20', [
        ['2026-01-10', 23],
        ['2026-02-10', 30],
      ]),
    ).toEqual({
      ahead: -20,
      left: 70,
      end: day('2026-07-10'),
    });
    expect(at('2026-01-11', [['2026-01-05', 10]])?.ahead).toBe(0);
    expect(at('2026-01-15', [['2026-01-05', 14]])).toMatchObject({
      ahead: 0,
      end: day('2026-04-11'),
    });
  });

  it('says nothing of the end before the plan is 14 days old', () => {
    expect(at('2026-01-14', [['2026-01-05', 14]])).toMatchObject({ ahead: 1, end: 'too early' });
    const older = { start: '2025-12-01', end: '2026-12-31', total: 10 };
    expect(at('2026-01-14', [['2026-01-05', 14]], older)?.end).toBe(day('2026-04-20'));
  });

  it('has no end where nothing was verified lately, and asks no more than all after the plan', () => {
    expect(at('2026-02-20', [['2026-01-10', 23]])).toMatchObject({ ahead: -27, end: null });
    expect(at('2026-08-01', [['2026-01-10', 23]])).toMatchObject({ ahead: -77, end: null });
    expect(at('2026-08-01', [['2026-07-30', 100]])).toMatchObject({ ahead: 0, left: 0 });
  });

  it('is not shown before the plan begins, or without a plan', () => {
    expect(at('2025-12-31', [])).toBeNull();
    expect(paceOf({ progress: [], plans: [], generated_at: '2026-02-01' })).toBeNull();
  });

  it('adds the plans of several projects, each between its own dates', () => {
    // Half of the first is planned by then; nothing of the one that begins later.
    const later = { start: '2026-03-01', end: '2026-12-31', total: 300 };
    expect(at('2026-02-20', [['2026-02-10', 50]], later)).toMatchObject({ ahead: 0, left: 350 });
    const over = { start: '2025-01-01', end: '2025-12-31', total: 8 };
    expect(at('2026-02-20', [['2026-02-10', 50]], over)).toMatchObject({ ahead: -8, left: 58 });
    const points = progressPoints({
      progress: [],
      plans: [plan, later],
      generated_at: '2026-02-20T09:00:00.000Z',
    });
    expect(points.map(({ plan: planned }) => Math.round(planned ?? -1))).toEqual([0, 59, 140, 400]);
  });
});
