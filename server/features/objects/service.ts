import type { Side } from '../../../contract/fields.ts';
import type { ImportItem } from '../../../contract/inventory.ts';
import type { ObjectEdit, ObjectQuery, ObjectRow } from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor, RowStream } from '../../platform/http/route.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { type HistoryEntry, diff, listHistory, recordHistory } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { UserService } from '../users/service.ts';
import { type Choice, assignObjects, unassignMember } from './bulk-assign.ts';
import { type ImportResult, importObjects } from './bulk-import.ts';
import { type Reading, reconcileMissing } from './missing.ts';
import { presentObject } from './presenter.ts';
import {
  type ObjectScope,
  type StoredObject,
  countObjects,
  findObject,
  readObjects,
  saveObject,
} from './repository.ts';
import { type EditorRoles, decideEdit } from './rules.ts';

export type { Choice } from './bulk-assign.ts';
export type { ImportResult } from './bulk-import.ts';
export type { ObjectScope } from './repository.ts';

export interface ObjectService {
  /** @throws ProblemError `not-found` when the project does not exist */
  list(scope: ObjectScope, query: ObjectQuery): Promise<RowStream<ObjectRow>>;
  /** @throws ProblemError `conflict` with the row as it is now, when the edit's version is stale */
  edit(actor: Actor, id: number, edit: ObjectEdit): Promise<ObjectRow>;
  history(id: number): Promise<HistoryEntry[]>;
  import(actor: Actor, side: Side, items: ImportItem[]): Promise<ImportResult>;
  /** @returns the number of objects named */
  assign(actor: Actor, side: Side, role: Role, choices: Choice[]): Promise<number>;
  unassignMember(
    tx: Db,
    actor: Actor,
    projectId: number,
    userId: number,
    role: Role,
  ): Promise<number>;
  reconcileMissing(actor: Actor, reading: Reading): Promise<void>;
  isObjectMember(userId: number, objectId: number): Promise<boolean>;
  isObjectAssignee(userId: number, objectId: number): Promise<boolean>;
}

const rolesOf = (actor: Actor, object: StoredObject): EditorRoles => ({
  developer: actor.isAdmin || (object.side === 'source' && object.developer_id === actor.userId),
  tester: actor.isAdmin || object.tester_id === actor.userId,
});

export function createObjectService(
  store: Store,
  users: UserService,
  members: MemberService,
): ObjectService {
  const { db } = store;

  const present = async (object: StoredObject): Promise<ObjectRow> =>
    presentObject(object, await users.names());

  const staleEdit = async (id: number) =>
    conflict('Somebody else has changed this row meanwhile.', {
      current: await present((await findObject(db, id))!),
    });

  return {
    async list(scope, query) {
      const project = await db
        .selectFrom('project')
        .select('id')
        .where('id', '=', scope.projectId)
        .executeTakeFirst();
      if (!project) throw notFound('This project');
      const [total, names] = await Promise.all([countObjects(db, scope, query), users.names()]);
      const chunks = async function* () {
        for await (const rows of readObjects(db, scope, query))
          yield rows.map((row) => presentObject(row, names));
      };
      return { total, chunks: chunks() };
    },

    async edit(actor, id, edit) {
      const saved = await store
        .transaction(async (tx) => {
          const object = await findObject(tx, id);
          if (!object) throw notFound('This object');
          if (edit.version != null && edit.version !== object.version) return null;
          const changes = decideEdit(object, edit, actor.userId, rolesOf(actor, object));
          if (Object.keys(changes).length === 0) return object;
          await recordHistory(tx, {
            userId: actor.userId,
            entity: 'object',
            entityId: id,
            projectId: object.project_id,
            action: 'edited',
            changes: diff(object, changes),
          });
          return (
            (await saveObject(tx, object, { ...changes, updated_at: timestampNow() })) ??
            Promise.reject(stale)
          );
          // Edits of one row take turns: one that names no version is never refused.
        }, `object ${id}`)
        .catch((error: unknown) => {
          if (error === stale) return null;
          throw error;
        });
      if (!saved) throw await staleEdit(id);
      return present(saved);
    },

    async history(id) {
      if (!(await findObject(db, id))) throw notFound('This object');
      return listHistory(db, 'object', id);
    },

    import: (actor, side, items) => importObjects(store, actor, side, items),
    assign: (actor, side, role, choices) => assignObjects(store, actor, side, role, choices),
    unassignMember,
    reconcileMissing: (actor, reading) => reconcileMissing(store, actor, reading),

    async isObjectMember(userId, objectId) {
      const object = await findObject(db, objectId);
      return object !== undefined && members.isMember(userId, object.project_id);
    },

    async isObjectAssignee(userId, objectId) {
      const object = await findObject(db, objectId);
      if (!object) return false;
      const isTester = object.tester_id === userId;
      const isDeveloper = object.side === 'source' && object.developer_id === userId;
      return isTester || isDeveloper;
    },
  };
}

/** Rolls the edit's transaction back, history entry included, when another edit came first. */
const stale = new Error('stale');
