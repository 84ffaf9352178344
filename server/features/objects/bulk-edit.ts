import { withDetail } from '../../../contract/messages/english.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import type { ObjectEdit, ObjectStatus, RowVersion } from '../../../contract/objects.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import { lockRows } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, conflict } from '../../platform/problem.ts';
import type { NotificationService } from '../notifications/service.ts';
import { findContradictions } from '../proof/pairs/contradictions-service.ts';
import { refuseArchivedProjects } from '../projects/lookup-service.ts';
import type { StoredObject } from './repository.ts';
import { advances, applyEdit, rolesOf } from './rules.ts';
import { undoEdit } from './undo-edit.ts';

export interface BulkEditResult {
  saved: number;
  /** Those of the saved rows that are not as they were. */
  changed: RowVersion[];
  refused: { id: number; object_name: string; detail: string }[];
}

/** Rows per transaction: on SQLite another writer waits for at most one. */
const CHUNK = 500;

/** Changes one row; returns null if its version has changed meanwhile. */
type Attempt = (object: StoredObject) => Promise<StoredObject | null>;

/**
 * Tries a change on each of several objects that the actor may edit. Rows that it refuses stay unchanged and are named;
 * the others are saved.
 * @param prepare - makes the change for the objects of one transaction
 */
async function tryEach(
  store: Store,
  actor: Actor,
  ids: readonly number[],
  prepare: (tx: Db, objects: readonly StoredObject[]) => Promise<Attempt>,
): Promise<BulkEditResult> {
  const wanted = [...new Set(ids)];
  const result: BulkEditResult = { saved: 0, changed: [], refused: [] };
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const chunk = wanted.slice(start, start + CHUNK);
    const part = await store.transaction(async (tx) => {
      await lockRows(tx, 'object', chunk);
      const objects = await tx.selectFrom('object').selectAll().where('id', 'in', chunk).execute();
      const own = await readOwn(tx, actor, objects);
      const byId = new Map(own.map((object) => [object.id, object]));
      const attempt = await prepare(tx, objects);
      const done: BulkEditResult = { saved: 0, changed: [], refused: [] };
      for (const id of chunk) {
        const object = byId.get(id);
        const after = await outcomeOf(tx, object, attempt);
        if ('code' in after) {
          done.refused.push({ id, object_name: nameOf(object), ...withDetail(after) });
          continue;
        }
        done.saved += 1;
        if (after.version !== object?.version) done.changed.push({ id, version: after.version });
      }
      return done;
    });
    result.saved += part.saved;
    result.changed.push(...part.changed);
    result.refused.push(...part.refused);
  }
  return result;
}

/** @returns the saved object, or the reason of a refusal */
async function outcomeOf(
  tx: Db,
  object: StoredObject | undefined,
  attempt: Attempt,
): Promise<StoredObject | Message> {
  if (!object) return message('access.notYours');
  try {
    await refuseArchivedProjects(tx, [object.project_id]);
    return (await attempt(object)) ?? message('project.rowChanged');
  } catch (error) {
    if (error instanceof ProblemError) return error.said;
    throw error;
  }
}

/** Edits several objects, each under the rules of its status and the editor's roles. */
export const editObjects = (
  store: Store,
  notifications: NotificationService,
  actor: Actor,
  ids: readonly number[],
  edit: ObjectEdit,
): Promise<BulkEditResult> =>
  tryEach(store, actor, ids, async (tx, objects) => {
    const said = await contradictionsOf(tx, objects);
    return (object) =>
      applyEdit(tx, notifications, actor, object, edit, said.get(object.id) ?? null);
  });

/** Restores what each row had before the actor's last edit, as long as nobody has changed it since. */
export async function undoEdits(
  store: Store,
  notifications: NotificationService,
  actor: Actor,
  edited: readonly RowVersion[],
): Promise<Pick<BulkEditResult, 'refused'> & { restored: number }> {
  const versions = new Map(edited.map(({ id, version }) => [id, version]));
  const { saved, refused } = await tryEach(
    store,
    actor,
    [...versions.keys()],
    async (tx) => async (object) => {
      if (versions.get(object.id) !== object.version)
        throw conflict(message('object.changedSince'));
      return undoEdit(tx, notifications, actor, object);
    },
  );
  return { restored: saved, refused };
}

/** Verdicts that contradict calling objects done; the objects may be of several projects. */
async function contradictionsOf(
  db: Db,
  objects: readonly Pick<StoredObject, 'id' | 'project_id'>[],
): Promise<Map<number, Verdict>> {
  const found = new Map<number, Verdict>();
  for (const projectId of new Set(objects.map(({ project_id }) => project_id))) {
    const ids = objects.filter(({ project_id }) => project_id === projectId).map(({ id }) => id);
    for (const [id, said] of await findContradictions(db, projectId, ids)) found.set(id, said);
  }
  return found;
}

/** Verdicts that contradict moving these objects on, for those that the actor may edit. */
export async function listContradictions(
  db: Db,
  actor: Actor,
  ids: number[],
  to: ObjectStatus,
): Promise<{ id: number; said: Verdict }[]> {
  const result: { id: number; said: Verdict }[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const objects = await db
      .selectFrom('object')
      .selectAll()
      .where('id', 'in', ids.slice(start, start + CHUNK))
      .execute();
    const own = await readOwn(db, actor, objects);
    const said = await contradictionsOf(
      db,
      own.filter((object) => advances(object.status, to)),
    );
    result.push(...[...said].map(([id, verdict]) => ({ id, said: verdict })));
  }
  return result;
}

/** Those of the objects that the actor may edit; others than administrators only as members of the project. */
async function readOwn(
  db: Db,
  actor: Actor,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> {
  if (actor.isAdmin) return [...objects];
  const memberships = await db
    .selectFrom('project_member')
    .select('project_id')
    .where('user_id', '=', actor.userId)
    .execute();
  const projects = new Set(memberships.map(({ project_id }) => project_id));
  return objects.filter((object) => {
    const { developer, tester } = rolesOf(actor, object);
    return (developer || tester) && projects.has(object.project_id);
  });
}

/** The object's name; empty if the actor may not see it. */
const nameOf = (object: StoredObject | undefined): string =>
  object ? `${object.schema_name}.${object.object_name}` : '';
