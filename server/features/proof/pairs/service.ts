import { SIDES, type Side } from '../../../../contract/fields.ts';
import {
  type Candidate,
  type MatchPreview,
  type MatchingRules,
  type PairQuery,
  type PairRow,
  type PairsChanged,
  type ProofSummary,
  type SchemaMap,
  type Verdict,
} from '../../../../contract/proof/pairs.ts';
import type { NameMapOutcome, NameMapRow } from '../../../../contract/proof/name-map.ts';
import { timestampIn, timestampNow } from '../../../platform/clock.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Actor, RowStream } from '../../../platform/http/route.ts';
import { ProblemError, notFound, refuseStale } from '../../../platform/problem.ts';
import { type HistoryEntry, listHistory, recordProjectHistory } from '../../history/service.ts';
import { expectProject } from '../../projects/lookup-service.ts';
import type { UserService } from '../../users/service.ts';
import { findCandidates } from './matching/candidates.ts';
import { confirmPairs, decidePairs, linkObjects, splitPairs } from './changes/changes.ts';
import { createComparisonRules, rulesOf } from './comparison-rules.ts';
import {
  type Inherited,
  createProjectTolerances,
  usesWhatIsNotInForce,
  readInherited,
} from './project-tolerances.ts';
import { clearMatchRequest, matchProject } from './matching/match-project.ts';
import { saveProjectProof } from './project-service.ts';
import { compileNames } from './matching/naming.ts';
import { applyNameMap } from './matching/name-map.ts';
import { presentPair } from './presenter.ts';
import { createShapeReader, previewMatching, readRules } from './matching/propose.ts';
import { readSchemaMap } from './matching/schema-map.ts';
import {
  type PairMember,
  type PairTask,
  type StoredPair,
  countPairs,
  findPair,
  judge,
  listPairIds,
  readMembers,
  readPairs,
} from './repository.ts';
import { countBlocking, countByType, countVerifiedAgainst, findBlocking } from './summary.ts';
import {
  type FoundRows,
  hasRowsToCompare,
  isWithinAccepted,
  isWorse,
  weighRows,
} from './matching/weigh-rows.ts';
import { lockPairs, outdateTables } from './outdated-service.ts';
import type { DefinitionSource } from './types.ts';
import { undoChange } from './changes/undo.ts';

export { rulesOf } from './comparison-rules.ts';
export { type Inherited, usesTolerances, writeUsed } from './project-tolerances.ts';
export { type FoundRows, areRowsCurrent } from './matching/weigh-rows.ts';
export { verdictOf, verdictRankOf } from './verdict.ts';
export { type PairMember, type PairTask, type StoredPair, findUnchanged } from './repository.ts';

export type PairResults = Partial<
  Pick<StoredPair, 'call_result' | 'call_at' | 'call' | 'call_gaps'>
>;

/** How long matching waits after the last import, because imports come in series. Milliseconds. */
const SETTLE = 3_000;

const findMatchRequests = (db: Db) =>
  db
    .selectFrom('project_proof')
    .select(['project_id', 'match_requested_at'])
    .where('match_requested_at', '<', timestampIn(-SETTLE));

/** A side that was read and has nothing has been asked, too: what the other has stays without a counterpart. */
async function areSidesKnown(db: Db, projectId: number): Promise<boolean> {
  const isKnown = async (side: Side): Promise<boolean> => {
    const object = db
      .selectFrom('object')
      .select('id')
      .where('project_id', '=', projectId)
      .where('side', '=', side)
      .limit(1);
    const reading = db
      .selectFrom('project_connection')
      .select('side')
      .where('project_id', '=', projectId)
      .where('side', '=', side)
      .where('read_at', 'is not', null);
    return Boolean((await object.executeTakeFirst()) ?? (await reading.executeTakeFirst()));
  };
  return (await Promise.all(SIDES.map(isKnown))).every(Boolean);
}

const SHOWN = 100;
const CHUNK = 1_000;

export type PairService = ReturnType<typeof createPairService>;

/** Which object became which. */
export function createPairService(store: Store, users: UserService, definitions: DefinitionSource) {
  const { db, longReads } = store;
  const learnById = createShapeReader(definitions);
  const learn = (objects: readonly { id: number }[]) => learnById(objects.map(({ id }) => id));

  const present = async (from: Db, projectId: number, pairs: StoredPair[]): Promise<PairRow[]> => {
    const ids = pairs.map(({ id }) => id);
    const [names, members, judged] = await Promise.all([
      users.names(),
      readMembers(from, ids),
      judge(from, projectId, pairs),
    ]);
    const byPair = new Map<number, PairMember[]>(pairs.map(({ id }) => [id, []]));
    for (const member of members) byPair.get(member.pair_id)?.push(member);
    return judged.map((pair) => presentPair(pair, byPair.get(pair.id) ?? [], names));
  };
  const find = async (projectId: number, id: number, from = db): Promise<StoredPair> => {
    const pair = await findPair(from, projectId, id);
    if (!pair) throw notFound('what.thisPair');
    return pair;
  };
  const get = async (projectId: number, id: number): Promise<PairRow> =>
    (await present(db, projectId, [await find(projectId, id)]))[0]!;

  return {
    /** @throws ProblemError `not-found` */
    find,
    get,
    async list(projectId: number, query: PairQuery): Promise<RowStream<PairRow>> {
      await expectProject(db, projectId);
      const total = await countPairs(longReads, projectId, query);
      const chunks = async function* () {
        const ids = await listPairIds(longReads, projectId, query);
        for (let start = 0; start < ids.length; start += CHUNK) {
          yield await present(
            longReads,
            projectId,
            await readPairs(longReads, ids.slice(start, start + CHUNK)),
          );
        }
      };
      return { total, chunks: chunks() };
    },
    listIds: (projectId: number, query: PairQuery): Promise<number[]> =>
      listPairIds(longReads, projectId, query),
    async ofObject(projectId: number, objectId: number): Promise<PairRow> {
      const object = await db
        .selectFrom('object')
        .select('pair_id')
        .where('id', '=', objectId)
        .where('project_id', '=', projectId)
        .executeTakeFirst();
      if (!object) throw notFound('what.thisObject');
      if (object.pair_id === null) throw notFound('what.pairOfThisObject');
      return get(projectId, object.pair_id);
    },
    /** Candidates for the counterpart of an unmatched object. */
    async candidates(projectId: number, id: number): Promise<Candidate[]> {
      const { state, candidates } = await find(projectId, id);
      return state === 'unmatched' ? findCandidates(db, candidates) : [];
    },
    async history(projectId: number, id: number): Promise<HistoryEntry[]> {
      await find(projectId, id);
      return listHistory(db, 'pair', id);
    },

    async match(actor: Actor | null, projectId: number) {
      await expectProject(db, projectId);
      return matchProject(store, definitions, projectId, actor?.userId ?? null);
    },
    /** Queues a project to be matched by the background worker; with one side unknown there is nothing to match. */
    async requestMatch(projectId: number): Promise<void> {
      if (!(await areSidesKnown(db, projectId))) return;
      await saveProjectProof(db, projectId, { match_requested_at: timestampNow() });
    },
    isMatchRequested: async (): Promise<boolean> =>
      (await findMatchRequests(db).limit(1).executeTakeFirst()) !== undefined,
    /** Matches the projects that wait for it; if the signal aborts one, it keeps waiting. */
    async matchRequested(signal: AbortSignal): Promise<void> {
      for (const { project_id, match_requested_at } of await findMatchRequests(db).execute()) {
        try {
          await matchProject(store, definitions, project_id, null, signal);
        } catch (error) {
          if (!(error instanceof ProblemError && error.kind === 'invalid')) throw error;
          // With such rules it would fail again; whoever matches by hand sees why.
          await clearMatchRequest(db, project_id, match_requested_at!);
        }
      }
    },
    async rules(projectId: number): Promise<MatchingRules> {
      await expectProject(db, projectId);
      return readRules(db, projectId);
    },
    async setRules(
      actor: Actor,
      projectId: number,
      rules: MatchingRules,
      was?: string,
    ): Promise<MatchingRules> {
      await expectProject(db, projectId);
      return store.transaction(async (tx) => {
        const before = await readRules(tx, projectId);
        refuseStale(was, before);
        await saveProjectProof(tx, projectId, { matching: JSON.stringify(rules) });
        // These rules match columns, too, so results that were found under other names are outdated.
        if (JSON.stringify(before.names) !== JSON.stringify(rules.names))
          await outdateTables(tx, projectId);
        await recordProjectHistory(tx, actor, projectId, 'matching-rules', {
          rules: [before, rules],
        });
        return rules;
      }, `rules:${projectId}`);
    },
    async schemaMap(projectId: number): Promise<SchemaMap> {
      await expectProject(db, projectId);
      return readSchemaMap(longReads, projectId, await readRules(db, projectId), learnById);
    },
    async preview(projectId: number, rules: MatchingRules): Promise<MatchPreview> {
      await expectProject(db, projectId);
      return previewMatching(longReads, projectId, rules, learn);
    },

    async confirm(actor: Actor, projectId: number, ids: number[]): Promise<PairsChanged> {
      await expectProject(db, projectId);
      return confirmPairs(store, actor, projectId, ids);
    },
    async split(actor: Actor, projectId: number, ids: number[]): Promise<PairsChanged> {
      await expectProject(db, projectId);
      return splitPairs(store, actor, projectId, ids);
    },
    async decide(
      actor: Actor,
      projectId: number,
      ids: number[],
      state: 'dropped' | 'new',
      reason: string,
    ): Promise<PairsChanged> {
      await expectProject(db, projectId);
      return decidePairs(store, actor, projectId, ids, state, reason);
    },
    async link(actor: Actor, projectId: number, sourceIds: number[], targetIds: number[]) {
      await expectProject(db, projectId);
      const { pairId, undo } = await linkObjects(store, actor, projectId, sourceIds, targetIds);
      return { pair: await get(projectId, pairId), undo };
    },
    async map(
      actor: Actor,
      projectId: number,
      rows: readonly NameMapRow[],
      dryRun: boolean,
    ): Promise<NameMapOutcome> {
      await expectProject(db, projectId);
      return applyNameMap(store, actor, projectId, rows, dryRun);
    },
    /** Pairs with their objects, to be compared; pairs without objects are left out. */
    async tasks(ids: readonly number[], from = db): Promise<PairTask[]> {
      const found = await readPairs(from, ids);
      const members = await readMembers(from, ids);
      return found
        .filter(({ first_object_id }) => first_object_id !== null)
        .map((pair) => ({
          pair,
          members: members.filter((member) => member.pair_id === pair.id),
        }));
    },
    /** A project's naming rules as a function. */
    async renaming(projectId: number, from = db): Promise<(name: string) => string> {
      return compileNames((await readRules(from, projectId)).names) ?? ((name) => name);
    },
    ...createComparisonRules(store, users, find),
    ...createProjectTolerances(store, users),
    /** The project's tolerances and expressions that apply to a pair, without those that its rules exclude. */
    async inherited({ project_id, rules }: StoredPair): Promise<Inherited[]> {
      const { not_tolerated } = rulesOf({ rules });
      return (await readInherited(db, project_id)).filter(({ id }) => !not_tolerated.includes(id));
    },
    /**
     * Saves the result of a look at rows, as far as it is stronger than what is known, in the transaction of its evidence.
     * @returns whether rows differ now that did not before
     */
    async keepRows(tx: Db, { id, project_id }: StoredPair, found: FoundRows): Promise<boolean> {
      const standing = await findPair(tx, project_id, id);
      if (!standing) return false;
      const settled = weighRows(standing, found);
      const isGone = await usesWhatIsNotInForce(tx, project_id, settled.data_leans_on ?? null);
      await tx
        .updateTable('pair')
        .set({ ...settled, ...(isGone && { rules_changed_at: timestampNow() }) })
        .where('id', '=', id)
        .execute();
      return isWorse(standing, settled);
    },
    /** Whether a pair's rows have to be compared for it to be proven: there is no result, or it is no longer valid. */
    async needsRows(from: Db, { id, project_id }: StoredPair): Promise<boolean> {
      const standing = await findPair(from, project_id, id);
      return standing !== undefined && hasRowsToCompare(standing);
    },
    /** Whether a look that is weaker than what is known differs by no more than the accepted rows. */
    async isKnown(tx: Db, { id, project_id }: StoredPair, found: FoundRows): Promise<boolean> {
      const standing = await findPair(tx, project_id, id);
      return standing !== undefined && isWithinAccepted(standing, found);
    },
    /** The verdict of a pair; null where the pair no longer exists. */
    async verdict(from: Db, { id, project_id }: StoredPair): Promise<Verdict | null> {
      const pair = await findPair(from, project_id, id);
      const [judged] = pair ? await judge(from, project_id, [pair]) : [];
      return judged?.verdict ?? null;
    },
    /**
     * Outdates all results of rows, including those that are being found right now.
     * @returns the pairs that had a result
     */
    async outdateRows(tx: Db, projectId: number): Promise<number[]> {
      await lockPairs(tx, projectId);
      const rows = await tx
        .updateTable('pair')
        .set({ rows_outdated_at: timestampNow() })
        .where('project_id', '=', projectId)
        .returning(['id', 'data_result'])
        .execute();
      return rows.flatMap(({ id, data_result }) => (data_result === null ? [] : [id]));
    },
    /** Keeps the results of a call, in the transaction of its evidence. */
    async setResults(tx: Db, id: number, results: PairResults): Promise<void> {
      await tx.updateTable('pair').set(results).where('id', '=', id).execute();
    },

    undo: (actor: Actor, projectId: number, token: string): Promise<number> =>
      undoChange(store, actor, projectId, token),

    countByType: (projectId: number): Promise<ProofSummary['by_type']> =>
      countByType(longReads, projectId),

    /** Ids of the pairs that the summary lists as blocking. */
    blocking: (projectId: number): Promise<number[]> => findBlocking(longReads, projectId, SHOWN),

    async summary(projectId: number): Promise<ProofSummary> {
      await expectProject(db, projectId);
      const [by_type, ids, verified_against_evidence] = await Promise.all([
        countByType(longReads, projectId),
        findBlocking(longReads, projectId, SHOWN),
        countVerifiedAgainst(longReads, projectId),
      ]);
      const blocking = await present(longReads, projectId, await readPairs(longReads, ids));
      return {
        by_type,
        blocking,
        blocking_total: countBlocking(by_type),
        verified_against_evidence,
      };
    },
  };
}
