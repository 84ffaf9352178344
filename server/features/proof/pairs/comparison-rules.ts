import { z } from 'zod';
import { message } from '../../../../contract/messages/message.ts';
import type { PairColumn } from '../../../../contract/proof/common.ts';
import {
  MAX_TOLERATED,
  type ToleratedCause,
  isSameTolerance,
  toleratedCause,
} from '../../../../contract/proof/causes.ts';
import {
  type ComparisonRules,
  DEFAULT_COMPARISON_RULES,
  type ShownRules,
  comparisonRules,
  type ExpressionInForce,
} from '../../../../contract/proof/rows.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { endOfDay, hasEnded, lastToday, timestampNow } from '../../../platform/clock.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { invalid, refuseStale } from '../../../platform/problem.ts';
import { diff, recordHistory } from '../../history/service.ts';
import { expectProject } from '../../projects/lookup-service.ts';
import type { UserService } from '../../users/service.ts';
import { type StoredPair, findPair } from './repository.ts';

/** A tolerated cause with the id of who allowed it; null where that was not recorded yet. */
const storedTolerance = toleratedCause.extend({
  by: z.int().nullable().default(null),
  at: z.string().nullable().default(null),
});
type StoredTolerance = z.infer<typeof storedTolerance>;
const storedRules = comparisonRules.extend({
  tolerated: z.array(storedTolerance).default([]),
});
type StoredRules = z.infer<typeof storedRules>;

const read = ({ rules }: Pick<StoredPair, 'rules'>): StoredRules =>
  rules === null
    ? { ...DEFAULT_COMPARISON_RULES, tolerated: [] }
    : storedRules.parse(JSON.parse(rules));

/** Most expressions of a project that are listed. */
const MAX_LISTED = 500;

const inForce = (rules: ComparisonRules): ComparisonRules => ({
  ...rules,
  tolerated: rules.tolerated.filter((one) => !hasEnded(one.until)),
});

/** A fingerprint that is equal for rules with the same effect on comparing rows, whatever their reasons are. */
const effectOf = (rules: ComparisonRules): string => {
  const { tolerated, ...others } = inForce(rules);
  return fingerprint({
    ...others,
    tolerated: tolerated.map(({ column, cause }) => `${column} ${cause}`).toSorted(),
  });
};

/** The rules by which a pair's rows are compared today, without tolerances that have ended. */
export const rulesOf = (pair: Pick<StoredPair, 'rules'>): ComparisonRules => inForce(read(pair));

const show = (rules: StoredRules, names: ReadonlyMap<number, string>): ShownRules => ({
  ...rules,
  tolerated: rules.tolerated.map((one) => ({
    ...one,
    by: one.by === null ? null : (names.get(one.by) ?? null),
    ended_at: hasEnded(one.until) ? endOfDay(one.until!) : null,
  })),
});

/** The earliest last day of the tolerances in force; null where none of them ends. */
const firstEnd = (rules: ComparisonRules): string | null =>
  rules.tolerated
    .flatMap((one) => (one.until && !hasEnded(one.until) ? [one.until] : []))
    .toSorted()[0] ?? null;

/** Tolerances that existed before keep their author; new ones need a reason. */
const sign = (
  { userId }: Actor,
  tolerated: readonly ToleratedCause[],
  before: StoredRules,
): StoredTolerance[] =>
  tolerated.map((one) => {
    const known = before.tolerated.find(
      (other) =>
        isSameTolerance(one, other) &&
        one.reason === other.reason &&
        (one.until ?? null) === (other.until ?? null),
    );
    if (known) return known;
    if (one.reason === undefined) {
      const said = message('pair.toleranceReason', { column: one.column });
      throw invalid([{ field: 'tolerated', message: said }]);
    }
    return { ...one, by: userId, at: timestampNow() };
  });

const findEnded = (db: Db) =>
  db
    .selectFrom('pair')
    .select(['id', 'project_id'])
    .where('tolerated_until', '<', lastToday())
    .orderBy('id')
    .limit(100)
    .execute();

/** Outdates results that were found under a tolerance, from the end of its last day. */
async function endTolerances(tx: Db, projectId: number, id: number): Promise<void> {
  const pair = await findPair(tx, projectId, id);
  const since = pair?.tolerated_until;
  // Another process was faster, or nothing has ended.
  if (!pair || !since || !hasEnded(since)) return;
  const rules = read(pair);
  const ended = rules.tolerated.filter((one) => hasEnded(one.until) && one.until! >= since);
  const changes = [pair.rules_changed_at ?? '', ...ended.map(({ until }) => endOfDay(until!))];
  await tx
    .updateTable('pair')
    .set({ tolerated_until: firstEnd(rules), rules_changed_at: changes.toSorted().at(-1)! })
    .where('id', '=', id)
    .execute();
  await recordHistory(tx, {
    userId: null,
    entity: 'pair',
    entityId: id,
    projectId,
    action: 'tolerance-ended',
    changes: Object.fromEntries(ended.map(({ column, reason }) => [column, [null, reason ?? '']])),
  });
}

/** Expressions that are read in place of columns, pair by pair. */
async function listExpressions(db: Db, projectId: number): Promise<ExpressionInForce[]> {
  await expectProject(db, projectId);
  const pairs = await db
    .selectFrom('pair')
    .select(['id', 'name', 'rules', 'data_at', 'rules_changed_at'])
    .where('project_id', '=', projectId)
    .where('rules', 'like', '%"expressions":[{%')
    .orderBy('name')
    .limit(MAX_LISTED)
    .execute();
  return pairs
    .flatMap(({ id, name, data_at, rules_changed_at, ...pair }) =>
      read(pair).expressions.map((expression) => ({
        ...expression,
        pair_id: id,
        name,
        compared: data_at !== null && (rules_changed_at === null || data_at > rules_changed_at),
      })),
    )
    .slice(0, MAX_LISTED);
}

/** What is new in the rules of a pair; null where nothing is. */
type Change = Partial<ComparisonRules> | null;

function withTolerance(rules: StoredRules, cause: ToleratedCause): Change {
  const isThere = inForce(rules).tolerated.some((one) => isSameTolerance(one, cause));
  const others = rules.tolerated.filter((one) => !isSameTolerance(one, cause));
  return isThere || others.length >= MAX_TOLERATED ? null : { tolerated: [...others, cause] };
}

function withColumns({ columns: before }: StoredRules, columns: readonly PairColumn[]): Change {
  const named = [...before];
  for (const { source, target } of columns)
    if (!named.some((one) => one.source === source || one.target === target))
      named.push({ source, target });
  return named.length === before.length ? null : { columns: named };
}

/** @returns the pairs whose rules changed */
async function changeRules(
  db: Db,
  projectId: number,
  ids: readonly number[],
  change: (rules: StoredRules, id: number) => Change,
  save: (id: number, rules: ComparisonRules, before: StoredRules) => Promise<void>,
): Promise<number[]> {
  const changed: number[] = [];
  for (const id of new Set(ids)) {
    const pair = await findPair(db, projectId, id);
    const rules = pair && read(pair);
    const changes = rules && change(rules, id);
    if (!changes) continue;
    await save(id, { ...rules, ...changes }, rules);
    changed.push(id);
  }
  return changed;
}

/**
 * Reads and changes the rules by which rows of pairs are compared.
 * @param find - throws where the project has no such pair
 */
export function createComparisonRules(
  store: Store,
  users: UserService,
  find: (projectId: number, id: number) => Promise<StoredPair>,
) {
  const { db } = store;
  async function setComparisonRules(
    actor: Actor,
    projectId: number,
    id: number,
    rules: ComparisonRules,
    was?: string,
  ): Promise<ShownRules> {
    await find(projectId, id);
    const names = await users.names();
    return store.transaction(async (tx) => {
      await endTolerances(tx, projectId, id);
      const before = read((await findPair(tx, projectId, id))!);
      refuseStale(was, show(before, names));
      const after = { ...rules, tolerated: sign(actor, rules.tolerated, before) };
      await tx
        .updateTable('pair')
        .set({
          rules: JSON.stringify(after),
          tolerated_until: firstEnd(after),
          // Results that were found under other rules prove nothing under these.
          ...(effectOf(before) !== effectOf(after) && { rules_changed_at: timestampNow() }),
        })
        .where('id', '=', id)
        .execute();
      await recordHistory(tx, {
        userId: actor.userId,
        entity: 'pair',
        entityId: id,
        projectId,
        action: 'comparison-rules',
        changes: diff(before, after),
      });
      return show(after, names);
    }, `rules:${projectId}`);
  }

  const changeEach = async (
    actor: Actor,
    projectId: number,
    ids: readonly number[],
    change: (rules: StoredRules, id: number) => Change,
  ): Promise<number[]> => {
    const names = await users.names();
    return changeRules(db, projectId, ids, change, async (id, rules, before) => {
      await setComparisonRules(actor, projectId, id, rules, fingerprint(show(before, names)));
    });
  };

  return {
    async comparisonRules(projectId: number, id: number): Promise<ShownRules> {
      const [pair, names] = [await find(projectId, id), await users.names()];
      return show(read(pair), names);
    },
    setComparisonRules,
    expressions: (projectId: number) => listExpressions(store.db, projectId),
    /**
     * Adds a cause to the rules of pairs that do not tolerate it yet.
     * @returns the pairs that have changed
     */
    tolerate: (actor: Actor, projectId: number, ids: readonly number[], cause: ToleratedCause) =>
      changeEach(actor, projectId, ids, (rules) => withTolerance(rules, cause)),
    /**
     * Adds counterparts of columns to the rules of pairs, unless those name one of both columns already.
     * @returns the pairs that have changed
     */
    nameColumns(actor: Actor, projectId: number, columns: readonly PairColumn[]) {
      const ids = columns.map(({ pair_id }) => pair_id);
      return changeEach(actor, projectId, ids, (rules, id) =>
        withColumns(
          rules,
          columns.filter(({ pair_id }) => pair_id === id),
        ),
      );
    },
    /** Whether a tolerance has ended, and its pair was not updated yet. */
    hasEndedTolerances: async (): Promise<boolean> => (await findEnded(db)).length > 0,
    async endTolerances(): Promise<void> {
      for (const { id, project_id } of await findEnded(db))
        await store.transaction((tx) => endTolerances(tx, project_id, id), `rules:${project_id}`);
    },
  };
}
