import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './list-query.ts';
import { type Fields, fieldsWith, shapeOf } from './field-table.ts';
import {
  PASSWORD_MASK,
  blankAsNull,
  flag,
  id,
  optionalText,
  requiredText,
  text,
  timestamp,
} from './fields.ts';
import { historyEntry } from './history.ts';
import { fault } from './messages/message.ts';

/** Minimum and maximum, inclusive. */
const AGE = { min: 18, max: 50 } as const;

/**
 * Checks a value of a column. Returns the rest of a sentence that begins with the column's header ('Age' + 'must be …'), or
 * undefined if the value is valid. Empty values are checked elsewhere: '{column header} is required'.
 */
type Validator = (value: string) => string | undefined;

/** One @, something before it, a dot in what comes after it, no blanks. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

export const emailRule: Validator = (value) =>
  value === '' || EMAIL.test(value) ? undefined : fault('field.notEmail');

/** A whole number of years from 18 to 50. */
export const ageRule: Validator = (value) => {
  if (value === '') return undefined;
  const age = /^\d{1,3}$/.test(value.trim()) ? Number(value) : Number.NaN;
  return age >= AGE.min && age <= AGE.max
    ? undefined
    : fault('field.notAge', { least: AGE.min, most: AGE.max });
};

export const MIN_PASSWORD = 8;
export const newPassword = text(200)
  .refine((value) => value !== '', { error: fault('field.required'), abort: true })
  .refine((value) => value.length >= MIN_PASSWORD, {
    error: fault('field.tooShort', { count: MIN_PASSWORD }),
  });
/** Characters that cannot be seen: control characters, direction marks, zero-width characters, the blank Braille pattern. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
export const username = requiredText(100)
  .refine((value) => value === value.trim(), { error: fault('field.spaces') })
  .refine((value) => !UNSEEN.test(value), { error: fault('field.unseen') });

const email = blankAsNull(
  text(254)
    .refine((value) => emailRule(value) === undefined, { error: fault('field.notEmail') })
    .nullish(),
);
/** Names of the projects on which a user has a role; for a new user, ids of the projects that assign it. */
const projectsField = {
  row: z.array(z.string()),
  create: z.array(id).max(100).optional(),
  find: 'text',
  editor: 'projects',
  optional: true,
} as const;

/** Where a registration by the person themselves stands, until an administrator activates the account. */
export const REGISTRATIONS = ['waiting', 'declined'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/** The fields of a user, in the order of the list of users. */
export const USER_FIELDS = {
  user_id: { row: id, column: 'id', find: 'number', list: 'shown', editor: 'read-only' },
  username: {
    row: z.string(),
    create: username,
    edit: username.optional(),
    column: 'username',
    find: 'text',
    list: 'shown',
    editor: 'text',
  },
  /** Always the mask in answers. */
  password: {
    row: z.string(),
    create: newPassword,
    edit: z.union([z.literal(PASSWORD_MASK), newPassword]).nullish(),
    list: 'shown',
    editor: 'password',
  },
  is_active: {
    row: flag,
    edit: flag.optional(),
    column: 'is_active',
    find: 'number',
    list: 'shown',
    editor: 'select',
    options: ['inactive', 'active'],
  },
  last_login_at: {
    row: timestamp.nullable(),
    column: 'last_login_at',
    find: 'text',
    list: 'shown',
  },
  /** Lists show the projects of both roles in this column. */
  developer_of: { ...projectsField, list: 'shown' },
  tester_of: projectsField,
  /** Set on the screen of clients. */
  client_of: { row: z.array(z.string()), find: 'text' },
  email: {
    row: z.string().nullable(),
    create: email,
    edit: email.optional(),
    column: 'email',
    find: 'text',
    list: 'shown',
    editor: 'text',
    optional: true,
  },
  /** Clients send it as well, but the server sets it. */
  create_date: {
    row: timestamp,
    create: optionalText(100),
    column: 'created_at',
    find: 'text',
  },
  /** Null for accounts that an administrator made or activated. */
  registration: {
    row: z.enum(REGISTRATIONS).nullable(),
    column: 'registration',
    find: 'text',
    list: 'hidden at first',
  },
  is_admin: { row: flag, column: 'is_admin', find: 'number' },
  /** 1 if an administrator set the password: the app then suggests changing it. */
  password_set_by_admin: { row: flag, column: 'password_set_by_admin' },
  is_sample: { row: flag, column: 'is_sample' },
} as const satisfies Fields;

export const userFields = z.object(shapeOf(USER_FIELDS, 'row'));

/** A user as in the list of users, which includes the projects. */
export const listedUser = userFields.omit({ password_set_by_admin: true });
export type ListedUser = z.infer<typeof listedUser>;

export const userRow = listedUser.omit({
  last_login_at: true,
  developer_of: true,
  tester_of: true,
  client_of: true,
});
export type UserRow = z.infer<typeof userRow>;

/** Only administrators may assign projects to a new user. */
export const userForm = z.object(shapeOf(USER_FIELDS, 'create'));
export type UserForm = z.output<typeof userForm>;

export const userEdit = z.object(shapeOf(USER_FIELDS, 'edit'));
export type UserEdit = z.output<typeof userEdit>;

export const userName = z.object({ user_id: id, username: z.string() });
export type UserName = z.infer<typeof userName>;

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary:
    'Create a user: active from an administrator, otherwise inactive until an administrator activates it',
  access: { who: 'public' },
  body: userForm,
  response: userRow,
  status: 201,
});

const userQuery = listQuery(fieldsWith(USER_FIELDS, 'find'), 'username');
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
  body: userEdit.extend({
    user_id: id,
    /** The registration as the caller saw it: refused if somebody has decided otherwise since, and the user is still inactive. */
    seen_registration: z.enum(REGISTRATIONS).optional(),
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

export const decideRegistration = endpoint({
  method: 'PUT',
  path: '/api/users/{id}/registration',
  summary: 'Decline a registration that waits, or let a declined one wait again',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({ declined: flag }),
  response: userRow,
});

export const accountEntry = historyEntry.extend({
  /** The project on which a role was given or taken. */
  Project_Name: z.string().nullable(),
});
export type AccountEntry = z.infer<typeof accountEntry>;

/** The newest entries of an account that are shown. */
export const MAX_ACCOUNT_ENTRIES = 200;

export const userHistory = endpoint({
  method: 'GET',
  path: '/api/users/{id}/history',
  summary: 'Who created an account and changed it and its roles, newest first',
  access: { who: 'administrator' },
  params: z.object({ id }),
  response: z.array(accountEntry),
});
