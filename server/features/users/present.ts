import type { SessionUser } from '../../../contract/auth.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import { USER_FIELDS, type UserRow } from '../../../contract/users.ts';
import { readFields } from '../../platform/db/field-columns.ts';
import type { User } from './repository.ts';

const shownOf = (user: User) => ({ ...readFields(USER_FIELDS, user), password: PASSWORD_MASK });

/** The user as clients see it: the password is always the mask. */
export const presentUser = (user: User): UserRow => {
  const { last_login_at: _login, password_set_by_admin: _set, ...row } = shownOf(user);
  return row;
};

export const presentSessionUser = (user: User): SessionUser => {
  const {
    last_login_at: _login,
    is_sample: _sample,
    registration: _registration,
    ...row
  } = shownOf(user);
  return row;
};
