import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker } from '../columns.ts';
import { PAIR_RESULTS } from './0026-baseline-proof.ts';

/** Adds the number of open findings to the index that answers counts by verdict, because verdicts now depend on it. */
export const warnedPairs = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.dropIndex('pair_results').execute();
    const { partialIndex } = createMaker(db, types);
    const columns = [...PAIR_RESULTS, 'structure_findings'];
    await partialIndex('pair_results', 'pair', columns, 'first_object_id');
  },
});
