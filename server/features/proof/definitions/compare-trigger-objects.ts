import type { TriggerDefinition } from '../../../../connectors/core/definitions.ts';
import { message } from '../../../../contract/messages/message.ts';
import { compareTwo } from './compare-triggers.ts';
import { type CompareOptions, type RawFinding, finding } from './raw-finding.ts';

/** Two triggers that are objects of their own: also what they act on is held against each other. */
export const compareTriggerObjects = (
  source: TriggerDefinition,
  target: TriggerDefinition,
  options: CompareOptions,
): RawFinding[] => [
  ...compareRelations(source, target, options),
  ...compareTwo(source, target, options),
];

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** By the table's pair; where it has none, by its name and the naming rules. */
function compareRelations(
  source: TriggerDefinition,
  target: TriggerDefinition,
  { counterpartOf, rename }: Pick<CompareOptions, 'counterpartOf' | 'rename'>,
): RawFinding[] {
  const became = counterpartOf(source);
  const isThere = became
    ? isSame(became.table, target.table) && isSame(became.schema, target.schema)
    : isSame(rename(source.table), target.table);
  if (isThere) return [];
  const nameOf = ({ schema, table }: TriggerDefinition) => `${schema}.${table}`;
  return [
    finding('trigger.table', 'trigger', source.name, nameOf(source), nameOf(target), {
      answer: became ? 'different' : 'compatible',
      severity: became ? 'error' : 'warning',
      detail: message(became ? 'definition.triggerTable' : 'definition.triggerTableUnknown'),
      advice: message(
        became ? 'definition.triggerTableAdvice' : 'definition.triggerTableUnknownAdvice',
      ),
    }),
  ];
}
