import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';
import type { Tables } from '../tables.ts';

/** Acceptances hold what they accept, and are about the objects that a pair had. */
export const heldDifferences = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable('pair')
      .addColumn('data_accepted', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('difference').addColumn('mark', text).execute();
    await schema.alterTable('acceptance').addColumn('objects', text).execute();
    await schema
      .createTable('pair_difference')
      .addColumn('pair_id', 'integer', (c) =>
        c.primaryKey().references('pair.id').onDelete('cascade'),
      )
      .addColumn('data_at', text, (c) => c.notNull())
      .addColumn('marks', text, (c) => c.notNull())
      .execute();
    await schema
      .createTable('acceptance_held')
      .addColumn('acceptance_id', 'integer', (c) =>
        c.primaryKey().references('acceptance.id').onDelete('cascade'),
      )
      .addColumn('held', text, (c) => c.notNull())
      .execute();
    await bringOver(db as Kysely<Tables>);
  },
});

/** What was accepted by its number alone has ended: nobody knows which rows that were. */
async function bringOver(db: Kysely<Tables>): Promise<void> {
  const accepted = await db
    .selectFrom('acceptance')
    .select(['id', 'project_id', 'pair_id', 'code', 'ended_at'])
    .where('pair_id', 'is not', null)
    .execute();
  const now = new Date().toISOString();
  for (const { id, project_id, pair_id, code, ended_at } of accepted) {
    const members = await db
      .selectFrom('object')
      .select('id')
      .where('pair_id', '=', pair_id)
      .orderBy('id')
      .execute();
    await db
      .updateTable('acceptance')
      .set({ objects: members.map((member) => member.id).join() })
      .where('id', '=', id)
      .execute();
    if (code !== 'data.different' || ended_at !== null) continue;
    await db.updateTable('acceptance').set({ ended_at: now }).where('id', '=', id).execute();
    await db
      .insertInto('history')
      .values({
        at: now,
        user_id: null,
        entity: 'pair',
        entity_id: pair_id!,
        project_id,
        action: 'acceptance-ended',
        changes: JSON.stringify({ [code]: [null, 'accepted by number only; accept again'] }),
        batch: null,
      })
      .execute();
  }
  await db
    .updateTable('pair')
    .set({ data_result: 'different' })
    .where('data_result', '=', 'accepted')
    .execute();
}
