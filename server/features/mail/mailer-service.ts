import { createTransport } from 'nodemailer';
import { message } from '../../../contract/messages/message.ts';
import type { Config } from '../../platform/config.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { withDeadline } from '../../platform/deadline.ts';
import type { Carrier, Outcome } from '../deliveries/service.ts';

/** A mail in the outbox. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where the reader changes or stops such mails. */
  settings?: string;
}

/** Milliseconds for connecting, for the greeting, and for silence afterwards. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Milliseconds for all of it: a server that keeps talking is never silent. */
const LONGEST = 60_000;

/** Whether an address is that of an active user: a mail may have waited for hours. */
const isReached = async (db: Db, userId: number | null, address: string): Promise<boolean> => {
  const user = await db
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .where('is_active', '=', 1)
    .executeTakeFirst();
  return user?.email === address;
};

/** Sends mails through the server of SMTP_URL. */
export function createMailCarrier(
  { mail }: Pick<Config, 'mail'>,
  { db }: Pick<Store, 'db'>,
): Carrier {
  if (!mail)
    return async () => ({ sent: false, code: null, said: message('mail.notSetUp'), final: true });
  const transport = createTransport({
    url: mail.smtpUrl,
    ...TIMES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ body, user_id: userId }, stopping) => {
    const { to, subject, text, html, settings } = JSON.parse(body) as Mail;
    if (!(await isReached(db, userId, to)))
      return { sent: false, code: null, said: message('mail.noLonger'), final: true };
    const content = {
      from: mail.from,
      // An object counts as a single address, whatever characters it contains.
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(settings !== undefined && { 'List-Unsubscribe': `<${settings}>` }),
      },
    };
    try {
      await withDeadline(LONGEST, stopping, (signal) => transport.sendMail({ ...content, signal }));
      return { sent: true, code: 250 };
    } catch (error) {
      return failureOf(error as { code?: string; responseCode?: number });
    }
  };
}

/** A server's reply may contain anything, so only its code is kept. */
function failureOf({ code, responseCode }: { code?: string; responseCode?: number }): Outcome {
  const answer = { sent: false as const, code: responseCode ?? null };
  if (code === 'EAUTH') return { ...answer, said: message('mail.signIn') };
  if (responseCode === undefined)
    return {
      ...answer,
      said: message('mail.notReached', { reason: code === 'EABORT' ? 'ETIMEDOUT' : (code ?? '–') }),
    };
  // A code of 5xx for the recipient is permanent.
  const final = code === 'EENVELOPE' && responseCode >= 500;
  return { ...answer, said: message('mail.refused', { code: responseCode }), final };
}
