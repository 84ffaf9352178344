import { listenToEvents } from '../../../contract/events.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { EventService } from './service.ts';

export const eventRoutes = (events: EventService): Route[] => [
  route(listenToEvents, ({ actor, http }) => events.listen(actor, http.signal)),
];
