import { type Expression, type Selectable, sql } from 'kysely';
import { MAX_ACCOUNT_ENTRIES } from '../../../contract/users.ts';
import { timestampNow } from '../../platform/clock.ts';
import { readNewestId } from '../../platform/db/sql-parts.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { HistoryTable } from '../../platform/db/tables.ts';

/** Changed fields: name → [from, to]. */
export type Changes = Record<string, [from: unknown, to: unknown]>;

export interface HistoryRecord {
  /** The user who did it; null for the program itself. */
  userId: number | null;
  entity: HistoryTable['entity'];
  entityId: number;
  projectId?: number | null;
  action: string;
  changes?: Changes;
}

/** The fields of `to` that differ from `from`. */
export function diff<T extends object>(from: T, to: Partial<T>): Changes {
  const fields = Object.keys(to) as (keyof T & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => from[field] !== to[field])
      .map((field) => [field, [from[field], to[field]]]),
  );
}

/** Inserts one entry, in the transaction of the change that it records. */
export async function recordHistory(db: Db, record: HistoryRecord): Promise<void> {
  await db
    .insertInto('history')
    .values({
      at: timestampNow(),
      user_id: record.userId,
      entity: record.entity,
      entity_id: record.entityId,
      project_id: record.projectId ?? null,
      action: record.action,
      changes: JSON.stringify(record.changes ?? {}),
      batch: null,
    })
    .execute();
}

/**
 * Inserts an entry about a project itself, in the transaction of the change that it records.
 * @param actor - null for the program itself
 */
export const recordProjectHistory = (
  db: Db,
  actor: Pick<Actor, 'userId'> | null,
  projectId: number,
  action: string,
  changes?: Changes,
): Promise<void> =>
  recordHistory(db, {
    userId: actor?.userId ?? null,
    entity: 'project',
    entityId: projectId,
    projectId,
    action,
    ...(changes && { changes }),
  });

export interface HistoryEntry {
  id: number;
  at: string;
  user_id: number | null;
  username: string | null;
  action: string;
  changes: Changes;
  /** Usernames of people in the changes, by id. */
  names?: Record<string, string>;
}

/** Entries with the names of those who made them, newest first. */
const entries = (db: Db) =>
  db
    .selectFrom('history')
    .leftJoin('app_user', 'app_user.id', 'history.user_id')
    .select([
      'history.id',
      'history.at',
      'history.user_id',
      'app_user.username',
      'history.action',
      'history.changes',
    ])
    .orderBy('history.id', 'desc');

const withChanges = <T extends { changes: string }>(row: T) => ({
  ...row,
  changes: JSON.parse(row.changes) as Changes,
});

/** Entries of one row, newest first. */
export async function listHistory(
  db: Db,
  entity: HistoryTable['entity'],
  entityId: number,
): Promise<HistoryEntry[]> {
  const rows = await entries(db)
    .where('history.entity', '=', entity)
    .where('history.entity_id', '=', entityId)
    .execute();
  return rows.map(withChanges);
}

/** Entries of an account and its roles on projects, newest first. */
export async function listAccountHistory(
  db: Db,
  userId: number,
): Promise<(HistoryEntry & { Project_Name: string | null })[]> {
  const rows = await entries(db)
    .leftJoin('project', 'project.id', 'history.project_id')
    .select('project.name as Project_Name')
    .where('history.entity', 'in', ['user', 'assignment'])
    .where('history.entity_id', '=', userId)
    .limit(MAX_ACCOUNT_ENTRIES)
    .execute();
  return rows.map(withChanges);
}

/** The newest entry of one row. */
export async function findNewest(
  db: Db,
  entity: HistoryTable['entity'],
  entityId: number,
): Promise<(Pick<HistoryEntry, 'at' | 'user_id' | 'action'> & { changes: Changes }) | undefined> {
  const row = await db
    .selectFrom('history')
    .select(['at', 'user_id', 'action', 'changes'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, changes: JSON.parse(row.changes) as Changes };
}

/** Ids to look back, because transactions may commit in another order than that of their ids. */
const OVERLAP = 200;

/**
 * A number for each project: while it stays the same, nothing of the project has changed; or, of `evidence`, nothing of it
 * was compared. A deletion of entries may leave it as it is: what is trimmed no longer decides anything.
 */
export async function versionsOfProjects(
  db: Db,
  projectIds: number[],
  table: 'history' | 'evidence' = 'history',
): Promise<Map<number, number>> {
  if (projectIds.length === 0) return new Map();
  // Both have an index of these columns, and never use an id again.
  const entries = table as 'history';
  const rows = await db
    .selectFrom('project')
    // One look at the end of the index per project; a GROUP BY would read the whole index.
    .select((select) => [
      'id',
      select
        .selectFrom(`${entries} as entry`)
        .select(({ fn }) => fn.sum<number>('entry.id').as('version'))
        .whereRef('entry.project_id', '=', 'project.id')
        .where('entry.id', '>', (inner) =>
          inner
            .selectFrom(`${entries} as newest`)
            .select(sql<number>`max(newest.id) - ${sql.lit(OVERLAP)}`.as('id'))
            .whereRef('newest.project_id', '=', 'project.id'),
        )
        .as('version'),
    ])
    .where('id', 'in', projectIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.version ?? 0]));
}

/** The newest entries of projects are first looked for among this many newest ids. */
const NEAR = 5_000;

/** Ids of the newest entries of projects, newest first. */
export async function newestIds(db: Db, projectIds: number[], limit: number): Promise<number[]> {
  const newest = (ids: number[], after: number) =>
    db
      .selectFrom('history')
      .select('id')
      .where('project_id', 'in', ids)
      .where('id', '>', after)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  const near = await newest(projectIds, (await readNewestId(db, 'history')) - NEAR);
  if (near.length === limit) return near.map((row) => row.id);
  // Queried one by one, each index returns its ids in order; together, all of them would be sorted.
  const each = await Promise.all(projectIds.map((id) => newest([id], 0)));
  return each
    .flat()
    .map((row) => row.id)
    .toSorted((one, other) => other - one)
    .slice(0, limit);
}

/** The columns of an entry, in the order in which queries for `recordEach` select them. */
const COLUMNS = [
  'at',
  'user_id',
  'entity',
  'entity_id',
  'project_id',
  'action',
  'changes',
  'batch',
] as const;

/** Inserts an entry for each row that a query selects (`objectHistory`), in one statement. */
export async function recordEach(
  tx: Db,
  entries: Expression<Omit<Selectable<HistoryTable>, 'id'>>,
): Promise<void> {
  await tx.insertInto('history').columns(COLUMNS).expression(entries).execute();
}

/** The selection from `object` that `recordEach` needs. */
export const objectHistory = (
  userId: number | null,
  action: string,
  changes: Expression<string>,
  batch: string | null = null,
) => [
  sql<string>`${sql.lit(timestampNow())}`.as('at'),
  sql<number | null>`${sql.lit(userId)}`.as('user_id'),
  sql<'object'>`'object'`.as('entity'),
  sql<number>`object.id`.as('entity_id'),
  sql<number>`object.project_id`.as('project_id'),
  sql<string>`${sql.lit(action)}`.as('action'),
  sql<string>`${changes}`.as('changes'),
  sql<string | null>`${sql.lit(batch)}`.as('batch'),
];

/** Removes entries from their batch: they can no longer be undone together. */
export async function leaveBatch(
  tx: Db,
  batch: string,
  range: { first: number; last: number },
): Promise<void> {
  await tx
    .updateTable('history')
    .set({ batch: null })
    .where('id', '>=', range.first)
    .where('id', '<=', range.last)
    .where('batch', '=', batch)
    .execute();
}

/** Deletes the history of users who are being deleted. */
export async function deleteHistoryOfUsers(tx: Db, userIds: number[]): Promise<void> {
  await tx
    .deleteFrom('history')
    .where('entity', 'in', ['user', 'assignment'])
    .where('entity_id', 'in', userIds)
    .execute();
}

const idText = (id: Expression<unknown>) => sql`coalesce(cast(${id} as text), 'null')`;

/** An SQL expression for `{"developer":[3,7]}` from two ids, for both stores. @param field - trusted */
export const idChange = (field: string, from: Expression<unknown>, to: Expression<unknown>) =>
  sql<string>`${sql.lit(`{"${field}":[`)} || ${idText(from)} || ',' || ${idText(to)} || ']}'`;
