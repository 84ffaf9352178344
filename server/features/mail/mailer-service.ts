import { createTransport } from 'nodemailer';
import { message } from '../../../contract/messages/message.ts';
import type { Config } from '../../platform/config.ts';
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

/** Sends mails through the server of SMTP_URL. */
export function createMailCarrier({ mail }: Pick<Config, 'mail'>): Carrier {
  if (!mail)
    return async () => ({ sent: false, code: null, said: message('mail.notSetUp'), final: true });
  const transport = createTransport({
    url: mail.smtpUrl,
    ...TIMES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ body }, stopping) => {
    const { to, subject, text, html, settings } = JSON.parse(body) as Mail;
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
