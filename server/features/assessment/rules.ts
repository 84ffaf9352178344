import {
  type Advice,
  type Constructs,
  type Need,
  NEEDS,
  type Support,
} from '../../../connectors/core/sql/constructs.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import type { ComplexityLimits, Risk, Weight } from '../../../contract/assessment.ts';
import type { EngineId } from '../../../contract/database-types.ts';
import { OBJECT_TYPE_NAMES, type ObjectType } from '../../../contract/engines.ts';
import { type MessageOrText, message } from '../../../contract/messages/message.ts';

/** Increase it when a table below, or in `connectors/`, changes the results of assessments. */
export const RULES_VERSION = '2';

export const DEFAULT_LIMITS: ComplexityLimits = { medium: 2, complex: 6 };

type Hours = readonly [develop: number, test: number];

/** Hours of development and testing for a plain object of each type. */
const BASE: Readonly<Record<ObjectType, Hours>> = {
  tables: [0.25, 0.25],
  views: [0.5, 0.5],
  functions: [1, 1],
  procedures: [1, 1],
  triggers: [1, 0.5],
  sequences: [0.1, 0.1],
};

/** Hours that an object's size adds. */
const SIZE = { column: [0.01, 0.01], statement: [0.04, 0.03] } as const satisfies Record<
  string,
  Hours
>;

/** Findings about definitions, besides those about their texts. */
const STRUCTURE = {
  brokenView: { hours: [1, 0.5], support: 'partial', advice: 'byHand' },
  engineLacks: { hours: [2, 1], support: 'none', advice: 'byHand' },
  expression: { hours: [0.5, 0.25], support: 'rewrite', advice: 'byHand' },
  foreignLanguage: { hours: [8, 4], support: 'rewrite', advice: 'application' },
  hiddenText: { hours: [8, 4], support: 'none', advice: 'askForText' },
  largeObject: { hours: [0.1, 0.25], support: 'partial', advice: 'testLarge' },
  noCounterpart: { hours: [1, 0.5], support: 'none', advice: 'otherType' },
  noKey: { hours: [0.25, 0.25], support: 'partial', advice: 'addKey' },
  noSuchObject: { hours: [4, 2], support: 'none', advice: 'application' },
  notWritten: { hours: [0.5, 0.5], support: 'rewrite', advice: 'byHand' },
  partitions: { hours: [0.5, 0.5], support: 'partial', advice: 'partitionAnew' },
  trigger: { hours: [1, 0.5], support: 'rewrite', advice: 'triggerAnew' },
  unread: { hours: [4, 2], support: 'rewrite', advice: 'byHand' },
} as const satisfies Record<
  string,
  { hours: Hours; support: Support; advice: Advice | StructureAdvice }
>;
type StructureAdvice =
  | 'addKey'
  | 'askForText'
  | 'otherType'
  | 'partitionAnew'
  | 'testLarge'
  | 'triggerAnew';
type StructureCode = keyof typeof STRUCTURE;
export type FindingCode = Need | StructureCode;

/** Factor on the cost of rewriting a construct, by how well the target supports it. */
const FACTORS: Readonly<Record<Support, number>> = { ok: 0, partial: 0.5, rewrite: 1, none: 2 };

/** Findings that make an object risky. */
export const RISK_OF: Readonly<Partial<Record<string, Risk>>> = {
  brokenView: 'brokenView',
  databaseLink: 'databaseLink',
  dynamicSql: 'dynamicSql',
  foreignLanguage: 'unread',
  hiddenText: 'hiddenText',
  largeObject: 'largeObject',
  noKey: 'noKey',
  unread: 'unread',
} satisfies Partial<Record<FindingCode, Risk>>;

/** A rule for a pair of engines: the cost of an occurrence, and the suggested replacement. */
export interface Rule extends Weight {
  kind: 'base' | 'feature' | 'structure';
  name: MessageOrText;
  support: Support;
  advice: MessageOrText;
}

const rounded = (hours: number): number => Math.round(hours * 1_000) / 1_000;

const ruleOf = (
  code: string,
  kind: Rule['kind'],
  [develop, test]: Hours,
  { name, support, advice }: Pick<Rule, 'name' | 'support' | 'advice'>,
): Rule => ({ code, kind, name, support, advice, develop: rounded(develop), test: rounded(test) });

const adviceOf = (advice: Advice | StructureAdvice): MessageOrText => message(`advice.${advice}`);

function featureRules(constructs: Constructs, target: EngineId | null): Rule[] {
  return (Object.keys(constructs) as Need[]).map((need) => {
    const answer =
      target === null ? 'ok' : (connectorOf(target).constructSupport[need] ?? ['none', 'byHand']);
    const [support, advice]: readonly [Support, MessageOrText] =
      answer === 'ok' ? ['ok', message('advice.nothing')] : [answer[0], adviceOf(answer[1])];
    const [develop, test] = NEEDS[need];
    const factor = FACTORS[support];
    const name = constructs[need]!.name;
    return ruleOf(need, 'feature', [develop * factor, test * factor], { name, support, advice });
  });
}

/** The rules for a pair of engines, by code. */
export function rulesOf(source: EngineId, target: EngineId): ReadonlyMap<string, Rule> {
  const nothing = { support: 'ok', advice: message('advice.nothing') } as const;
  const rules = [
    ...OBJECT_TYPE_NAMES.map((type) =>
      ruleOf(type, 'base', BASE[type], { name: message(`thing.${type}`), ...nothing }),
    ),
    ...(['column', 'statement'] as const).map((code) =>
      ruleOf(code, 'base', SIZE[code], { name: message(`finding.${code}`), ...nothing }),
    ),
    ...featureRules(connectorOf(source).constructs, source === target ? null : target),
    ...(Object.keys(STRUCTURE) as StructureCode[]).map((code) => {
      const { hours, support, advice } = STRUCTURE[code];
      const name = message(`finding.${code}`);
      return ruleOf(code, 'structure', hours, { name, support, advice: adviceOf(advice) });
    }),
  ];
  return new Map(rules.map((rule) => [rule.code, rule]));
}

/** A project's own weights and limits; all others are the program's. */
export interface OwnWeights {
  limits: ComplexityLimits;
  weights: Weight[];
}

/** @returns the rules of a pair of engines with a project's own weights applied */
export function applyWeights(
  rules: ReadonlyMap<string, Rule>,
  own: OwnWeights | null,
): ReadonlyMap<string, Rule> {
  const changed = new Map(rules);
  for (const { code, develop, test } of own?.weights ?? []) {
    const rule = rules.get(code);
    if (rule) changed.set(code, { ...rule, develop, test });
  }
  return changed;
}

/** Effective number of occurrences: the first counts most, those after the tenth nothing. */
export const timesOf = (count: number): number =>
  count === 0 ? 0 : 1 + 0.3 * (Math.min(count, 10) - 1);
