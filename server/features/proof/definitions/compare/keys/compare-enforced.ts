import { message } from '../../../../../../contract/messages/message.ts';
import type { Key } from '../../../../../../connectors/core/definitions.ts';
import {
  type Description,
  type Part,
  type RawFinding,
  describe,
  finding,
  noted,
} from '../raw-finding.ts';

/** What tells whether a part is enforced, and its name. */
export type Enforced = Pick<
  Key,
  'name' | 'disabled' | 'unchecked' | 'outage' | 'triggersOff' | 'notForReplication'
>;

const rank = ({ disabled, unchecked }: Enforced): 0 | 1 | 2 => (disabled ? 0 : unchecked ? 1 : 2);

/** How a target counts that has a part, but disabled. */
const DISABLED = {
  primaryKey: 'keyDisabled',
  uniqueKey: 'keyDisabled',
  foreignKey: 'nowDisabled',
  check: 'nowDisabled',
  index: 'indexDisabled',
} as const;

/**
 * Compares whether a part of both tables is enforced.
 * @param severity - of a part that is missing: one that is disabled does no more
 */
export function compareEnforced(
  code: keyof typeof DISABLED,
  part: Part,
  source: Enforced,
  target: Enforced,
  severity: Description['severity'],
): RawFinding[] {
  const [from, to] = [rank(source), rank(target)];
  if (from === to) return [];
  const isOfRows = Math.min(from, to) === 1 && code !== 'index';
  const found = `${code}.${isOfRows ? 'unchecked' : 'disabled'}` as const;
  const said = isOfRows
    ? (['not checked', 'checked'] as const)
    : (['disabled', 'enabled'] as const);
  const [one, other] = from < to ? said : said.toReversed();
  return [
    {
      ...finding(
        found as RawFinding['code'],
        part,
        part === 'primary key' ? null : source.name,
        one!,
        other!,
        from < to ? onTargetOnly(code, isOfRows) : lostOnTarget(code, isOfRows, severity, target),
      ),
      on: target.name,
    },
  ];
}

function lostOnTarget(
  code: keyof typeof DISABLED,
  isOfRows: boolean,
  severity: Description['severity'],
  { outage, triggersOff, notForReplication }: Enforced,
): Description {
  if (isOfRows)
    return notForReplication
      ? describe('info', 'notForReplication')
      : describe('warning', 'nowUnchecked');
  if (triggersOff && severity !== 'info') return describe(severity, 'triggersOff');
  const isPartly = code === 'index' && outage && !outage.ofFunction;
  const sentence = isPartly ? 'indexPartlyDisabled' : DISABLED[code];
  return severity === 'info'
    ? noted(message(`definition.${sentence}`))
    : describe(severity, sentence);
}

const onTargetOnly = (code: keyof typeof DISABLED, isOfRows: boolean): Description => {
  if (code === 'index') return noted(message('definition.wasDisabled'));
  return describe('info', isOfRows ? 'wasUnchecked' : 'wasDisabled');
};

/** The target lacks what does nothing on the source either. */
export const LOST_DISABLED = noted(message('definition.lostDisabled'));
