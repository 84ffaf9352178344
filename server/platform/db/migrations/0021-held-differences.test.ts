import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import { timestampNow } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { columnTypes } from '../columns.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { heldDifferences } from './0021-held-differences.ts';

it('ends what was accepted by its number, sets its pairs back, and says so in their history', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  const { db } = store;
  try {
    await migrate(store);
    const now = timestampNow();
    const { id: project } = await addStoredProject(db);
    const addPair = async (result: 'accepted' | 'identical') => {
      const { id } = await db
        .insertInto('pair')
        .values({
          project_id: project,
          type_id: 1,
          name: 'main.t',
          search_key: 'main.t',
          source_count: 1,
          target_count: 1,
          state: 'confirmed',
          data_result: result,
          data_differences: result === 'accepted' ? 4 : 0,
          data_at: now,
          created_at: now,
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const [accepted, identical] = [await addPair('accepted'), await addPair('identical')];
    const accept = (pair: number, code: string) =>
      db
        .insertInto('acceptance')
        .values({
          project_id: project,
          pair_id: pair,
          code,
          name: null,
          source: null,
          target: code === 'data.different' ? '4' : null,
          reason: 'Known',
          until: null,
          created_by: null,
          created_at: now,
        })
        .execute();
    await accept(accepted, 'data.different');
    await accept(identical, 'column.missing');

    // As it was before.
    for (const table of ['acceptance_held', 'pair_difference'])
      await db.schema.dropTable(table).execute();
    await sql`alter table pair drop column data_accepted`.execute(db);
    await sql`alter table difference drop column mark`.execute(db);
    await sql`alter table acceptance drop column objects`.execute(db);
    await heldDifferences(columnTypes(store.kind)).up(db as never);

    const pairs = await db
      .selectFrom('pair')
      .select(['data_result', 'data_differences', 'data_accepted'])
      .orderBy('id')
      .execute();
    expect(pairs).toEqual([
      { data_result: 'different', data_differences: 4, data_accepted: 0 },
      { data_result: 'identical', data_differences: 0, data_accepted: 0 },
    ]);
    const acceptances = await db
      .selectFrom('acceptance')
      .select(['code', 'ended_at'])
      .orderBy('id')
      .execute();
    expect(acceptances).toEqual([
      { code: 'data.different', ended_at: expect.any(String) },
      { code: 'column.missing', ended_at: null },
    ]);
    const history = await db.selectFrom('history').select(['entity_id', 'action']).execute();
    expect(history).toEqual([{ entity_id: accepted, action: 'acceptance-ended' }]);
  } finally {
    await store.close();
    await place.remove();
  }
});
