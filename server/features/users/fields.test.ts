import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { addClient } from '../../../contract/clients.ts';
import { type Field, fieldsWith } from '../../../contract/field-table.ts';
import { PASSWORD_MASK } from '../../../contract/fields.ts';
import {
  type ListedUser,
  USER_FIELDS,
  listUsers,
  register,
  updateUser,
} from '../../../contract/users.ts';
import { createProject } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
  const { Project_Id: id } = await createProject(app.admin);
  const roles = { developer_of: [id], tester_of: [id] };
  await create({ email: 'one@example.com', ...roles });
  await app.anonymous().call(register, { body: { username: 'waits', password: 'long enough' } });
  const { user_id } = await create({ email: 'other@example.com' });
  await app.admin.call(addClient, { params: { id }, body: { user_id } });
});
afterAll(() => app.close());

const create = (fields: object = {}) =>
  app.admin.call(register, {
    body: { username: `user ${(count += 1)}`, password: 'long enough', ...fields },
  });
const list = (query: object = {}) => app.admin.call(listUsers, { query });

const EDITED = fieldsWith(USER_FIELDS, 'edit');
const VALUES: Record<(typeof EDITED)[number], [before: unknown, after: unknown]> = {
  username: ['before', 'after'],
  password: ['long enough', 'longer than that'],
  is_active: [1, 0],
  email: ['before@example.com', 'after@example.com'],
};

const readHistory = async (userId: number) => {
  const entry = await app.store.db
    .selectFrom('history')
    .select('changes')
    .where('entity', '=', 'user')
    .where('entity_id', '=', userId)
    .where('action', '=', 'updated')
    .executeTakeFirstOrThrow();
  return JSON.parse(entry.changes) as object;
};

describe('every field of a user', () => {
  it.each(EDITED)('is kept, changed and told: %s', async (key) => {
    const [before, after] = VALUES[key];
    const { column, create: form }: Field = USER_FIELDS[key];
    const isSecret = key === 'password';
    const created = await create(form ? { [key]: before } : {});
    const shown = (value: unknown) => (isSecret ? PASSWORD_MASK : value);
    expect(created[key]).toEqual(shown(before));
    const body = { user_id: created.user_id, [key]: after };
    expect((await app.admin.call(updateUser, { body }))[key]).toEqual(shown(after));
    const kept = (await list()).find(({ user_id }) => user_id === created.user_id)!;
    expect(kept[key]).toEqual(shown(after));
    const told = [shown(before), shown(after)];
    expect(await readHistory(created.user_id)).toEqual({ [column ?? key]: told });
  });

  it.each(fieldsWith(USER_FIELDS, 'find'))('is found and sorted by: %s', async (key) => {
    const textOf = (row: ListedUser) => String(row[key] ?? '');
    const filled = (rows: ListedUser[]) => rows.map(textOf).filter(Boolean);
    const all = await list();
    expect(filled(all)).not.toEqual([]);
    for (const row of all.filter((one) => textOf(one) !== '').slice(0, 3)) {
      const found = await list({ [`filter[${key}]`]: textOf(row) });
      expect(found.map(({ user_id }) => user_id)).toContain(row.user_id);
    }
    const up = filled(await list({ sort: key }));
    expect(filled(await list({ sort: `-${key}` }))).toEqual(up.toReversed());
  });

  it('that may be edited has an editor', () => {
    expect(EDITED.filter((key) => !('editor' in USER_FIELDS[key]))).toEqual([]);
  });

  it('of the list stays there: no other answer has it', async () => {
    const account = [
      'create_date',
      'email',
      'is_active',
      'is_admin',
      'password',
      'user_id',
      'username',
    ];
    const namesOf = (row: object) => Object.keys(row).sort();
    expect(namesOf(await create())).toEqual([...account, 'is_sample', 'registration'].sort());
    const own = await app.admin.call(me, {});
    expect(namesOf(own)).toEqual([...account, 'password_set_by_admin'].sort());
  });
});
