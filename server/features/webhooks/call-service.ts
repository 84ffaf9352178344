import { createHmac } from 'node:crypto';
import type { Reach } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import type { Db } from '../../platform/db/store.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { post } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Carrier, Outcome } from '../deliveries/service.ts';
import { type Payload, formatPayload } from './forms.ts';

/** Seconds until the reply must have arrived. */
const SECONDS = 10;
/** Most bytes read of a reply. */
const ANSWER_BYTES = 65_536;

export const placeOf = (id: number, what: 'url' | 'secret'): string => `webhook:${id}:${what}`;

/** The signature with which the receiver can verify the sender and the time. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

const failed = (said: Message, code: number | null = null, final = false): Outcome => ({
  sent: false,
  code,
  said,
  final,
});

/** Calls webhooks, within the networks that connections may reach. */
export function createWebhookCarrier(db: Db, vault: Vault, reach: Reach): Carrier {
  return async ({ id, webhook_id, event, body: stored }, signal) => {
    const hook = await db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', webhook_id)
      .executeTakeFirst();
    if (!hook || (hook.is_active === 0 && event !== 'test'))
      return failed(message('webhook.off'), null, true);
    let url: URL;
    let secret: string;
    try {
      url = new URL(vault.open(hook.url_sealed, placeOf(hook.id, 'url')));
      secret = vault.open(hook.secret_sealed, placeOf(hook.id, 'secret'));
    } catch {
      return failed(message('webhook.sealed'), null, true);
    }
    const body = JSON.stringify(formatPayload(hook.form, JSON.parse(stored) as Payload));
    try {
      const seconds = Math.floor(Date.now() / 1_000);
      const { code } = await withDeadline(SECONDS * 1_000, signal, (until) =>
        post({
          url,
          resolve: (host, port) => reach.resolve(host, port, ''),
          headers: {
            'content-type': 'application/json',
            'x-delivery': id,
            'x-event': event ?? '',
            'x-signature': signatureOf(secret, seconds, body),
          },
          body,
          mostBytes: ANSWER_BYTES,
          signal: until,
        }),
      );
      if (code >= 200 && code < 300) return { sent: true, code };
      if (code >= 300 && code < 400) return failed(message('webhook.redirected'), code);
      return failed(message('webhook.answered', { code }), code);
    } catch (error) {
      return failed(reasonOf(error));
    }
  };
}

/** Reports only the code of a reply or an error, none of its text. */
function reasonOf(error: unknown): Message {
  if (error instanceof ConnectorError) return error.said;
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TimeoutError' || name === 'AbortError'
    ? message('webhook.tooSlow', { seconds: SECONDS })
    : message('webhook.notReached', { reason: code ?? '–' });
}
