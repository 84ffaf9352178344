import type { SequenceDefinition } from '../../../../../connectors/core/definitions.ts';
import { message } from '../../../../../contract/messages/message.ts';
import { type Description, type RawFinding, finding } from './raw-finding.ts';

const FINDINGS = {
  Step: 'sequence.step',
  OtherWay: 'sequence.otherWay',
  End: 'sequence.end',
  LaterEnd: 'sequence.laterEnd',
  Cycles: 'sequence.cycles',
  Start: 'sequence.start',
  Cache: 'sequence.cache',
} as const;

/** Compares the numbers of two standalone sequences, and whether the target's next number was already used on the source. */
export function compareSequences(
  source: SequenceDefinition,
  target: SequenceDefinition,
): RawFinding[] {
  const found: RawFinding[] = [];
  const add = (
    aspect: keyof typeof FINDINGS,
    severity: Description['severity'],
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
  return isOther ? found : [...found, ...checkNextNumber(source, target)];
}

const isFalling = ({ increment }: SequenceDefinition): boolean => increment.startsWith('-');
const cycleText = ({ cycles }: SequenceDefinition): string => (cycles ? 'CYCLE' : 'NO CYCLE');

/** Positive where the target ends first, negative where the source does. */
function compareEnds(source: SequenceDefinition, target: SequenceDefinition): number {
  const [from, to] = [endOf(source), endOf(target)];
  if (from === null || to === null) return Number(from === null) - Number(to === null);
  return behind(to, from, source);
}

/** An end beyond this counts as none: engines differ in their largest number. */
export const ENDLESS = 2n ** 62n;

/** Null where the text is no integer. */
const numberOf = (text: string | null): bigint | null =>
  text !== null && /^-?\d+$/.test(text) ? BigInt(text) : null;

const endText = (sequence: SequenceDefinition): string | null =>
  isFalling(sequence) ? sequence.least : sequence.most;

/** The last number that a sequence can produce; null where nobody will ever reach it. */
function endOf(sequence: SequenceDefinition): bigint | null {
  const value = numberOf(endText(sequence));
  return value === null || value > ENDLESS || value < -ENDLESS ? null : value;
}

/** Positive where `one` comes before `other` in the direction of the sequence, negative where it comes after. */
const behind = (one: bigint, other: bigint, sequence: SequenceDefinition): number =>
  Number(one !== other) * ((isFalling(sequence) ? one > other : one < other) ? 1 : -1);

/** The numbers keep changing, so an acceptance matches the sequence without them. */
function checkNextNumber(source: SequenceDefinition, target: SequenceDefinition): RawFinding[] {
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
  // A sequence that cycles may rightly be at a lower number.
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
