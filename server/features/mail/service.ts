import { MINUTE } from '../../../contract/days.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { MailFrequency, getMailSettings } from '../../../contract/mail.ts';
import { withEnglish } from '../../../contract/messages/english.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import { SEEN_LANGUAGE } from '../../../contract/preferences.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { readNewestId } from '../../platform/db/sql-parts.ts';
import type { Store } from '../../platform/db/store.ts';
import { inTurn } from '../../platform/in-turn.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { DeliveryService } from '../deliveries/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import { type Words, digestOf, testMailOf, wordsIn } from './digest.ts';

type Settings = ResponseOf<typeof getMailSettings>;

export interface MailService {
  settings(actor: Actor): Promise<Settings>;
  choose(actor: Actor, frequency: MailFrequency): Promise<Settings>;
  /** Sends a test mail to the actor's own address; returns the result, or why none was sent. */
  sendTest(actor: Actor): Promise<{ sent: boolean } & ReturnType<typeof detailOf>>;
  /** Whether it is time to look for news. */
  isDue(): boolean;
  /** Adds a mail to the outbox for each person who has news and whose time has come. */
  writeDigests(): Promise<void>;
}

/** `soon`: how long news is gathered after its first item; `daily`: the least time between two mails. */
const GATHER_MS = { soon: 3 * MINUTE, daily: 24 * 60 * MINUTE } as const;
const CHECK_EVERY = 15_000;
const COMMIT_DELAY = 30_000;

const detailOf = (said: Message | null) => withEnglish('detail', said);
const saidIn = ({ said }: { said: string | null }) =>
  said === null ? null : (JSON.parse(said) as Message);

export function createMailService(
  store: Store,
  { mail }: Pick<Config, 'mail'>,
  notifications: NotificationService,
  deliveries: DeliveryService,
): MailService {
  const { db } = store;
  let checkedAt = 0;

  /** The language that the person chose, or else last saw. */
  const languageOf = async (userId: number): Promise<Words> => {
    const rows = await db
      .selectFrom('preference')
      .select(['key', 'value'])
      .where('user_id', '=', userId)
      .where('key', 'in', ['display', SEEN_LANGUAGE])
      .execute();
    const settings = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
    const display = settings.get('display') as { language?: unknown } | null | undefined;
    return wordsIn(display?.language ?? settings.get(SEEN_LANGUAGE));
  };

  const addressOf = async (userId: number): Promise<string | null> => {
    const { email } = await db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return email;
  };

  const findFailed = async (): Promise<Settings['failed']> => {
    const found = await deliveries.failedMails();
    if (!found) return null;
    const { count, last } = found;
    const user = await db
      .selectFrom('app_user')
      .select('username')
      .where('id', '=', last.user_id)
      .executeTakeFirst();
    return {
      count,
      at: last.finished_at ?? last.at,
      username: user?.username ?? null,
      ...detailOf(saidIn(last)),
    };
  };

  const settings: MailService['settings'] = async ({ userId, isAdmin }) => {
    const chosen = await db
      .selectFrom('mail_digest')
      .select('frequency')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return {
      available: mail !== null,
      email: await addressOf(userId),
      frequency: chosen?.frequency ?? 'off',
      failed: isAdmin ? await findFailed() : null,
    };
  };

  /** Active people with an address. */
  const listRecipients = () =>
    db
      .selectFrom('mail_digest')
      .innerJoin('app_user', 'app_user.id', 'mail_digest.user_id')
      .select(['user_id', 'username', 'email', 'is_admin', 'frequency', 'told_id', 'told_at'])
      .where('is_active', '=', 1)
      .where('email', 'is not', null)
      .execute();
  type Recipient = Awaited<ReturnType<typeof listRecipients>>[number];

  const sendDigest = async (recipient: Recipient, publicUrl: string): Promise<void> => {
    const { user_id: userId, username, frequency, told_id, told_at } = recipient;
    const before = timestampIn(-GATHER_MS[frequency]);
    if (frequency === 'daily' && told_at > before) return;
    const isAdmin = recipient.is_admin === 1;
    const actor = { userId, username, isAdmin };
    // An earlier transaction with a lower id may not have committed yet.
    const news = await notifications.listUnread(actor, told_id, timestampIn(-COMMIT_DELAY));
    const newest = news[0];
    // News in quick succession is gathered into one mail.
    if (!newest || (frequency === 'soon' && news.at(-1)!.at > before)) return;
    const words = await languageOf(userId);
    const body = digestOf(words, { username, email: recipient.email!, isAdmin }, news, publicUrl);
    await store.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('mail_digest')
        .set({ told_id: newest.id, told_at: timestampNow() })
        .where('user_id', '=', userId)
        // Another server may have sent it meanwhile.
        .where('told_id', '=', told_id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await deliveries.add(tx, { kind: 'mail', user_id: userId, body: JSON.stringify(body) });
    });
  };

  return {
    settings,

    async choose(actor, frequency) {
      await store.transaction(async (tx) => {
        await tx.deleteFrom('mail_digest').where('user_id', '=', actor.userId).execute();
        if (frequency === 'off') return;
        const told_id = await readNewestId(tx, 'notification');
        await tx
          .insertInto('mail_digest')
          .values({ user_id: actor.userId, frequency, told_id, told_at: timestampNow() })
          .execute();
      }, `mail ${actor.userId}`);
      return settings(actor);
    },

    async sendTest({ userId }) {
      if (!mail) return { sent: false, ...detailOf(message('mail.notSetUp')) };
      const email = await addressOf(userId);
      if (email === null) return { sent: false, ...detailOf(message('mail.noAddress')) };
      const body = JSON.stringify(testMailOf(await languageOf(userId), email));
      const id = await deliveries.add(db, { kind: 'mail', user_id: userId, body });
      const delivery = await deliveries.deliverNow(id);
      return { sent: delivery.state === 'sent', ...detailOf(saidIn(delivery)) };
    },

    isDue() {
      const now = Date.parse(timestampNow());
      // Whichever way the machine's clock was set meanwhile.
      if (!mail || Math.abs(now - checkedAt) < CHECK_EVERY) return false;
      checkedAt = now;
      return true;
    },

    async writeDigests() {
      if (!mail) return;
      const { publicUrl } = mail;
      await inTurn(await listRecipients(), (recipient) => sendDigest(recipient, publicUrl));
    },
  };
}
