import { USUAL_TIME } from '../../../contract/calendar.ts';
import type { Actor } from '../../platform/http/route.ts';
import { DAY_HOURS, addDays, dateAfter } from '../../platform/working-days.ts';
import type { CalendarService } from '../calendar/service.ts';
import { BEGAN, type Person, inDays } from './work-history.ts';

/** The first day from Monday to Friday that is at least so many days from today. */
const workingDay = (days: number): string => dateAfter(addDays(inDays(days), -1), DAY_HOURS);

/** A bookshop is moved beside other work: shares of people's weeks in per cent, in rotation. */
const SHARES = [10, 7] as const;

/** Gives the sample's project holidays, its members parts of their week, and one an absence. */
export async function planWorkingTime(
  calendars: CalendarService,
  actor: Actor,
  projectId: number,
  people: readonly Person[],
): Promise<void> {
  const holidays = [
    // Days at the beginning, on which nothing was finished.
    { date: workingDay(BEGAN), name: 'Moving day' },
    { date: workingDay(3), name: 'Stocktaking' },
    { date: workingDay(8), name: 'Harbour festival' },
  ];
  const away = people.findLast(({ role }) => role === 'tester');
  const first = workingDay(6);
  await calendars.set(actor, projectId, { ...USUAL_TIME, holidays });
  for (const [place, person] of people.entries())
    await calendars.setPerson(actor, projectId, person.userId, {
      share: SHARES[place % SHARES.length]!,
      absences:
        person === away
          ? [{ starts_on: first, ends_on: dateAfter(first, DAY_HOURS), reason: 'Training' }]
          : [],
    });
}
