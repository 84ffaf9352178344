import { sql } from 'kysely';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { NextNumbers } from '../../../../contract/proof/pairs.ts';
import { isBelonging } from './verdict.ts';

const NUMBERED = [OBJECT_TYPES.tables, OBJECT_TYPES.sequences];

/**
 * How the next numbers of a pair's target relate to the numbers in use; null where it has none. What is new on the target
 * cannot repeat numbers of the source.
 */
export const nextNumbersOf = (projectId: number) => sql<NextNumbers | null>`case
  when type_id not in (${sql.raw(NUMBERED.join())}) or target_count = 0 or state in ('dropped', 'new')
    or (state = 'unmatched' and ${isBelonging(projectId)}) then null
  when state = 'unmatched' or structure_result is null or numbering is null or definition_changed_at > structure_at
    then 'unknown'
  when numbering = 'none' then null
  else numbering end`;
