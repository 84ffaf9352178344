import { expect, it } from 'vitest';
import { createTestStore } from '../../../../tests/support/test-store.ts';
import { readConfig } from '../../config.ts';
import { columnTypes } from '../columns.ts';
import { migrate } from '../migrate.ts';
import { openStore } from '../store.ts';
import { createWriteLock } from '../write-lock.ts';
import { registrations } from './0051-to-0065.ts';

it('inactive accounts on which nobody has decided wait, all others do not', async () => {
  const place = await createTestStore();
  const store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  try {
    await migrate(store);
    await store.db.schema.alterTable('app_user').dropColumn('registration').execute();
    const at = '2026-01-01T00:00:00.000Z';
    const add = async (username: string, more: { is_active?: 0 | 1; last_login_at?: string }) => {
      const { id } = await store.db
        .insertInto('app_user')
        .values({
          username,
          username_key: username,
          username_look: username,
          password_hash: '',
          password_set_by_admin: 0,
          is_admin: 0,
          is_active: 0,
          created_at: at,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const tell = (
      entity_id: number,
      action: string,
      changes: object,
      user_id: number | null = null,
    ) =>
      store.db
        .insertInto('history')
        .values({
          at,
          entity: 'user',
          entity_id,
          action,
          user_id,
          changes: JSON.stringify(changes),
        })
        .execute();
    await tell(await add('waits', {}), 'created', { is_active: [null, 0] });
    await tell(await add('renamed', {}), 'updated', { username: ['a', 'renamed'] });
    await tell(await add('deactivated', {}), 'updated', { is_active: [1, 0] });
    await add('was here', { last_login_at: at });
    const administrator = await add('active', { is_active: 1 });
    const own = await add('of its own', {});
    await tell(own, 'created', { is_active: [null, 0] }, own);
    await tell(await add('made inactive', {}), 'created', { is_active: [null, 0] }, administrator);
    await registrations(columnTypes(store.kind)).up(store.db as never);
    const rows = await store.db.selectFrom('app_user').selectAll().orderBy('id').execute();
    expect(rows.map(({ username, registration }) => [username, registration])).toEqual([
      ['waits', 'waiting'],
      ['renamed', 'waiting'],
      ['deactivated', null],
      ['was here', null],
      ['active', null],
      ['of its own', 'waiting'],
      ['made inactive', null],
    ]);
  } finally {
    await store.close();
    await place.remove();
  }
});
