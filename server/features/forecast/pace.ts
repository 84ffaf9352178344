import { today } from '../../platform/clock.ts';
import { addDays, mondayOf, workingDaysBetween } from '../../platform/working-days.ts';
import { type Beliefs, rampOf } from '../assessment/service.ts';
import { type TeamTime, hoursThere } from '../calendar/service.ts';
import type { PastTeam, Membership } from './past-team.ts';
import { type Planned, firstDone } from './planned.ts';

/** From this many full weeks of work on, future weekly paces are sampled from past ones. */
const MIN_WEEKS = 4;
/** A team's first weeks are skipped as its ramp-up. */
const FIRST_WEEKS = 2;

/**
 * Prior of the logarithm of the share of available hours that teams deliver: mean, deviation among teams, deviation
 * of single weeks, and bound.
 */
const PRIOR = { mean: 0, deviation: 0.4, week: 0.35, most: Math.log(8) };

/** Posterior belief about the share of its available hours that a team delivers. */
export interface Pace {
  /** Number of full weeks it is based on. */
  weeks: number;
  /** Share of available hours delivered in these weeks; null while there are none. */
  delivered: number | null;
  /** Mean of its logarithm. */
  mean: number;
  deviation: number;
}

/** Work done in each full week after the ramp-up, relative to their mean; empty while there are few weeks. */
export function pacesOf(planned: readonly Planned[]): number[] {
  const byWeek = new Map<string, number>();
  const add = (at: string | null, hours: number) => {
    if (at === null) return;
    const week = mondayOf(at.slice(0, 10));
    byWeek.set(week, (byWeek.get(week) ?? 0) + hours);
  };
  for (const { migrated_at, verified_at, counts } of planned) {
    add(migrated_at, counts.develop);
    add(verified_at, counts.test);
  }
  const first = [...byWeek.keys()].toSorted()[0];
  const weeks: number[] = [];
  for (let week = first; week !== undefined && week < mondayOf(today()); week = addDays(week, 7))
    weeks.push(byWeek.get(week) ?? 0);
  const usual = weeks.slice(FIRST_WEEKS);
  const sum = usual.reduce((all, hours) => all + hours, 0);
  return usual.length < MIN_WEEKS || sum === 0
    ? []
    : usual.map((hours) => (hours * usual.length) / sum);
}

/** One kind of work at an object. */
interface Work {
  /** When it could start. */
  from: string | null;
  done: string | null;
  hours: number;
}

/** Factors are medians; a few much longer objects make the mean larger. */
const meanOf = ({ noise }: Beliefs): number => Math.exp(noise ** 2 / 2);

/** Hours of one kind of work done and available in a week. @param monday - its first day */
function weekOf(work: readonly Work[], monday: string) {
  const next = addDays(monday, 7);
  let [done, open] = [0, 0];
  for (const one of work) {
    if (one.from === null || (one.done !== null && one.done < monday)) continue;
    const isDone = one.done !== null && one.done < next;
    if (isDone) done += one.hours;
    // Work that became available during the week and was not done did not limit anybody.
    if (isDone || one.from < monday) open += one.hours;
  }
  return { done, open };
}

/** Hours that people with a role were present in a week, by user id. @param monday - its first day */
function hoursIn(
  stays: readonly Membership[],
  time: TeamTime,
  monday: string,
): Map<number, number> {
  const hours = new Map<number, number>();
  const [eve, sunday] = [addDays(monday, -1), addDays(monday, 6)];
  for (const { userId, from, until } of stays) {
    const [before, left] = [addDays(from, -1), until === null ? sunday : addDays(until, -1)];
    const there = hoursThere(
      time,
      userId,
      before > eve ? before : eve,
      left < sunday ? left : sunday,
    );
    if (there > 0) hours.set(userId, (hours.get(userId) ?? 0) + there);
  }
  return hours;
}

/** A person with both roles counts half for each. */
const sumOf = (hours: ReadonlyMap<number, number>, others: ReadonlyMap<number, number>): number =>
  [...hours].reduce((sum, [id, there]) => sum + there * (others.has(id) ? 0.5 : 1), 0);

/**
 * Learns a team's pace from the full weeks after that of its first finished object: a wide prior that narrows week by
 * week. Nobody is expected to do more than the available work.
 */
export function believePace(
  planned: readonly Planned[],
  beliefs: Record<'develop' | 'test', Beliefs>,
  { developer, tester }: PastTeam,
  time: TeamTime,
): Pace {
  const first = firstDone(planned)?.slice(0, 10);
  const long = { develop: meanOf(beliefs.develop), test: meanOf(beliefs.test) };
  const kinds = [
    {
      develops: true,
      work: planned.map(({ created_at: from, migrated_at: done, automatic, counts }): Work => {
        return { from, done, hours: counts.develop * (automatic ? 1 : long.develop) };
      }),
    },
    {
      develops: false,
      work: planned.map(({ migrated_at: from, verified_at: done, counts }): Work => {
        return { from, done, hours: counts.test * long.test };
      }),
    },
  ];
  let [weeks, done, could] = [0, 0, 0];
  const last = mondayOf(today());
  for (
    let monday = first && addDays(mondayOf(first), 7);
    first && monday && monday < last;
    monday = addDays(monday, 7)
  ) {
    const [developers, testers] = [hoursIn(developer, time, monday), hoursIn(tester, time, monday)];
    const ramp = rampOf(workingDaysBetween(first, addDays(monday, 2), time.calendar));
    let possible = 0;
    let delivered = 0;
    for (const { develops, work } of kinds) {
      const there = develops ? sumOf(developers, testers) : sumOf(testers, developers);
      const week = weekOf(work, monday);
      possible += Math.min(there * ramp, week.open);
      delivered += week.done;
    }
    if (possible === 0) continue;
    weeks += 1;
    done += delivered;
    could += possible;
  }
  if (weeks === 0) return { weeks, delivered: null, mean: PRIOR.mean, deviation: PRIOR.deviation };
  const delivered = done / could;
  const seen = Math.min(PRIOR.most, Math.max(-PRIOR.most, Math.log(delivered)));
  const [before, own] = [1 / PRIOR.deviation ** 2, weeks / PRIOR.week ** 2];
  return {
    weeks,
    delivered,
    mean: (PRIOR.mean * before + seen * own) / (before + own),
    deviation: Math.sqrt(1 / (before + own)),
  };
}
