import { RIGHTS, type Right } from '../../../contract/engines.ts';

export type { AccountRights, Right } from '../../../contract/engines.ts';

/** The account that the proposed statements create. */
export const READER = 'migration_reader';

/** Rights from the most dangerous on; `everything` includes all others. */
export const inOrder = (found: readonly Right[]): Right[] =>
  found.includes('everything') ? ['everything'] : RIGHTS.filter((right) => found.includes(right));
