import { type Insertable, type NotNull, type Selectable, sql } from 'kysely';
import { MINUTE } from '../../../contract/days.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { DeliveryTable } from '../../platform/db/tables.ts';
import type { Log } from '../../platform/log.ts';
import { notFound } from '../../platform/problem.ts';

export type StoredDelivery = Selectable<DeliveryTable>;

/** The result of one attempt. */
export type Outcome = {
  code: number | null;
  /** Beginning of the answer, where it is kept. */
  answer?: string | null;
} & (
  | { sent: true }
  /** `final`: a retry would not help. */
  | { sent: false; said: Message; final?: boolean }
);

/** Sends one delivery. Ends within seconds, and never throws. */
export type Carrier = (delivery: StoredDelivery, signal: AbortSignal) => Promise<Outcome>;

type New = Pick<Insertable<DeliveryTable>, 'kind' | 'user_id' | 'webhook_id' | 'event' | 'body'>;

export interface DeliveryService {
  /** Adds a delivery to the outbox, in the transaction of its cause. @returns its id */
  add(db: Db, delivery: New): Promise<number>;
  isWaiting(): Promise<boolean>;
  /** Sends due deliveries; failed ones are retried later. */
  deliverWaiting(): Promise<void>;
  /** Sends a waiting delivery now. @returns the delivery after the attempt */
  deliverNow(id: number): Promise<StoredDelivery>;
  /** The last deliveries of a webhook, newest first. */
  listOfWebhook(webhookId: number, limit: number): Promise<StoredDelivery[]>;
  /** A webhook's delivery; undefined for any other. */
  findOfWebhook(id: number): Promise<(StoredDelivery & { webhook_id: number }) | undefined>;
  /** How many mails were given up, of those that are kept, and the last of them. */
  failedMails(): Promise<{ count: number; last: StoredDelivery } | null>;
  /** Queues a delivery again, with its full number of attempts. */
  queueAgain(id: number): Promise<void>;
  /** Deletes deliveries that ended long ago. */
  trim(): Promise<void>;
  stop(): void;
}

/** Pauses before the retries; after the last one, the delivery has failed for good. */
export const PAUSES = [1, 5, 30, 120, 360, 720].map((minutes) => minutes * MINUTE);
/** Lease of a claimed delivery: once it expires, another process may claim it. */
const LEASE = 2 * MINUTE;
/** Most deliveries sent at once. */
const BATCH = 10;
/** How long ended deliveries are kept. */
const KEPT = 30 * 24 * 60 * MINUTE;

/** The outbox. It is in the store, so that neither a crash nor a second server loses a delivery or sends it twice. */
export function createDeliveryService(
  store: Store,
  carriers: Record<DeliveryTable['kind'], Carrier>,
  log: Log,
): DeliveryService {
  const { db } = store;
  const stopping = new AbortController();
  /** Deliveries being sent, by id. */
  const onTheWay = new Map<number, Promise<void>>();

  /**
   * Claims due deliveries, for one server at a time.
   * @param id - only this one; empty if it is already claimed
   */
  const take = (id?: number): Promise<StoredDelivery[]> =>
    store.transaction(async (tx) => {
      let due = tx.selectFrom('delivery').select('id').orderBy('next_at').limit(BATCH);
      due =
        id === undefined
          ? due.where('next_at', '<=', timestampNow())
          : due.where('id', '=', id).where('next_at', '<=', timestampNow());
      // After a step of the clock, or a pause of the machine, the lease of what is being sent here may have lapsed.
      const ids = (await due.where('id', 'not in', [0, ...onTheWay.keys()]).execute()).map(
        (row) => row.id,
      );
      return tx
        .updateTable('delivery')
        .set({ attempts: sql<number>`attempts + 1`, next_at: timestampIn(LEASE) })
        .where('id', 'in', [0, ...ids])
        .returningAll()
        .execute();
    }, 'deliveries');

  const finish = async (delivery: StoredDelivery, outcome: Outcome): Promise<void> => {
    const { id, kind, attempts } = delivery;
    const pause = outcome.sent || outcome.final ? undefined : PAUSES[attempts - 1];
    const state = outcome.sent ? 'sent' : pause === undefined ? 'failed' : 'waiting';
    const isOver = pause === undefined;
    await db
      .updateTable('delivery')
      .set({
        state,
        code: outcome.code,
        said: outcome.sent ? null : JSON.stringify(outcome.said),
        answer: outcome.answer ?? null,
        next_at: isOver ? null : timestampIn(pause),
        finished_at: isOver ? timestampNow() : null,
        // A webhook's delivery can be sent again; a mail is not needed any more.
        ...(isOver && kind === 'mail' && { body: '' }),
      })
      .where('id', '=', id)
      // Another process may have claimed it meanwhile.
      .where('attempts', '=', attempts)
      .execute();
    if (!outcome.sent)
      log.warn(
        { delivery: id, kind, attempts, code: outcome.code, reason: outcome.said.code },
        isOver ? 'Something could not be sent, and is given up' : 'Something is sent again later',
      );
  };

  const carry = (delivery: StoredDelivery): Promise<void> => {
    const carried = (async () => {
      const outcome = await carriers[delivery.kind](delivery, stopping.signal);
      if (!stopping.signal.aborted) await finish(delivery, outcome);
    })().finally(() => onTheWay.delete(delivery.id));
    onTheWay.set(delivery.id, carried);
    return carried;
  };

  return {
    async add(handle, delivery) {
      const { id } = await handle
        .insertInto('delivery')
        .values({ ...delivery, at: timestampNow(), state: 'waiting', next_at: timestampNow() })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async isWaiting() {
      const row = await db
        .selectFrom('delivery')
        .select('id')
        .where('next_at', '<=', timestampNow())
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async deliverWaiting() {
      while (!stopping.signal.aborted) {
        const taken = await take();
        if (taken.length === 0) return;
        await Promise.all(taken.map(carry));
      }
    },

    async deliverNow(id) {
      for (const delivery of await take(id)) await carry(delivery);
      // The regular round may be sending it already.
      await onTheWay.get(id);
      const delivery = await db
        .selectFrom('delivery')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      // Its webhook may have been deleted meanwhile.
      if (!delivery) throw notFound('what.thisDelivery');
      return delivery;
    },

    listOfWebhook: (webhookId, limit) =>
      db
        .selectFrom('delivery')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    findOfWebhook: (id) =>
      db
        .selectFrom('delivery')
        .selectAll()
        .where('id', '=', id)
        .where('kind', '=', 'webhook')
        .$narrowType<{ webhook_id: NotNull }>()
        .executeTakeFirst(),

    async failedMails() {
      const failed = db
        .selectFrom('delivery')
        .where('kind', '=', 'mail')
        // Only users get mail, and their deliveries have an index.
        .where('user_id', 'is not', null)
        .where('state', '=', 'failed');
      const last = await failed.selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
      if (!last) return null;
      const { count } = await failed
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { count, last };
    },

    async queueAgain(id) {
      await db
        .updateTable('delivery')
        .set({ state: 'waiting', attempts: 0, next_at: timestampNow(), finished_at: null })
        .where('id', '=', id)
        .execute();
    },

    async trim() {
      await db.deleteFrom('delivery').where('finished_at', '<', timestampIn(-KEPT)).execute();
    },

    stop: () => stopping.abort(),
  };
}
