import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { messageData, fault } from './messages/message.ts';

/** How often a user gets mail; `soon` collects notifications for a few minutes. */
export const MAIL_FREQUENCIES = ['off', 'soon', 'daily'] as const;
const frequency = z.enum(MAIL_FREQUENCIES, {
  error: fault('field.notEitherOf', { one: 'off', other: 'soon', last: 'daily' }),
});
export type MailFrequency = z.infer<typeof frequency>;

const mailSettings = z.object({
  /** Whether this server sends mail at all. */
  available: z.boolean(),
  email: z.string().nullable(),
  frequency,
  /** For administrators: how many mails to anybody were given up lately, and the last of them; null where none was. */
  failed: z
    .object({
      count: z.int(),
      at: timestamp,
      username: z.string().nullable(),
      detail: z.string().nullable(),
      detail_said: messageData,
    })
    .nullable(),
});

export const getMailSettings = endpoint({
  method: 'GET',
  path: '/api/mail/settings',
  summary: 'How often the user gets news by mail, and at which address',
  access: { who: 'user' },
  response: mailSettings,
});

export const setMailSettings = endpoint({
  method: 'PUT',
  path: '/api/mail/settings',
  summary: 'Choose how often to get news by mail; from now on',
  access: { who: 'user' },
  body: z.object({ frequency }),
  response: mailSettings,
});

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/mail/test',
  summary: 'Send a test mail to the own address, and say what the mail server answered',
  access: { who: 'administrator' },
  response: z.object({
    sent: z.boolean(),
    detail: z.string().nullable(),
    detail_said: messageData,
  }),
});
