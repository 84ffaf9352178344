import type { AssessmentRules } from '../../../contract/assessment.ts';
import { message } from '../../../contract/messages/message.ts';
import type { FieldFault } from '../../../contract/problems.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { invalid, refuseStale } from '../../platform/problem.ts';
import { recordProjectHistory } from '../history/service.ts';
import type { ProjectService } from '../projects/service.ts';
import { presentRules } from './present.ts';
import { type OwnWeights, type Rule, rulesOf } from './rules.ts';

/** A project's own weights; null if it has set none. */
export async function readOwnWeights(from: Db, projectId: number): Promise<OwnWeights | null> {
  const row = await from
    .selectFrom('assessment_weights')
    .select('weights')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.weights) as OwnWeights) : null;
}

/** Faults in weights: unknown codes, duplicates, limits that do not increase. */
function faultsOf({ limits, weights }: OwnWeights, rules: ReadonlyMap<string, Rule>): FieldFault[] {
  const seen = new Set<string>();
  const faults = weights.flatMap(({ code }, at): FieldFault[] => {
    const field = `weights.${at}.code`;
    if (!rules.has(code)) return [{ field, message: message('field.noSuchRule', { code }) }];
    if (seen.has(code)) return [{ field, message: message('field.ruleTwice', { code }) }];
    seen.add(code);
    return [];
  });
  return limits.medium < limits.complex
    ? faults
    : [...faults, { field: 'limits.complex', message: message('field.aboveMedium') }];
}

export type WeightService = ReturnType<typeof createWeightService>;

/** Weights of assessments that a project's administrators set. */
export function createWeightService(store: Store, projects: ProjectService) {
  const { db } = store;

  const rulesOfProject = async (projectId: number) => {
    const { source, target } = await projects.engines(projectId);
    return rulesOf(source, target);
  };
  const read = async (projectId: number): Promise<AssessmentRules> =>
    presentRules(await rulesOfProject(projectId), await readOwnWeights(db, projectId));

  const keep = async (
    actor: Actor,
    projectId: number,
    own: OwnWeights | null,
    was?: string,
  ): Promise<AssessmentRules> => {
    const rules = await rulesOfProject(projectId);
    await store.transaction(async (tx) => {
      const before = await readOwnWeights(tx, projectId);
      refuseStale(was, presentRules(rules, before));
      if (own === null)
        await tx.deleteFrom('assessment_weights').where('project_id', '=', projectId).execute();
      else {
        const set = {
          weights: JSON.stringify(own),
          updated_by: actor.userId,
          updated_at: timestampNow(),
        };
        await tx
          .insertInto('assessment_weights')
          .values({ project_id: projectId, ...set })
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet(set))
          .execute();
      }
      await recordProjectHistory(tx, actor, projectId, 'assessment-weights', {
        weights: [before, own],
      });
    }, `assessment weights ${projectId}`);
    return read(projectId);
  };

  return {
    read,
    /** @throws ProblemError `invalid` naming the faults, `conflict` if somebody else changed the weights meanwhile */
    async set(
      actor: Actor,
      projectId: number,
      own: OwnWeights,
      was?: string,
    ): Promise<AssessmentRules> {
      const faults = faultsOf(own, await rulesOfProject(projectId));
      if (faults.length > 0) throw invalid(faults);
      return keep(actor, projectId, own, was);
    },
    reset: (actor: Actor, projectId: number): Promise<AssessmentRules> =>
      keep(actor, projectId, null),
  };
}
