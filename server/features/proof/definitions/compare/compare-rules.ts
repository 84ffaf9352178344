import { message } from '../../../../../contract/messages/message.ts';
import { SIDES } from '../../../../../contract/fields.ts';
import {
  type Rule,
  type TableDefinition,
  type ViewDefinition,
  TRIGGER_TEXT,
} from '../../../../../connectors/core/definitions.ts';
import type { KnownColumns } from './columns/match-columns.ts';
import { isSameText, schemaLeftIn } from './texts/plain-text.ts';
import {
  type CompareOptions,
  type Description,
  LOST,
  type RawFinding,
  finding,
  noted,
  staysIn,
} from './raw-finding.ts';
import type { FindingCode } from './without-repair.ts';

type Ruled = Pick<TableDefinition | ViewDefinition, 'rules'>;
type RuleOptions = Pick<CompareOptions, 'sameEngine' | 'lacks' | 'texts' | 'schemas'>;

/** A rule as findings show it. */
export const ruleText = ({ event, enabled, text }: Rule): string =>
  `on ${event}${enabled ? '' : ', disabled'}: ${text ?? ''}`.slice(0, TRIGGER_TEXT);

/** Rules that are missing, added, switched off, or that do something else. */
export function compareRules(
  source: Ruled,
  target: Ruled,
  known: KnownColumns,
  options: RuleOptions,
): RawFinding[] {
  const sides = { source, target };
  const [from, to] = SIDES.map((side) =>
    options.lacks(side, 'rules') ? [] : sides[side].rules,
  ) as [Rule[] | undefined, Rule[] | undefined];
  if (!from || !to)
    return from?.length || to?.length
      ? [finding('rule.unread', 'rule', null, null, null, UNREAD)]
      : [];
  const { pairs, lost, added } = matchRules(from, to);
  return [
    ...lost.map((rule) => describeLost(rule, options)),
    ...pairs.flatMap(([one, other]) => compareTwo(one, other, known, options)),
    ...added.map(describeAdded),
  ];
}

const UNREAD: Description = {
  answer: 'same',
  severity: 'info',
  detail: message('definition.rulesUnread'),
  advice: message('definition.rulesUnreadAdvice'),
};

/** By their names, then by their event where one is left on each side. */
function matchRules(from: readonly Rule[], to: readonly Rule[]) {
  const pairs: [Rule, Rule][] = [];
  let [lost, added] = [[...from], [...to]];
  for (const of of [({ name }: Rule) => name, ({ event }: Rule) => event]) {
    for (const one of lost) {
      const [twins, fitting] = [lost, added].map((list) =>
        list.filter((rule) => of(rule) === of(one)),
      ) as [Rule[], Rule[]];
      if (twins.length === 1 && fitting.length === 1) pairs.push([one, fitting[0]!]);
    }
    lost = lost.filter((rule) => pairs.every(([one]) => one !== rule));
    added = added.filter((rule) => pairs.every(([, other]) => other !== rule));
  }
  return { pairs, lost, added };
}

const describedAs = (
  severity: Description['severity'],
  detail: Description['detail'],
  advice: Description['advice'],
): Description => ({
  answer: severity === 'error' ? 'different' : 'compatible',
  severity,
  detail,
  advice,
});

function describeLost(rule: Rule, { lacks }: RuleOptions): RawFinding {
  const event = rule.event.toUpperCase();
  const add = (description: Description) =>
    finding('rule.missing', 'rule', rule.name, ruleText(rule), null, description);
  if (!rule.enabled) return add(noted(message('definition.ruleLostDisabled')));
  const detail = rule.instead
    ? message('definition.ruleLostInstead', { event })
    : message('definition.ruleLostAlso', { event });
  return add(
    lacks('target', 'rules')
      ? describedAs('warning', detail, message('definition.ruleImpossibleAdvice'))
      : { ...LOST, detail },
  );
}

const describeAdded = (rule: Rule): RawFinding =>
  finding(
    'rule.extra',
    'rule',
    rule.name,
    null,
    ruleText(rule),
    describedAs(
      rule.enabled ? 'warning' : 'info',
      rule.enabled
        ? message('definition.ruleAdded', { event: rule.event.toUpperCase() })
        : message('definition.ruleAddedDisabled'),
      rule.enabled ? message('definition.ruleAddedAdvice') : message('definition.nothingToDo'),
    ),
  );

function compareTwo(
  one: Rule,
  other: Rule,
  known: KnownColumns,
  options: RuleOptions,
): RawFinding[] {
  const { sameEngine, texts, schemas } = options;
  const found: RawFinding[] = [];
  const add = (code: FindingCode, description: Description) =>
    found.push(finding(code, 'rule', one.name, ruleText(one), ruleText(other), description));
  if (one.enabled !== other.enabled)
    add(
      'rule.disabled',
      one.enabled
        ? describedAs(
            'error',
            message('definition.ruleDisabled'),
            message('definition.ruleDisabledAdvice'),
          )
        : describedAs(
            'warning',
            message('definition.ruleEnabled'),
            message('definition.ruleEnabledAdvice'),
          ),
    );
  const schema = sameEngine ? schemaLeftIn(other.text ?? '', schemas) : null;
  if (schema !== null) add('rule.schema', staysIn(schema));
  if (!isSameRule(one, other, known, texts))
    add(
      'rule.different',
      describedAs(
        'warning',
        message('definition.otherText'),
        message('definition.triggerTextAdvice'),
      ),
    );
  return found;
}

function isSameRule(
  one: Rule,
  other: Rule,
  known: KnownColumns,
  texts: RuleOptions['texts'],
): boolean {
  if (one.event !== other.event || one.instead !== other.instead) return false;
  if (one.text === null || other.text === null) return one.text === other.text;
  return (
    isSameText(one.text, other.text) ||
    texts.written('source', one.text, known.source) ===
      texts.written('target', other.text, known.target)
  );
}
