import { message } from '../../../contract/messages/message.ts';
import { PASSWORD_MASK, type Flag } from '../../../contract/fields.ts';
import {
  type AccountEntry,
  type ListedUser,
  type Registration,
  USER_FIELDS,
  type UserEdit,
  type UserForm,
  type UserName,
  type UserRow,
} from '../../../contract/users.ts';
import { timestampNow } from '../../platform/clock.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { writeFields } from '../../platform/db/field-columns.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import { confusableSkeleton } from '../../platform/confusables.ts';
import { hashPassword, verifyPassword } from '../../platform/secrets.ts';
import { diff, listAccountHistory, recordHistory } from '../history/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import type { SessionService } from '../sessions/service.ts';

import {
  type User,
  countWaiting,
  countOtherAdministrators,
  deleteUsers,
  findUser,
  findUserByName,
  insertUser,
  isLookalikeTaken,
  listProjectsOf,
  listUsers,
  listWaiting,
  updateChecked,
  updateUser,
  usernameKey,
} from './repository.ts';

import { presentUser } from './present.ts';
import { withRegistration } from './registration.ts';

export { presentSessionUser, presentUser } from './present.ts';
export { type User, usernameKey } from './repository.ts';

/** Fields of the account itself; the server sets `create_date`. */
type Account = Omit<UserForm, 'create_date' | 'developer_of' | 'tester_of'>;

export interface NewUser extends Account {
  isAdmin?: boolean;
  isActive: boolean;
  /** Whether somebody other than the user chose the password. */
  passwordSetByAdmin: boolean;
  isSample?: boolean;
  isSelfRegistered?: boolean;
}

export interface UserService {
  /** @param also - further work in the same transaction */
  create(
    actorId: number | null,
    user: NewUser,
    also?: (tx: Db, userId: number) => Promise<void>,
  ): Promise<User>;
  list(): Promise<ListedUser[]>;
  /**
   * Records that somebody has just logged in, in the transaction that starts their session.
   * @returns false if their password was changed since it was checked
   */
  noteLogin(tx: Db, checked: User): Promise<boolean>;
  listActiveNames(): Promise<UserName[]>;
  find(id: number): Promise<User | undefined>;
  findByName(username: string): Promise<User | undefined>;
  /**
   * @param seen - the registration as the actor saw it
   * @throws ProblemError `conflict` if somebody has decided otherwise on it since
   */
  update(actor: Actor, id: number, changes: UserEdit, seen?: Registration): Promise<UserRow>;
  setAdministrator(actor: Actor | null, id: number, isAdmin: Flag): Promise<UserRow>;
  /**
   * Sets the user's new password and ends all of their sessions, in the caller's transaction.
   * @returns undefined if their password was changed since it was checked
   */
  setOwnPassword(tx: Db, checked: User, passwordHash: string): Promise<User | undefined>;
  /** Deletes accounts to which nobody else's work refers, such as the sample's. */
  delete(tx: Db, ids: number[]): Promise<void>;
  count(): Promise<number>;
  /** Declines a registration that waits, or lets a declined one wait again. */
  decideRegistration(actor: Actor, id: number, declined: Flag): Promise<UserRow>;
  /** Number of registrations that wait for an administrator. */
  countWaiting(): Promise<number>;
  /** The oldest of them. */
  listWaiting(limit: number): Promise<UserName[]>;
  /** What happened to an account and its roles. */
  history(id: number): Promise<AccountEntry[]>;
  /** All names by id; there are few users. */
  names(): Promise<Map<number, string>>;
}

const flagOf = (value: boolean): Flag => (value ? 1 : 0);

/** A password is never the username. @throws ProblemError `invalid` naming the field */
export function refuseUsername(field: string, password: string, username: string): void {
  if (usernameKey(password) === usernameKey(username))
    throw invalid([{ field, message: message('field.notTheUsername') }]);
}

/** A new name must not be the password, either; of other spellings of it the hash tells nothing. */
async function refuseOwnPassword(user: User, username: string): Promise<void> {
  if (await verifyPassword(user.password_hash, username))
    throw invalid([{ field: 'username', message: message('field.notThePassword') }]);
}

const nameTaken = (username: string) =>
  conflict(message('user.nameTaken', { name: username }), {
    errors: [{ field: 'username', message: message('field.taken') }],
  });

const lookalikeTaken = (username: string) =>
  conflict(message('user.nameLooksTaken', { name: username }), {
    errors: [{ field: 'username', message: message('field.looksTaken') }],
  });

export function createUserService(
  store: Store,
  sessions: SessionService,
  notifications: NotificationService,
): UserService {
  const checkLook = async (tx: Db, username: string, exceptId: number | null): Promise<void> => {
    if (await isLookalikeTaken(tx, confusableSkeleton(username), exceptId))
      throw lookalikeTaken(username);
  };

  /** Notifies administrators of a registration, which they have to decide on. */
  const notifyAdministrators = async (tx: Db, actorId: number): Promise<void> => {
    const administrators = await tx
      .selectFrom('app_user')
      .select('id')
      .where('is_admin', '=', 1)
      .where('is_active', '=', 1)
      .execute();
    await notifications.notify(
      tx,
      administrators.map(({ id }) => ({
        userId: id,
        kind: 'registered',
        projectId: null,
        actorId,
      })),
    );
  };

  const keepAnAdministrator = async (tx: Db, user: User, after: Partial<User>): Promise<void> => {
    const isOne = user.is_admin === 1 && user.is_active === 1;
    const staysOne = { ...user, ...after };
    if (!isOne || (staysOne.is_admin === 1 && staysOne.is_active === 1)) return;
    if ((await countOtherAdministrators(tx, user.id)) === 0) {
      throw conflict(message('user.lastAdministrator', { name: user.username }));
    }
  };

  /** Changes a user, serialised so that one administrator always remains, and writes history. */
  const change = async (
    actorId: number | null,
    id: number,
    given: Partial<User>,
    seen?: Registration,
  ): Promise<UserRow> => {
    try {
      return await store.transaction(async (tx) => {
        const before = await findUser(tx, id);
        if (!before) throw notFound('what.thisUser');
        const changes = withRegistration(before, given, seen);
        await keepAnAdministrator(tx, before, changes);
        if (Object.keys(changes).length === 0) return presentUser(before);
        const { username = before.username } = changes;
        if (username !== before.username) await checkLook(tx, username, id);
        const after = await updateUser(tx, id, changes);
        const passwordChanged = changes.password_hash !== undefined;
        if (passwordChanged || after.is_active === 0) {
          await sessions.endAllOf(tx, id);
        }
        const {
          password_hash: _hash,
          username_key: _key,
          username_look: _look,
          ...visible
        } = changes;
        const changed = {
          ...diff(before, visible),
          ...(passwordChanged && { password: [PASSWORD_MASK, PASSWORD_MASK] as [string, string] }),
        };
        // A change to what is already there would be an entry that says nothing.
        if (Object.keys(changed).length > 0)
          await recordHistory(tx, {
            userId: actorId,
            entity: 'user',
            entityId: id,
            action: changes.registration === 'declined' ? 'declined' : 'updated',
            changes: changed,
          });
        return presentUser(after);
      }, 'users');
    } catch (error) {
      if (isUniqueViolation(error)) throw nameTaken(given.username ?? '');
      throw error;
    }
  };

  return {
    async create(actorId, user, also) {
      refuseUsername('password', user.password, user.username);
      if (await findUserByName(store.db, user.username)) throw nameTaken(user.username);
      // Hashed before the transaction, because it takes a while and would block other writers.
      const passwordHash = await hashPassword(user.password);
      try {
        return await store.transaction(async (tx) => {
          await checkLook(tx, user.username, null);
          const created = await insertUser(tx, {
            ...writeFields(USER_FIELDS, 'create', user),
            username_key: usernameKey(user.username),
            username_look: confusableSkeleton(user.username),
            password_hash: passwordHash,
            password_set_by_admin: flagOf(user.passwordSetByAdmin),
            is_admin: flagOf(user.isAdmin ?? false),
            is_active: flagOf(user.isActive),
            registration: user.isSelfRegistered && !user.isActive ? 'waiting' : null,
            is_sample: flagOf(user.isSample ?? false),
            created_at: timestampNow(),
          });
          await recordHistory(tx, {
            // The program makes its first administrators; who registers makes their own account.
            userId: actorId ?? (user.isSelfRegistered ? created.id : null),
            entity: 'user',
            entityId: created.id,
            action: 'created',
            changes: { username: [null, created.username], is_active: [null, created.is_active] },
          });
          if (user.isSelfRegistered) await notifyAdministrators(tx, created.id);
          await also?.(tx, created.id);
          return created;
        }, 'users');
      } catch (error) {
        throw isUniqueViolation(error) ? nameTaken(user.username) : error;
      }
    },

    async list() {
      const [rows, projects] = await Promise.all([listUsers(store.db), listProjectsOf(store.db)]);
      return rows.map((user) => ({
        ...presentUser(user),
        last_login_at: user.last_login_at,
        developer_of: projects.developer.get(user.id) ?? [],
        tester_of: projects.tester.get(user.id) ?? [],
        client_of: projects.client.get(user.id) ?? [],
      }));
    },

    async noteLogin(tx, checked) {
      const user = await updateChecked(tx, checked, { last_login_at: timestampNow() });
      return user !== undefined;
    },

    listActiveNames: async () =>
      (await listUsers(store.db))
        .filter((user) => user.is_active === 1)
        .map((user) => ({ user_id: user.id, username: user.username })),

    find: (id) => findUser(store.db, id),
    findByName: (username) => findUserByName(store.db, username),

    async update(actor, id, changes, seen) {
      const { username, password } = changes;
      const newPassword = password !== undefined && password !== null && password !== PASSWORD_MASK;
      const before = await findUser(store.db, id);
      if (before && newPassword) refuseUsername('password', password, username ?? before.username);
      else if (before && username !== undefined && username !== before.username)
        await refuseOwnPassword(before, username);
      const edits = {
        ...writeFields(USER_FIELDS, 'edit', changes),
        ...(username !== undefined && {
          username_key: usernameKey(username),
          username_look: confusableSkeleton(username),
        }),
        ...(newPassword && {
          password_hash: await hashPassword(password),
          password_set_by_admin: flagOf(actor.userId !== id),
        }),
      };
      return change(actor.userId, id, edits, seen);
    },

    setAdministrator: (actor, id, isAdmin) =>
      change(actor?.userId ?? null, id, {
        is_admin: isAdmin,
        // A reset from the command line also reactivates the account.
        ...(actor === null && { is_active: 1 as const }),
      }),

    async setOwnPassword(tx, checked, passwordHash) {
      const { id } = checked;
      const user = await updateChecked(tx, checked, {
        password_hash: passwordHash,
        password_set_by_admin: 0,
      });
      if (!user) return undefined;
      await sessions.endAllOf(tx, id);
      await recordHistory(tx, {
        userId: id,
        entity: 'user',
        entityId: id,
        action: 'updated',
        changes: { password: [PASSWORD_MASK, PASSWORD_MASK] },
      });
      return user;
    },

    delete: deleteUsers,
    async count() {
      const { count } = await store.db
        .selectFrom('app_user')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    decideRegistration: (actor, id, declined) =>
      change(actor.userId, id, { registration: declined ? 'declined' : 'waiting' }),

    countWaiting: () => countWaiting(store.db),
    listWaiting: (limit) => listWaiting(store.db, limit),

    async history(id) {
      if (!(await findUser(store.db, id))) throw notFound('what.thisUser');
      return listAccountHistory(store.db, id);
    },

    async names() {
      const rows = await store.db.selectFrom('app_user').select(['id', 'username']).execute();
      return new Map(rows.map((row) => [row.id, row.username]));
    },
  };
}
