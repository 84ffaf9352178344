import { message } from '../../../contract/messages/message.ts';
import { sql } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/projects.ts';
import { jsonIds, jsonTable } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { invalid } from '../../platform/problem.ts';

/** An object and its new assignee; null removes the assignment. */
export interface Choice {
  objectId: number;
  userId: number | null;
}

/** Objects that one person gets; null: that nobody gets. */
export interface Share {
  userId: number | null;
  ids: number[];
}

/** A person who gets objects of a project. */
export interface Grant {
  userId: number;
  projectId: number;
}

const NAMED = 5;

/** Groups the choices by person. @throws ProblemError `invalid` for an object with two assignees */
export function shareOut(rows: Choice[], side: Side): Share[] {
  const byObject = new Map<number, number | null>();
  const shares = new Map<number | null, number[]>();
  for (const [index, { objectId, userId }] of rows.entries()) {
    const before = byObject.get(objectId);
    if (before === undefined) {
      byObject.set(objectId, userId);
      const share = shares.get(userId);
      if (share) share.push(objectId);
      else shares.set(userId, [objectId]);
    } else if (before !== userId) {
      throw invalid([
        {
          field: `${index}.${side}_objectid`,
          message: message('field.twoPeople'),
        },
      ]);
    }
  }
  return [...shares].map(([userId, ids]) => ({ userId, ids }));
}

/** @throws ProblemError `invalid` naming those that are not objects of the side */
async function refuseUnknown({ db, kind }: Store, side: Side, rows: Choice[]): Promise<void> {
  const chosen = jsonTable(
    kind,
    { object_id: 'integer' } as const,
    rows.map(({ objectId }) => [objectId]),
  ).as('chosen');
  const unknown = await db
    .selectFrom(chosen)
    .leftJoin('object', 'object.id', 'chosen.object_id')
    .select('chosen.object_id')
    .where(sql<boolean>`${sql.ref('object.side')} is distinct from ${side}`)
    .limit(NAMED)
    .execute();
  throw invalid(
    unknown.map(({ object_id }) => ({
      field: `${rows.findIndex((row) => row.objectId === object_id)}.${side}_objectid`,
      message: message('field.noObject', {
        object: String(object_id),
        side: message(`word.${side}`),
      }),
    })),
  );
}

/**
 * The people who would get objects, with the projects; and all projects, also of objects that nobody gets. Objects never
 * change side or project, so this is read before the write transaction, without blocking other writers.
 * @throws ProblemError `invalid` naming objects that do not exist
 */
export async function findGrants(
  store: Store,
  side: Side,
  rows: Choice[],
  shares: Share[],
): Promise<{ grants: Grant[]; projectIds: number[] }> {
  const grants: Grant[] = [];
  const projectIds: number[] = [];
  for (const { userId, ids } of shares) {
    const projects = await store.db
      .selectFrom('object')
      .select(({ fn }) => ['project_id', 'side', fn.countAll<number>().as('count')])
      .where('id', 'in', jsonIds(store.kind, ids))
      .groupBy(['project_id', 'side'])
      .execute();
    const found = projects.reduce((sum, one) => sum + (one.side === side ? one.count : 0), 0);
    if (found < ids.length) await refuseUnknown(store, side, rows);
    projectIds.push(...projects.map(({ project_id }) => project_id));
    if (userId === null) continue;
    grants.push(...projects.map(({ project_id }) => ({ userId, projectId: project_id })));
  }
  return { grants, projectIds };
}

/**
 * Checks that every assignee is an active member of the project in that role, and keeps them in it until the transaction
 * ends.
 * @throws ProblemError `invalid` naming the others
 */
export async function checkPeople(
  tx: Db,
  { kind }: Store,
  role: Role,
  grants: Grant[],
): Promise<void> {
  const granted = jsonTable(
    kind,
    { user_id: 'integer', project_id: 'integer' } as const,
    grants.map(({ userId, projectId }) => [userId, projectId]),
  ).as('granted');
  // Whoever takes the role away waits, and then finds what was assigned.
  if (kind === 'postgresql')
    await tx
      .selectFrom('project_member')
      .innerJoin(granted, (join) =>
        join
          .onRef('granted.project_id', '=', 'project_member.project_id')
          .onRef('granted.user_id', '=', 'project_member.user_id'),
      )
      .select('project_member.user_id')
      .where('project_member.role', '=', role)
      .forShare('project_member')
      .execute();
  const strangers = await tx
    .selectFrom(granted)
    .innerJoin('project', 'project.id', 'granted.project_id')
    .leftJoin('app_user', 'app_user.id', 'granted.user_id')
    .leftJoin('project_member', (join) =>
      join
        .onRef('project_member.project_id', '=', 'granted.project_id')
        .onRef('project_member.user_id', '=', 'granted.user_id')
        .on('project_member.role', '=', role),
    )
    .select(['granted.user_id', 'app_user.username', 'app_user.is_active', 'project.name'])
    .where((where) =>
      where.or([where('project_member.user_id', 'is', null), where('app_user.is_active', '=', 0)]),
    )
    .limit(NAMED)
    .execute();
  if (strangers.length === 0) return;
  throw invalid(
    strangers.map(({ user_id, username, is_active, name }) => ({
      field: role,
      message:
        username === null
          ? message('field.noUser', { user: String(user_id) })
          : is_active === 0
            ? message('field.inactive', { name: username })
            : message('field.stranger', {
                name: username,
                role: message(`word.${role}`),
                project: name,
              }),
    })),
  );
}
