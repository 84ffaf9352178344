import { type Expression, sql } from 'kysely';
import type { ObjectTypeId } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable, lockRows } from '../../platform/db/sql-parts.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { objectHistory, recordEach } from '../history/service.ts';
import { outdatePairsOf } from '../proof/pairs/outdated-service.ts';

/** The complete list of a database's objects of one type in one schema, just read. */
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
  const stored = await store.longReads
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
  await mark(store, actor, projectId, gone, timestampNow());
  await mark(store, actor, projectId, back, null);
}

async function mark(
  store: Store,
  actor: Actor,
  projectId: number,
  rows: { id: number }[],
  missingSince: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const marked = jsonTable(
    store.kind,
    { id: 'integer' } as const,
    ids.map((id) => [id]),
  ).as('marked');
  const text = (value: Expression<unknown>) => sql`coalesce('"' || ${value} || '"', 'null')`;
  const changes = sql<string>`'{"missing_since":[' || ${text(sql.ref('object.missing_since'))} || ',' || ${text(
    sql`cast(${missingSince} as text)`,
  )} || ']}'`;
  await store.transaction(async (tx) => {
    await lockRows(tx, 'object', ids);
    await recordEach(
      tx,
      tx
        .selectFrom(marked)
        .innerJoin('object', 'object.id', 'marked.id')
        // Another reading of the same database may have done it meanwhile.
        .where('object.missing_since', missingSince ? 'is' : 'is not', null)
        .select(objectHistory(actor.userId, missingSince ? 'missing' : 'found', changes)),
    );
    await tx
      .updateTable('object')
      .set({ missing_since: missingSince, updated_at: timestampNow() })
      .where('id', 'in', tx.selectFrom(marked).select('marked.id'))
      .where('missing_since', missingSince ? 'is' : 'is not', null)
      .execute();
    // An object that reappears under its name need not be the one that was compared.
    await outdatePairsOf(store.kind, tx, ids);
  }, `missing ${projectId}`);
}
