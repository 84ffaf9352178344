import { message } from '../../../../../../contract/messages/message.ts';
import type { Column } from '../../../../../../connectors/core/definitions.ts';
import { ENDLESS } from '../compare-sequences.ts';
import { type CompareOptions, type RawFinding, finding } from '../raw-finding.ts';

/** Compares how the numbers of a column go on, and whether the target's next one is free. */
export function compareNumbering(
  source: Column,
  target: Column,
  { lacks }: Pick<CompareOptions, 'lacks'>,
): RawFinding[] {
  const found = [
    ...describeReuse(source, target),
    ...checkNextNumber(target, source.name, { lacks }),
  ];
  const [from, to] = [source.numbering, target.numbering];
  if (!target.identity || !to) return found;
  if (from && from.increment !== to.increment)
    found.push(
      finding('numbering.step', 'column', source.name, from.increment, to.increment, {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.otherStep'),
        advice: message('definition.otherStepAdvice'),
      }),
    );
  if (endsBefore(source, target))
    found.push(
      finding('numbering.end', 'column', source.name, from?.most ?? null, to.most, {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.sequenceEnd'),
        advice: message('definition.sequenceEndAdvice'),
      }),
    );
  if (from && !from.cycles && to.cycles)
    found.push(
      finding('numbering.cycles', 'column', source.name, 'no cycle', 'cycle', {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.numbersCycle'),
        advice: message('definition.numbersCycleAdvice'),
      }),
    );
  if (from && !from.always && to.always)
    found.push(
      finding('numbering.always', 'column', source.name, 'BY DEFAULT', 'ALWAYS', {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.numbersAlways'),
        advice: message('definition.numbersAlwaysAdvice'),
      }),
    );
  return found;
}

const describeReuse = (source: Column, target: Column): RawFinding[] =>
  source.identity && !source.reusesNumbers && target.reusesNumbers
    ? [
        finding('numbering.reused', 'column', source.name, null, null, {
          answer: 'compatible',
          severity: 'info',
          detail: message('definition.numbersReused'),
          advice: message('definition.numbersReusedAdvice'),
        }),
      ]
    : [];

/** Whether the target's numbers end before its type and the source's numbers do; a narrower type is a finding of its own. */
function endsBefore(source: Column, target: Column): boolean {
  const end = target.numbering?.most;
  if (end === null || end === undefined || target.numbering!.increment.startsWith('-'))
    return false;
  if (toBigInt(end) > ENDLESS) return false;
  const there = [
    largestOf(source),
    largestOf(target),
    toBigInt(source.numbering?.most ?? '') || null,
  ];
  return there.every((one) => one === null || toBigInt(end) < one) && there[1] !== null;
}

const largestOf = ({ canonical }: Column): bigint | null =>
  canonical.kind === 'integer'
    ? 2n ** BigInt(canonical.unsigned ? canonical.bits : canonical.bits - 1) - 1n
    : null;

/**
 * Whether the next number of a column is free. Only the target is judged, from values read at the same time: the source may
 * have moved on.
 * @param name - the column's name in findings
 */
export function checkNextNumber(
  { identity, numbering }: Column,
  name: string,
  { lacks }: Pick<CompareOptions, 'lacks'>,
): RawFinding[] {
  // An engine without declared numbers continues after the largest value by itself.
  if (!identity || lacks('target', 'declared numbers')) return [];
  if (!numbering || numbering.reached === null) return [unread(name, 'nextUnread')];
  const { increment, reached } = numbering;
  if (reached === undefined || reached.largest === null) return [];
  // The largest value tells nothing about falling numbers.
  if (BigInt(increment) < 0n) return [unread(name, 'nextFalling')];
  const { next, largest } = reached;
  if (toBigInt(next) > toBigInt(largest)) return [];
  return [
    // The numbers keep changing, so an acceptance matches the column without them.
    finding('numbering.behind', 'column', name, null, null, {
      answer: 'different',
      severity: 'error',
      detail: message('definition.nextTaken', { next, largest }),
      advice: message('definition.nextTakenAdvice'),
    }),
  ];
}

/** What is not known may fail the next insert, so it does not pass as proven. */
const unread = (name: string, reason: 'nextUnread' | 'nextFalling'): RawFinding =>
  finding('numbering.unread', 'column', name, null, null, {
    answer: 'compatible',
    severity: 'warning',
    detail: message(`definition.${reason}`),
    advice: message(`definition.${reason}Advice`),
  });

/** The integer part of a decimal. */
const toBigInt = (text: string): bigint => BigInt(text.split('.', 1)[0] || '0');
