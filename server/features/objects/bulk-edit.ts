import type { ObjectEdit } from '../../../contract/objects.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { NotificationService } from '../notifications/service.ts';
import { applyEdit, rolesOf } from './edit.ts';
import type { StoredObject } from './repository.ts';

export interface BulkEditResult {
  saved: number;
  refused: { id: number; object_name: string; detail: string }[];
}

/** Rows per transaction: on SQLite another writer waits for one of them at most. */
const CHUNK = 500;

/**
 * Edits several objects, each by the rules of its status and the editor's roles. Rows that the rules
 * refuse stay as they are and are named; the others are saved.
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
      const objects = await tx.selectFrom('object').selectAll().where('id', 'in', chunk).execute();
      const byId = new Map(objects.map((object) => [object.id, object]));
      const done: BulkEditResult = { saved: 0, refused: [] };
      for (const id of chunk) {
        const object = byId.get(id);
        const refusal = await attempt(object);
        if (refusal === null) done.saved += 1;
        else done.refused.push({ id, object_name: nameOf(actor, object), detail: refusal });
      }
      return done;

      /** @returns why it was refused, or null */
      async function attempt(object: StoredObject | undefined): Promise<string | null> {
        if (!object || !mayEdit(actor, object)) return 'This object is not assigned to you.';
        try {
          const saved = await applyEdit(tx, notifications, actor, object, edit);
          return saved ? null : 'Somebody else has changed this row meanwhile.';
        } catch (error) {
          if (error instanceof ProblemError) return error.message;
          throw error;
        }
      }
    });
    result.saved += part.saved;
    result.refused.push(...part.refused);
  }
  return result;
}

function mayEdit(actor: Actor, object: StoredObject): boolean {
  const { developer, tester } = rolesOf(actor, object);
  return developer || tester;
}

/** Names of objects that somebody may not see are not told. */
const nameOf = (actor: Actor, object: StoredObject | undefined): string =>
  object && mayEdit(actor, object) ? `${object.schema_name}.${object.object_name}` : '';
