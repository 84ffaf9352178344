import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../contract/preferences.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const save = (client: Client, key: string, value: unknown) =>
  client.send(contract.savePreference, { params: { key }, body: { value } });
const list = (client: Client) => client.call(contract.listPreferences);

describe('preferences', () => {
  // covers: D25.2
  it("are the user's own, of any shape, and the last one counts", async () => {
    const [ada, ben] = [await app.createUser('ada'), await app.createUser('ben')];
    const display = { scheme: 'dark', direction: 'rtl', language: 'ar' };
    expect((await save(ada, 'display', { scheme: 'light' })).status).toBe(204);
    await save(ada, 'display', display);
    await save(ada, 'table.objects', ['a', 1, null, true, 'ü 🐘']);
    await save(ben, 'display', false);
    expect(await list(ada)).toEqual({ display, 'table.objects': ['a', 1, null, true, 'ü 🐘'] });
    expect(await list(ben)).toEqual({ display: false });
  });

  it('go with null', async () => {
    const cleo = await app.createUser('cleo');
    for (const key of ['one', 'two']) await save(cleo, key, key);
    expect((await save(cleo, 'one', null)).status).toBe(204);
    expect((await save(cleo, 'never-there', null)).status).toBe(204);
    expect((await save(cleo, 'two', undefined)).status).toBe(422);
    expect(await list(cleo)).toEqual({ two: 'two' });
  });

  it('are at most 20,000 characters long', async () => {
    const dora = await app.createUser('dora');
    const quotes = 2;
    const longest = 'x'.repeat(contract.MAX_PREFERENCE - quotes);
    expect((await save(dora, 'long', longest)).status).toBe(204);
    const refused = await save(dora, 'long', `${longest}x`);
    expect([refused.status, refused.body.errors]).toMatchObject([
      422,
      [{ field: 'value', message: 'is too large' }],
    ]);
    expect(await list(dora)).toEqual({ long: longest });
  });

  it.each(['Display', '1st', 'a b', 'a/b', '__proto__', 'x'.repeat(81)])(
    'refuse the key %s',
    async (key) => {
      expect((await save(app.admin, key, 1)).status).toBe(422);
    },
  );

  it('are at most 200; those that are there can still change', async () => {
    const emil = await app.createUser('emil');
    for (let index = 0; index < 200; index += 1)
      expect((await save(emil, `key-${index}`, index)).status).toBe(204);
    const refused = await save(emil, 'key-200', 200);
    expect([refused.status, refused.body.detail]).toEqual([409, 'Too many settings are saved.']);
    expect((await save(emil, 'key-7', 'changed')).status).toBe(204);
    await save(emil, 'key-8', null);
    expect((await save(emil, 'key-200', 200)).status).toBe(204);
    const all = await list(emil);
    expect(Object.keys(all)).toHaveLength(200);
    expect(all).toMatchObject({ 'key-7': 'changed', 'key-200': 200 });
  });

  it('saved by many tabs at the same time end as one of them', async () => {
    const fay = await app.createUser('fay');
    const values = Array.from({ length: 10 }, (_, index) => index);
    const answers = await Promise.all(values.map((value) => save(fay, 'display', value)));
    expect(answers.map(({ status }) => status)).toEqual(values.map(() => 204));
    expect(values).toContain((await list(fay))['display']);
  });
});
