import { timestampNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { recordHistory } from '../history/service.ts';
import { findObject, saveObject } from './repository.ts';

/** Numbers of objects whose test result was not changed, by reason. */
export interface TestResultsSet {
  verified: number;
  ofOthers: number;
}

/** Sets the test result of objects from a call; the status stays the tester's decision. */
export async function setTestResult(
  tx: Db,
  actor: Actor,
  ids: readonly number[],
  text: string,
): Promise<TestResultsSet> {
  const kept = { verified: 0, ofOthers: 0 };
  for (const id of ids) {
    const object = await findObject(tx, id);
    if (!object) continue;
    const isOwn = actor.isAdmin || object.tester_id === actor.userId;
    if (!isOwn) kept.ofOthers += 1;
    else if (object.status === 'verified') kept.verified += 1;
    if (!isOwn || object.status === 'verified' || object.test_result === text) continue;
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
  return kept;
}
