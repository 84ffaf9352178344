import { withEnglish } from '../../../contract/messages/english.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Delivery, DeliveryContent } from '../../../contract/webhooks.ts';
import type { Db } from '../../platform/db/store.ts';
import { notFound } from '../../platform/problem.ts';
import type { DeliveryService, StoredDelivery } from '../deliveries/service.ts';
import { bodyOf, headersOf } from './call-service.ts';

export const presentDelivery = ({ event, said, ...row }: StoredDelivery): Delivery => ({
  id: row.id,
  at: row.at,
  event: event ?? '',
  state: row.state,
  attempts: row.attempts,
  code: row.code,
  next_at: row.next_at,
  finished_at: row.finished_at,
  ...withEnglish('detail', said === null ? null : (JSON.parse(said) as Message)),
});

/**
 * What a delivery sends, in the present form of its webhook, and the beginning of what was answered.
 * @throws ProblemError `notFound`
 */
export async function readContent(
  db: Db,
  deliveries: Pick<DeliveryService, 'findOfWebhook'>,
  id: number,
): Promise<DeliveryContent> {
  const delivery = await deliveries.findOfWebhook(id);
  if (!delivery) throw notFound('what.thisDelivery');
  const { form } = await db
    .selectFrom('webhook')
    .select('form')
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirstOrThrow();
  return {
    id,
    headers: headersOf(delivery, null),
    body: bodyOf(form, delivery.body),
    answer: delivery.answer,
  };
}
