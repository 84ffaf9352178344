import { toEnglish } from '../../../contract/messages/english.ts';
import { message } from '../../../contract/messages/message.ts';
import { ROLES, type Role } from '../../../contract/projects.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import type { ClientService } from '../clients/service.ts';
import { recordHistory } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import type { ObjectService } from '../objects/service.ts';
import { raiseVersion, refuseArchivedProjects } from '../projects/lookup-service.ts';
import { type UserService, usernameKey } from '../users/service.ts';

/** Users, by id or by name. */
export type People = (number | string)[];

export interface AssignmentService {
  /** @returns a sentence for the user */
  assign(actor: Actor, projectId: number, userId: number, role: Role): Promise<string>;
  /**
   * Gives a new user their roles, in the transaction that creates the user.
   * @throws ProblemError `invalid` naming a project that does not exist, `conflict` if one is archived
   */
  welcome(
    tx: Db,
    actor: Actor,
    userId: number,
    projects: Record<`${Role}_of`, readonly number[]>,
  ): Promise<void>;
  /** @returns the number of objects that lost their developer or tester */
  remove(actor: Actor, projectId: number, userId: number, role: Role): Promise<number>;
  /**
   * Gives a role to exactly these people, in the caller's transaction.
   * @returns whether anything changed
   * @throws ProblemError `conflict` if somebody joins an archived project
   */
  setPeople(
    tx: Db,
    actor: Actor,
    projectId: number,
    role: Role,
    people: number[],
  ): Promise<boolean>;
  /**
   * Resolves ids and names to ids: of active users, and of those who already have the role. Digits are a name only where
   * nobody has that id.
   * @throws ProblemError `invalid` naming the others
   */
  resolvePeople(projectId: number | null, role: Role, people: People): Promise<number[]>;
}

export function createAssignmentService(
  store: Store,
  users: UserService,
  members: MemberService,
  clients: Pick<ClientService, 'expectNone'>,
  objects: ObjectService,
  notifications: NotificationService,
): AssignmentService {
  const record = (
    tx: Db,
    actor: Actor,
    projectId: number,
    userId: number,
    role: Role,
    added: boolean,
  ) =>
    recordHistory(tx, {
      userId: actor.userId,
      entity: 'assignment',
      entityId: userId,
      projectId,
      action: added ? 'assigned' : 'unassigned',
      changes: { [role]: added ? [null, userId] : [userId, null] },
    });

  const add = async (
    tx: Db,
    actor: Actor,
    projectId: number,
    userId: number,
    role: Role,
  ): Promise<boolean> => {
    await clients.expectNone(tx, projectId, userId);
    const added = await members.add(tx, projectId, userId, role);
    if (added) {
      await refuseArchivedProjects(tx, [projectId]);
      await record(tx, actor, projectId, userId, role, true);
      await notifications.notify(tx, [
        { userId, kind: 'assigned', projectId, role, actorId: actor.userId },
      ]);
    }
    return added;
  };

  const remove = async (
    tx: Db,
    actor: Actor,
    projectId: number,
    userId: number,
    role: Role,
  ): Promise<number> => {
    if (!(await members.remove(tx, projectId, userId, role))) throw notFound('what.thisAssignment');
    await record(tx, actor, projectId, userId, role, false);
    return objects.unassignMember(tx, actor, projectId, userId, role);
  };

  return {
    async assign(actor, projectId, userId, role) {
      const user = await users.find(userId);
      if (!user)
        throw invalid([
          { field: 'user_id', message: message('field.noSuchUser', { user: userId }) },
        ]);
      if (user.is_active === 0)
        throw invalid([
          { field: 'user_id', message: message('field.namesInactive', { name: user.username }) },
        ]);
      return store.transaction(async (tx) => {
        const project = await expectProject(tx, projectId, 'Project_Id');
        await refuseArchivedProjects(tx, [projectId]);
        if (!(await add(tx, actor, projectId, userId, role))) {
          throw conflict(
            message('assignment.hasAlready', {
              name: user.username,
              role: message(`word.${role}`),
              project: project.name,
            }),
          );
        }
        await raiseVersion(tx, projectId);
        return toEnglish(
          message('assignment.nowHas', {
            name: user.username,
            role: message(`word.${role}`),
            project: project.name,
          }),
        );
      });
    },

    async welcome(tx, actor, userId, projects) {
      for (const role of ROLES)
        for (const [index, projectId] of projects[`${role}_of`].entries()) {
          await expectProject(tx, projectId, `${role}_of.${index}`);
          await refuseArchivedProjects(tx, [projectId]);
          if (await add(tx, actor, projectId, userId, role)) await raiseVersion(tx, projectId);
        }
    },

    remove: (actor, projectId, userId, role) =>
      store.transaction(async (tx) => {
        const unassigned = await remove(tx, actor, projectId, userId, role);
        await raiseVersion(tx, projectId);
        return unassigned;
      }),

    async setPeople(tx, actor, projectId, role, people) {
      const before = (await members.list(tx, [projectId])).filter((member) => member.role === role);
      const wanted = new Set(people);
      const leaving = before.filter((member) => !wanted.has(member.userId));
      for (const { userId } of leaving) await remove(tx, actor, projectId, userId, role);
      let changed = leaving.length > 0;
      for (const userId of wanted)
        if (await add(tx, actor, projectId, userId, role)) changed = true;
      return changed;
    },

    async resolvePeople(projectId, role, people) {
      const holders = projectId === null ? [] : await members.list(store.db, [projectId]);
      const candidates = [
        ...(await users.listActiveNames()),
        ...holders
          .filter((member) => member.role === role)
          .map(({ userId, username }) => ({ user_id: userId, username })),
      ];
      const find = async (person: number | string) => {
        const isId = /^[1-9]\d*$/.test(String(person));
        const byId = isId && candidates.find(({ user_id }) => user_id === Number(person));
        // Somebody else may be called like an id, which is a name only where nobody has it.
        if (byId || (isId && (await users.find(Number(person))))) return byId || undefined;
        const key = usernameKey(String(person));
        return candidates.find(({ username }) => usernameKey(username) === key);
      };
      const found = await Promise.all(people.map(find));
      const unknown = people.filter((_, index) => !found[index]);
      if (unknown.length > 0) {
        throw invalid(
          unknown.map((person) => ({
            field: role,
            message: message('field.namesNobody', { name: person }),
          })),
        );
      }
      return found.flatMap((user) => user?.user_id ?? []);
    },
  };
}

/** @throws ProblemError `invalid` naming the field if the project does not exist */
async function expectProject(tx: Db, projectId: number, field: string): Promise<{ name: string }> {
  const project = await tx
    .selectFrom('project')
    .select('name')
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (project) return project;
  throw invalid([{ field, message: message('field.noSuchProject', { project: projectId }) }]);
}
