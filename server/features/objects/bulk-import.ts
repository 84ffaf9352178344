import { sql } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { ImportItem } from '../../../contract/inventory.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable } from '../../platform/db/json-table.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { invalid } from '../../platform/problem.ts';
import { HISTORY_COLUMNS, objectHistory, recordHistory } from '../history/service.ts';

export interface ImportResult {
  imported: number;
  added: number;
  existing: number;
}

/** Items per transaction: on SQLite another writer waits for one of them at most. */
const CHUNK = 5_000;

const ITEM_COLUMNS = {
  project_id: 'integer',
  type_id: 'integer',
  schema_name: 'text',
  object_name: 'text',
  search_key: 'text',
} as const;

const keyOf = (item: ImportItem): string =>
  JSON.stringify([item.projectId, item.typeId, item.schemaName, item.objectName]);

async function checkProjects(store: Store, items: ImportItem[]): Promise<number[]> {
  const wanted = [...new Set(items.map((item) => item.projectId))];
  const found = await store.db
    .selectFrom('project')
    .select('id')
    .where('id', 'in', wanted.slice(0, 1_000))
    .execute();
  const known = new Set(found.map((row) => row.id));
  const unknown = wanted.filter((id) => !known.has(id));
  if (unknown.length === 0) return wanted;
  throw invalid(
    unknown.map((id) => ({
      field: `${items.findIndex((item) => item.projectId === id)}.Project_Id`,
      message: `names project ${id}, which does not exist`,
    })),
  );
}

async function importChunk(
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
  const known = tx
    .selectFrom(rows.as('item'))
    .innerJoin('object', (join) =>
      join
        .onRef('object.project_id', '=', 'item.project_id')
        .on('object.side', '=', side)
        .onRef('object.type_id', '=', 'item.type_id')
        .onRef('object.schema_name', '=', 'item.schema_name')
        .onRef('object.object_name', '=', 'item.object_name'),
    );
  const { count: existing } = await known
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

  if (existing > 0) {
    const returning = known.where('object.missing_since', 'is not', null);
    await tx
      .insertInto('history')
      .columns(HISTORY_COLUMNS)
      .expression(returning.select(objectHistory(actor.userId, 'found', sql`'{}'`)))
      .execute();
    await tx
      .updateTable('object')
      .set({ missing_since: null, updated_at: now })
      .where('id', 'in', returning.select('object.id'))
      .execute();
  }
  if (existing < items.length) {
    await tx
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
          // SQLite reads `on conflict` after a bare `from` as a join condition.
          .where(sql<boolean>`true`) as never,
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return existing;
}

/**
 * Brings items into the inventory. Known ones keep status, assignments and comments. The import
 * is committed in chunks; one that was cut off can be run again.
 * @throws ProblemError `invalid` before anything is written, when a project does not exist
 */
export async function importObjects(
  store: Store,
  actor: Actor,
  side: Side,
  items: ImportItem[],
): Promise<ImportResult> {
  const projectIds = await checkProjects(store, items);
  const distinct = [...new Map(items.map((item) => [keyOf(item), item])).values()];
  let existing = 0;
  for (let start = 0; start < distinct.length; start += CHUNK) {
    const chunk = distinct.slice(start, start + CHUNK);
    existing += await store.transaction((tx) => importChunk(store, tx, actor, side, chunk));
  }
  const result = { imported: distinct.length, added: distinct.length - existing, existing };
  for (const projectId of projectIds) {
    const count = distinct.filter((item) => item.projectId === projectId).length;
    await recordHistory(store.db, {
      userId: actor.userId,
      entity: 'project',
      entityId: projectId,
      projectId,
      action: 'imported',
      changes: { [`${side}_objects`]: [null, count] },
    });
  }
  return result;
}
