import { USUAL_TIME } from '../../../contract/calendar.ts';
import type { Actor } from '../../platform/http/route.ts';
import { DAY_HOURS, addDays, dateAfter } from '../../platform/working-days.ts';
import type { CalendarService } from '../calendar/service.ts';
import { BEGAN, type Person, inDays } from './work-history.ts';

/** The first day from Monday to Friday, so many days from today or after. */
const workingDay = (days: number): string => dateAfter(addDays(inDays(days), -1), DAY_HOURS);

/** Gives the sample's project holidays, one member a part of the week and one an absence. */
export async function planWorkingTime(
  calendars: CalendarService,
  actor: Actor,
  projectId: number,
  people: readonly Person[],
): Promise<void> {
  const holidays = [
    // Nothing was finished on the first days.
    { date: workingDay(BEGAN), name: 'Moving day' },
    { date: workingDay(3), name: 'Stocktaking' },
    { date: workingDay(8), name: 'Harbour festival' },
  ];
  const last = (role: Person['role']) => people.findLast((one) => one.role === role);
  const [developer, tester] = [last('developer'), last('tester')];
  const first = workingDay(6);
  await calendars.set(actor, projectId, { ...USUAL_TIME, holidays });
  if (developer)
    await calendars.setPerson(actor, projectId, developer.userId, { share: 80, absences: [] });
  if (tester)
    await calendars.setPerson(actor, projectId, tester.userId, {
      share: 100,
      absences: [{ starts_on: first, ends_on: dateAfter(first, DAY_HOURS), reason: 'Training' }],
    });
}
