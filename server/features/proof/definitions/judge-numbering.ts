import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Numbered } from '../../../../contract/proof/pairs.ts';
import type { JudgedFinding } from './raw-finding.ts';

const BEHIND: readonly string[] = ['numbering.behind', 'sequence.behind'];
/** Findings that leave the next number unknown; sequences of opposite directions cannot be compared. */
const UNKNOWN: readonly string[] = ['numbering.unread', 'sequence.unread', 'sequence.otherWay'];

/** Judges the next numbers of a pair's target by its findings; those that are accepted do not count. */
export function judgeNumbering(
  sides: Record<Side, ObjectDefinition>,
  findings: readonly JudgedFinding[],
): Numbered {
  if (!hasNumbers(sides)) return 'none';
  const open = findings.filter(({ accepted }) => accepted === null);
  if (open.some(({ code }) => BEHIND.includes(code))) return 'behind';
  const isUnknown = open.some(
    // Where an object became one of another kind, its numbers were not compared.
    ({ code, answer }) =>
      UNKNOWN.includes(code) || (code === 'object.kind' && answer === 'different'),
  );
  return isUnknown || isUnread(sides.target) ? 'unknown' : 'above';
}

/** A source sequence that cycles has no last number to stay above. */
const hasNumbers = ({ source, target }: Record<Side, ObjectDefinition>): boolean =>
  target.kind === 'sequence'
    ? !(source.kind === 'sequence' && source.cycles)
    : target.kind === 'table' && target.columns.some(({ identity }) => identity);

/** Whether the definition was read before next numbers were asked for. */
const isUnread = (target: ObjectDefinition): boolean =>
  target.kind === 'table' &&
  target.columns.some(
    ({ identity, numbering }) => identity && numbering && numbering.reached === undefined,
  );
