import { type Kysely, type Migration, sql } from 'kysely';

/** What a pair or a run takes with it when it is deleted is found without a look at every row. */
export const proofGrowth: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('run_item_pair').on('run_item').column('pair_id').execute();
    await db.schema
      .createIndex('evidence_run')
      .on('evidence')
      .column('run_id')
      .where(sql.ref('run_id'), 'is not', null)
      .execute();
  },
};
