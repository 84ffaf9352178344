import { z } from 'zod';
import { newPassword, sessionUser, username } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list-query.ts';
import { PASSWORD_MASK, blankAsNull, flag, id, optionalText, text, timestamp } from './fields.ts';
import { emailRule } from './validators.ts';
import { fault } from './messages/fault.ts';

export const userRow = sessionUser.omit({ password_set_by_admin: true }).extend({
  is_sample: flag,
});
export type UserRow = z.infer<typeof userRow>;

/** As the list of users has them: also what they have to do with the projects, by name. */
export const listedUser = userRow.extend({
  last_login_at: timestamp.nullable(),
  developer_of: z.array(z.string()),
  tester_of: z.array(z.string()),
});
export type ListedUser = z.infer<typeof listedUser>;

export const userName = z.object({ user_id: id, username: z.string() });
export type UserName = z.infer<typeof userName>;

const email = blankAsNull(
  text(254)
    .refine((value) => emailRule(value) === undefined, { error: fault('field.notEmail') })
    .nullish(),
);

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary:
    'Create a user: active from an administrator, otherwise inactive until an administrator activates it',
  access: { who: 'public' },
  body: z.object({
    username,
    password: newPassword,
    email,
    create_date: optionalText(100),
    /** Projects on which the user gets a role at once; from an administrator only. */
    developer_of: z.array(id).max(100).optional(),
    tester_of: z.array(id).max(100).optional(),
  }),
  response: userRow,
  status: 201,
});

const userQuery = listQuery(
  [
    'user_id',
    'username',
    'email',
    'create_date',
    'is_admin',
    'is_active',
    'last_login_at',
    'developer_of',
    'tester_of',
  ],
  'username',
);
const userNameQuery = listQuery(['user_id', 'username'], 'username');

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/auth/getusers',
  summary: 'All users, when each last logged in, and the projects on which each has a role',
  access: { who: 'administrator' },
  query: userQuery,
  response: z.array(listedUser),
});

export const listUserNames = endpoint({
  method: 'GET',
  path: '/api/assigned/getuserz',
  summary: 'Active users by name',
  access: { who: 'administrator' },
  query: userNameQuery,
  response: z.array(userName),
});

export const updateUser = endpoint({
  method: 'POST',
  path: '/api/auth/updateuser',
  summary: 'Change name, password or activity of a user; the mask leaves the password as it is',
  access: { who: 'administrator' },
  body: z.object({
    user_id: id,
    username: username.optional(),
    password: z.union([z.literal(PASSWORD_MASK), newPassword]).nullish(),
    email: email.optional(),
    is_active: flag.optional(),
  }),
  response: userRow,
});

export const setAdministrator = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/administrator',
  summary: 'Promote a user to administrator, or demote',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({ is_admin: flag }),
  response: userRow,
});
