import { message } from '../../../contract/messages/message.ts';
import type { SessionUser } from '../../../contract/auth.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, invalid, notFound } from '../../platform/problem.ts';
import { hashPassword, verifyPassword } from '../../platform/secrets.ts';
import type { SessionService } from '../sessions/service.ts';
import {
  type UserService,
  presentSessionUser,
  refuseUsername,
  usernameKey,
} from '../users/service.ts';
import { createThrottle } from './throttle-service.ts';

export interface Credentials {
  username: string;
  password: string;
  loginTime: string | null;
  addressSent: string | null;
  addressSeen: string;
  /** Token of the client's former session, which ends with every login. */
  previousToken: string | undefined;
}

export interface SignedIn {
  user: SessionUser;
  token: string;
}

export interface AuthService {
  login(credentials: Credentials): Promise<SignedIn>;
  logout(token: string): Promise<void>;
  me(actor: Actor): Promise<SessionUser>;
  changePassword(actor: Actor, current: string, next: string): Promise<SignedIn>;
  /** Deletes attempts to sign in that are older than 90 days. */
  forgetAttempts(): Promise<void>;
}

const wrongPassword = () =>
  invalid([{ field: 'current_password', message: message('field.wrong') }]);
const loginFailed = () => new ProblemError('unauthenticated', message('access.loginFailed'));

export function createAuthService(
  store: Store,
  users: UserService,
  sessions: SessionService,
): AuthService {
  const throttle = createThrottle(store);
  // Hashes a decoy for an unknown name, so that it takes as long as a known one.
  const decoy = hashPassword('nobody has this password');

  return {
    forgetAttempts: throttle.forget,

    async login({ username, password, loginTime, addressSent, addressSeen, previousToken }) {
      const user = await users.findByName(username);
      const attempt = {
        usernameKey: usernameKey(username),
        userId: user?.id ?? null,
        loginTime,
        addressSent,
        addressSeen,
      };
      const end = await throttle.begin(attempt);
      try {
        const matches = await verifyPassword(user?.password_hash ?? (await decoy), password);
        if (!user || !matches || user.is_active === 0) {
          await throttle.record(attempt, 'failed');
          // Only who knows the password of a registration learns where it stands.
          throw matches && user?.registration
            ? new ProblemError('unauthenticated', message(`access.${user.registration}`))
            : loginFailed();
        }
        await throttle.record(attempt, 'ok');
      } finally {
        end();
      }
      const token = await store.transaction(async (tx) => {
        if (!(await users.noteLogin(tx, user))) throw loginFailed();
        return sessions.start(tx, user.id);
      });
      if (previousToken) await sessions.end(previousToken);
      return { user: presentSessionUser(user), token };
    },

    logout: (token) => sessions.end(token),

    async me(actor) {
      const user = await users.find(actor.userId);
      if (!user) throw notFound('what.thisUser');
      return presentSessionUser(user);
    },

    async changePassword(actor, current, next) {
      const user = await users.find(actor.userId);
      if (!user || !(await verifyPassword(user.password_hash, current))) {
        throw wrongPassword();
      }
      refuseUsername('new_password', next, user.username);
      const passwordHash = await hashPassword(next);
      return store.transaction(async (tx) => {
        const changed = await users.setOwnPassword(tx, user, passwordHash);
        if (!changed) throw wrongPassword();
        return { user: presentSessionUser(changed), token: await sessions.start(tx, user.id) };
      });
    },
  };
}
