import type { Notice, NotificationService } from '../notifications/service.ts';
import { diff, recordHistory } from '../history/service.ts';
import { mentionNotices } from '../comments/mentions-service.ts';
import { findOwnComment, followComments } from '../comments/field-service.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { Db } from '../../platform/db/store.ts';
import { timestampNow } from '../../platform/clock.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import { fieldsWith } from '../../../contract/field-table.ts';
import {
  OBJECT_FIELDS,
  OBJECT_STATUSES,
  type ObjectEdit,
  type ObjectStatus,
} from '../../../contract/objects.ts';
import type { Side } from '../../../contract/fields.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import { ProblemError } from '../../platform/problem.ts';
import { type StoredObject, saveObject } from './repository.ts';

/** The roles in which somebody edits an object; an administrator has both. */
export interface EditorRoles {
  developer: boolean;
  tester: boolean;
  administrator: boolean;
}

type Move = `${ObjectStatus}→${ObjectStatus}`;

/** Allowed changes of status, by side and role; all others are refused. */
const MOVES: Record<Side, { developer: ReadonlySet<Move>; tester: ReadonlySet<Move> }> = {
  source: {
    developer: new Set<Move>(['pending→migrated', 'migrated→pending']),
    tester: new Set<Move>(['migrated→verified', 'migrated→pending', 'verified→pending']),
  },
  target: {
    developer: new Set<Move>(),
    tester: new Set<Move>(['pending→verified', 'verified→pending']),
  },
};

export type ObjectChanges = Partial<
  Pick<
    StoredObject,
    | 'status'
    | (typeof TEXTS)[number]
    | 'due_date'
    | 'migrated_by'
    | 'migrated_at'
    | 'tested_by'
    | 'verified_at'
    | 'returned_at'
    | 'returned_reason'
    | 'stale_since'
    | 'stale_reason'
    | 'against_evidence'
    | 'against_reason'
  >
>;

const refuse = (said: Message): ProblemError =>
  new ProblemError('invalid', said, { errors: [{ field: 'status', message: said }] });

function checkMove(object: StoredObject, to: ObjectStatus, roles: EditorRoles): void {
  const move: Move = `${object.status}→${to}`;
  const allowed = MOVES[object.side];
  if (
    (roles.developer && allowed.developer.has(move)) ||
    (roles.tester && allowed.tester.has(move))
  )
    return;
  if (object.side === 'source' && move === 'pending→verified')
    throw refuse(message('fixed.pendingToVerified'));
  throw refuse(
    message('object.noSuchStep', {
      from: message(`word.${object.status}`),
      to: message(`word.${to}`),
    }),
  );
}

const onlyChanged = (object: StoredObject, wanted: ObjectChanges): ObjectChanges =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => object[field as keyof ObjectChanges] !== value,
    ),
  );

/** The dates of migration (source only) and verification; null while it is not. */
function datesOf(object: StoredObject, to: ObjectStatus, now: string): ObjectChanges {
  const migrated = object.side === 'source' && to !== 'pending';
  const dates = {
    migrated_at: migrated ? (object.migrated_at ?? now) : null,
    verified_at: to === 'verified' ? now : null,
  };
  return onlyChanged(object, dates);
}

/** Whether a change of status is a step forward. */
export const advances = (from: ObjectStatus, to: ObjectStatus): boolean =>
  OBJECT_STATUSES.indexOf(to) > OBJECT_STATUSES.indexOf(from);

/** The verdict that contradicts a step forward, and the reason for taking it nevertheless. */
export const objectionTo = (
  from: ObjectStatus,
  to: ObjectStatus,
  said: Verdict | null,
  reason: string | null | undefined,
): Pick<StoredObject, 'against_evidence' | 'against_reason'> =>
  said !== null && advances(from, to)
    ? { against_evidence: said, against_reason: reason?.trim() || null }
    : { against_evidence: null, against_reason: null };

/** Free-text fields of an object. */
const TEXTS = fieldsWith(OBJECT_FIELDS, 'editor', 'textarea');

const blankToNull = (value: string | null | undefined) => (value === '' ? null : value);

/**
 * The changes that an edit makes under the rules of the status and of the editor's roles. Fields that the editor may
 * not change are ignored: clients send rows back whole.
 * @param said - the verdict that contradicts calling the object done
 * @returns only the changed columns; empty if nothing changes
 * @throws ProblemError `invalid` for a status that cannot follow
 */
export function decideEdit(
  object: StoredObject,
  edit: ObjectEdit,
  userId: number,
  roles: EditorRoles,
  now: string,
  said: Verdict | null = null,
): ObjectChanges {
  const wanted: ObjectChanges = {};
  for (const name of TEXTS) {
    const isAllowed = OBJECT_FIELDS[name].editedBy.some((role) => roles[role]);
    if (isAllowed && edit[name] !== undefined) wanted[name] = blankToNull(edit[name]) ?? null;
  }
  if (roles.administrator && edit.due_date !== undefined) wanted.due_date = edit.due_date;
  const changes = onlyChanged(object, wanted);

  const tested = TEXTS.some((name) => name !== 'comments' && name in changes);
  if (tested) changes.tested_by = userId;
  if (edit.status === undefined || edit.status === object.status) return changes;

  checkMove(object, edit.status, roles);
  const objection = objectionTo(object.status, edit.status, said, edit.reason);
  Object.assign(
    changes,
    { status: edit.status },
    datesOf(object, edit.status, now),
    onlyChanged(object, objection),
    peopleOf(object, edit.status, userId, roles),
    onlyChanged(object, returnOf(object, edit.status, roles, now, changes.comments)),
  );
  // Changing the status acknowledges that the object was stale.
  if (object.stale_since !== null)
    Object.assign(changes, { stale_since: null, stale_reason: null } satisfies ObjectChanges);
  return changes;
}

/** Whether a tester returns the object: a developer who reopens their own work does not. */
const isReturn = (
  { side, status }: StoredObject,
  next: ObjectStatus,
  roles: EditorRoles,
): boolean =>
  side === 'source' &&
  next === 'pending' &&
  !(roles.developer && MOVES.source.developer.has(`${status}→${next}`));

/** Time and reason of a return; null if it was not returned. */
const returnOf = (
  object: StoredObject,
  to: ObjectStatus,
  roles: EditorRoles,
  now: string,
  said: string | null = null,
): ObjectChanges =>
  isReturn(object, to, roles)
    ? { returned_at: now, returned_reason: said }
    : { returned_at: null, returned_reason: null };

/** The people who migrated and tested an object, for its new status. */
function peopleOf(
  { side, status, migrated_by }: StoredObject,
  next: StoredObject['status'],
  userId: number,
  roles: EditorRoles,
): ObjectChanges {
  const move: Move = `${status}→${next}`;
  const { developer, tester } = MOVES[side];
  const asDeveloper = roles.developer && developer.has(move);
  return {
    ...(next === 'migrated' && { migrated_by: userId }),
    ...(next === 'pending' && migrated_by !== null && { migrated_by: null }),
    ...(roles.tester && tester.has(move) && !asDeveloper && { tested_by: userId }),
  };
}

/** The roles in which somebody edits an object. */
export const rolesOf = (actor: Actor, object: StoredObject): EditorRoles => ({
  developer: actor.isAdmin || (object.side === 'source' && object.developer_id === actor.userId),
  tester: actor.isAdmin || object.tester_id === actor.userId,
  administrator: actor.isAdmin,
});

/** Notifies the developer when the object is verified, or pending again. */
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
 * @param said - the verdict that contradicts calling the object done
 * @returns the saved row, or null if its version has changed meanwhile
 * @throws ProblemError `invalid` if the rules refuse
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
    const before = await findOwnComment(tx, actor.userId, object.id);
    await followComments(tx, actor.userId, [object.id]);
    notices.push(...(await mentionNotices(tx, actor, object, saved.comments, before)));
  }
  await notifications.notify(tx, notices);
  return saved;
}
