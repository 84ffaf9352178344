import { message } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict } from '../../platform/problem.ts';
import { unfollowComments } from '../comments/field-service.ts';
import { diff, findNewest, recordHistory } from '../history/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import { type StoredObject, saveObject } from './repository.ts';

/** Milliseconds during which somebody can undo their own last edit. */
const UNDO_MS = 15 * 60_000;

/**
 * Restores an object's state before its last edit, in the transaction in which it was read.
 * @returns the saved row, or null if its version has changed meanwhile
 * @throws ProblemError `conflict` if the last edit is somebody else's, or too long ago
 */
export async function undoEdit(
  tx: Db,
  notifications: NotificationService,
  actor: Actor,
  object: StoredObject,
): Promise<StoredObject | null> {
  const entry = await findNewest(tx, 'object', object.id);
  const mayUndo =
    entry?.action === 'edited' &&
    entry.user_id === actor.userId &&
    entry.at > timestampIn(-UNDO_MS);
  if (!mayUndo) throw conflict(message('object.nothingToUndo'));
  const before = Object.fromEntries(
    Object.entries(entry.changes).map(([column, [from]]) => [column, from]),
  ) as Partial<StoredObject>;
  const saved = await saveObject(tx, object, { ...before, updated_at: timestampNow() });
  if (!saved) return null;
  await recordHistory(tx, {
    userId: actor.userId,
    entity: 'object',
    entityId: object.id,
    projectId: object.project_id,
    action: 'undone',
    changes: diff(object, before),
  });
  if ('comments' in before) await unfollowComments(tx, actor.userId, object.id, entry.at);
  const about = { objectId: object.id, actorId: actor.userId, since: entry.at };
  await notifications.withdraw(tx, about);
  return saved;
}
