import { timestampNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { recordHistory } from '../history/service.ts';
import { findObject, saveObject } from './repository.ts';

/** Fills the test result of objects from a run; their status stays the tester's decision. */
export async function setTestResult(
  tx: Db,
  actor: Actor,
  ids: readonly number[],
  text: string,
): Promise<void> {
  for (const id of ids) {
    const object = await findObject(tx, id);
    if (!object || object.test_result === text) continue;
    const changes = { test_result: text, tested_by: actor.userId };
    await saveObject(tx, object, { ...changes, updated_at: timestampNow() });
    await recordHistory(tx, {
      userId: actor.userId,
      entity: 'object',
      entityId: id,
      projectId: object.project_id,
      action: 'called',
      changes: { test_result: [object.test_result, text] },
    });
  }
}
