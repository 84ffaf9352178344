import { sayFixed } from '../../lib/i18n/messages.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';

/** The two desks at which a row is edited. */
export type Desk = 'testing' | 'developer';

/** What each desk may choose. */
export const DESK_STATUSES: Record<Desk, readonly ObjectStatus[]> = {
  testing: ['pending', 'verified'],
  developer: ['pending', 'migrated'],
};

/** The status that says at a desk that the work is done. */
export const DONE_STATUS: Record<Desk, ObjectStatus> = {
  testing: 'verified',
  developer: 'migrated',
};

/** Rows of this status wait for whoever works at a desk. */
export const toDoStatus = (desk: Desk, side: Side): ObjectStatus =>
  desk === 'testing' && side === 'source' ? 'migrated' : 'pending';

/** What the status field offers: the desk's choices, and the current value where it is neither. */
export function statusChoices(desk: Desk, current: ObjectStatus): ObjectStatus[] {
  const choices = [...DESK_STATUSES[desk]];
  return choices.includes(current) ? choices : [current, ...choices];
}

/** Only a tester takes back what is verified. */
export const statusLocked = (desk: Desk, current: ObjectStatus): boolean =>
  desk === 'developer' && current === 'verified';

/** The specified refusal, or null where the change may be sent; the server refuses it as well. */
export function refusal(side: Side, from: ObjectStatus, to: ObjectStatus): string | null {
  return side === 'source' && from === 'pending' && to === 'verified'
    ? sayFixed('pendingToVerified')
    : null;
}

/** Whoever gives a row back should say why. */
export const asksForComment = (from: ObjectStatus, to: ObjectStatus): boolean =>
  from !== 'pending' && to === 'pending';
