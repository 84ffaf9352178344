import { DAY } from '../../../contract/days.ts';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { SIDES } from '../../../contract/fields.ts';

export interface ProgressPoint {
  /** Midnight UTC in milliseconds. */
  time: number;
  migrated?: number;
  verified?: number;
  plan?: number;
}

const timeOf = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);

type Progress = Pick<Dashboard, 'progress' | 'plans' | 'generated_at'>;

/** Number of objects planned by a time: each project's in a straight line between its dates. */
const plannedBy = (plans: Dashboard['plans'], time: number): number =>
  plans.reduce((sum, plan) => {
    const [start, end] = [timeOf(plan.start), timeOf(plan.end)];
    const part = end === start ? Number(time >= end) : (time - start) / (end - start);
    return sum + plan.total * Math.min(1, Math.max(0, part));
  }, 0);

/**
 * The progress and the plan on each day. The progress starts at zero, on the day before its first entry or with the
 * plan, and continues until today.
 */
export function progressPoints({ progress, plans, generated_at }: Progress) {
  const points = new Map<number, ProgressPoint>();
  const [first] = progress;
  const last = progress.at(-1);
  if (first && last) {
    const before = timeOf(first.day) - DAY;
    const nothing = { migrated: 0, verified: 0 };
    for (const time of [Math.min(before, ...plans.map(({ start }) => timeOf(start))), before]) {
      points.set(time, { time, ...nothing });
    }
    const { migrated, verified } = last;
    const today = timeOf(generated_at);
    points.set(today, { time: today, migrated, verified });
  }
  for (const { day, migrated, verified } of progress) {
    const time = timeOf(day);
    points.set(time, { time, migrated, verified });
  }
  const corners = new Set(plans.flatMap(({ start, end }) => [timeOf(start), timeOf(end)]));
  for (const time of corners) if (!points.has(time)) points.set(time, { time });
  if (plans.length > 0)
    for (const point of points.values()) point.plan = plannedBy(plans, point.time);
  return [...points.values()].toSorted((a, b) => a.time - b.time);
}

/** Number of past days from which the pace is derived. */
const PACE_DAYS = 14;

export interface Pace {
  /** Verified objects minus the number planned by today; negative when behind the plan. */
  ahead: number;
  left: number;
  /** Time at which the last object is verified if the recent pace continues; null without recent progress. */
  end: number | 'too early' | null;
}

/** The pace compared with the plan; null without a plan, or before its start. */
export function paceOf({ progress, plans, generated_at }: Progress): Pace | null {
  const today = timeOf(generated_at);
  // Also where there is no plan.
  if (!plans.some(({ start }) => today >= timeOf(start))) return null;
  const verifiedBy = (time: number) =>
    progress.findLast(({ day }) => timeOf(day) <= time)?.verified ?? 0;
  const verified = verifiedBy(today);
  const left = plans.reduce((sum, { total }) => sum + total, 0) - verified;
  const isEarly = plans.every(({ start }) => today - timeOf(start) < PACE_DAYS * DAY);
  const perDay = (verified - verifiedBy(today - PACE_DAYS * DAY)) / PACE_DAYS;
  return {
    ahead: verified - Math.round(plannedBy(plans, today)),
    left,
    end: isEarly ? 'too early' : perDay > 0 ? today + Math.ceil(left / perDay) * DAY : null,
  };
}

const TICKS = 4;

/** Ticks of the time axis, evenly spaced between its ends. */
export function dayTicks(points: readonly ProgressPoint[]): number[] {
  const from = points[0]?.time ?? 0;
  const days = ((points.at(-1)?.time ?? 0) - from) / DAY;
  const steps = Math.min(TICKS - 1, days);
  return Array.from({ length: steps + 1 }, (_, index) =>
    steps === 0 ? from : from + Math.round((days * index) / steps) * DAY,
  );
}

type ByType = Dashboard['by_type'][number];

/** Types in their order, source before target; types without objects are left out. */
export function typeRows(byType: readonly ByType[]): ByType[] {
  return byType
    .filter(({ pending, migrated, verified }) => pending + migrated + verified > 0)
    .toSorted(
      (a, b) =>
        a.object_type_id - b.object_type_id || SIDES.indexOf(a.side) - SIDES.indexOf(b.side),
    );
}

type Person = Dashboard['people'][number];
export const openWork = (person: Person): number => person.to_migrate + person.to_test;

/** Sorts by open work, then by finished work, both descending. */
export function busiestFirst(people: readonly Person[]): Person[] {
  return people.toSorted(
    (a, b) =>
      openWork(b) - openWork(a) ||
      b.migrated + b.tested - (a.migrated + a.tested) ||
      a.username.localeCompare(b.username),
  );
}

/** Height in pixels of drawings beside each other, the longest of which has so many bars: each its own, and an axis below. */
export const heightOf = (bars: number): number => Math.max(210, 40 + bars * 24);
