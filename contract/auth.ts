import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { requiredText, text } from './fields.ts';
import { fault } from './messages/message.ts';
import { newPassword, userFields } from './users.ts';

/** The signed-in user, without the fields that only the administrators' list of users shows. */
export const sessionUser = userFields.omit({
  is_sample: true,
  registration: true,
  last_login_at: true,
  developer_of: true,
  tester_of: true,
  client_of: true,
});
export type SessionUser = z.infer<typeof sessionUser>;

/** Any value as text of at most `max` characters. */
const advisory = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      if (value === undefined || value === null) return null;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text.replaceAll('\0', '').toWellFormed().slice(0, max);
    });

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  access: { who: 'public' },
  body: z.object({
    username: requiredText(100),
    password: text(200).refine((value) => value !== '', { error: fault('field.required') }),
    // For the record only: an invalid value never prevents a login.
    login_time: advisory(100),
    ip_address: advisory(2_000),
  }),
  response: sessionUser,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out; without a session it does nothing',
  access: { who: 'public' },
  response: z.undefined(),
  status: 204,
});

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'The signed-in user',
  access: { who: 'user' },
  response: sessionUser,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/changepassword',
  summary: "Change one's own password; all other sessions of the user end",
  access: { who: 'user' },
  body: z.object({ current_password: text(200), new_password: newPassword }),
  response: sessionUser,
});

export const trace = endpoint({
  method: 'GET',
  path: '/api/trace',
  summary: 'The address that the server sees, as text lines `name=value`',
  access: { who: 'public' },
  response: z.string(),
  text: true,
});

/** Settings that the screens need before a login, such as the service that tells the client's address. */
export const appSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Settings that the screens need',
  access: { who: 'public' },
  response: z.object({
    trace_url: z.string(),
    self_registration: z.boolean(),
    support_url: z.string().nullable(),
    attendance_url: z.string().nullable(),
    /** Maximum size of an attachment, in MB. */
    attachment_limit: z.int(),
  }),
});
