import type { ObjectTypeId } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable } from '../../platform/db/json-table.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { recordHistory } from '../history/service.ts';

/** What a database was just read to hold: all objects of one type in one schema. */
export interface Reading {
  projectId: number;
  side: Side;
  typeId: ObjectTypeId;
  schemaName: string;
  names: string[];
}

/**
 * Marks imported objects that the database no longer has, and clears the mark of those that are back.
 * Nothing is deleted: status, assignments and comments stay.
 */
export async function reconcileMissing(
  store: Store,
  actor: Actor,
  reading: Reading,
): Promise<void> {
  const { projectId, side, typeId, schemaName } = reading;
  const stored = await store.db
    .selectFrom('object')
    .select(['id', 'object_name', 'missing_since'])
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .where('type_id', '=', typeId)
    .where('schema_name', '=', schemaName)
    .execute();
  const present = new Set(reading.names);
  const gone = stored.filter((row) => row.missing_since === null && !present.has(row.object_name));
  const back = stored.filter((row) => row.missing_since !== null && present.has(row.object_name));
  await mark(store, actor, reading, gone, timestampNow());
  await mark(store, actor, reading, back, null);
}

async function mark(
  store: Store,
  actor: Actor,
  reading: Reading,
  rows: { id: number; missing_since: string | null }[],
  missingSince: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = jsonTable(
    store.kind,
    { id: 'integer' } as const,
    rows.map((row) => [row.id]),
  );
  await store.transaction(async (tx) => {
    await tx
      .updateTable('object')
      .set({ missing_since: missingSince, updated_at: timestampNow() })
      .where('id', 'in', tx.selectFrom(ids.as('marked')).select('marked.id'))
      .execute();
    for (const row of rows) {
      await recordHistory(tx, {
        userId: actor.userId,
        entity: 'object',
        entityId: row.id,
        projectId: reading.projectId,
        action: missingSince ? 'missing' : 'found',
        changes: { missing_since: [row.missing_since, missingSince] },
      });
    }
  });
}
