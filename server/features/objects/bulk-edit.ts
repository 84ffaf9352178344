import { withDetail } from '../../../contract/messages/english.ts';
import { type Message, message } from '../../../contract/messages/message.ts';
import type { ObjectEdit, ObjectStatus } from '../../../contract/objects.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import { lockRows } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { NotificationService } from '../notifications/service.ts';
import { findContradictions } from '../proof/pairs/contradictions-service.ts';
import { refuseArchivedProjects } from '../projects/lookup-service.ts';
import type { StoredObject } from './repository.ts';
import { advances, applyEdit, rolesOf } from './rules.ts';

export interface BulkEditResult {
  saved: number;
  refused: { id: number; object_name: string; detail: string }[];
}

/** Rows per transaction: on SQLite another writer waits for at most one. */
const CHUNK = 500;

/**
 * Edits several objects, each under the rules of its status and the editor's roles. Rows that the rules refuse stay
 * unchanged and are named; the others are saved.
 */
export async function editObjects(
  store: Store,
  notifications: NotificationService,
  actor: Actor,
  ids: number[],
  edit: ObjectEdit,
): Promise<BulkEditResult> {
  const wanted = [...new Set(ids)];
  const result: BulkEditResult = { saved: 0, refused: [] };
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const chunk = wanted.slice(start, start + CHUNK);
    const part = await store.transaction(async (tx) => {
      await lockRows(tx, 'object', chunk);
      const objects = await tx.selectFrom('object').selectAll().where('id', 'in', chunk).execute();
      const byId = new Map(objects.map((object) => [object.id, object]));
      const said = await contradictionsOf(tx, objects);
      const done: BulkEditResult = { saved: 0, refused: [] };
      for (const id of chunk) {
        const object = byId.get(id);
        const refusal = await attempt(object);
        if (refusal === null) done.saved += 1;
        else done.refused.push({ id, object_name: nameOf(actor, object), ...withDetail(refusal) });
      }
      return done;

      /** @returns the reason of a refusal, or null */
      async function attempt(object: StoredObject | undefined): Promise<Message | null> {
        if (!object || !mayEdit(actor, object)) return message('access.notYours');
        try {
          await refuseArchivedProjects(tx, [object.project_id]);
          const saved = await applyEdit(
            tx,
            notifications,
            actor,
            object,
            edit,
            said.get(object.id) ?? null,
          );
          return saved ? null : message('project.rowChanged');
        } catch (error) {
          if (error instanceof ProblemError) return error.said;
          throw error;
        }
      }
    });
    result.saved += part.saved;
    result.refused.push(...part.refused);
  }
  return result;
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
    const said = await contradictionsOf(
      db,
      objects.filter((object) => mayEdit(actor, object) && advances(object.status, to)),
    );
    result.push(...[...said].map(([id, verdict]) => ({ id, said: verdict })));
  }
  return result;
}

function mayEdit(actor: Actor, object: StoredObject): boolean {
  const { developer, tester } = rolesOf(actor, object);
  return developer || tester;
}

/** The object's name; empty if the actor may not see it. */
const nameOf = (actor: Actor, object: StoredObject | undefined): string =>
  object && mayEdit(actor, object) ? `${object.schema_name}.${object.object_name}` : '';
