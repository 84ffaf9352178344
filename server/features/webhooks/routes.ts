import * as contract from '../../../contract/webhooks.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { WebhookService } from './service.ts';

export function webhookRoutes(webhooks: WebhookService): Route[] {
  return [
    route(contract.listWebhooks, ({ params }) => webhooks.list(params.id)),
    route(contract.createWebhook, ({ actor, params, body }) =>
      webhooks.create(actor, params.id, body),
    ),
    route(contract.updateWebhook, ({ actor, params, body }) =>
      webhooks.update(actor, params.id, body),
    ),
    route(contract.renewSecret, ({ actor, params }) => webhooks.renewSecret(actor, params.id)),
    route(contract.deleteWebhook, async ({ actor, params }) => {
      await webhooks.remove(actor, params.id);
      return undefined;
    }),
    route(contract.testWebhook, ({ params }) => webhooks.test(params.id)),
    route(contract.listDeliveries, ({ params }) => webhooks.deliveries(params.id)),
    route(contract.getDelivery, ({ params }) => webhooks.content(params.id)),
    route(contract.sendAgain, ({ params }) => webhooks.sendAgain(params.id)),
  ];
}
