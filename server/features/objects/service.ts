import { message } from '../../../contract/messages/message.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ImportItem } from '../../../contract/inventory.ts';
import type {
  ObjectEdit,
  ObjectQuery,
  ObjectRow,
  ObjectStatus,
  RowVersion,
} from '../../../contract/objects.ts';
import type { Verdict } from '../../../contract/proof/pairs.ts';
import type { Role } from '../../../contract/projects.ts';
import { lastToday, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor, RowStream } from '../../platform/http/route.ts';
import { conflict, notFound } from '../../platform/problem.ts';
import { type HistoryEntry, listHistory, versionsOfProjects } from '../history/service.ts';
import type { MemberService } from '../members/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import { findContradictions } from '../proof/pairs/contradictions-service.ts';
import { expectProject, refuseArchivedProjects } from '../projects/lookup-service.ts';
import type { UserService } from '../users/service.ts';
import { type ListResult, type ListedObject, applyList } from './apply-list.ts';
import type { Choice } from './assignment-checks.ts';
import { assignObjects, unassignMember } from './bulk-assign.ts';
import { type BulkEditResult, editObjects, listContradictions, undoEdits } from './bulk-edit.ts';
import { type ImportResult, importObjects } from './bulk-import.ts';
import { applyEdit } from './rules.ts';
import { type ImportedSide, describeImports, listSchemas } from './imports-service.ts';
import { type Reading, reconcileMissing } from './missing.ts';
import { type OpenWork, type Standing, readOpenWork, readProgress } from './progress.ts';
import {
  type ObjectScope,
  type StoredObject,
  countObjects,
  findObject,
  findPairOutcome,
  listObjectIds,
  presentObject,
  readObjects,
  saveObject,
} from './repository.ts';
import { remindOfDueDates } from './reminders.ts';
import { type TestResultsSet, setTestResult } from './test-result.ts';
import { ASSIGNEE, rollBackUnfinished, undoAssignment } from './undo-assignment.ts';
import { undoEdit } from './undo-edit.ts';
import { jsonIds, lockRows } from '../../platform/db/sql-parts.ts';

export type { ListResult, ListedObject } from './apply-list.ts';
export type { Choice } from './assignment-checks.ts';
export type { ImportResult } from './bulk-import.ts';
export { type OpenWork, type Progress, type Standing, noProgress } from './progress.ts';
export { type ObjectScope, PAIR_OUTCOME, presentObject } from './repository.ts';

export interface ObjectService {
  /** @throws ProblemError `not-found` if the project does not exist */
  list(scope: ObjectScope, query: ObjectQuery): Promise<RowStream<ObjectRow>>;
  get(id: number): Promise<ObjectRow>;
  /** Ids of all matching objects, in order. */
  listIds(scope: ObjectScope, query: ObjectQuery): Promise<number[]>;
  /** @throws ProblemError `conflict` with the current row if the edit's version is stale */
  edit(actor: Actor, id: number, edit: ObjectEdit): Promise<ObjectRow>;
  /**
   * Undoes the last edit of an object.
   * @throws ProblemError `conflict` as for an edit, or if it is not the actor's own
   */
  undoEdit(actor: Actor, id: number, version: number): Promise<ObjectRow>;
  editMany(actor: Actor, ids: number[], edit: ObjectEdit): Promise<BulkEditResult>;
  /** Undoes the last edit of several objects, except for those that were changed since. */
  undoEdits(actor: Actor, edited: RowVersion[]): ReturnType<typeof undoEdits>;
  /** Verdicts that contradict moving objects on, for those that the actor may edit. */
  contradictions(
    actor: Actor,
    ids: number[],
    to: ObjectStatus,
  ): Promise<{ id: number; said: Verdict }[]>;
  history(id: number): Promise<HistoryEntry[]>;
  /** @param projectIds - all if undefined */
  progress(db: Db, projectIds?: number[]): Promise<Map<number, Standing>>;
  /** Number of objects that wait for a user in each role, by project. */
  openWork(
    db: Db,
    userId: number,
    projectIds: number[],
  ): Promise<Map<number, Record<Role, OpenWork>>>;
  import(actor: Actor, side: Side, items: ImportItem[]): Promise<ImportResult>;
  /** @returns the number of objects, and the token that undoes the assignment */
  assign(
    actor: Actor,
    side: Side,
    role: Role,
    choices: Choice[],
    options?: { heldBy?: readonly (number | null)[] },
  ): Promise<{ assigned: number; undo: string }>;
  holders(ids: number[], role: Role): Promise<Holder[]>;
  applyList(
    actor: Actor,
    projectId: number,
    rows: ListedObject[],
    dryRun: boolean,
  ): Promise<ListResult>;
  undoAssignment(actor: Actor, undo: string): Promise<number>;
  /** Undoes assignments that were interrupted by a crash. @returns how many */
  rollBackUnfinished(): Promise<number>;
  unassignMember(
    tx: Db,
    actor: Actor,
    projectId: number,
    userId: number,
    role: Role,
  ): Promise<number>;
  /** Reminds people of objects due tomorrow or overdue, once each. */
  remindOfDueDates(): Promise<void>;
  reconcileMissing(actor: Actor, reading: Reading): Promise<void>;
  /** Names of the imported objects of one type in one schema, and whether they are missing. */
  listNames(place: Omit<Reading, 'names'>): Promise<{ name: string; missing: boolean }[]>;
  /** Schemas of which the project has objects. */
  listSchemas(projectId: number, side: Side): Promise<string[]>;
  /** @throws ProblemError `not-found` when the project does not exist */
  describeImports(projectId: number): Promise<Record<Side, ImportedSide>>;
  /** Sets an object's `comments` to what its thread says, in the transaction that changes the thread. */
  setComments(tx: Db, id: number, text: string | null): Promise<void>;
  /**
   * Sets the test result of those objects that this tester has and that are not verified, in the caller's
   * transaction.
   */
  setTestResult(
    tx: Db,
    actor: Actor,
    ids: readonly number[],
    text: string,
  ): Promise<TestResultsSet>;
  isObjectMember(userId: number, objectId: number): Promise<boolean>;
  isObjectAssignee(userId: number, objectId: number): Promise<boolean>;
  isPairAssignee(userId: number, pairId: number): Promise<boolean>;
}

const PERSON_FIELDS = ['developer', 'developer_id', 'tester', 'tester_id'];

/** An entry with the names of people that its changes contain as ids, including former members. */
function withNames(entry: HistoryEntry, usernames: ReadonlyMap<number, string>): HistoryEntry {
  const ids = PERSON_FIELDS.flatMap((field) => entry.changes[field] ?? []).map(Number);
  const names = ids.flatMap((id): [number, string][] => {
    const name = usernames.get(id);
    return name === undefined ? [] : [[id, name]];
  });
  return names.length === 0 ? entry : { ...entry, names: Object.fromEntries(names) };
}

export function createObjectService(
  store: Store,
  users: UserService,
  members: MemberService,
  notifications: NotificationService,
): ObjectService {
  const { db, longReads } = store;
  const countTotal = rememberTotals(longReads);

  const present = async (object: StoredObject): Promise<ObjectRow> =>
    presentObject(
      { ...object, ...(await findPairOutcome(db, object.pair_id)) },
      await users.names(),
    );

  const staleEdit = async (id: number) =>
    conflict(message('project.rowChanged'), {
      current: await present((await findObject(db, id))!),
    });

  return {
    async list(scope, query) {
      await expectProject(db, scope.projectId);
      const [total, names] = await Promise.all([countTotal(scope, query), users.names()]);
      const chunks = async function* () {
        for await (const rows of readObjects(longReads, scope, query))
          yield rows.map((row) => presentObject(row, names));
      };
      return { total, chunks: chunks() };
    },

    async get(id) {
      const object = await findObject(db, id);
      if (!object) throw notFound('what.thisObject');
      return present(object);
    },

    listIds: (scope, query) => listObjectIds(longReads, scope, query),

    async edit(actor, id, edit) {
      const saved = await store.transaction(async (tx) => {
        // Edits of many objects wait for no other name than these locks.
        await lockRows(tx, 'object', [id]);
        const object = await findObject(tx, id);
        if (!object) throw notFound('what.thisObject');
        await refuseArchivedProjects(tx, [object.project_id]);
        if (edit.version != null && edit.version !== object.version) return null;
        const said = await findContradictions(tx, object.project_id, [id]);
        return applyEdit(tx, notifications, actor, object, edit, said.get(id) ?? null);
        // Edits of one row are serialised, so one without a version is never refused.
      }, `object ${id}`);
      if (!saved) throw await staleEdit(id);
      return present(saved);
    },

    async undoEdit(actor, id, version) {
      const saved = await store.transaction(async (tx) => {
        const object = await findObject(tx, id);
        if (!object) throw notFound('what.thisObject');
        await refuseArchivedProjects(tx, [object.project_id]);
        return object.version === version ? undoEdit(tx, notifications, actor, object) : null;
      }, `object ${id}`);
      if (!saved) throw await staleEdit(id);
      return present(saved);
    },

    editMany: (actor, ids, edit) => editObjects(store, notifications, actor, ids, edit),
    undoEdits: (actor, edited) => undoEdits(store, notifications, actor, edited),

    contradictions: (actor, ids, to) => listContradictions(longReads, actor, ids, to),

    async history(id) {
      const object = await findObject(db, id);
      if (!object) throw notFound('what.thisObject');
      const [entries, names] = await Promise.all([listHistory(db, 'object', id), users.names()]);
      // The row itself records its importer, so that 100,000 imported objects need no history
      // entries.
      const imported: HistoryEntry = {
        id: 0,
        at: object.created_at,
        user_id: object.created_by,
        username: object.created_by === null ? null : (names.get(object.created_by) ?? null),
        action: 'imported',
        changes: {},
      };
      return [...entries.map((entry) => withNames(entry, names)), imported];
    },

    import: (actor, side, items) => importObjects(store, notifications, actor, side, items),
    assign: (actor, side, role, choices, options) =>
      assignObjects(store, notifications, actor, side, role, choices, options),
    holders: (ids, role) => readHolders(store, ids, role),
    applyList: (actor, projectId, rows, dryRun) => applyList(store, actor, projectId, rows, dryRun),
    undoAssignment: (actor, undo) => undoAssignment(store, actor.userId, undo),
    rollBackUnfinished: () => rollBackUnfinished(store),
    unassignMember,
    progress: readProgress,
    openWork: readOpenWork,
    async listNames({ projectId, side, typeId, schemaName }) {
      const rows = await longReads
        .selectFrom('object')
        .select(['object_name', 'missing_since'])
        .where('project_id', '=', projectId)
        .where('side', '=', side)
        .where('type_id', '=', typeId)
        .where('schema_name', '=', schemaName)
        .orderBy('object_name')
        .execute();
      return rows.map((row) => ({ name: row.object_name, missing: row.missing_since !== null }));
    },
    remindOfDueDates: () => remindOfDueDates(store, notifications),
    reconcileMissing: (actor, reading) => reconcileMissing(store, actor, reading),
    listSchemas: (projectId, side) => listSchemas(longReads, projectId, side),
    describeImports: (projectId) => describeImports(longReads, projectId),

    async setComments(tx, id, text) {
      // Edits of many objects wait for no other name than these locks.
      await lockRows(tx, 'object', [id]);
      const object = await findObject(tx, id);
      if (!object || object.comments === text) return;
      await saveObject(tx, object, { comments: text, updated_at: timestampNow() });
    },
    setTestResult,

    async isObjectMember(userId, objectId) {
      const object = await findObject(db, objectId);
      return object !== undefined && members.isMember(userId, object.project_id);
    },

    async isObjectAssignee(userId, objectId) {
      const object = await findObject(db, objectId);
      if (!object) return false;
      const isTester = object.tester_id === userId;
      const isDeveloper = object.side === 'source' && object.developer_id === userId;
      return (isTester || isDeveloper) && members.isMember(userId, object.project_id);
    },

    async isPairAssignee(userId, pairId) {
      const objects = await db
        .selectFrom('object')
        .select(['project_id', 'side', 'tester_id', 'developer_id'])
        .where('pair_id', '=', pairId)
        .execute();
      const own = objects.find(
        ({ side, tester_id, developer_id }) =>
          tester_id === userId || (side === 'source' && developer_id === userId),
      );
      return own !== undefined && members.isMember(userId, own.project_id);
    },
  };
}

interface Holder {
  user_id: number;
  username: string;
  count: number;
}

/** Current assignees of objects in a role, most objects first; unassigned ones are left out. */
async function readHolders(store: Store, ids: number[], role: Role): Promise<Holder[]> {
  const holder = `object.${ASSIGNEE[role]}` as const;
  return store.longReads
    .selectFrom('object')
    .innerJoin('app_user', 'app_user.id', holder)
    .select(({ fn }) => ['app_user.id as user_id', 'username', fn.countAll<number>().as('count')])
    .where('object.id', 'in', jsonIds(store.kind, ids))
    .groupBy(['app_user.id', 'username'])
    .orderBy('count', 'desc')
    .orderBy('username')
    .execute();
}

/** The number of matching objects. */
type CountTotal = (scope: ObjectScope, query: ObjectQuery) => Promise<number>;

/** Columns that runs change without writing history. */
const OF_PROOF = ['structure_result', 'data_result', 'call_result', 'stale_since'] as const;

/** Most totals that are cached. */
const REMEMBERED = 200;

/**
 * Caches totals until something in the project changes: scrolling through a list requests many windows with the same
 * total.
 */
function rememberTotals(db: Db): CountTotal {
  const known = new Map<string, { asOf: number; total: number }>();
  return async (scope, query) => {
    if (OF_PROOF.some((column) => query.filter[column])) return countObjects(db, scope, query);
    const { projectId } = scope;
    const asOf = (await versionsOfProjects(db, [projectId])).get(projectId) ?? 0;
    const key = JSON.stringify([scope, query.filter, query.q, lastToday()]);
    const before = known.get(key);
    if (before?.asOf === asOf) return before.total;
    const total = await countObjects(db, scope, query);
    known.delete(key);
    known.set(key, { asOf, total });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
    return total;
  };
}
