import { message } from '../../../contract/messages/message.ts';
import type { Registration } from '../../../contract/users.ts';
import { conflict } from '../../platform/problem.ts';
import { presentUser } from './present.ts';
import type { User } from './repository.ts';

/**
 * The changes, where activating an account also ends its registration.
 * @throws ProblemError `conflict` if somebody else has decided on the registration first
 */
export function withRegistration(
  before: User,
  changes: Partial<User>,
  seen?: Registration,
): Partial<User> {
  const { registration: next } = changes;
  // Who is active already was activated by somebody else, which is what this change wants.
  if (seen !== undefined && before.registration !== seen && before.is_active === 0)
    throw conflict(message('user.decided', { name: before.username }), {
      current: presentUser(before),
    });
  if (next) {
    const from = next === 'declined' ? 'waiting' : 'declined';
    if (before.registration !== from)
      throw conflict(message('user.decided', { name: before.username }));
  }
  return changes.is_active === 1 && before.registration !== null
    ? { ...changes, registration: null }
    : changes;
}
