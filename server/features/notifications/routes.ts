import * as contract from '../../../contract/notifications.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { NotificationService } from './service.ts';

export function notificationRoutes(notifications: NotificationService): Route[] {
  return [
    route(contract.listNotifications, ({ actor }) => notifications.list(actor)),
    route(contract.readNotifications, ({ actor, body }) => notifications.markRead(actor, body.ids)),
  ];
}
