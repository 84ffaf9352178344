import { withEnglish } from '../../../contract/messages/english.ts';
import { message } from '../../../contract/messages/message.ts';
import type {
  AssessedObject,
  Assessment,
  AssessmentRules,
  Calibration,
  Risk,
} from '../../../contract/assessment.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import type { Flag } from '../../../contract/fields.ts';
import type { Calibrations } from './calibrate.ts';
import { type StoredAssessedObject, type StoredAssessment, assessmentJobs } from './repository.ts';
import { DEFAULT_LIMITS, type OwnWeights, type Rule, RULES_VERSION } from './rules.ts';
import type { StoredFinding } from './score.ts';

export function presentAssessment(
  stored: StoredAssessment,
  names: ReadonlyMap<number, string>,
): Assessment {
  return {
    ...assessmentJobs.present(stored, names),
    scope: stored.scope,
    started_at: stored.started_at,
    rules_version: stored.rules_version,
    own_weights: stored.weights !== null,
  };
}

/** Rounds to two decimal places. */
export const rounded = (hours: number): number => Math.round(hours * 100) / 100;

/** Texts for a code: the name and advice of its rule; a code that the rules no longer have is its own name. */
export function wordsOf(rules: ReadonlyMap<string, Rule>, code: string) {
  const rule = rules.get(code);
  return {
    ...withEnglish('name', rule?.name ?? code),
    ...withEnglish('advice', rule?.advice ?? message('advice.byHand')),
  };
}

export function presentObject(
  stored: StoredAssessedObject & { changed_since: Flag },
  rules: ReadonlyMap<string, Rule>,
  calibrations: Calibrations,
): AssessedObject {
  const type = objectTypeOf(stored.type_id);
  const [raw, test] = [stored.develop_minutes / 60, stored.test_minutes / 60];
  const develop = stored.automatic === 1 ? raw : raw * calibrations[type].factor;
  return {
    id: stored.id,
    object_id: stored.object_id,
    schema_name: stored.schema_name,
    object_name: stored.object_name,
    object_type_id: stored.type_id,
    object_type: type,
    complexity: stored.complexity,
    automatic: stored.automatic,
    hours: rounded(develop + test),
    develop: rounded(develop),
    test: rounded(test),
    raw: rounded(raw + test),
    row_count: stored.row_count,
    lines: stored.lines,
    statements: stored.statements,
    unused: stored.unused,
    risks: (stored.risks?.trim().split(' ') ?? []) as Risk[],
    findings: (JSON.parse(stored.findings) as StoredFinding[])
      .map(({ of = [], lines = [], ...finding }) => ({
        ...finding,
        ...wordsOf(rules, finding.code),
        develop: rounded(finding.develop),
        test: rounded(finding.test),
        of,
        lines,
      }))
      .toSorted((one, other) => other.develop + other.test - one.develop - one.test),
    changed_since: stored.changed_since,
  };
}

/** A calibration as clients see it, without the factor's deviation, which the ranges contain. */
export const presentCalibration = ({
  object_type,
  factor,
  finished,
  mostly_prior,
}: Calibration): Calibration => ({
  object_type,
  factor: rounded(factor),
  finished,
  mostly_prior,
});

export function presentRules(
  rules: ReadonlyMap<string, Rule>,
  own: OwnWeights | null,
): AssessmentRules {
  const weights = new Map(own?.weights.map((weight) => [weight.code, weight]));
  return {
    version: RULES_VERSION,
    limits: own?.limits ?? DEFAULT_LIMITS,
    own: own !== null,
    weights: [...rules.values()].map(({ code, kind, support, develop, test, name, advice }) => ({
      code,
      kind,
      support,
      ...withEnglish('name', name),
      ...withEnglish('advice', advice),
      develop: weights.get(code)?.develop ?? develop,
      test: weights.get(code)?.test ?? test,
      default_develop: develop,
      default_test: test,
    })),
  };
}
