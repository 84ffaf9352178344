import type { ObjectEdit } from '../../../contract/objects.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { findOwnWords, followComments } from '../comments/field-service.ts';
import { mentionNotices } from '../comments/mentions-service.ts';
import { diff, recordHistory } from '../history/service.ts';
import type { Notice, NotificationService } from '../notifications/service.ts';
import { type StoredObject, saveObject } from './repository.ts';
import { type EditorRoles, type ObjectChanges, decideEdit } from './rules.ts';

/** In which roles somebody edits an object. */
export const rolesOf = (actor: Actor, object: StoredObject): EditorRoles => ({
  developer: actor.isAdmin || (object.side === 'source' && object.developer_id === actor.userId),
  tester: actor.isAdmin || object.tester_id === actor.userId,
  administrator: actor.isAdmin,
});

/** The developer is told what became of the work: verified, or back to pending. */
function noticeOf(actor: Actor, object: StoredObject, { status }: ObjectChanges): Notice[] {
  const developer = object.developer_id ?? object.migrated_by;
  if (object.side !== 'source' || developer === null) return [];
  const kind =
    status === 'verified' ? 'verified' : status === 'pending' ? ('returned' as const) : null;
  if (!kind) return [];
  return [
    {
      userId: developer,
      kind,
      projectId: object.project_id,
      side: object.side,
      objectId: object.id,
      actorId: actor.userId,
      role: 'developer',
    },
  ];
}

/**
 * Applies an edit to an object that was read in the same transaction: rules, history, notices.
 * @param said - what the proof says against calling the object done
 * @returns the row as saved, or null when it has moved on meanwhile
 * @throws ProblemError `invalid` where the rules refuse
 */
export async function applyEdit(
  tx: Db,
  notifications: NotificationService,
  actor: Actor,
  object: StoredObject,
  edit: ObjectEdit,
  said: Verdict | null,
): Promise<StoredObject | null> {
  const now = timestampNow();
  const changes = decideEdit(object, edit, actor.userId, rolesOf(actor, object), now, said);
  if (Object.keys(changes).length === 0) return object;
  const saved = await saveObject(tx, object, { ...changes, updated_at: now });
  if (!saved) return null;
  await recordHistory(tx, {
    userId: actor.userId,
    entity: 'object',
    entityId: object.id,
    projectId: object.project_id,
    action: 'edited',
    changes: diff(object, changes),
  });
  const notices = noticeOf(actor, object, changes);
  if ('comments' in changes) {
    const before = await findOwnWords(tx, actor.userId, object.id);
    await followComments(tx, actor.userId, [object.id]);
    notices.push(...(await mentionNotices(tx, actor, object, saved.comments, before)));
  }
  await notifications.notify(tx, notices);
  return saved;
}
