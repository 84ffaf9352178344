import { message } from '../../../../../../contract/messages/message.ts';
import type { Trigger } from '../../../../../../connectors/core/definitions.ts';
import type { CompareOptions, Description } from '../raw-finding.ts';

/** What is said of a trigger of the source that the target's engine cannot have; null where it can. */
export function describeImpossible(
  { timing }: Trigger,
  lacks: CompareOptions['lacks'],
): Description | null {
  const without = (what: 'trigger' | 'insteadOf'): Description => ({
    answer: 'compatible',
    severity: 'info',
    detail: message(`definition.${what}Impossible`),
    advice: message(`definition.${what}ImpossibleAdvice`),
  });
  if (lacks('target', 'triggers')) return without('trigger');
  const isLacking = timing === 'instead of' && lacks('target', 'instead of triggers');
  return isLacking ? without('insteadOf') : null;
}
