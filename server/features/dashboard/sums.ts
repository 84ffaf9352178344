import type { Dashboard } from '../../../contract/dashboard.ts';
import { noProgress } from '../objects/service.ts';
import type { Figures, Tally } from './figures.ts';

/** Objects by side, type and status. */
export function sumCounts(
  figures: Figures[],
): Pick<Dashboard, 'source' | 'target' | 'by_type' | 'stale_objects'> {
  const progress = noProgress();
  const byType = new Map<string, Dashboard['by_type'][number]>();
  let stale = 0;
  for (const row of figures.flatMap(({ counts }) => counts)) {
    const { side, type_id, status, count } = row;
    const sum = progress[side];
    sum[status] += count;
    sum.total += count;
    sum.missing += row.missing;
    if (status !== 'verified') stale += row.untouched;
    const key = `${side} ${type_id}`;
    const none = { object_type_id: type_id, side, pending: 0, migrated: 0, verified: 0 };
    const type = byType.get(key) ?? (none as Dashboard['by_type'][number]);
    type[status] += count;
    byType.set(key, type);
  }
  const by_type = [...byType.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, type]) => type);
  return { ...progress, by_type, stale_objects: stale };
}

/** Running sums for each day with a change. */
export function sumDays(figures: Figures[]): Dashboard['progress'] {
  const byDay = new Map<string, { migrated: number; verified: number }>();
  for (const { days } of figures) {
    for (const [day, { migrated, verified }] of days) {
      const sums = byDay.get(day) ?? { migrated: 0, verified: 0 };
      sums.migrated += migrated;
      sums.verified += verified;
      byDay.set(day, sums);
    }
  }
  const running = { migrated: 0, verified: 0 };
  return [...byDay.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, sums]) => {
      running.migrated += sums.migrated;
      running.verified += sums.verified;
      return { day, ...running };
    });
}

/** Busiest first. @param names - usernames by id */
export function sumPeople(
  figures: Figures[],
  names: ReadonlyMap<number, string>,
): Dashboard['people'] {
  const people = new Map<number, Tally>();
  for (const [id, tally] of figures.flatMap((one) => [...one.people])) {
    const sum = people.get(id) ?? { migrated: 0, tested: 0, to_migrate: 0, to_test: 0 };
    for (const field of Object.keys(tally) as (keyof Tally)[]) sum[field] += tally[field];
    people.set(id, sum);
  }
  const amount = (one: Tally) => one.migrated + one.tested + one.to_migrate + one.to_test;
  return [...people]
    .map(([id, tally]) => ({ user_id: id, username: names.get(id) ?? '', ...tally }))
    .toSorted((one, other) => amount(other) - amount(one));
}

export type Open = Omit<Dashboard['waiting'][number], 'Project_Name'>;
const MOST_WAITING = 3;

/** The projects with the most open tests. @param figures - in the order of the ids */
export function mostOpen(ids: number[], figures: Figures[]): Open[] {
  const amount = ({ source, target }: Open) => source + target;
  return figures
    .map(({ open }, index) => ({ Project_Id: ids[index]!, ...open }))
    .filter((one) => amount(one) > 0)
    .toSorted((one, other) => amount(other) - amount(one))
    .slice(0, MOST_WAITING);
}
