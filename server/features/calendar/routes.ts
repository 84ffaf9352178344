import * as contract from '../../../contract/calendar.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { CalendarService } from './service.ts';

export const calendarRoutes = (calendars: CalendarService): Route[] => [
  route(contract.getCalendar, ({ params }) => calendars.read(params.id)),
  route(contract.setWorkingTime, ({ actor, params, body: { was, ...time } }) =>
    calendars.set(actor, params.id, time, was),
  ),
  route(contract.setPersonTime, ({ actor, params, body: { was, ...time } }) =>
    calendars.setPerson(actor, params.id, params.user, time, was),
  ),
];
