import { fixedText } from '../../lib/i18n/messages.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow, ObjectStatus } from '../../../contract/objects.ts';
import { formatTime } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';

/** The two desks at which a row is edited. */
export type Desk = 'testing' | 'developer';

/** The statuses that can be chosen at each desk. */
export const DESK_STATUSES: Record<Desk, readonly ObjectStatus[]> = {
  testing: ['pending', 'verified'],
  developer: ['pending', 'migrated'],
};

/** The status that marks an object as done at a desk. */
export const DONE_STATUS: Record<Desk, ObjectStatus> = {
  testing: 'verified',
  developer: 'migrated',
};

/** The status of rows that wait for work at a desk. */
export const toDoStatus = (desk: Desk, side: Side): ObjectStatus =>
  desk === 'testing' && side === 'source' ? 'migrated' : 'pending';

/** The choices of the status field: those of the desk, and the current value if it is not among them. */
export function statusChoices(desk: Desk, current: ObjectStatus): ObjectStatus[] {
  const choices = [...DESK_STATUSES[desk]];
  return choices.includes(current) ? choices : [current, ...choices];
}

/** Only a tester may change a verified status. */
export const statusLocked = (desk: Desk, current: ObjectStatus): boolean =>
  desk === 'developer' && current === 'verified';

/** The refusal that the specification fixes, or null if the change is allowed; the server checks it as well. */
export function refusal(side: Side, from: ObjectStatus, to: ObjectStatus): string | null {
  return side === 'source' && from === 'pending' && to === 'verified'
    ? fixedText('pendingToVerified')
    : null;
}

/** Returning a row should be explained in a comment. */
export const asksForComment = (from: ObjectStatus, to: ObjectStatus): boolean =>
  from !== 'pending' && to === 'pending';

type Returned = Pick<ObjectRow, 'status' | 'returned_at' | 'tested_by' | 'returned_reason'>;

/** Who gave an object back to its developer, when and why; null where it was not, or is migrated again. */
export const returnedText = (t: Texts<'object-words'>, row: Returned): string | null =>
  row.status === 'pending' && row.returned_at !== null
    ? t('returnedBy', {
        name: row.tested_by ?? '–',
        time: formatTime(row.returned_at),
        reason: row.returned_reason ?? '–',
      })
    : null;
