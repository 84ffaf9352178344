import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Numbered } from '../../../../contract/proof/pairs.ts';
import type { JudgedFinding } from './raw-finding.ts';

const BEHIND: readonly string[] = ['numbering.behind', 'sequence.behind'];
/** Sequences that go different ways are not held against each other. */
const UNKNOWN: readonly string[] = ['numbering.unread', 'sequence.unread', 'sequence.otherWay'];

/** What the findings of a pair come to for the next numbers of its target. What is accepted is decided. */
export function judgeNumbering(
  sides: Record<Side, ObjectDefinition>,
  findings: readonly JudgedFinding[],
): Numbered {
  if (!hasNumbers(sides)) return 'none';
  const open = findings.filter(({ accepted }) => accepted === null);
  if (open.some(({ code }) => BEHIND.includes(code))) return 'behind';
  const isUnknown = open.some(
    // A table that was a routine was not looked into.
    ({ code, answer }) =>
      UNKNOWN.includes(code) || (code === 'object.kind' && answer === 'different'),
  );
  return isUnknown || wasNotAsked(sides.target) ? 'unknown' : 'above';
}

/** Where numbers of the source begin anew, there is none to be above. */
const hasNumbers = ({ source, target }: Record<Side, ObjectDefinition>): boolean =>
  target.kind === 'sequence'
    ? !(source.kind === 'sequence' && source.cycles)
    : target.kind === 'table' && target.columns.some(({ identity }) => identity);

/** As in definitions that were read before numbers were asked for. */
const wasNotAsked = (target: ObjectDefinition): boolean =>
  target.kind === 'table' &&
  target.columns.some(
    ({ identity, numbering }) => identity && numbering?.reached === undefined && numbering,
  );
