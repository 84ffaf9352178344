import { expect, it } from 'vitest';
import { addStoredProject, createTestStore } from '../../../../tests/support/test-store.ts';
import { timestampNow } from '../../clock.ts';
import { readConfig } from '../../config.ts';
import { columnTypes } from '../columns.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { comments } from './0036-comments.ts';

it('turns existing comments into threads, with the authors from the history', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  const { db } = store;
  try {
    await migrate(store);
    await db.schema.dropTable('comment').execute();
    await db.schema.alterTable('object').dropColumn('returned_reason').execute();
    const now = timestampNow();
    const { id: project_id } = await addStoredProject(db);
    const { id: user_id } = await db
      .insertInto('app_user')
      .values({
        username: 'tess',
        username_key: 'tess',
        username_look: 'tess',
        password_hash: '-',
        password_set_by_admin: 0,
        is_admin: 0,
        is_active: 1,
        created_at: now,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const add = async (object_name: string, comment: string | null, returned_at: string | null) => {
      const { id } = await db
        .insertInto('object')
        .values({
          project_id,
          side: 'source',
          type_id: 1,
          schema_name: 's',
          object_name,
          search_key: `s.${object_name}`,
          comments: comment,
          returned_at,
          created_at: now,
          updated_at: '2026-02-02T00:00:00.000Z',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const known = await add('known', 'two rows are missing', now);
    const unknown = await add('unknown', 'from long ago', null);
    await add('silent', null, null);
    const change = (at: string, who: number | null, changes: object) =>
      db
        .insertInto('history')
        .values({
          at,
          user_id: who,
          entity: 'object',
          entity_id: known,
          project_id,
          action: 'edited',
          changes: JSON.stringify(changes),
        } as never)
        .execute();
    await change('2026-01-01T00:00:00.000Z', null, { comments: [null, 'one'] });
    await change('2026-01-02T00:00:00.000Z', user_id, {
      comments: ['one', 'two rows are missing'],
    });
    await change('2026-01-03T00:00:00.000Z', null, { status: ['pending', 'migrated'] });
    await comments(columnTypes(store.kind)).up(db as never);

    const rows = await db
      .selectFrom('comment')
      .select(['object_id', 'user_id', 'at', 'text', 'resolved_at'])
      .orderBy('object_id')
      .execute();
    expect(rows).toEqual([
      {
        object_id: known,
        user_id,
        at: '2026-01-02T00:00:00.000Z',
        text: 'two rows are missing',
        resolved_at: null,
      },
      {
        object_id: unknown,
        user_id: null,
        at: '2026-02-02T00:00:00.000Z',
        text: 'from long ago',
        resolved_at: null,
      },
    ]);
    const reasons = await db
      .selectFrom('object')
      .select(['object_name', 'returned_reason'])
      .where('returned_reason', 'is not', null)
      .execute();
    expect(reasons).toEqual([{ object_name: 'known', returned_reason: 'two rows are missing' }]);
  } finally {
    await store.close();
    await place.remove();
  }
});
