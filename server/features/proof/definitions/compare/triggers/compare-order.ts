import { message } from '../../../../../../contract/messages/message.ts';
import type { Trigger } from '../../../../../../connectors/core/definitions.ts';
import { type CompareOptions, type RawFinding, finding } from '../raw-finding.ts';

type Pair = readonly [source: Trigger, target: Trigger];

/** Triggers that come earlier than another one on the source and later on the target, where both fire in one case. */
export function compareOrder(
  pairs: readonly Pair[],
  { sameEngine, lacks }: Pick<CompareOptions, 'sameEngine' | 'lacks'>,
): RawFinding[] {
  // PostgreSQL, which alone has rules, fires them by their names.
  if (!sameEngine || lacks('source', 'rules')) return [];
  const acting = pairs.filter((both) => both.every(({ enabled }) => enabled));
  return acting.flatMap((pair) => {
    const fellBack = acting.filter((other) => isAhead(pair, other, 0) && isAhead(other, pair, 1));
    if (fellBack.length === 0) return [];
    const [from, to] = [
      [pair, ...fellBack],
      [...fellBack, pair],
    ] as const;
    return [
      finding('trigger.order', 'trigger', pair[0].name, namesOf(from, 0), namesOf(to, 1), {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.otherTriggerOrder'),
        advice: message('definition.otherTriggerOrderAdvice'),
      }),
    ];
  });
}

function isAhead(pair: Pair, other: Pair, side: 0 | 1): boolean {
  const [one, next] = [pair[side], other[side]];
  const meet =
    one.timing === next.timing &&
    one.level === next.level &&
    isDeferred(one) === isDeferred(next) &&
    one.events.some((event) => next.events.includes(event));
  return meet && Buffer.compare(Buffer.from(one.name), Buffer.from(next.name)) < 0;
}

/** Such a trigger fires at the end of the transaction, whatever its name is. */
const isDeferred = ({ attributes }: Trigger): boolean =>
  attributes?.includes('INITIALLY DEFERRED') ?? false;

const namesOf = (pairs: readonly Pair[], side: 0 | 1): string =>
  pairs.map((pair) => pair[side].name).join(', ');
