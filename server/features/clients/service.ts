import type { Client } from '../../../contract/clients.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import { recordHistory } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import type { UserService } from '../users/service.ts';
import {
  deleteClient,
  findClientName,
  holdProject,
  insertClient,
  isThere,
  listClients,
  listProjectsOf,
} from './repository.ts';

/**
 * Clients are people for whom a project is done: they see its progress and its proof, and sign it. They are not
 * members, so queries for members exclude them.
 */
export interface ClientService {
  /** Whether somebody is a client of a project that is not archived. */
  isClient(userId: number, projectId: number, db?: Db): Promise<boolean>;
  hasAny(projectId: number): Promise<boolean>;
  /** Ids of the projects of which somebody is a client, without archived ones. */
  listProjectsOf(userId: number): Promise<number[]>;
  list(): Promise<Client[]>;
  /**
   * @throws ProblemError `invalid` naming a missing or inactive user, `not-found` for the project, `conflict` for its
   * members, its clients, and administrators
   */
  add(actor: Actor, projectId: number, userId: number): Promise<Client>;
  /** @throws ProblemError `not-found` */
  remove(actor: Actor, projectId: number, userId: number): Promise<void>;
  /**
   * Blocks new clients of the project until the transaction ends.
   * @throws ProblemError `conflict` if the person who is to work on the project is its client
   */
  expectNone(tx: Db, projectId: number, userId: number): Promise<void>;
}

export function createClientService(
  store: Store,
  users: UserService,
  members: MemberService,
  notifications: Pick<NotificationService, 'notify'>,
): ClientService {
  const record = (tx: Db, actor: Actor, projectId: number, userId: number, isAdded: boolean) =>
    recordHistory(tx, {
      userId: actor.userId,
      entity: 'assignment',
      entityId: userId,
      projectId,
      action: isAdded ? 'assigned' : 'unassigned',
      changes: { client: isAdded ? [null, userId] : [userId, null] },
    });

  return {
    isClient: (userId, projectId, db = store.db) => isThere(db, projectId, userId),
    hasAny: (projectId) => isThere(store.db, projectId),
    listProjectsOf: (userId) => listProjectsOf(store.db, userId),
    list: () => listClients(store.db),

    async add(actor, projectId, userId) {
      const user = await users.find(userId);
      if (!user)
        throw invalid([
          { field: 'user_id', message: message('field.noSuchUser', { user: userId }) },
        ]);
      const { username: name } = user;
      if (user.is_active === 0)
        throw invalid([{ field: 'user_id', message: message('field.namesInactive', { name }) }]);
      if (user.is_admin === 1) throw conflict(message('client.isAdministrator', { name }));
      await store.transaction(async (tx) => {
        const project = await nameOfProject(tx, store.kind, projectId);
        if ((await members.list(tx, [projectId])).some((member) => member.userId === userId))
          throw conflict(message('client.isMember', { name, project }));
        if (!(await insertClient(tx, projectId, userId)))
          throw conflict(message('client.isAlready', { name, project }));
        await record(tx, actor, projectId, userId, true);
        await notifications.notify(tx, [
          { userId, kind: 'assigned', projectId, role: 'client', actorId: actor.userId },
        ]);
      });
      const added = (await listClients(store.db)).find(
        (one) => one.Project_Id === projectId && one.user_id === userId,
      );
      // Somebody removed the client meanwhile.
      if (!added) throw notFound('what.thisClient');
      return added;
    },

    remove: (actor, projectId, userId) =>
      store.transaction(async (tx) => {
        if (!(await deleteClient(tx, projectId, userId))) throw notFound('what.thisClient');
        await record(tx, actor, projectId, userId, false);
      }),

    async expectNone(tx, projectId, userId) {
      await holdProject(tx, store.kind, projectId);
      const name = await findClientName(tx, projectId, userId);
      if (name !== undefined) throw conflict(message('assignment.isClient', { name }));
    },
  };
}

/** Archived projects do not count. @throws ProblemError `not-found` */
async function nameOfProject(tx: Db, kind: Store['kind'], projectId: number): Promise<string> {
  const project = await holdProject(tx, kind, projectId);
  if (!project || project.archived_at !== null) throw notFound('what.thisProject');
  return project.name;
}
