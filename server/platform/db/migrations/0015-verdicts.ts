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
] as const;

/** What results of pairs cover, and since when definitions and rules are the ones of today. */
export const verdicts = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    for (const column of [
      'data_coverage',
      'data_look',
      'definition_changed_at',
      'rules_changed_at',
    ])
      await schema.alterTable('pair').addColumn(column, text).execute();
    await schema
      .alterTable('pair')
      .addColumn('data_at_least', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('object').addColumn('stale_reason', text).execute();
    await sql`update object set stale_reason = 'definition' where stale_since is not null`.execute(
      db,
    );
    // Nobody wrote down what these leave out; a further comparison does.
    await sql`update pair set data_result = 'partly_compared' where data_result = 'equal_under_rules'`.execute(
      db,
    );
    await schema.dropIndex('pair_results').execute();
    await schema
      .createIndex('pair_results')
      .on('pair')
      .columns([...RESULTS])
      .where(sql.ref('first_object_id'), 'is not', null)
      .execute();
    await schema
      .createIndex('object_missing')
      .on('object')
      .columns(['project_id', 'pair_id'])
      .where(sql.ref('missing_since'), 'is not', null)
      .execute();
  },
});
