import { createTransport } from 'nodemailer';
import { message } from '../../../contract/messages/message.ts';
import type { Config } from '../../platform/config.ts';
import type { Carrier, Outcome } from '../deliveries/service.ts';

/** A mail as it waits in the outbox. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Milliseconds for the connection, the greeting, and silence after that. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Hands mails to the server of SMTP_URL. */
export function createMailCarrier({ mail }: Pick<Config, 'mail'>): Carrier {
  if (!mail)
    return async () => ({ sent: false, code: null, said: message('mail.notSetUp'), final: true });
  const transport = createTransport({
    url: mail.smtpUrl,
    ...TIMES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ body }) => {
    const { to, subject, text, html } = JSON.parse(body) as Mail;
    try {
      await transport.sendMail({
        from: mail.from,
        // As an object, it is one address whatever stands in it.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { sent: true, code: 250 };
    } catch (error) {
      return failureOf(error as { code?: string; responseCode?: number });
    }
  };
}

/** What servers answer may hold anything: only their code is kept. */
function failureOf({ code, responseCode }: { code?: string; responseCode?: number }): Outcome {
  const answer = { sent: false as const, code: responseCode ?? null };
  if (code === 'EAUTH') return { ...answer, said: message('mail.signIn') };
  if (responseCode === undefined)
    return { ...answer, said: message('mail.notReached', { reason: code ?? '–' }) };
  // 5… of the receiver is meant for good.
  const final = code === 'EENVELOPE' && responseCode >= 500;
  return { ...answer, said: message('mail.refused', { code: responseCode }), final };
}
