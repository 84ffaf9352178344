import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Answers counts by verdict from the index alone. */
const RESULTS = [
  'project_id',
  'type_id',
  'state',
  'structure_result',
  'data_result',
  'call_result',
  'source_count',
  'id',
  'structure_at',
  'data_at',
  'call_at',
  'definition_changed_at',
  'rules_changed_at',
  'rows_outdated_at',
] as const;

/** Since when calls may have changed rows for good. */
export const rowsOutdated = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.alterTable('pair').addColumn('rows_outdated_at', text).execute();
    await schema.dropIndex('pair_results').execute();
    await schema
      .createIndex('pair_results')
      .on('pair')
      .columns([...RESULTS])
      .where(sql.ref('first_object_id'), 'is not', null)
      .execute();
  },
});
