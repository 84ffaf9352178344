import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Role } from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonIds, lockRows, readNewestId } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict } from '../../platform/problem.ts';
import { idChange, objectHistory, recordEach } from '../history/service.ts';
import type { Notice, NotificationService } from '../notifications/service.ts';
import { refuseArchivedProjects } from '../projects/lookup-service.ts';
import { type Choice, type Share, checkPeople, findGrants, shareOut } from './assignment-checks.ts';
import {
  ASSIGNEE,
  formatUndo,
  noteBegun,
  noteFinished,
  refuseCancelled,
  rollBackUnfinished,
} from './undo-assignment.ts';

/** Splits shares into parts of one transaction each. */
function cutIntoParts(shares: Share[], rows: number): Share[][] {
  const parts: Share[][] = [];
  let room = 0;
  for (const { userId, ids } of shares) {
    for (let start = 0; start < ids.length;) {
      if (room === 0) {
        parts.push([]);
        room = rows;
      }
      const taken = ids.slice(start, start + room);
      parts.at(-1)!.push({ userId, ids: taken });
      start += taken.length;
      room -= taken.length;
    }
  }
  return parts;
}

/** The assignment: by whom, in which role, on which side, and its batch. */
interface Order {
  actor: Actor;
  side: Side;
  role: Role;
  batch: string;
}

/** Assigns objects to a person, except those already assigned to them. @returns whom to notify of how many */
async function writeShare(
  { kind }: Store,
  tx: Db,
  { actor, side, role, batch }: Order,
  { userId, ids }: Share,
): Promise<Notice[]> {
  const column = ASSIGNEE[role];
  const chosen = jsonIds(kind, ids);
  const receiver = sql<number | null>`${sql.lit(userId)}`;
  const differs = sql<boolean>`${sql.ref(`object.${column}`)} is distinct from ${receiver}`;
  const from = await readNewestId(tx, 'history');
  await recordEach(
    tx,
    tx
      .selectFrom('object')
      .select(({ ref }) =>
        objectHistory(
          actor.userId,
          'assigned',
          idChange(role, ref(`object.${column}`), receiver),
          batch,
        ),
      )
      .where('id', 'in', chosen)
      .where(differs),
  );
  await tx
    .updateTable('object')
    .set({ [column]: userId, updated_at: timestampNow() })
    .where('id', 'in', chosen)
    .where(differs)
    .execute();
  if (userId === null || userId === actor.userId) return [];
  const given = await tx
    .selectFrom('history')
    .select(({ fn }) => [
      sql<number>`+project_id`.as('projectId'),
      fn.countAll<number>().as('count'),
      fn.max('entity_id').as('objectId'),
    ])
    .where('id', '>', from)
    .where('batch', '=', batch)
    // The unary plus makes SQLite read the new entries only, instead of all entries in the order of
    // projects.
    .groupBy(sql`+project_id`)
    .execute();
  return given.map((one) => ({
    ...one,
    kind: 'assigned',
    userId,
    side,
    role,
    actorId: actor.userId,
  }));
}

/** @throws ProblemError `conflict` if one of these objects, which are locked, has been assigned to somebody else meanwhile */
async function refuseTaken(
  { kind }: Store,
  tx: Db,
  role: Role,
  ids: readonly number[],
  heldBy: readonly (number | null)[],
): Promise<void> {
  const rows = await tx
    .selectFrom('object')
    .select(`${ASSIGNEE[role]} as holder`)
    .where('id', 'in', jsonIds(kind, ids))
    .execute();
  if (rows.some(({ holder }) => !heldBy.includes(holder)))
    throw conflict(message('assignment.changed'));
}

/** One notice for each person and project. */
function sumUp(notices: Notice[]): Notice[] {
  const sums = new Map<string, Notice>();
  for (const notice of notices) {
    const key = `${notice.userId} ${notice.projectId}`;
    const count = (sums.get(key)?.count ?? 0) + (notice.count ?? 0);
    sums.set(key, { ...notice, count, objectId: (count === 1 && notice.objectId) || null });
  }
  return [...sums.values()];
}

/**
 * Assigns objects to people, all or none. A long list is written in several transactions, so that other writers wait
 * for one of them at most; if it fails, it is undone. Versions are not increased, so that open editors can still
 * save.
 * @param heldBy - requires that each object is currently assigned to one of these in this role; null is nobody
 * @returns the number of objects, and the token that undoes the assignment
 * @throws ProblemError `invalid` naming objects that do not exist and people who lack the role; `conflict` if an
 * object is assigned to somebody else, or its project is archived
 */
export async function assignObjects(
  store: Store,
  notifications: NotificationService,
  actor: Actor,
  side: Side,
  role: Role,
  rows: Choice[],
  { heldBy }: { heldBy?: readonly (number | null)[] } = {},
): Promise<{ assigned: number; undo: string }> {
  const shares = shareOut(rows, side);
  const { grants, projectIds } = await findGrants(store, side, rows, shares);
  await refuseArchivedProjects(store.db, projectIds);
  const parts = cutIntoParts(shares, store.rowsPerTransaction);
  const order = { actor, side, role, batch: randomBytes(6).toString('base64url') };
  const last = parts.length - 1;
  const notices: Notice[] = [];

  const writePart = (index: number): Promise<{ from: number; to: number; told: Notice[] }> =>
    store.transaction(async (tx) => {
      if (index > 0) await refuseCancelled(tx, order.batch);
      // Somebody may have lost the role between two transactions.
      await checkPeople(tx, store, role, grants);
      const ids = parts[index]!.flatMap((share) => share.ids);
      await lockRows(tx, 'object', ids);
      if (heldBy) await refuseTaken(store, tx, role, ids, heldBy);
      const from = await readNewestId(tx, 'history');
      if (index === 0 && last > 0) await noteBegun(tx, order.batch, from);
      const told: Notice[] = [];
      for (const share of parts[index]!) told.push(...(await writeShare(store, tx, order, share)));
      if (index === last) await notifications.notify(tx, sumUp([...notices, ...told]));
      if (index === last && last > 0) await noteFinished(tx, order.batch);
      return { from, to: await readNewestId(tx, 'history'), told };
    });

  const first = await writePart(0);
  let { to, told } = first;
  try {
    for (let index = 1; index <= last; index += 1) {
      notices.push(...told);
      ({ to, told } = await writePart(index));
    }
  } catch (error) {
    await rollBackUnfinished(store, order.batch);
    throw error;
  }
  const assigned = shares.reduce((sum, share) => sum + share.ids.length, 0);
  return { assigned, undo: formatUndo({ batch: order.batch, from: first.from, to }) };
}

/** Removes a person's assignments in a role on a project. @returns how many there were */
export async function unassignMember(
  tx: Db,
  actor: Actor,
  projectId: number,
  userId: number,
  role: Role,
): Promise<number> {
  const column = ASSIGNEE[role];
  const theirs = tx
    .selectFrom('object')
    .select('id')
    .where('project_id', '=', projectId)
    .where(column, '=', userId);
  await lockRows(tx, 'object', theirs);
  await recordEach(
    tx,
    tx
      .selectFrom('object')
      .select(({ ref }) =>
        objectHistory(actor.userId, 'unassigned', idChange(role, ref(column), sql`null`)),
      )
      .where('project_id', '=', projectId)
      .where(column, '=', userId),
  );
  const { numUpdatedRows } = await tx
    .updateTable('object')
    .set({ [column]: null, updated_at: timestampNow() })
    .where('project_id', '=', projectId)
    .where(column, '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
