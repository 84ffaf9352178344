import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { flag, id, text, timestamp } from './fields.ts';
import { messageData, fault } from './messages/message.ts';

/** Events that a webhook may be called for. Calls never contain texts, results or values of the program. */
export const WEBHOOK_EVENTS = [
  'objects.imported',
  'objects.assigned',
  'objects.status',
  'objects.changed',
  'objects.commented',
  'run.finished',
  'project.updated',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Signed JSON, or the format of a chat. */
export const WEBHOOK_FORMATS = ['json', 'slack', 'teams'] as const;
const form = z.enum(WEBHOOK_FORMATS, {
  error: fault('field.notEitherOf', { one: 'json', other: 'slack', last: 'teams' }),
});
export type WebhookFormat = z.infer<typeof form>;

function isHttp(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null;
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  );
}
const url = text(2_000).refine(isHttp, { error: fault('field.notWebAddress') });
const events = z
  .array(
    z.enum(WEBHOOK_EVENTS, {
      error: fault('field.notOneOf', { names: WEBHOOK_EVENTS.join(', ') }),
    }),
  )
  .min(1, { error: fault('field.notEmpty') })
  .max(WEBHOOK_EVENTS.length);

export const webhook = z.object({
  id,
  /** Host and port. The full address is never returned, because knowing it allows writing there. */
  host: z.string(),
  /** The last characters of the address: at most four, and at most a quarter of what follows the host. */
  ending: z.string(),
  form,
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_active: flag,
  created_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;

export const delivery = z.object({
  id,
  at: timestamp,
  /** One of the events, or `test`. */
  event: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** HTTP status of the last attempt. */
  code: z.int().nullable(),
  detail: z.string().nullable(),
  detail_said: messageData,
  /** Time of the next attempt; null after the last one. */
  next_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryContent = z.object({
  id,
  /** All but the signature, which changes with each attempt. */
  headers: z.record(z.string(), z.string()),
  /** JSON in the webhook's current form. */
  body: z.string(),
  /** Beginning of the text of the last response; null if there was none, or it was not kept. */
  answer: z.string().nullable(),
});
export type DeliveryContent = z.infer<typeof deliveryContent>;

const administrator = { who: 'administrator' } as const;
const params = z.object({ id });
/** The secret that signs the calls; only this answer contains it. */
const withSecret = webhook.extend({ secret: z.string() });

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/webhooks',
  summary: 'Webhooks of a project',
  access: administrator,
  params,
  response: z.array(webhook),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/webhooks',
  summary: 'Call an address when something happens in a project; the secret is answered this once',
  access: administrator,
  params,
  body: z.object({ url, form, events }),
  response: withSecret,
  status: 201,
});

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/webhooks/{id}',
  summary: 'Change a webhook, or switch it off; what happened while it was off is not sent',
  access: administrator,
  params,
  body: z.object({
    url: url.optional(),
    form: form.optional(),
    events: events.optional(),
    is_active: flag.optional(),
  }),
  response: webhook,
});

export const renewSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/secret',
  summary: 'Sign with another secret from now on; it is answered this once',
  access: administrator,
  params,
  response: withSecret,
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/{id}',
  summary: 'Delete a webhook with its deliveries',
  access: administrator,
  params,
  response: z.undefined(),
  status: 204,
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/{id}/test',
  summary: 'Call a webhook now, and say what it answered',
  access: administrator,
  params,
  response: delivery,
});

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/{id}/deliveries',
  summary: 'The last 50 calls of a webhook, newest first',
  access: administrator,
  params,
  response: z.array(delivery),
});

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/webhooks/deliveries/{id}',
  summary: 'What a call of a webhook sends, and the beginning of the last response',
  access: administrator,
  params,
  response: deliveryContent,
});

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/webhooks/deliveries/{id}/again',
  summary: 'Send a call of a webhook once more, now',
  access: administrator,
  params,
  response: delivery,
});
