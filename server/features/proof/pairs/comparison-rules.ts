import { MOST_TOLERATED, type ToleratedCause } from '../../../../contract/proof/causes.ts';
import {
  type ComparisonRules,
  DEFAULT_COMPARISON_RULES,
  comparisonRules,
} from '../../../../contract/proof/rows.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { timestampNow } from '../../../platform/clock.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { refuseStale } from '../../../platform/problem.ts';
import { diff, recordHistory } from '../../history/service.ts';
import { type StoredPair, findPair } from './repository.ts';

/** How the rows of a pair are compared. */
export const rulesOf = ({ rules }: Pick<StoredPair, 'rules'>): ComparisonRules =>
  rules === null ? DEFAULT_COMPARISON_RULES : comparisonRules.parse(JSON.parse(rules));

/**
 * Reads and changes the rules by which rows of pairs are compared.
 * @param find - throws where the project has no such pair
 */
export function createComparisonRules(
  store: Store,
  find: (projectId: number, id: number) => Promise<StoredPair>,
) {
  const { db } = store;
  async function setComparisonRules(
    actor: Actor,
    projectId: number,
    id: number,
    rules: ComparisonRules,
    was?: string,
  ): Promise<ComparisonRules> {
    await find(projectId, id);
    await store.transaction(async (tx) => {
      const before = rulesOf((await findPair(tx, projectId, id))!);
      refuseStale(was, before);
      await tx
        .updateTable('pair')
        .set({
          rules: JSON.stringify(rules),
          // What was found by other rules is not proven by these.
          ...(JSON.stringify(before) !== JSON.stringify(rules) && {
            rules_changed_at: timestampNow(),
          }),
        })
        .where('id', '=', id)
        .execute();
      await recordHistory(tx, {
        userId: actor.userId,
        entity: 'pair',
        entityId: id,
        projectId,
        action: 'comparison-rules',
        changes: diff(before, rules),
      });
    }, `rules:${projectId}`);
    return rules;
  }

  return {
    async comparisonRules(projectId: number, id: number): Promise<ComparisonRules> {
      return rulesOf(await find(projectId, id));
    },
    setComparisonRules,
    /** Adds a cause to the rules of pairs, as far as they do not have it. @returns how many have changed */
    async tolerate(
      actor: Actor,
      projectId: number,
      ids: readonly number[],
      cause: ToleratedCause,
    ): Promise<number> {
      let changed = 0;
      for (const id of new Set(ids)) {
        const pair = await findPair(db, projectId, id);
        if (!pair) continue;
        const rules = rulesOf(pair);
        const isThere = rules.tolerated.some(
          (one) => one.column === cause.column && one.cause === cause.cause,
        );
        if (isThere || rules.tolerated.length >= MOST_TOLERATED) continue;
        const tolerated = [...rules.tolerated, cause];
        await setComparisonRules(actor, projectId, id, { ...rules, tolerated }, fingerprint(rules));
        changed += 1;
      }
      return changed;
    },
  };
}
