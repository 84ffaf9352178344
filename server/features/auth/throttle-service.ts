import { message } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { LoginAttemptTable } from '../../platform/db/people-tables.ts';
import { ProblemError } from '../../platform/problem.ts';

const WINDOW = 15 * 60_000;
const KEPT = 90 * 24 * 60 * 60_000;
/** Most failed logins within the window: per name and address, per name, per address. */
const LIMITS = [10, 50, 100] as const;
/** Most names of one address that wait for those whose password is being checked: each of them counts again at every end. */
const MAX_WAITING = 100;

export interface Attempt {
  usernameKey: string;
  userId: number | null;
  loginTime: string | null;
  addressSent: string | null;
  addressSeen: string;
}

/** What an attempt counts for, in the order of the limits. */
const keysOf = ({ usernameKey, addressSeen }: Attempt): string[] => [
  JSON.stringify([usernameKey, addressSeen]),
  JSON.stringify([usernameKey]),
  addressSeen,
];

/** Somebody who wants to begin. */
interface Waiting {
  keys: readonly string[];
  /** How many with one of these keys have ended since it last looked. */
  ended: number;
  wake(): void;
}

/** Attempts whose password is being checked: each may fail, so that it takes a place until it is recorded. */
function createUnderWay() {
  const counts = new Map<string, number>();
  const waiting = new Set<Waiting>();
  return {
    count: (key: string) => counts.get(key) ?? 0,
    waiting: (key: string) => [...waiting].filter(({ keys }) => keys.includes(key)).length,
    wait(keys: readonly string[]) {
      const mine: Waiting = { keys, ended: 0, wake: () => {} };
      waiting.add(mine);
      return {
        look: () => void (mine.ended = 0),
        missed: () => mine.ended,
        nextEnd: () => new Promise<void>((resolve) => void (mine.wake = resolve)),
        leave: () => waiting.delete(mine),
      };
    },
    /** @returns the function that ends it */
    begin(keys: readonly string[]): () => void {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
      return () => {
        for (const key of keys) {
          const left = counts.get(key)! - 1;
          if (left > 0) counts.set(key, left);
          else counts.delete(key);
        }
        for (const one of waiting)
          if (one.keys.some((key) => keys.includes(key))) {
            one.ended += 1;
            one.wake();
          }
      };
    },
  };
}

/** Lets what has the same key run one after the other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const over = mine.catch(() => {});
    last.set(key, over);
    try {
      return await mine;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}

/** Login attempts are kept for 90 days; failed ones throttle guessing. */
export function createThrottle(store: Store) {
  const underWay = createUnderWay();
  const inTurn = createTurns();
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

  const refuse = async (attempt: Attempt): Promise<never> => {
    await record(attempt, 'throttled');
    throw new ProblemError('too-many-requests', message('access.tooManyLogins'), {
      retryAfter: WINDOW / 1000,
    });
  };

  /** Waits while those under way, if all of them fail, leave no attempt. */
  const admit = async (attempt: Attempt): Promise<() => void> => {
    const { usernameKey: username_key, addressSeen: address_seen } = attempt;
    const keys = keysOf(attempt);
    if (underWay.waiting(address_seen) >= MAX_WAITING) return refuse(attempt);
    const ends = underWay.wait(keys);
    try {
      for (;;) {
        ends.look();
        const failed = await Promise.all([
          countFailed({ username_key, address_seen }),
          countFailed({ username_key }),
          countFailed({ address_seen }),
        ]);
        if (failed.some((count, index) => count >= LIMITS[index]!)) return await refuse(attempt);
        // Those that ended while the failed ones were counted may be missing from both numbers.
        const missed = ends.missed();
        const taken = keys.map((key, index) => failed[index]! + underWay.count(key) + missed);
        if (taken.every((count, index) => count < LIMITS[index]!)) return underWay.begin(keys);
        if (missed === 0) await ends.nextEnd();
      }
    } finally {
      ends.leave();
    }
  };

  return {
    record,
    async forget(): Promise<void> {
      await store.db.deleteFrom('login_attempt').where('at', '<', timestampIn(-KEPT)).execute();
    },
    /**
     * Begins an attempt, which counts as failed until it ends; simultaneous ones wait for those that could exhaust the
     * limit.
     * @returns the function that ends it, once its outcome is recorded
     * @throws ProblemError `too-many-requests`
     */
    begin: (attempt: Attempt): Promise<() => void> =>
      inTurn(keysOf(attempt)[0]!, () => admit(attempt)),
  };
}

/** Deletes the attempts of users who are being deleted. */
export async function deleteAttemptsOfUsers(tx: Db, userIds: number[]): Promise<void> {
  await tx.deleteFrom('login_attempt').where('user_id', 'in', userIds).execute();
}
