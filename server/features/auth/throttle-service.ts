import { message } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { LoginAttemptTable } from '../../platform/db/people-tables.ts';
import { ProblemError } from '../../platform/problem.ts';

const WINDOW = 15 * 60_000;
const KEPT = 90 * 24 * 60 * 60_000;
/** Most failed logins within the window: per name and address, per name, per address. */
const MAX_NAME_AND_ADDRESS = 10;
const MAX_NAME = 50;
const MAX_ADDRESS = 100;

export interface Attempt {
  usernameKey: string;
  userId: number | null;
  loginTime: string | null;
  addressSent: string | null;
  addressSeen: string;
}

/** Login attempts are kept for 90 days; failed ones throttle guessing. */
export function createThrottle(store: Store) {
  const countFailed = async (where: {
    username_key?: string;
    address_seen?: string;
  }): Promise<number> => {
    let query = store.db
      .selectFrom('login_attempt')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('at', '>', timestampIn(-WINDOW))
      // Later ones are of a time when the clock was ahead, and would lock people out until it gets there.
      .where('at', '<', timestampIn(WINDOW))
      .where('outcome', '=', 'failed');
    if (where.username_key !== undefined)
      query = query.where('username_key', '=', where.username_key);
    if (where.address_seen !== undefined)
      query = query.where('address_seen', '=', where.address_seen);
    return (await query.executeTakeFirstOrThrow()).count;
  };

  const record = async (attempt: Attempt, outcome: LoginAttemptTable['outcome']): Promise<void> => {
    await store.db
      .insertInto('login_attempt')
      .values({
        at: timestampNow(),
        username_key: attempt.usernameKey,
        user_id: attempt.userId,
        login_time: attempt.loginTime,
        address_sent: attempt.addressSent,
        address_seen: attempt.addressSeen,
        outcome,
      })
      .execute();
  };

  return {
    record,
    async forget(): Promise<void> {
      await store.db.deleteFrom('login_attempt').where('at', '<', timestampIn(-KEPT)).execute();
    },
    /** @throws ProblemError `too-many-requests` */
    async check(attempt: Attempt): Promise<void> {
      const { usernameKey: username_key, addressSeen: address_seen } = attempt;
      const [both, name, address] = await Promise.all([
        countFailed({ username_key, address_seen }),
        countFailed({ username_key }),
        countFailed({ address_seen }),
      ]);
      if (both < MAX_NAME_AND_ADDRESS && name < MAX_NAME && address < MAX_ADDRESS) return;
      await record(attempt, 'throttled');
      throw new ProblemError('too-many-requests', message('access.tooManyLogins'), {
        retryAfter: WINDOW / 1000,
      });
    },
  };
}

/** Deletes the attempts of users who are being deleted. */
export async function deleteAttemptsOfUsers(tx: Db, userIds: number[]): Promise<void> {
  await tx.deleteFrom('login_attempt').where('user_id', 'in', userIds).execute();
}
