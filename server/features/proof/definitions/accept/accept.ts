import { message } from '../../../../../contract/messages/message.ts';
import { lackingParts } from '../../../../../contract/proof/common.ts';
import {
  type Acceptance,
  CALL_PARTLY,
  DATA_CAUSE,
  DATA_DIFFERENT,
  DATA_PARTLY,
  PAIR_CODES,
} from '../../../../../contract/proof/definitions.ts';
import { timestampNow } from '../../../../platform/clock.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { Actor } from '../../../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../../../platform/problem.ts';
import {
  type PairService,
  type PairTask,
  type StoredPair,
  findUnchanged,
} from '../../pairs/service.ts';
import { expectProject } from '../../../projects/lookup-service.ts';
import type { UserService } from '../../../users/service.ts';
import {
  type StoredAcceptance,
  countEnding,
  readCovered,
  findEnded,
  isCovered,
  listAcceptances,
  objectsOf,
  recordAcceptance,
} from './acceptances.ts';
import { presentAcceptance } from '../presenter.ts';
import { type GapCode, lastChange } from './accepted-gaps.ts';
import type { JudgedFinding } from '../compare/raw-finding.ts';
import { labelOf, readAcceptedRows, readMarks, readRow } from './accepted-rows.ts';
import { knownGaps, settleCall, settleRows } from './settle.ts';

export interface AcceptRequest {
  pair_id: number | null;
  code: string;
  name: string | null;
  names?: string[] | undefined;
  source: string | null;
  target: string | null;
  reason: string;
  until: string | null;
}

/** The findings that acceptances apply to. */
interface Definitions {
  /** Findings of a pair, from the definitions that were read last; null where there is nothing to compare. */
  findingsOf(task: PairTask): Promise<readonly JudgedFinding[] | null>;
  /** Recounts the findings of a pair, or of all pairs of a project. */
  recount(projectId: number, pairId: number | null): Promise<void>;
}

/** Lets administrators accept findings, differing rows and gaps, and withdraw what they accepted. */
export function createAcceptances(
  store: Store,
  users: UserService,
  pairs: PairService,
  { findingsOf, recount }: Definitions,
) {
  const { db } = store;

  const findTask = async (projectId: number, pairId: number): Promise<PairTask> => {
    const pair = await pairs.find(projectId, pairId);
    const [task] = await pairs.tasks([pair.id]);
    if (!task) throw notFound('what.thisPair');
    return task;
  };

  const expectFinding = async (task: PairTask, request: AcceptRequest): Promise<void> => {
    const findings = (await findingsOf(task)) ?? [];
    for (const name of request.names ?? [request.name])
      if (!findings.some((finding) => isCovered(finding, { ...request, name, names: null })))
        throw invalid([{ field: 'code', message: message('pair.acceptanceNoFinding') }]);
  };

  /** Judges a pair's rows or its call again by the acceptances in force now. */
  const settle = async (tx: Db, { code, pair_id }: StoredAcceptance): Promise<void> => {
    if (pair_id === null || !PAIR_CODES.includes(code)) return;
    await (code === CALL_PARTLY ? settleCall : settleRows)(store, tx, pair_id);
  };

  /** The marks of differing rows, the gaps or the names that an acceptance covers, as a text to store; null for a single finding. */
  const holdingOf = async (
    tx: Db,
    pair: StoredPair,
    request: AcceptRequest,
  ): Promise<string | null> => {
    const { code } = request;
    if (code === DATA_DIFFERENT)
      return (await expectAcceptable(store, tx, pair, request)).join('\n');
    if (code === DATA_CAUSE) await expectCause(tx, pair, request);
    if (code === DATA_PARTLY || code === CALL_PARTLY)
      return JSON.stringify(await expectGaps(tx, pair, code));
    return request.names ? JSON.stringify(request.names) : null;
  };

  return {
    async acceptances(projectId: number): Promise<Acceptance[]> {
      const [stored, names, covered] = await Promise.all([
        listAcceptances(db, projectId),
        users.names(),
        readCovered(db, projectId),
      ]);
      return stored.map((acceptance) => presentAcceptance(acceptance, names, covered));
    },

    async accept(actor: Actor, projectId: number, request: AcceptRequest): Promise<Acceptance> {
      await expectProject(db, projectId);
      const { names, ...values } = request;
      if (names) expectNames(request);
      const task = request.pair_id === null ? null : await findTask(projectId, request.pair_id);
      if (!task) expectRule(request);
      else if (!PAIR_CODES.includes(request.code)) await expectFinding(task, request);
      const stored = await store.transaction(async (tx) => {
        // Until the transaction ends, the pair keeps its objects and its results.
        if (task && !(await findUnchanged(store, tx, [task])).has(task.pair.id))
          throw conflict(message('pair.acceptanceAnew'));
        const held = task && (await holdingOf(tx, task.pair, request));
        const made = await tx
          .insertInto('acceptance')
          .values({
            ...values,
            project_id: projectId,
            objects: task && objectsOf(task.members),
            created_by: actor.userId,
            created_at: timestampNow(),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        if (held)
          await tx.insertInto('acceptance_held').values({ acceptance_id: made.id, held }).execute();
        await recordAcceptance(tx, actor, projectId, made, 'accepted');
        await settle(tx, made);
        return made;
      });
      await recount(projectId, request.pair_id);
      const [people, covered] = await Promise.all([users.names(), readCovered(db, projectId)]);
      return presentAcceptance({ ...stored, names: names ?? null }, people, covered);
    },

    countEnding: (projectIds: readonly number[], days: number) =>
      countEnding(store.longReads, projectIds, days),

    hasEnded: async (): Promise<boolean> => (await findEnded(db)).length > 0,
    /** Recounts results where an acceptance has ended. */
    async endAcceptances(): Promise<void> {
      for (const ended of await findEnded(db)) {
        await recount(ended.project_id, ended.pair_id);
        await store.transaction(async (tx) => {
          const seen = await tx
            .updateTable('acceptance')
            .set({ ended_at: timestampNow() })
            .where('id', '=', ended.id)
            .where('ended_at', 'is', null)
            .executeTakeFirst();
          // Another process was faster.
          if (Number(seen.numUpdatedRows) === 0) return;
          await settle(tx, ended);
          await recordAcceptance(tx, null, ended.project_id, ended, 'acceptance-ended');
        });
      }
    },

    async withdraw(actor: Actor, projectId: number, id: number): Promise<void> {
      const removed = await store.transaction(async (tx) => {
        const found = await tx
          .selectFrom('acceptance')
          .selectAll()
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .executeTakeFirst();
        if (!found) throw notFound('what.thisAcceptance');
        await recordAcceptance(tx, actor, projectId, found, 'acceptance-withdrawn');
        const { numDeletedRows } = await tx
          .deleteFrom('acceptance')
          .where('id', '=', id)
          .executeTakeFirst();
        // Somebody else was faster.
        if (numDeletedRows === 0n) throw notFound('what.thisAcceptance');
        await settle(tx, found);
        return found;
      });
      await recount(projectId, removed.pair_id);
    },
  };
}

/** Rejects names beside one name, or of a rule, which covers parts with any name. */
function expectNames({ pair_id, code, name }: AcceptRequest): void {
  if (pair_id === null || name !== null || PAIR_CODES.includes(code))
    throw invalid([{ field: 'names', message: message('pair.acceptanceNames') }]);
}

/** Rejects a rule that names nothing, or whose code applies to single pairs only. */
function expectRule({ code, name, source, target }: AcceptRequest): void {
  if (PAIR_CODES.includes(code))
    throw invalid([{ field: 'pair_id', message: message('pair.acceptanceByPair') }]);
  const isOfAny = name === null && source === null && target === null;
  if (isOfAny && !lackingParts(code))
    throw invalid([
      {
        field: 'name',
        message: message('pair.ruleMustName'),
      },
    ]);
}

/**
 * The marks of the rows that a new acceptance covers: those not accepted yet, or all where none is left.
 * @throws ProblemError where not all marks are known
 */
async function expectAcceptable(
  store: Store,
  tx: Db,
  pair: StoredPair,
  { target }: AcceptRequest,
): Promise<string[]> {
  const { rows, count } = await expectAllRows(tx, pair);
  if (count === 0 || Number(target) !== count)
    throw invalid([{ field: 'target', message: message('pair.acceptanceCount', { count }) }]);
  if (rows.length < count) throw conflict(message('pair.acceptanceUnknown', { count }));
  const accepted = await readAcceptedRows(store, tx, pair);
  const open = rows.filter((row) => accepted.find(row) === null);
  // All rows are accepted already; another acceptance of them may last longer.
  return (open.length > 0 ? open : rows).map((row) => readRow(row).marks.join(''));
}

/** @throws ProblemError where the cause explains no row that differs, or not all of these are known */
async function expectCause(
  tx: Db,
  pair: StoredPair,
  { name, source, target }: AcceptRequest,
): Promise<void> {
  const { rows } = await expectAllRows(tx, pair);
  const label = labelOf(name ?? '', source, target);
  if (!rows.some((row) => readRow(row).labels.includes(label)))
    throw invalid([{ field: 'name', message: message('pair.acceptanceNoCause') }]);
}

/** The marks of the rows that differ by a pair's result, and how many differ. @throws ProblemError where more may differ */
async function expectAllRows(
  tx: Db,
  { id }: StoredPair,
): Promise<{ rows: string[]; count: number }> {
  const { data_differences, data_at_least, data_at } = await tx
    .selectFrom('pair')
    .select(['data_differences', 'data_at_least', 'data_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const count = data_differences ?? 0;
  if (count > 0 && data_at_least === 1)
    throw conflict(message('pair.acceptanceAtLeast', { count }));
  return { rows: await readMarks(tx, id, data_at), count };
}

/** @returns what the current result left out @throws ProblemError where that is unknown or outdated */
async function expectGaps(tx: Db, { id }: StoredPair, code: GapCode): Promise<string[]> {
  const pair = await tx
    .selectFrom('pair')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isRows = code === DATA_PARTLY;
  const [result, at] = isRows ? [pair.data_result, pair.data_at] : [pair.call_result, pair.call_at];
  if (result !== 'partly_compared' && result !== 'accepted')
    throw conflict(message('pair.acceptanceWhole'));
  const gaps = knownGaps(pair, code);
  if (!gaps?.length) throw conflict(message('pair.acceptanceGapUnknown'));
  if (lastChange(pair) > (at ?? '')) throw conflict(message('pair.acceptanceOutdated'));
  return gaps;
}
