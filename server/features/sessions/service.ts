import { MINUTE } from '../../../contract/days.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { createToken, hashToken } from '../../platform/secrets.ts';

const IDLE = 60 * MINUTE;
const ABSOLUTE = 12 * 60 * MINUTE;
/** Least time between two updates of a session's `last_seen_at`. */
const TOUCH = MINUTE;

/** What was seen later than this was seen while the clock was ahead, and would last until the clock gets there, too. */
const latest = (): string => new Date(Date.now() + IDLE).toISOString();

/** Sessions are in the store, so that every process knows them and none outlives its user. */
export interface SessionService {
  /** Starts a session and returns the token for the cookie; only its hash is stored. */
  start(db: Db, userId: number): Promise<string>;
  /** The user of a live session of an active user, or null. @param touch - whether this counts as activity */
  findActor(token: string, touch?: boolean): Promise<Actor | null>;
  end(token: string): Promise<void>;
  endAllOf(db: Db, userId: number): Promise<void>;
  removeExpired(): Promise<void>;
}

export function createSessionService(store: Store): SessionService {
  const touch = (tokenHash: string): void => {
    // Not awaited: a lost update costs a minute of idle time.
    void store.db
      .updateTable('session')
      .set({ last_seen_at: timestampNow() })
      .where('token_hash', '=', tokenHash)
      .execute()
      .catch(() => {});
  };

  return {
    async start(db, userId) {
      const token = createToken();
      const now = timestampNow();
      await db
        .insertInto('session')
        .values({
          token_hash: hashToken(token),
          user_id: userId,
          created_at: now,
          last_seen_at: now,
          expires_at: timestampIn(ABSOLUTE),
        })
        .execute();
      return token;
    },

    async findActor(token, touched = true) {
      const tokenHash = hashToken(token);
      const row = await store.db
        .selectFrom('session')
        .innerJoin('app_user', 'app_user.id', 'session.user_id')
        .select([
          'session.user_id',
          'session.last_seen_at',
          'app_user.username',
          'app_user.is_admin',
        ])
        .where('session.token_hash', '=', tokenHash)
        .where('session.expires_at', '>', timestampNow())
        .where('session.last_seen_at', '>', timestampIn(-IDLE))
        .where('session.last_seen_at', '<=', latest())
        .where('app_user.is_active', '=', 1)
        .executeTakeFirst();
      if (!row) return null;
      if (touched && row.last_seen_at < timestampIn(-TOUCH)) touch(tokenHash);
      return { userId: row.user_id, username: row.username, isAdmin: row.is_admin === 1 };
    },

    async end(token) {
      await store.db.deleteFrom('session').where('token_hash', '=', hashToken(token)).execute();
    },

    async endAllOf(db, userId) {
      await db.deleteFrom('session').where('user_id', '=', userId).execute();
    },

    async removeExpired() {
      await store.db
        .deleteFrom('session')
        .where((where) =>
          where.or([
            where('expires_at', '<=', timestampNow()),
            where('last_seen_at', '<=', timestampIn(-IDLE)),
            where('last_seen_at', '>', latest()),
          ]),
        )
        .execute();
    },
  };
}
