import type { SequenceDefinition } from '../../../../connectors/core/definitions.ts';
import { message } from '../../../../contract/messages/message.ts';
import { type Describe, type RawFinding, finding } from './raw-finding.ts';

const FINDINGS = {
  Step: 'sequence.step',
  OtherWay: 'sequence.otherWay',
  End: 'sequence.end',
  LaterEnd: 'sequence.laterEnd',
  Cycles: 'sequence.cycles',
  Start: 'sequence.start',
  Cache: 'sequence.cache',
} as const;

/** What two sequences that stand alone give out, and whether the target's next number is one that the source gave out. */
export function compareSequences(
  source: SequenceDefinition,
  target: SequenceDefinition,
): RawFinding[] {
  const found: RawFinding[] = [];
  const add = (
    aspect: keyof typeof FINDINGS,
    severity: Describe['severity'],
    from: string | null,
    to: string | null,
  ) =>
    found.push(
      finding(FINDINGS[aspect], 'object', null, from, to, {
        answer: severity === 'error' ? 'different' : 'compatible',
        severity,
        detail: message(`definition.sequence${aspect}`),
        advice: message(`definition.sequence${aspect}Advice`),
      }),
    );
  const isOther = isFalling(source) !== isFalling(target);
  if (isOther) add('OtherWay', 'error', source.increment, target.increment);
  else if (source.increment !== target.increment)
    add('Step', 'warning', source.increment, target.increment);
  if (!isOther) {
    const less = compareEnds(source, target);
    if (less > 0) add('End', 'warning', endText(source), endText(target));
    if (less < 0) add('LaterEnd', 'info', endText(source), endText(target));
  }
  if (source.cycles !== target.cycles)
    add('Cycles', 'warning', cycleText(source), cycleText(target));
  const differ = (one: string | null, other: string | null): boolean =>
    one !== null && other !== null && one !== other;
  if (differ(source.start, target.start)) add('Start', 'info', source.start, target.start);
  if (differ(source.cache, target.cache)) add('Cache', 'info', source.cache, target.cache);
  return isOther ? found : [...found, ...judgeNext(source, target)];
}

const isFalling = ({ increment }: SequenceDefinition): boolean => increment.startsWith('-');
const cycleText = ({ cycles }: SequenceDefinition): string => (cycles ? 'CYCLE' : 'NO CYCLE');

/** Above 0 where the target ends first, below it where the source does. */
function compareEnds(source: SequenceDefinition, target: SequenceDefinition): number {
  const [from, to] = [endOf(source), endOf(target)];
  if (from === null || to === null) return Number(from === null) - Number(to === null);
  return behind(to, from, source);
}

/** From there on it is as good as without an end: engines differ in where theirs is. */
const ENDLESS = 2n ** 62n;

/** What is no number is not known. */
const numberOf = (text: string | null): bigint | null =>
  text !== null && /^-?\d+$/.test(text) ? BigInt(text) : null;

const endText = (sequence: SequenceDefinition): string | null =>
  isFalling(sequence) ? sequence.least : sequence.most;

/** The last number that it can give out; null: none that anybody will reach. */
function endOf(sequence: SequenceDefinition): bigint | null {
  const value = numberOf(endText(sequence));
  return value === null || value > ENDLESS || value < -ENDLESS ? null : value;
}

/** Above 0 where one lies before the other in the direction of the sequence. */
const behind = (one: bigint, other: bigint, sequence: SequenceDefinition): number =>
  Number(one !== other) * ((isFalling(sequence) ? one > other : one < other) ? 1 : -1);

/** The numbers change by themselves: an acceptance is about the sequence, whatever they are. */
function judgeNext(source: SequenceDefinition, target: SequenceDefinition): RawFinding[] {
  const [there, next] = [numberOf(source.next), numberOf(target.next)];
  if (there === null || next === null)
    return [
      finding('sequence.unread', 'object', null, null, null, {
        answer: 'same',
        severity: 'info',
        detail: message('definition.sequenceUnread'),
        advice: message('definition.sequenceUnreadAdvice'),
      }),
    ];
  // Where numbers begin anew, a lower one says nothing.
  const isBehind = behind(next, there, source) > 0;
  if (!isBehind || source.cycles) return [];
  return [
    finding('sequence.behind', 'object', null, null, null, {
      answer: 'different',
      severity: 'error',
      detail: message('definition.sequenceBehind', { next: String(next), there: String(there) }),
      advice: message('definition.sequenceBehindAdvice'),
    }),
  ];
}
