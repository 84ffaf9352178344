import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** What the proof said against the last step of an object, and why it was taken all the same. */
export const againstEvidence = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['against_evidence', 'against_reason'])
      await db.schema.alterTable('object').addColumn(column, text).execute();
    await db.schema
      .createIndex('object_against')
      .on('object')
      .columns(['project_id', 'status'])
      .where(sql.ref('against_evidence'), 'is not', null)
      .execute();
  },
});
