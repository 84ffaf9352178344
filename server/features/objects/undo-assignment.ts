import { sql } from 'kysely';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable } from '../../platform/db/json-table.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { notFound } from '../../platform/problem.ts';
import { type Changes, HISTORY_COLUMNS, idChange, objectHistory } from '../history/service.ts';

const COLUMNS = { developer: 'developer_id', tester: 'tester_id' } as const;

/** Which entries of history an assignment wrote: those of its batch, between two ids. */
export interface AssignmentEntries {
  batch: string;
  /** Last id before, and last id after. */
  from: number;
  to: number;
}

/** The name under which a client can undo an assignment. */
export const formatUndo = ({ batch, from, to }: AssignmentEntries): string =>
  `${batch}.${from}.${to}`;

function parseUndo(undo: string): AssignmentEntries {
  const match = /^([\w-]{8})\.(\d{1,10})\.(\d{1,10})$/.exec(undo);
  if (!match) throw notFound('This assignment');
  return { batch: match[1]!, from: Number(match[2]), to: Number(match[3]) };
}

/**
 * Gives the objects of an assignment back to whom they were with. Objects that somebody assigned
 * anew since, and people who lost the role meanwhile, are left as they are.
 * @param undo - the name that the assignment answered
 * @returns how many objects were given back
 */
export async function undoAssignment(store: Store, actor: Actor, undo: string): Promise<number> {
  const { batch, from, to } = parseUndo(undo);
  const entries = await store.aside
    .selectFrom('history')
    .select(['entity_id', 'changes'])
    .where('id', '>', from)
    .where('id', '<=', to)
    .where('batch', '=', batch)
    .where('action', '=', 'assigned')
    .execute();
  const parsed = entries.map((entry) => ({
    id: entry.entity_id,
    changes: JSON.parse(entry.changes) as Changes,
  }));
  const role = parsed[0] && 'developer' in parsed[0].changes ? 'developer' : 'tester';
  if (parsed.length === 0) throw notFound('This assignment');
  const column = COLUMNS[role];
  const former = jsonTable(
    store.kind,
    { object_id: 'integer', before: 'integer', after: 'integer' } as const,
    parsed.map(({ id, changes }) => {
      const [before, after] = changes[role] as [number | null, number | null];
      return [id, before, after];
    }),
  ).as('former');
  const stillThere = sql<boolean>`${sql.ref(`object.${column}`)} is not distinct from ${sql.ref('former.after')}`;
  const stillMember = sql<boolean>`(${sql.ref('former.before')} is null or exists (
    select 1 from project_member
    where project_member.project_id = object.project_id
      and project_member.user_id = ${sql.ref('former.before')}
      and project_member.role = ${sql.lit(role)}))`;

  return store.transaction(async (tx) => {
    await tx
      .insertInto('history')
      .columns(HISTORY_COLUMNS)
      .expression(
        tx
          .selectFrom(former)
          .innerJoin('object', 'object.id', 'former.object_id')
          .select(({ ref }) =>
            objectHistory(
              actor.userId,
              'assignment undone',
              idChange(role, ref(`object.${column}`), ref('former.before')),
            ),
          )
          .where(stillThere)
          .where(stillMember),
      )
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable('object')
      .from(former)
      .set(({ ref }) => ({ [column]: ref('former.before'), updated_at: timestampNow() }))
      .whereRef('object.id', '=', 'former.object_id')
      .where(stillThere)
      .where(stillMember)
      .executeTakeFirst();
    await tx
      .updateTable('history')
      .set({ batch: null })
      .where('id', '>', from)
      .where('id', '<=', to)
      .where('batch', '=', batch)
      .execute();
    return Number(numUpdatedRows);
  });
}
