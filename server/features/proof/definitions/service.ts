import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { StaleReason } from '../../../../contract/objects.ts';
import type { ResponseOf } from '../../../../contract/endpoint.ts';
import type { Repairs, getStructure } from '../../../../contract/proof/definitions.ts';
import { timestampNow } from '../../../platform/clock.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { DatabasePool, Opened } from '../../databases/service.ts';
import { readProofSettings } from '../../databases/settings-service.ts';
import type { NotificationService } from '../../notifications/service.ts';
import {
  type PairService,
  type PairTask,
  type StoredPair,
  findUnchanged,
} from '../pairs/service.ts';
import { outdatePair, outdatePairsOf } from '../pairs/outdated-service.ts';
import { readPlaces } from '../../projects/places-service.ts';
import type { Meanings } from '../../sql/service.ts';
import type { UserService } from '../../users/service.ts';
import { createAcceptances } from './accept/accept.ts';
import { listAcceptances, stillValid } from './accept/acceptances.ts';
import { markStale } from '../../objects/proof-service.ts';
import { type DefinitionOutcome, compareTask, outcomeOf } from './outcome.ts';
import { createFindingCounts, findingsLockName, saveResults } from './count-findings.ts';
import { createComparison, createUnmadeSearch, neededBy, writtenBy } from './compare-last.ts';
import { type Compare, listRepairs } from './repair/list-repairs.ts';
import { readMissing } from './missing.ts';
import { readContext } from './read-context.ts';
import { presentFinding, presentSnapshot, renamedColumns } from './presenter.ts';
import { readAcceptedRows } from './accept/accepted-rows.ts';
import { type FoundRows, endObsoleteAcceptances, judgeCall, judgeRows } from './accept/settle.ts';
import { type Wanted, findSnapshots, readDefinitions, saveSnapshots } from './snapshots.ts';
import type { ReadDefinition } from './hashes.ts';

export { matchColumns } from './compare/columns/match-columns.ts';
export type { ReadDefinition } from './hashes.ts';
export type { Wanted } from './snapshots.ts';
export { kindKeyOf } from './accept/acceptances.ts';
export { keepMarks, labelOf, readRow } from './accept/accepted-rows.ts';
export { type DefinitionOutcome, notSeen } from './outcome.ts';
export { layOut } from './shown/lay-out.ts';

type OpenSides = Record<'source' | 'target', Opened<DatabasePool>>;
export type DefinitionService = ReturnType<typeof createDefinitionService>;

/** The definitions of objects on both sides, and their differences. */
export function createDefinitionService(
  store: Store,
  users: UserService,
  pairs: PairService,
  notifications: NotificationService,
  meanings: Meanings,
) {
  const { db } = store;

  const { recount, weighByRows } = createFindingCounts(store, pairs, meanings);

  const comparison = createComparison(store, meanings, pairs);
  const { compareLast, findingsOf, repairsOf, shownTexts } = comparison;
  const unmadeAmong = createUnmadeSearch(store, pairs, comparison);

  /** Saves the definitions that were read; results of pairs whose objects are gone become outdated. */
  const keepDefinitions = async (
    tx: Db,
    projectId: number,
    tasks: readonly PairTask[],
    read: ReadonlyMap<number, ReadDefinition>,
    { began, now }: { began: string; now: string },
  ): Promise<void> => {
    await saveSnapshots(store, tx, notifications, projectId, read, began, now);
    const gone = tasks.flatMap(({ members }) =>
      members.flatMap(({ id }) => (read.has(id) ? [] : [id])),
    );
    await outdatePairsOf(store.kind, tx, gone, now);
  };

  return {
    /**
     * Reads the definitions of pairs from both databases, keeps them, and compares them.
     * @returns by pair id
     * @throws ConnectorError where a database cannot be read
     */
    async readAndCompare(
      projectId: number,
      tasks: readonly PairTask[],
      sides: OpenSides,
    ): Promise<Map<number, DefinitionOutcome>> {
      const began = timestampNow();
      const { grants } = await readProofSettings(db, projectId);
      const read = new Map<number, ReadDefinition>();
      await Promise.all(
        (['source', 'target'] as const).map(async (side) => {
          const wanted = tasks.flatMap(({ members }) =>
            members
              .filter((member) => member.side === side)
              .map((member) => ({ ...member, typeId: member.type_id })),
          );
          const found = await readDefinitions(sides[side].database, wanted, { grants });
          for (const [id, one] of found) read.set(id, one);
        }),
      );
      const engines = { source: sides.source.engine, target: sides.target.engine };
      const naming = await pairs.renaming(projectId);
      const context = await readContext(store, meanings, projectId, engines, tasks, read, naming);
      return store.transaction(async (tx) => {
        const unchanged = await findUnchanged(store, tx, tasks);
        const isAsAsked = (await readProofSettings(tx, projectId)).grants === grants;
        const now = timestampNow();
        const rename = await pairs.renaming(projectId, tx);
        const acceptances = stillValid(await listAcceptances(tx, projectId));
        const outcomes = new Map(
          tasks.map((task) => {
            const findings = compareTask(task, read, acceptances, rename, context);
            return [task.pair.id, outcomeOf(task, read, findings, rename, context.texts)];
          }),
        );
        await keepDefinitions(tx, projectId, tasks, read, { began, now });
        await saveResults(
          store.kind,
          tx,
          [...outcomes]
            .filter(([pairId]) => isAsAsked && unchanged.has(pairId))
            .map(([pairId, { result, findings, numbering }]) => ({
              pairId,
              result,
              findings,
              numbering,
            })),
          { structure_at: now },
        );
        return outcomes;
      }, findingsLockName(projectId));
    },

    /**
     * Reads the definitions of a pair's objects on one side, and keeps them.
     * @returns by the object's id
     * @throws ConnectorError
     */
    async readOf(
      { pair, members }: PairTask,
      side: Side,
      pool: Pick<DatabasePool, 'use'>,
    ): Promise<Map<number, ReadDefinition>> {
      const began = timestampNow();
      const wanted = members.filter((member) => member.side === side);
      const read = await readDefinitions(
        pool,
        wanted.map((member) => ({ ...member, typeId: member.type_id })),
        await readProofSettings(db, pair.project_id),
      );
      await store.transaction((tx) =>
        keepDefinitions(tx, pair.project_id, [{ pair, members: wanted }], read, {
          began,
          now: timestampNow(),
        }),
      );
      return read;
    },

    /**
     * Reads objects of the source. Objects that are not part of the project have negative ids, and are not saved.
     * @returns by that id
     * @throws ConnectorError
     */
    async readSource(
      projectId: number,
      pool: Pick<DatabasePool, 'use'>,
      wanted: readonly Wanted[],
    ): Promise<Map<number, ReadDefinition>> {
      const began = timestampNow();
      const read = await readDefinitions(pool, wanted, await readProofSettings(db, projectId));
      const own = new Map([...read].filter(([id]) => id > 0));
      if (own.size > 0)
        await store.transaction((tx) =>
          saveSnapshots(store, tx, notifications, projectId, own, began, timestampNow()),
        );
      return read;
    },

    /** Marks a result as outdated if it is based on other definitions or databases than those that were read last. */
    async outdateUnlessCurrent(
      tx: Db,
      { pair, members }: PairTask,
      by: Record<'source' | 'target', readonly string[]> & { places: string },
    ): Promise<void> {
      const ids = members.map(({ id }) => id);
      const last = await tx
        .selectFrom('snapshot')
        .innerJoin('object', 'object.id', 'snapshot.object_id')
        .select(['side', 'hash'])
        .where('object.id', 'in', ids)
        .execute();
      const isAsRead = SIDES.every((side) => {
        const now = last.filter((one) => one.side === side).map(({ hash }) => hash);
        return now.toSorted().join() === by[side].toSorted().join();
      });
      if (!isAsRead || (await readPlaces(tx, pair.project_id)) !== by.places)
        await outdatePair(tx, pair.id);
    },

    /** Both definitions of a pair, as read last, and what differs. */
    async get(projectId: number, pairId: number): Promise<ResponseOf<typeof getStructure>> {
      await pairs.find(projectId, pairId);
      const [task] = await pairs.tasks([pairId]);
      if (!task) return { snapshots: [], findings: [], renamed: [], texts: null };
      const missing = await readMissing(store, projectId);
      const last = await compareLast(projectId, [task], missing);
      const isUnmade = await unmadeAmong(projectId, missing, neededBy(task, last));
      const repairOf = await repairsOf(last, missing, isUnmade);
      const findings = [...last.compared, ...last.alone][0]?.findings ?? [];
      return {
        snapshots: task.members.flatMap((member) => {
          const snapshot = last.definitions.get(member.id);
          const engine = last.context.engines[member.side];
          return snapshot ? [presentSnapshot(member, snapshot, engine)] : [];
        }),
        findings: findings.map((finding) => presentFinding(finding, repairOf(finding))),
        renamed: renamedColumns(task, last.definitions, last.rename),
        texts: await shownTexts(task, last),
      };
    },

    /** Statements that repair the findings of a project, or those of one kind, in the order to run them. */
    async repairs(projectId: number, kind?: string): Promise<Repairs> {
      const missing = await readMissing(store, projectId);
      const compare: Compare = async (ids, isUnmade) => {
        const last = await compareLast(projectId, await pairs.tasks(ids), missing);
        const repairOf = await repairsOf(last, missing, isUnmade);
        return {
          compared: [...last.compared, ...last.alone],
          definitions: last.definitions,
          repairOf,
          becomes: last.becomes!,
          written: writtenBy(last, repairOf),
          needs: (task) => neededBy(task, last),
        };
      };
      return listRepairs(
        store,
        projectId,
        compare,
        (about, known) => unmadeAmong(projectId, missing, about, known),
        kind,
      );
    },

    /** What differs between the definitions of pairs, as read last. */
    async findingsOf(projectId: number, pairIds: readonly number[]) {
      if (pairIds.length === 0) return [];
      const { compared } = await compareLast(projectId, await pairs.tasks(pairIds));
      return compared.map(({ task, findings }) => ({ pairId: task.pair.id, findings }));
    },

    /** Definitions of objects as they were read last, by object id. */
    async readLast(objectIds: readonly number[]): Promise<Map<number, ObjectDefinition>> {
      const stored = await findSnapshots(db, objectIds);
      return new Map([...stored].map(([id, { definition }]) => [id, definition]));
    },

    /** Marks verified objects as stale because something other than their definition changed. */
    markStale: (
      tx: Db,
      projectId: number,
      objectIds: readonly number[],
      reason: StaleReason,
    ): Promise<void> => markStale(tx, notifications, projectId, objectIds, reason),

    acceptedRows: (pair: Pick<StoredPair, 'id' | 'project_id'>) =>
      readAcceptedRows(store, db, pair),
    /** The result of rows that differ, or were not all compared, by what is accepted. */
    judgeRows: (tx: Db, pairId: number, found: FoundRows) => judgeRows(store, tx, pairId, found),
    /** The result of a call whose answers were not compared completely, by what is accepted. */
    judgeCall: (tx: Db, pairId: number, gaps: readonly string[]) =>
      judgeCall(store, tx, pairId, gaps),
    /** Ends acceptances that do not cover what the pair's current results leave out. */
    endObsoleteAcceptances: (tx: Db, pairId: number) => endObsoleteAcceptances(store, tx, pairId),
    /** Recounts the findings of a pair, from the definitions that were read last. */
    recount,
    weighByRows,
    ...createAcceptances(store, users, pairs, { findingsOf, recount }),
  };
}
