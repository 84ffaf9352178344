import type { Change } from '../../../../../connectors/core/ddl/ddl.ts';
import {
  type ObjectDefinition,
  type Rule,
  TRIGGER_TEXT,
  hasColumns,
} from '../../../../../connectors/core/definitions.ts';
import { ruleText } from '../compare/compare-rules.ts';
import { knownColumns } from '../compare/columns/match-columns.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import type { RepairSetting } from './repair-sides.ts';
import { withTargetSchemas } from './target-schemas.ts';

/** The changes that make a rule of the target as the source has it, in the source's own words. */
export function changeRule(
  { code, source: told, target: shown }: RawFinding,
  source: ObjectDefinition,
  target: ObjectDefinition,
  setting: RepairSetting,
): Change[] | null {
  if (!hasColumns(source) || !hasColumns(target)) return null;
  const from = only(source.rules, (rule) => ruleText(rule) === told);
  const to = only(target.rules, (rule) => ruleText(rule) === shown);
  if (!from || !setting.sameEngine) return null;
  if (code === 'rule.disabled')
    return to && [{ kind: 'switch rule', name: to.name, enabled: from.enabled }];
  if (code !== 'rule.missing' && code !== 'rule.different') return null;
  const isWhole = from.text !== null && from.text.length < TRIGGER_TEXT;
  const { rename, named } = setting;
  const columns = knownColumns(source.columns, target.columns, rename, named).source;
  if (!isWhole || !columns.every(({ name, as }) => name === as)) return null;
  const rule = { ...from, text: withTargetSchemas(from.text!, setting) };
  if (code === 'rule.missing') return [{ kind: 'create rule', rule }];
  if (!to) return null;
  // An engine that replaces rules does so by their names, on whatever event they act.
  return [
    ...(to.name === from.name ? [] : ([{ kind: 'drop rule', name: to.name }] as const)),
    { kind: 'create rule', rule },
  ];
}

function only(rules: readonly Rule[] = [], isIt: (rule: Rule) => boolean): Rule | null {
  const found = rules.filter(isIt);
  return found.length === 1 ? found[0]! : null;
}
