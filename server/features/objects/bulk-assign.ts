import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable } from '../../platform/db/json-table.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { invalid } from '../../platform/problem.ts';
import { HISTORY_COLUMNS, idChange, lastHistoryId, objectHistory } from '../history/service.ts';
import { formatUndo } from './undo-assignment.ts';

/** An object and who gets it; null takes the assignment back. */
export interface Choice {
  objectId: number;
  userId: number | null;
}

const ASSIGNEE = { developer: 'developer_id', tester: 'tester_id' } as const;
const NAMED = 5;

/** Choices as a table; made once, since its JSON is long. */
const choiceTable = (store: Store, choices: Choice[]) =>
  jsonTable(
    store.kind,
    { object_id: 'integer', user_id: 'integer' } as const,
    choices.map(({ objectId, userId }) => [objectId, userId]),
  ).as('choice');
type ChoiceTable = ReturnType<typeof choiceTable>;

/** Somebody who gets objects of a project. */
interface Grant {
  userId: number;
  projectId: number;
}

/**
 * Who would get objects of which projects. Objects never change side or project, so this is read
 * before the transaction: other writers need not wait for it.
 * @throws ProblemError `invalid` naming objects that do not exist
 */
async function findGrants(
  db: Db,
  side: Side,
  choices: Choice[],
  table: ChoiceTable,
): Promise<Grant[]> {
  // Joined by id alone: a condition on the side leads PostgreSQL away from the primary key.
  const chosen = db.selectFrom(table).leftJoin('object', 'object.id', 'choice.object_id');
  const pairs = await chosen
    .select(['choice.user_id', 'object.project_id', 'object.side'])
    .distinct()
    .execute();
  if (pairs.some((pair) => pair.side !== side)) {
    const unknown = await chosen
      .select('choice.object_id')
      .where(sql<boolean>`${sql.ref('object.side')} is distinct from ${side}`)
      .limit(NAMED)
      .execute();
    throw invalid(
      unknown.map(({ object_id }) => ({
        field: `${choices.findIndex((choice) => choice.objectId === object_id)}.${side}_objectid`,
        message: `${object_id} is no ${side} object`,
      })),
    );
  }
  return pairs.flatMap(({ user_id, project_id }) =>
    user_id === null || project_id === null ? [] : { userId: user_id, projectId: project_id },
  );
}

/** Everybody who gets an object is an active member of its project in that role. */
async function checkPeople(tx: Db, { kind }: Store, role: Role, grants: Grant[]): Promise<void> {
  const granted = jsonTable(
    kind,
    { user_id: 'integer', project_id: 'integer' } as const,
    grants.map(({ userId, projectId }) => [userId, projectId]),
  ).as('granted');
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
          ? `${user_id} is no user`
          : is_active === 0
            ? `${username} is not active`
            : `${username} is not a ${role} of project ${name}`,
    })),
  );
}

/** @throws ProblemError `invalid` for an object that is given to two people */
function distinctChoices(rows: Choice[], side: Side): Choice[] {
  const byObject = new Map<number, Choice>();
  for (const [index, row] of rows.entries()) {
    const before = byObject.get(row.objectId);
    if (before && before.userId !== row.userId) {
      throw invalid([
        {
          field: `${index}.${side}_objectid`,
          message: 'is in the list already, with another user',
        },
      ]);
    }
    byObject.set(row.objectId, row);
  }
  return [...byObject.values()];
}

/** Tells everybody who gets objects, once for each project. */
async function notifyAssignees(
  tx: Db,
  actor: Actor,
  side: Side,
  role: Role,
  table: ChoiceTable,
  differs: RawBuilder<boolean>,
): Promise<void> {
  await tx
    .insertInto('notification')
    .columns([
      'user_id',
      'at',
      'kind',
      'project_id',
      'side',
      'object_id',
      'count',
      'actor_id',
      'role',
    ])
    .expression(
      tx
        .selectFrom(table)
        .innerJoin('object', 'object.id', 'choice.object_id')
        .select(({ ref }) => [
          sql<number>`${ref('choice.user_id')}`.as('user_id'),
          sql.lit(timestampNow()).as('at'),
          sql.lit('assigned' as const).as('kind'),
          'object.project_id',
          sql.lit(side).as('side'),
          sql<number | null>`case when count(*) = 1 then max(object.id) end`.as('object_id'),
          sql<number>`count(*)`.as('count'),
          sql.lit(actor.userId).as('actor_id'),
          sql.lit(role).as('role'),
        ])
        .where('choice.user_id', 'is not', null)
        .where('choice.user_id', '!=', actor.userId)
        .where(differs)
        .groupBy(['choice.user_id', 'object.project_id']),
    )
    .execute();
}

/**
 * Assigns objects to people, all or none, in one transaction. Versions stay: an open editor is not disturbed.
 * @returns the number of objects named, and the name under which this can be undone
 * @throws ProblemError `invalid` naming objects that do not exist and people who lack the role
 */
export async function assignObjects(
  store: Store,
  actor: Actor,
  side: Side,
  role: Role,
  rows: Choice[],
): Promise<{ assigned: number; undo: string }> {
  const choices = distinctChoices(rows, side);
  const table = choiceTable(store, choices);
  const grants = await findGrants(store.db, side, choices, table);
  const column = ASSIGNEE[role];
  const differs = sql<boolean>`${sql.ref(`object.${column}`)} is distinct from ${sql.ref('choice.user_id')}`;
  const batch = randomBytes(6).toString('base64url');
  const { from, to } = await store.transaction(async (tx) => {
    await checkPeople(tx, store, role, grants);
    const from = await lastHistoryId(tx);
    await tx
      .insertInto('history')
      .columns(HISTORY_COLUMNS)
      .expression(
        tx
          .selectFrom(table)
          .innerJoin('object', 'object.id', 'choice.object_id')
          .select(({ ref }) =>
            objectHistory(
              actor.userId,
              'assigned',
              idChange(role, ref(`object.${column}`), ref('choice.user_id')),
              batch,
            ),
          )
          .where(differs),
      )
      .execute();
    const to = await lastHistoryId(tx);
    await notifyAssignees(tx, actor, side, role, table, differs);
    await tx
      .updateTable('object')
      .from(table)
      .set(({ ref }) => ({ [column]: ref('choice.user_id'), updated_at: timestampNow() }))
      .whereRef('object.id', '=', 'choice.object_id')
      .where(differs)
      .execute();
    return { from, to };
  });
  return { assigned: choices.length, undo: formatUndo({ batch, from, to }) };
}

/** Takes all objects of a project back from somebody in a role. @returns how many there were */
export async function unassignMember(
  tx: Db,
  actor: Actor,
  projectId: number,
  userId: number,
  role: Role,
): Promise<number> {
  const column = ASSIGNEE[role];
  await tx
    .insertInto('history')
    .columns(HISTORY_COLUMNS)
    .expression(
      tx
        .selectFrom('object')
        .select(({ ref }) =>
          objectHistory(actor.userId, 'unassigned', idChange(role, ref(column), sql`null`)),
        )
        .where('project_id', '=', projectId)
        .where(column, '=', userId),
    )
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('object')
    .set({ [column]: null, updated_at: timestampNow() })
    .where('project_id', '=', projectId)
    .where(column, '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
