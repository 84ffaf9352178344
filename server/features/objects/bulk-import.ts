import { message } from '../../../contract/messages/message.ts';
import { sql } from 'kysely';
import { objectTypeOf } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ImportItem } from '../../../contract/inventory.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable, lockRows } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, invalid } from '../../platform/problem.ts';
import { objectHistory, recordEach, recordProjectHistory } from '../history/service.ts';
import {
  isTrackedIn,
  notTracked,
  readTracked,
  refuseArchivedProjects,
} from '../projects/lookup-service.ts';
import type { NotificationService } from '../notifications/service.ts';

export interface ImportResult {
  imported: number;
  added: number;
  existing: number;
}

/** Items per transaction: on SQLite another writer waits for at most one. */
const CHUNK = 5_000;

const ITEM_COLUMNS = {
  project_id: 'integer',
  type_id: 'integer',
  schema_name: 'text',
  object_name: 'text',
  search_key: 'text',
} as const;

/** Names never contain a NUL. */
const keyOf = ({ projectId, typeId, schemaName, objectName }: ImportItem): string =>
  `${projectId}\0${typeId}\0${schemaName}\0${objectName}`;

function distinctItems(items: ImportItem[]): ImportItem[] {
  const seen = new Set<string>();
  // The set grows only if the item is new.
  return items.filter((item) => seen.size < seen.add(keyOf(item)).size);
}

/** @throws ProblemError `invalid` if a project does not exist, or does not track a type among its items */
async function checkProjects(store: Store, items: ImportItem[]): Promise<number[]> {
  const wanted = [...new Set(items.map((item) => item.projectId))];
  const tracked = await readTracked(store.db, wanted);
  const unknown = wanted.filter((id) => !tracked.has(id));
  if (unknown.length > 0) {
    throw invalid(
      unknown.map((id) => ({
        field: `${items.findIndex((item) => item.projectId === id)}.Project_Id`,
        message: message('field.noSuchProject', { project: id }),
      })),
    );
  }
  const untracked = items.findIndex(
    ({ projectId, typeId }) => !isTrackedIn(tracked.get(projectId), typeId),
  );
  if (untracked >= 0)
    throw invalid([
      notTracked(`${untracked}.object_type_source_id`, objectTypeOf(items[untracked]!.typeId)),
    ]);
  return wanted;
}

/** Objects marked missing, by the key of their item: an import that names them clears the mark. */
async function findMissing(db: Db, projectIds: number[], side: Side): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('object')
    .select(['id', 'project_id', 'type_id', 'schema_name', 'object_name'])
    .where('project_id', 'in', projectIds)
    .where('side', '=', side)
    .where('missing_since', 'is not', null)
    .execute();
  return new Map(
    rows.map((row) => [
      keyOf({
        projectId: row.project_id,
        typeId: row.type_id,
        schemaName: row.schema_name,
        objectName: row.object_name,
      }),
      row.id,
    ]),
  );
}

async function markFound(store: Store, tx: Db, actor: Actor, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(tx, 'object', ids);
  const found = jsonTable(
    store.kind,
    { id: 'integer' } as const,
    ids.map((id) => [id]),
  ).as('found');
  await recordEach(
    tx,
    tx
      .selectFrom(found)
      .innerJoin('object', 'object.id', 'found.id')
      .select(objectHistory(actor.userId, 'found', sql`'{}'`)),
  );
  await tx
    .updateTable('object')
    .set({ missing_since: null, updated_at: timestampNow() })
    .where('id', 'in', tx.selectFrom(found).select('found.id'))
    .execute();
}

/**
 * Inserts items that are not stored yet. The unique constraint decides for each row: a join with the known objects
 * would use the wrong index while the store has no statistics of a growing table.
 * @returns the number of inserted rows
 */
export async function insertNew(
  store: Store,
  tx: Db,
  actor: Actor,
  side: Side,
  items: ImportItem[],
): Promise<number> {
  const now = timestampNow();
  const rows = jsonTable(
    store.kind,
    ITEM_COLUMNS,
    items.map(({ projectId, typeId, schemaName, objectName }) => [
      projectId,
      typeId,
      schemaName,
      objectName,
      `${schemaName}.${objectName}`.toLowerCase(),
    ]),
  );
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('object')
    .columns([
      'project_id',
      'side',
      'type_id',
      'schema_name',
      'object_name',
      'search_key',
      'created_at',
      'created_by',
      'updated_at',
    ])
    .expression(
      tx
        .selectFrom(rows.as('item'))
        .select([
          'item.project_id',
          sql.lit(side).as('side'),
          'item.type_id',
          'item.schema_name',
          'item.object_name',
          'item.search_key',
          sql.lit(now).as('created_at'),
          sql<number>`cast(${actor.userId} as integer)`.as('created_by'),
          sql.lit(now).as('updated_at'),
        ])
        // After a bare `from`, SQLite would read `on conflict` as a join condition.
        .where(sql<boolean>`true`) as never,
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/**
 * Imports items into the inventory. Known ones keep status, assignments and comments. The import is committed in
 * chunks; after an interruption it can be repeated.
 * @throws ProblemError before anything is written: `invalid` if a project does not exist or does not track a type,
 * `conflict` if it is archived; later `unavailable` if the store fails, naming what is saved
 */
export async function importObjects(
  store: Store,
  notifications: NotificationService,
  actor: Actor,
  side: Side,
  items: ImportItem[],
): Promise<ImportResult> {
  const projectIds = await checkProjects(store, items);
  await refuseArchivedProjects(store.db, projectIds);
  const distinct = distinctItems(items);
  const missing = await findMissing(store.db, projectIds, side);
  const total = distinct.length;
  const tell = async (tx: Db): Promise<void> => {
    for (const projectId of projectIds) {
      const count = distinct.filter((item) => item.projectId === projectId).length;
      await recordProjectHistory(tx, actor, projectId, 'imported', {
        [`${side}_objects`]: [null, count],
      });
      // Notified because the importer may have left the page.
      await notifications.notifyImported(tx, { userId: actor.userId, projectId, side, count });
    }
  };
  let added = 0;
  for (let start = 0; start < total; start += CHUNK) {
    const chunk = distinct.slice(start, start + CHUNK);
    const found = missing.size === 0 ? [] : chunk.flatMap((item) => missing.get(keyOf(item)) ?? []);
    const save = store.transaction(async (tx) => {
      await markFound(store, tx, actor, found);
      const inserted = await insertNew(store, tx, actor, side, chunk);
      // With the last chunk, so that an import that was not recorded has not ended.
      if (start + CHUNK >= total) await tell(tx);
      return inserted;
      // Two that insert the same objects in different orders would end in a deadlock.
    }, projectIds.map(importOf));
    added += await save.catch((error: unknown) => {
      throw start > 0 ? asPartly(error, start) : error;
    });
  }
  return { imported: total, added, existing: total - added };
}

/** The name under which transactions that add objects to a project run one after the other. */
export const importOf = (projectId: number): string => `import:${projectId}`;

/** A store that fails says that nothing was saved, which is not so after the first chunk. */
const asPartly = (error: unknown, count: number): unknown =>
  error instanceof ProblemError && error.kind === 'unavailable'
    ? new ProblemError('unavailable', message('import.partly', { count }), {
        retryAfter: 30,
        cause: error,
      })
    : error;
