import { type RawBuilder, sql } from 'kysely';
import { DAY } from '../../../contract/days.ts';
import type { Notification } from '../../../contract/notifications.ts';
import type { Side } from '../../../contract/fields.ts';
import { lastToday, timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { NotificationTable } from '../../platform/db/tables.ts';

/** A notice for a user. */
export interface Notice {
  userId: number;
  kind: NotificationTable['kind'];
  /** Null if it is not about a project. */
  projectId: number | null;
  side?: Side | null;
  objectId?: number | null;
  count?: number;
  actorId?: number | null;
  role?: NotificationTable['role'];
}

/** What `object.due_told` holds once a person has been reminded of the object's present due date. */
export const dueTold = (isLate: RawBuilder<boolean>, userId: RawBuilder<number>) =>
  sql<string>`object.due_date || case when ${isLate} then ' late ' else ' soon ' end || cast(${userId} as text)`;

/** Id of the person whose turn it is: the developer until the object is migrated, then the tester. */
export const turn = sql<number>`case when object.side = 'source' and object.status = 'pending'
  then object.developer_id else object.tester_id end`;

const turnRole = sql`case when object.side = 'source' and object.status = 'pending'
  then 'developer' else 'tester' end`;

/** Whether an object is still due as a reminder says. */
const isDue = sql<boolean>`(object.status <> 'verified' and ${turn} = notification.user_id
  and object.due_told = ${dueTold(sql`notification.kind = 'overdue'`, sql`notification.user_id`)})`;

export interface NotificationService {
  /** Notifies people, in the transaction of the event. Nobody is notified of their own actions. */
  notify(db: Db, notices: Notice[]): Promise<void>;
  /** Withdraws unread notifications to others about somebody's work on an object since then. */
  withdraw(db: Db, about: { objectId: number; actorId: number; since: string }): Promise<void>;
  /** Notifies the importer of a finished import. Successive parts of an import share one notification. */
  notifyImported(
    db: Db,
    notice: { userId: number; projectId: number; side: Side; count: number },
  ): Promise<void>;
  /** Notifications about no project, or about projects that the actor still sees. */
  list(actor: Actor): Promise<{ unread: number; notifications: Notification[] }>;
  /** Unread ones among these, after an id and before a moment; newest first, at most 100. */
  listUnread(actor: Actor, after: number, before: string): Promise<Notification[]>;
  /** @param ids - all where undefined */
  markRead(actor: Actor, ids: number[] | undefined): Promise<{ unread: number }>;
  /** Notifies members and administrators of projects that became overdue, once each. */
  notifyOverdue(): Promise<void>;
}

const SHOWN = 100;
/** Rows of one statement: its ten values each are far from the limit of both stores. */
const BATCH = 500;
/** Most milliseconds between two parts of one import. */
const ONE_IMPORT = 60_000;

export function createNotificationService(store: Store): NotificationService {
  const { db } = store;

  /** How many objects a reminder of several is about now: those that the person was reminded of in no notice of their own. */
  const stillDue = () => sql<number>`(select cast(count(*) as integer) from object
    where object.project_id = notification.project_id and object.side = notification.side
      and object.due_date <= ${timestampIn(DAY).slice(0, 10)} and ${isDue}
      and (notification.role = ${turnRole} or object.developer_id = object.tester_id)
      and not exists (select 1 from notification as own where own.object_id = object.id
        and own.user_id = notification.user_id and own.kind = notification.kind))`;

  /** Of reminders of due dates only the last one, and none once nothing is due as it says. */
  const isCurrent = () => sql<boolean>`(notification.kind not in ('due-soon', 'overdue')
    or not exists (select 1 from notification as later where later.user_id = notification.user_id
      and later.id > notification.id
      and (later.object_id = notification.object_id and later.kind in ('due-soon', 'overdue')
        or notification.object_id is null and later.object_id is null
          and later.kind = notification.kind and later.project_id = notification.project_id
          and later.side = notification.side and later.role = notification.role))
    and (notification.object_id is null and ${stillDue()} > 0
      or exists (select 1 from object where object.id = notification.object_id and ${isDue})))`;

  const countNow = () => sql<number>`case
    when notification.object_id is null and notification.kind in ('due-soon', 'overdue')
    then ${stillDue()} else notification.count end`;

  /**
   * Names are the current ones, so notifications of projects that somebody has left, or that are archived, are not
   * shown. Clients see only notifications meant for clients.
   */
  const isShown = ({ userId, isAdmin }: Actor) =>
    isAdmin
      ? sql<boolean>`notification.user_id = ${userId}`
      : sql<boolean>`notification.user_id = ${userId} and (notification.project_id is null or exists (
          select 1 from project_member join project on project.id = project_member.project_id
          where project_member.project_id = notification.project_id
            and project_member.user_id = ${userId} and project.archived_at is null)
          or notification.role = 'client' and exists (
          select 1 from project_client join project on project.id = project_client.project_id
          where project_client.project_id = notification.project_id
            and project_client.user_id = ${userId} and project.archived_at is null))`;

  const countUnread = async (actor: Actor): Promise<number> => {
    const { count } = await db
      .selectFrom('notification')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where(isShown(actor))
      .where(isCurrent())
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  };

  /** Newest first. @param unread - limits the list to unread ones after an id and before a moment */
  const read = async (
    actor: Actor,
    unread?: { after: number; before: string },
  ): Promise<Notification[]> => {
    let select = db
      .selectFrom('notification')
      .leftJoin('project', 'project.id', 'notification.project_id')
      .leftJoin('object', 'object.id', 'notification.object_id')
      .leftJoin('app_user as actor', 'actor.id', 'notification.actor_id')
      .select([
        'notification.id',
        'notification.at',
        'notification.kind',
        'notification.project_id',
        'project.name as project_name',
        'notification.side',
        'notification.object_id',
        'object.schema_name',
        'object.object_name',
        'object.pair_id',
        'object.due_date',
        countNow().as('count'),
        'actor.username as actor',
        'notification.role',
        'notification.read_at',
      ])
      .where(isShown(actor))
      .where(isCurrent())
      .orderBy('notification.id', 'desc')
      .limit(SHOWN);
    if (unread)
      select = select
        .where('notification.id', '>', unread.after)
        .where('notification.at', '<=', unread.before)
        .where('notification.read_at', 'is', null);
    return (await select.execute()).map(
      ({ project_name, schema_name, object_name, read_at, ...row }) => ({
        ...row,
        Project_Name: project_name,
        object_name: object_name === null ? null : `${schema_name}.${object_name}`,
        read: read_at !== null,
      }),
    );
  };

  const notify: NotificationService['notify'] = async (handle, notices) => {
    const others = notices.filter((notice) => notice.userId !== notice.actorId);
    if (others.length === 0) return;
    const at = timestampNow();
    const rows = others.map((notice) => ({
      user_id: notice.userId,
      at,
      kind: notice.kind,
      project_id: notice.projectId,
      side: notice.side ?? null,
      object_id: notice.objectId ?? null,
      count: notice.count ?? 1,
      actor_id: notice.actorId ?? null,
      role: notice.role ?? null,
      read_at: null,
    }));
    for (let start = 0; start < rows.length; start += BATCH)
      await handle
        .insertInto('notification')
        .values(rows.slice(start, start + BATCH))
        .execute();
  };

  return {
    notify,

    async withdraw(handle, { objectId, actorId, since }) {
      await handle
        .deleteFrom('notification')
        .where('object_id', '=', objectId)
        .where('actor_id', '=', actorId)
        .where('at', '>=', since)
        .where('read_at', 'is', null)
        .execute();
    },

    async notifyImported(handle, { userId, projectId, side, count }) {
      const before = await handle
        .deleteFrom('notification')
        .where('user_id', '=', userId)
        .where('kind', '=', 'import-finished')
        .where('project_id', '=', projectId)
        .where('side', '=', side)
        .where('read_at', 'is', null)
        .where('at', '>', timestampIn(-ONE_IMPORT))
        .returning('count')
        .execute();
      const told = before.reduce((sum, row) => sum + row.count, 0);
      await notify(handle, [
        { userId, kind: 'import-finished', projectId, side, count: told + count },
      ]);
    },

    async list(actor) {
      return { unread: await countUnread(actor), notifications: await read(actor) };
    },

    listUnread: (actor, after, before) => read(actor, { after, before }),

    async markRead(actor, ids) {
      if (ids?.length !== 0) {
        let update = db
          .updateTable('notification')
          .set({ read_at: timestampNow() })
          .where('user_id', '=', actor.userId)
          .where('read_at', 'is', null);
        if (ids) update = update.where('id', 'in', ids);
        await update.execute();
      }
      return { unread: await countUnread(actor) };
    },

    notifyOverdue: () =>
      store.transaction(async (tx) => {
        const missing = await tx
          .selectFrom('project')
          .innerJoin('app_user', (join) => join.on('app_user.is_active', '=', 1))
          .leftJoin('notification', (join) =>
            join
              .onRef('notification.project_id', '=', 'project.id')
              .onRef('notification.user_id', '=', 'app_user.id')
              .on('notification.kind', '=', 'project-overdue')
              // A project whose planned end was moved can become overdue again.
              .onRef('notification.at', '>', 'project.planned_end_date'),
          )
          .select(['project.id as projectId', 'app_user.id as userId'])
          .where('project.status', '!=', 'completed')
          .where('project.archived_at', 'is', null)
          .where('project.planned_end_date', '<', lastToday())
          .where('notification.id', 'is', null)
          .where((where) =>
            where.or([
              where('app_user.is_admin', '=', 1),
              where.exists(
                where
                  .selectFrom('project_member')
                  .select(sql.lit(1).as('one'))
                  .whereRef('project_member.project_id', '=', 'project.id')
                  .whereRef('project_member.user_id', '=', 'app_user.id'),
              ),
            ]),
          )
          .execute();
        await notify(
          tx,
          missing.map((row) => ({ ...row, kind: 'project-overdue' as const })),
        );
      }, 'overdue'),
  };
}
