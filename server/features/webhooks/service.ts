import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Reach } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { message } from '../../../contract/messages/message.ts';
import type {
  Delivery,
  DeliveryContent,
  Webhook,
  WebhookEvent,
  WebhookFormat,
} from '../../../contract/webhooks.ts';
import { timestampNow } from '../../platform/clock.ts';
import { readNewestId } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { WebhookTable } from '../../platform/db/tables.ts';
import type { Actor } from '../../platform/http/route.ts';
import { inTurn } from '../../platform/in-turn.ts';
import { serverOf } from '../../platform/outgoing.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import type { Vault } from '../../platform/vault.ts';
import type { DeliveryService } from '../deliveries/service.ts';
import { recordProjectHistory } from '../history/service.ts';
import { expectProject, refuseArchivedProjects } from '../projects/lookup-service.ts';
import { placeOf } from './call-service.ts';
import { presentDelivery, readContent } from './content.ts';
import type { Payload } from './forms.ts';
import { readNews } from './read-events.ts';

interface Wanted {
  url: string;
  form: WebhookFormat;
  events: WebhookEvent[];
}
type WithSecret = Webhook & { secret: string };

export interface WebhookService {
  list(projectId: number): Promise<Webhook[]>;
  /**
   * @throws ProblemError `conflict` if the project has the most webhooks allowed, `invalid` if calls may not reach
   * the address
   */
  create(actor: Actor, projectId: number, wanted: Wanted): Promise<WithSecret>;
  /** @throws ProblemError `invalid` if calls may not reach the address */
  update(
    actor: Actor,
    id: number,
    changes: { [K in keyof Wanted]?: Wanted[K] | undefined } & { is_active?: 0 | 1 | undefined },
  ): Promise<Webhook>;
  renewSecret(actor: Actor, id: number): Promise<WithSecret>;
  remove(actor: Actor, id: number): Promise<void>;
  test(id: number): Promise<Delivery>;
  deliveries(id: number): Promise<Delivery[]>;
  /** What a delivery sends, and the beginning of what was answered. */
  content(deliveryId: number): Promise<DeliveryContent>;
  sendAgain(deliveryId: number): Promise<Delivery>;
  /** Whether it is time to check for events. */
  isDue(): boolean;
  /** Adds new events of projects to the outbox, once each. */
  tellNews(): Promise<void>;
}

const MAX_WEBHOOKS = 10;
const SHOWN = 50;
const CHECK_EVERY = 10_000;

type Stored = Selectable<WebhookTable>;

/** The end of an address: tells addresses of one host apart, but does not let anybody write there. */
const endingOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  const secret = pathname + search;
  return secret.slice(secret.length - Math.min(4, Math.floor(secret.length / 4)));
};

const presentWith =
  (vault: Vault) =>
  ({ id, host, form, events, is_active, created_at, url_sealed }: Stored): Webhook => ({
    id,
    host,
    ending: readEnding(vault, id, url_sealed),
    form,
    events: JSON.parse(events) as WebhookEvent[],
    is_active,
    created_at,
  });

function readEnding(vault: Vault, id: number, sealed: string): string {
  try {
    return endingOf(vault.open(sealed, placeOf(id, 'url')));
  } catch {
    // Sealed with a former key.
    return '';
  }
}

/**
 * A call to a forbidden network would always fail; a name that does not resolve now may do so later.
 * @throws ProblemError `invalid`
 */
async function expectReachable(reach: Reach, url: string): Promise<void> {
  const { host, port } = serverOf(new URL(url));
  try {
    await reach.resolve(host, port, '');
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'reach')
      throw invalid([{ field: 'url', message: message('webhook.outOfReach') }]);
    if (!(error instanceof ConnectorError)) throw error;
  }
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export function createWebhookService(
  store: Store,
  vault: Vault,
  deliveries: DeliveryService,
  reach: Reach,
): WebhookService {
  const { db } = store;
  let looked = 0;

  const present = presentWith(vault);

  const find = async (handle: Db, id: number): Promise<Stored> => {
    const found = await handle
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw notFound('what.thisWebhook');
    return found;
  };

  /** @throws ProblemError `conflict` if its project is archived */
  const findOpen = async (handle: Db, id: number): Promise<Stored> => {
    const found = await find(handle, id);
    await refuseArchivedProjects(handle, [found.project_id]);
    return found;
  };

  const record = (
    tx: Db,
    actor: Actor,
    projectId: number,
    from: string | null,
    to: string | null,
  ) => recordProjectHistory(tx, actor, projectId, 'webhook', { webhook: [from, to] });

  /** Starts at the current state: earlier events are not sent. */
  const fromNow = async (tx: Db) => ({
    seen_id: await readNewestId(tx, 'history'),
    seen_at: timestampNow(),
  });

  const addressed = (id: number, url: string) => ({
    url_sealed: vault.seal(url, placeOf(id, 'url')),
    host: new URL(url).host,
  });

  const change = async (tx: Db, id: number, changes: Partial<Stored>): Promise<Stored> =>
    tx
      .updateTable('webhook')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();

  return {
    async list(projectId) {
      await expectProject(db, projectId);
      const rows = await db
        .selectFrom('webhook')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('id')
        .execute();
      return rows.map(present);
    },

    async create(actor, projectId, { url, form, events }) {
      await expectReachable(reach, url);
      return store.transaction(async (tx) => {
        await expectProject(tx, projectId);
        const others = await tx
          .selectFrom('webhook')
          .select('id')
          .where('project_id', '=', projectId)
          .execute();
        if (others.length >= MAX_WEBHOOKS)
          throw conflict(message('webhook.tooMany', { most: MAX_WEBHOOKS }));
        const { id } = await tx
          .insertInto('webhook')
          .values({
            project_id: projectId,
            url_sealed: '',
            host: '',
            secret_sealed: '',
            form,
            events: JSON.stringify(events),
            created_by: actor.userId,
            created_at: timestampNow(),
            ...(await fromNow(tx)),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const secret = newSecret();
        // The secret is sealed for the new id, which is known only now.
        const saved = await change(tx, id, {
          ...addressed(id, url),
          secret_sealed: vault.seal(secret, placeOf(id, 'secret')),
        });
        await record(tx, actor, projectId, null, saved.host);
        return { ...present(saved), secret };
      }, `webhooks ${projectId}`);
    },

    async update(actor, id, { url, form, events, is_active }) {
      if (url !== undefined) await expectReachable(reach, url);
      return store.transaction(async (tx) => {
        const before = await findOpen(tx, id);
        const saved = await change(tx, id, {
          form: form ?? before.form,
          is_active: is_active ?? before.is_active,
          ...(events && { events: JSON.stringify(events) }),
          ...(url !== undefined && addressed(id, url)),
          ...(is_active === 1 && before.is_active === 0 && (await fromNow(tx))),
        });
        await record(tx, actor, before.project_id, before.host, saved.host);
        return present(saved);
      }, 'webhooks');
    },

    renewSecret: (actor, id) =>
      store.transaction(async (tx) => {
        const { host, project_id } = await findOpen(tx, id);
        const secret = newSecret();
        const secret_sealed = vault.seal(secret, placeOf(id, 'secret'));
        await record(tx, actor, project_id, host, host);
        return { ...present(await change(tx, id, { secret_sealed })), secret };
      }),

    remove: (actor, id) =>
      store.transaction(async (tx) => {
        const { host, project_id } = await find(tx, id);
        await tx.deleteFrom('webhook').where('id', '=', id).execute();
        await record(tx, actor, project_id, host, null);
      }),

    async test(id) {
      const { project_id } = await findOpen(db, id);
      const project = await db
        .selectFrom('project')
        .select(['id', 'name'])
        .where('id', '=', project_id)
        .executeTakeFirstOrThrow();
      const payload: Payload = {
        event: 'test',
        at: timestampNow(),
        project,
        by: [],
        count: 0,
        objects: [],
        run: null,
      };
      const added = await deliveries.add(db, {
        kind: 'webhook',
        webhook_id: id,
        event: 'test',
        body: JSON.stringify(payload),
      });
      return presentDelivery(await deliveries.deliverNow(added));
    },

    async deliveries(id) {
      await find(db, id);
      return (await deliveries.listOfWebhook(id, SHOWN)).map(presentDelivery);
    },

    content: (deliveryId) => readContent(db, deliveries, deliveryId),

    async sendAgain(deliveryId) {
      const delivery = await deliveries.findOfWebhook(deliveryId);
      if (!delivery) throw notFound('what.thisDelivery');
      await findOpen(db, delivery.webhook_id);
      await deliveries.queueAgain(deliveryId);
      return presentDelivery(await deliveries.deliverNow(deliveryId));
    },

    isDue() {
      // Whichever way the machine's clock was set meanwhile.
      if (Math.abs(Date.now() - looked) < CHECK_EVERY) return false;
      looked = Date.now();
      return true;
    },

    async tellNews() {
      const hooks = await db
        .selectFrom('webhook')
        .innerJoin('project', 'project.id', 'webhook.project_id')
        .select('webhook.id')
        .where('webhook.is_active', '=', 1)
        .where('project.archived_at', 'is', null)
        .execute();
      await inTurn(hooks, ({ id }) =>
        store.transaction(async (tx) => {
          const hook = await find(tx, id);
          const { payloads, seen } = await readNews(tx, hook);
          const isNew = seen.seen_id !== hook.seen_id || payloads.length > 0;
          if (!isNew) return;
          await change(tx, id, seen);
          for (const payload of payloads)
            await deliveries.add(tx, {
              kind: 'webhook',
              webhook_id: id,
              event: payload.event,
              body: JSON.stringify(payload),
            });
          // Serialised among servers, so that each entry is sent once.
        }, 'webhooks'),
      );
    },
  };
}
