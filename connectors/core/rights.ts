import { RIGHTS, type Right } from '../../contract/engines.ts';

export type { AccountRights, Right } from '../../contract/engines.ts';

/** The account that the statements make. */
export const READER = 'migration_reader';

/** From the worst on; what may do everything may do all the others. */
export const inOrder = (found: readonly Right[]): Right[] =>
  found.includes('everything') ? ['everything'] : RIGHTS.filter((right) => found.includes(right));
