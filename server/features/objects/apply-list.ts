import { sql } from 'kysely';
import { type ObjectTypeId, objectTypeOf } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';
import { ROLES, type Role } from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonIds, jsonTable, lockRows } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { invalid } from '../../platform/problem.ts';
import { isTrackedIn, notTracked, readTracked } from '../projects/lookup-service.ts';
import { followComments } from '../comments/field-service.ts';
import { diff, objectHistory, recordEach } from '../history/service.ts';
import { findContradictions } from '../proof/pairs/contradictions-service.ts';
import { type Grant, checkPeople } from './assignment-checks.ts';
import { importOf, insertNew } from './bulk-import.ts';
import type { StoredObject } from './repository.ts';
import { advances, objectionTo } from './rules.ts';

/** An object as a spreadsheet lists it; undefined keeps the stored value. */
export interface ListedObject {
  side: Side;
  typeId: ObjectTypeId;
  schemaName: string;
  objectName: string;
  status: ObjectStatus | undefined;
  developerId: number | undefined;
  testerId: number | undefined;
  dueDate: string | undefined;
  testCall: string | undefined;
  testResult: string | undefined;
  comments: string | undefined;
}

export interface ListResult {
  added: number;
  changed: number;
  unchanged: number;
}

const FIELDS = {
  status: 'text',
  developer_id: 'integer',
  tester_id: 'integer',
  due_date: 'text',
  test_call: 'text',
  test_result: 'text',
  comments: 'text',
  migrated_at: 'text',
  verified_at: 'text',
  returned_at: 'text',
  returned_reason: 'text',
  migrated_by: 'integer',
  tested_by: 'integer',
  stale_since: 'text',
  stale_reason: 'text',
  against_evidence: 'text',
  against_reason: 'text',
} as const;
type Fields = Pick<StoredObject, keyof typeof FIELDS>;
type Known = Fields & { id: number };

const keyOf = (side: Side, typeId: number, schema: string, name: string): string =>
  JSON.stringify([side, typeId, schema, name]);
const keyOfListed = (row: ListedObject): string =>
  keyOf(row.side, row.typeId, row.schemaName, row.objectName);

async function readKnown(db: Db, projectId: number): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('object')
    .select(['id', 'side', 'type_id', 'schema_name', 'object_name'])
    .select(Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(
    rows.map(({ side, type_id, schema_name, object_name, ...known }) => [
      keyOf(side, type_id, schema_name, object_name),
      known,
    ]),
  );
}

const NOT_RETURNED = { returned_at: null, returned_reason: null };
const NOT_STALE = { stale_since: null, stale_reason: null };
const NOTHING_SAID: ReadonlyMap<number, Verdict> = new Map();

/** The fields that are as the list says them, or as they were. */
const listedFields = (row: ListedObject, known: Fields) => ({
  developer_id: row.developerId ?? known.developer_id,
  tester_id: row.testerId ?? known.tester_id,
  due_date: row.dueDate ?? known.due_date,
  test_call: row.testCall ?? known.test_call,
  test_result: row.testResult ?? known.test_result,
  comments: row.comments ?? known.comments,
});

/** Who migrated and tested an object: as in an edit, who brings the list, and nobody where it is pending again. */
function peopleOf(row: ListedObject, known: Fields, userId: number) {
  const { side, status = known.status } = row;
  const isReopened = known.status === 'verified' && status === 'pending';
  const isVerified = known.status !== 'verified' && status === 'verified';
  const { test_call, test_result } = listedFields(row, known);
  const isTested =
    isReopened || isVerified || test_call !== known.test_call || test_result !== known.test_result;
  const isMigrated = side === 'source' && known.status === 'pending' && status !== 'pending';
  const isTakenBack = known.status !== 'pending' && status === 'pending';
  return {
    migrated_by: isMigrated ? userId : isTakenBack ? null : known.migrated_by,
    tested_by: isTested ? userId : known.tested_by,
  };
}

/** The fields that the list sets; dates, people and what is stale follow from the status. */
function wanted(
  row: ListedObject,
  known: Fields,
  { userId }: Actor,
  now: string,
  said: Verdict | null,
): Fields {
  const status = row.status ?? known.status;
  const objection =
    status === known.status
      ? { against_evidence: known.against_evidence, against_reason: known.against_reason }
      : objectionTo(known.status, status, said, null);
  const migrated = row.side === 'source' && status !== 'pending';
  const { returned_at, returned_reason } = status === 'pending' ? known : NOT_RETURNED;
  // As in an edit: changing the status acknowledges that the object was stale.
  const { stale_since, stale_reason } = status === known.status ? known : NOT_STALE;
  return {
    status,
    ...listedFields(row, known),
    migrated_at: migrated ? (known.migrated_at ?? now) : null,
    verified_at: status === 'verified' ? (known.verified_at ?? now) : null,
    returned_at,
    returned_reason,
    stale_since,
    stale_reason,
    ...peopleOf(row, known, userId),
    ...objection,
  };
}

interface Change {
  id: number;
  to: Fields;
  changes: string;
}

function findChanges(
  rows: ListedObject[],
  known: Map<string, Known>,
  actor: Actor,
  now: string,
  said: ReadonlyMap<number, Verdict>,
): Change[] {
  return rows.flatMap((row) => {
    const before = known.get(keyOfListed(row));
    if (!before) return [];
    const to = wanted(row, before, actor, now, said.get(before.id) ?? null);
    const changes = diff<Fields>(before, to);
    return Object.keys(changes).length === 0
      ? []
      : [{ id: before.id, to, changes: JSON.stringify(changes) }];
  });
}

async function saveChanges(store: Store, tx: Db, actor: Actor, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const table = jsonTable(
    store.kind,
    { id: 'integer', changes: 'text', ...FIELDS } as const,
    changes.map(({ id, to, changes: text }) => [id, text, ...names.map((name) => to[name])]),
  ).as('listed');
  await recordEach(
    tx,
    tx
      .selectFrom(table)
      .innerJoin('object', 'object.id', 'listed.id')
      .select(({ ref }) => objectHistory(actor.userId, 'listed', sql`${ref('listed.changes')}`)),
  );
  await tx
    .updateTable('object')
    .from(table)
    .set(({ ref }) => ({
      ...(Object.fromEntries(names.map((name) => [name, ref(`listed.${name}`)])) as object),
      version: sql<number>`object.version + 1`,
      updated_at: timestampNow(),
    }))
    .whereRef('object.id', '=', 'listed.id')
    .execute();
  const commented = changes.filter(({ changes: text }) => 'comments' in JSON.parse(text));
  await followComments(
    tx,
    actor.userId,
    jsonIds(
      store.kind,
      commented.map(({ id }) => id),
    ),
  );
}

/** @throws ProblemError `invalid` naming every row with a type that the project does not track */
async function checkTracked(
  db: Db,
  projectId: number,
  rows: readonly ListedObject[],
  added: readonly ListedObject[],
): Promise<void> {
  const tracked = (await readTracked(db, [projectId])).get(projectId);
  const refused = new Set(added.filter(({ typeId }) => !isTrackedIn(tracked, typeId)));
  if (refused.size === 0) return;
  throw invalid(
    rows.flatMap((row, index) =>
      refused.has(row) ? [notTracked(`rows.${index}.object_type`, objectTypeOf(row.typeId))] : [],
    ),
  );
}

const grantsIn = (rows: readonly ListedObject[], role: Role, projectId: number): Grant[] =>
  [...new Set(rows.flatMap((row) => row[`${role}Id`] ?? []))].map((userId) => ({
    userId,
    projectId,
  }));

/**
 * Imports a spreadsheet into a project: unknown objects are added, known ones changed where they differ. All in one
 * transaction.
 * @param dryRun - only report what would change
 * @throws ProblemError `invalid` naming people who lost the role meanwhile
 */
export async function applyList(
  store: Store,
  actor: Actor,
  projectId: number,
  rows: ListedObject[],
  dryRun: boolean,
): Promise<ListResult> {
  const now = timestampNow();
  const known = await readKnown(store.db, projectId);
  const added = rows.filter((row) => !known.has(keyOfListed(row)));
  await checkTracked(store.db, projectId, rows, added);
  const changed = findChanges(rows, known, actor, now, NOTHING_SAID);
  const result = {
    added: added.length,
    changed: changed.length,
    unchanged: rows.length - added.length - changed.length,
  };
  if (dryRun) return result;

  const ids = rows.flatMap((row) => known.get(keyOfListed(row))?.id ?? []);
  await store.transaction(async (tx) => {
    for (const role of ROLES) await checkPeople(tx, store, role, grantsIn(rows, role, projectId));
    await lockRows(tx, 'object', ids);
    for (const side of ['source', 'target'] as const) {
      const items = added
        .filter((row) => row.side === side)
        .map(({ typeId, schemaName, objectName }) => ({
          projectId,
          typeId,
          schemaName,
          objectName,
        }));
      if (items.length > 0) await insertNew(store, tx, actor, side, items);
    }
    // Reads again under the lock: added objects have ids now, and others may have changed rows.
    const current = await readKnown(tx, projectId);
    const advanced = rows.flatMap((row) => {
      const object = current.get(keyOfListed(row));
      return object && row.status && advances(object.status, row.status) ? [object.id] : [];
    });
    const said = await findContradictions(tx, projectId, advanced);
    await saveChanges(store, tx, actor, findChanges(rows, current, actor, now, said));
  }, importOf(projectId));
  return result;
}
