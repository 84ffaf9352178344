import * as contract from '../../../contract/mail.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { MailService } from './service.ts';

export function mailRoutes(mail: MailService): Route[] {
  return [
    route(contract.getMailSettings, ({ actor }) => mail.settings(actor)),
    route(contract.setMailSettings, ({ actor, body }) => mail.choose(actor, body.frequency)),
    route(contract.sendTestMail, ({ actor }) => mail.sendTest(actor)),
  ];
}
