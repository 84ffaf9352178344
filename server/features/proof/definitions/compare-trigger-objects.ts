import type { TriggerDefinition } from '../../../../connectors/core/definitions.ts';
import { message } from '../../../../contract/messages/message.ts';
import { compareTwo } from './compare-triggers.ts';
import { type CompareOptions, type RawFinding, finding } from './raw-finding.ts';

/** Compares two triggers that are objects of their own, including the tables that they act on. */
export const compareTriggerObjects = (
  source: TriggerDefinition,
  target: TriggerDefinition,
  options: CompareOptions,
): RawFinding[] => [
  ...compareRelations(source, target, options),
  ...compareTwo(source, target, options),
];

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Compares the tables of two triggers by their pair or, where there is none, by name and naming rules. */
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
