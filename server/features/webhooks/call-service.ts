import { createHmac } from 'node:crypto';
import type { Reach } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import type { Store } from '../../platform/db/store.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { post } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';
import type { WebhookFormat } from '../../../contract/webhooks.ts';
import type { Carrier, Outcome, StoredDelivery } from '../deliveries/service.ts';
import { type Payload, formatPayload } from './forms.ts';

/** Seconds until the reply must have arrived. */
const SECONDS = 10;
/** Most bytes read of a reply, and most characters kept of it. */
const ANSWER_BYTES = 65_536;
const KEPT_CHARACTERS = 500;

export const placeOf = (id: number, what: 'url' | 'secret'): string => `webhook:${id}:${what}`;

/** The signature with which the receiver can verify the sender and the time. */
const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/**
 * The headers of a call.
 * @param signature - null where the call is only shown
 */
export const headersOf = (
  { id, event }: Pick<StoredDelivery, 'id' | 'event'>,
  signature: string | null,
) => ({
  'content-type': 'application/json',
  'x-delivery': String(id),
  'x-event': event ?? '',
  'x-signature': signature ?? 't=…,v1=…',
});

export const bodyOf = (form: WebhookFormat, stored: string): string =>
  JSON.stringify(formatPayload(form, JSON.parse(stored) as Payload));

/** Whether a character moves a cursor or is not shown at all, unlike line breaks and tabs. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** The beginning of a reply, for whoever sets the webhook up; a receiver may repeat what it was sent. */
function excerptOf(reply: Buffer, secrets: readonly string[]): string {
  const whole = secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    reply.toString().replaceAll(CONTROLS, ''),
  );
  const kept = Array.from(whole.slice(0, 2 * KEPT_CHARACTERS))
    .slice(0, KEPT_CHARACTERS)
    .join('');
  return kept.length < whole.length ? `${kept}…` : kept;
}

const failed = (said: Message, code: number | null = null, final = false): Outcome => ({
  sent: false,
  code,
  said,
  final,
});

/** Calls webhooks, within the networks that connections may reach. */
export function createWebhookCarrier({ db }: Store, vault: Vault, reach: Reach): Carrier {
  return async (delivery, signal) => {
    const { webhook_id, event, body: stored } = delivery;
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
    const body = bodyOf(hook.form, stored);
    try {
      const seconds = Math.floor(Date.now() / 1_000);
      const { code, body: reply } = await withDeadline(SECONDS * 1_000, signal, (until) =>
        post({
          url,
          resolve: (host, port) => reach.resolve(host, port, ''),
          headers: headersOf(delivery, signatureOf(secret, seconds, body)),
          body,
          mostBytes: ANSWER_BYTES,
          signal: until,
        }),
      );
      const answer = excerptOf(reply, [secret, ...secretsOf(url)]);
      if (code >= 200 && code < 300) return { sent: true, code, answer };
      const said =
        code >= 300 && code < 400
          ? message('webhook.redirected')
          : message('webhook.answered', { code });
      return { ...failed(said, code), answer };
    } catch (error) {
      return failed(reasonOf(error));
    }
  };
}

/** What of an address allows writing there. */
const secretsOf = ({ href, pathname, search }: URL): string[] =>
  [href, pathname + search, search.slice(1), pathname.slice(1)].filter((part) => part.length > 3);

/** Reports only the code of an error, none of its text. */
function reasonOf(error: unknown): Message {
  if (error instanceof ConnectorError) return error.said;
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TimeoutError' || name === 'AbortError'
    ? message('webhook.tooSlow', { seconds: SECONDS })
    : message('webhook.notReached', { reason: code ?? '–' });
}
