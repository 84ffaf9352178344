import { sql } from 'kysely';
import type { Role } from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable, lockRows, readNewestId } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { refuseArchivedProjects } from '../projects/lookup-service.ts';
import {
  type Changes,
  idChange,
  leaveBatch,
  objectHistory,
  recordEach,
} from '../history/service.ts';
import { message } from '../../../contract/messages/message.ts';

export const ASSIGNEE = { developer: 'developer_id', tester: 'tester_id' } as const;

/** The history entries of an assignment: those of its batch between two ids. */
export interface AssignmentEntries {
  batch: string;
  /** The last id before the assignment, and its last id. */
  from: number;
  to: number;
}

/** The token with which a client can undo an assignment. */
export const formatUndo = ({ batch, from, to }: AssignmentEntries): string =>
  `${batch}.${from}.${to}`;

function parseUndo(undo: string): AssignmentEntries {
  const match = /^([\w-]{8})\.(\d{1,10})\.(\d{1,10})$/.exec(undo);
  if (!match) throw notFound('what.thisAssignment');
  return { batch: match[1]!, from: Number(match[2]), to: Number(match[3]) };
}

interface Entry {
  id: number;
  entity_id: number;
  changes: string;
}

const selectEntries = ({ longReads }: Store, { batch, from, to }: AssignmentEntries) =>
  longReads
    .selectFrom('history')
    .where('id', '>', from)
    .where('id', '<=', to)
    .where('batch', '=', batch)
    .where('action', '=', 'assigned');

const readEntries = (store: Store, entries: AssignmentEntries): Promise<Entry[]> =>
  selectEntries(store, entries)
    .select(['id', 'entity_id', 'changes'])
    .orderBy('id')
    .limit(store.rowsPerTransaction)
    .execute();

async function listProjects(store: Store, entries: AssignmentEntries): Promise<number[]> {
  const rows = await selectEntries(store, entries).select('project_id').distinct().execute();
  return rows.flatMap(({ project_id }) => project_id ?? []);
}

/** Restores the former assignees from these entries. @returns the number of objects */
async function restore(
  store: Store,
  tx: Db,
  userId: number | null,
  batch: string,
  entries: Entry[],
): Promise<number> {
  const changes = entries.map((entry) => JSON.parse(entry.changes) as Changes);
  const role: Role = 'developer' in changes[0]! ? 'developer' : 'tester';
  const column = ASSIGNEE[role];
  await lockRows(
    tx,
    'object',
    entries.map(({ entity_id }) => entity_id),
  );
  const former = jsonTable(
    store.kind,
    { object_id: 'integer', before: 'integer', after: 'integer' } as const,
    entries.map(({ entity_id }, index) => {
      const [before, after] = changes[index]![role] as [number | null, number | null];
      return [entity_id, before, after];
    }),
  ).as('former');
  const stillThere = sql<boolean>`${sql.ref(`object.${column}`)} is not distinct from ${sql.ref('former.after')}`;
  const stillMember = sql<boolean>`(${sql.ref('former.before')} is null or exists (
    select 1 from project_member
    where project_member.project_id = object.project_id
      and project_member.user_id = ${sql.ref('former.before')}
      and project_member.role = ${sql.lit(role)}))`;
  await recordEach(
    tx,
    tx
      .selectFrom(former)
      .innerJoin('object', 'object.id', 'former.object_id')
      .select(({ ref }) =>
        objectHistory(
          userId,
          'assignment undone',
          idChange(role, ref(`object.${column}`), ref('former.before')),
        ),
      )
      .where(stillThere)
      .where(stillMember),
  );
  const { numUpdatedRows } = await tx
    .updateTable('object')
    .from(former)
    .set(({ ref }) => ({ [column]: ref('former.before'), updated_at: timestampNow() }))
    .whereRef('object.id', '=', 'former.object_id')
    .where(stillThere)
    .where(stillMember)
    .executeTakeFirst();
  await leaveBatch(tx, batch, { first: entries[0]!.id, last: entries.at(-1)!.id });
  return Number(numUpdatedRows);
}

/**
 * Restores all entries, in as many transactions as needed; after an interruption it can be repeated.
 * @param userId - who undoes it; null for the program itself
 * @returns the number of entries, and of restored objects
 */
async function restoreAll(
  store: Store,
  userId: number | null,
  entries: AssignmentEntries,
): Promise<{ entries: number; objects: number }> {
  const done = { entries: 0, objects: 0 };
  for (let rest = await readEntries(store, entries); rest.length > 0;) {
    const part = rest;
    done.entries += part.length;
    done.objects += await store.transaction((tx) =>
      restore(store, tx, userId, entries.batch, part),
    );
    rest = await readEntries(store, { ...entries, from: part.at(-1)!.id });
  }
  return done;
}

/**
 * Restores the former assignees of an assignment's objects, except for objects assigned again since, and people who
 * have lost the role.
 * @param undo - the assignment's token
 * @returns the number of restored objects
 * @throws ProblemError `conflict` if their project is archived
 */
export async function undoAssignment(store: Store, userId: number, undo: string): Promise<number> {
  const entries = parseUndo(undo);
  await refuseArchivedProjects(store.db, await listProjects(store, entries));
  const done = await restoreAll(store, userId, entries);
  if (done.entries === 0) throw notFound('what.thisAssignment');
  return done.objects;
}

/** Records that an assignment of several transactions has begun; removed by the last of them. */
export async function noteBegun(tx: Db, batch: string, from: number): Promise<void> {
  await tx.insertInto('unfinished_assignment').values({ batch, from_id: from }).execute();
}

export async function noteFinished(tx: Db, batch: string): Promise<void> {
  await tx.deleteFrom('unfinished_assignment').where('batch', '=', batch).execute();
}

/** @throws ProblemError `conflict` if the assignment is being undone */
export async function refuseCancelled(tx: Db, batch: string): Promise<void> {
  const note = await tx
    .selectFrom('unfinished_assignment')
    .select('batch')
    .where('batch', '=', batch)
    .where('is_cancelled', '=', 0)
    .executeTakeFirst();
  if (!note) throw conflict(message('assignment.cutOff'));
}

/**
 * Undoes assignments that cannot be completed, because a part failed or their process crashed. After an interruption,
 * it continues where it was.
 * @param batch - all if undefined
 * @returns the number of assignments
 */
export async function rollBackUnfinished(store: Store, batch?: string): Promise<number> {
  const chosen = store.db.updateTable('unfinished_assignment').set({ is_cancelled: 1 });
  const unfinished = await (batch === undefined ? chosen : chosen.where('batch', '=', batch))
    .returningAll()
    .execute();
  const to = await readNewestId(store.db, 'history');
  for (const note of unfinished) {
    await restoreAll(store, null, { batch: note.batch, from: note.from_id, to });
    await noteFinished(store.db, note.batch);
  }
  return unfinished.length;
}
