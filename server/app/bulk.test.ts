import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as inventory from '../../contract/inventory.ts';
import * as objects from '../../contract/objects.ts';
import { undoEdits } from '../../contract/undo-edits.ts';
import * as fixtures from '../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../tests/support/test-app.ts';

/** Lists that are too large for the main thread go through the real worker. */
let app: TestApp;
let tester: Client;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  tester = await app.createUser('tester');
  projectId = (await fixtures.createProject(app.admin)).Project_Id;
  await fixtures.joinProject(app.admin, projectId, tester.userId, 'tester');
});
afterAll(() => app.close());

const COUNT = 100_000;
/** What is refused is as long as several parts of what is carried out in parts. */
const REFUSED = 20_000;
const items = (prefix: string, length = COUNT): object[] =>
  Array.from({ length }, (_, index) => fixtures.inventoryItem(projectId, `${prefix}_${index}`));
const count = async (prefix: string): Promise<number> => {
  const { headers } = await app.admin.send(objects.listSourceObjects, {
    params: { id: projectId },
    query: { q: `shop.${prefix}_`, limit: '1' },
  });
  return Number(headers['x-total-count']);
};

describe('an import of 100,000 items', () => {
  // covers: D13.1
  it('brings in all of them, and again adds none', async () => {
    const first = await app.admin.call(inventory.importSource, { body: items('all') });
    expect(first).toMatchObject({ imported: COUNT, added: COUNT, existing: 0 });
    expect(await count('all')).toBe(COUNT);
    const again = await app.admin.call(inventory.importSource, { body: items('all') });
    expect(again).toMatchObject({ imported: COUNT, added: 0, existing: COUNT });
    expect(await count('all')).toBe(COUNT);
  });

  it('with an error in the last one leaves nothing, and names it', async () => {
    const wrong = { ...fixtures.inventoryItem(projectId, 'x'), schema: '' };
    const answer = await app.admin.send(inventory.importSource, {
      body: [...items('wrong', REFUSED).slice(1), wrong],
    });
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.errors).toMatchObject([
      { field: `${REFUSED - 1}.schema`, message: 'is required' },
    ]);
    expect(await count('wrong')).toBe(0);
  });

  // covers: D15.2
  it('for a project that does not exist leaves nothing', async () => {
    const stray = fixtures.inventoryItem(987_654, 'x');
    const answer = await app.admin.send(inventory.importSource, {
      body: [...items('stray', REFUSED).slice(1), stray],
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].field).toBe(`${REFUSED - 1}.Project_Id`);
    expect(await count('stray')).toBe(0);
  });

  it('returns the same problem as a short body if it cannot be read or has unknown names', async () => {
    const send = (body: string) =>
      app.app.inject({
        method: 'POST',
        url: inventory.importSource.path,
        headers: { cookie: app.admin.cookie(), 'content-type': 'application/json' },
        payload: body,
      });
    const long = ' '.repeat(200_000);
    for (const body of [
      '[{',
      '{"a":1}',
      '[]',
      'null',
      '[null]',
      '"x"',
      '[{"table_name":"\\ud800"}]',
    ]) {
      const [short, padded] = [await send(body), await send(long + body)];
      expect([body, padded.statusCode, padded.json()]).toEqual([
        body,
        short.statusCode,
        short.json(),
      ]);
      expect(padded.statusCode).toBeLessThan(500);
    }
  });
});

describe('an assignment of 100,000 rows', () => {
  const readIds = () =>
    app.admin.call(objects.listObjectIds, {
      params: { id: projectId },
      query: { side: 'source', q: 'shop.all_' },
    });
  const assigned = async (): Promise<number> => {
    const { headers } = await app.admin.send(objects.listSourceObjects, {
      params: { id: projectId },
      query: { 'filter[tester]': String(tester.userId), limit: '1' },
    });
    return Number(headers['x-total-count']);
  };
  const history = async (): Promise<number> => {
    const { total } = await app.store.db
      .selectFrom('history')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('action', '=', 'assigned')
      .where('entity', '=', 'object')
      .executeTakeFirstOrThrow();
    return total;
  };
  const assign = (choices: object[]) =>
    app.admin.send(objects.assignSourceTesters, { body: choices });

  // covers: D13.2
  it('is all or nothing: one unknown object, one stranger, one wrong row', async () => {
    const stranger = await app.createUser('stranger');
    const rows = (await readIds()).slice(0, REFUSED).map((source_objectid) => ({
      source_objectid,
      tester: tester.userId,
    }));
    const spoilt = (last: object) => assign([...rows.slice(1), last]);
    const id = rows[0]!.source_objectid;

    const unknown = await spoilt({ source_objectid: 2_000_000_000, tester: tester.userId });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors).toMatchObject([
      { field: `${REFUSED - 1}.source_objectid`, message: '2000000000 is not a source object' },
    ]);
    const strange = await spoilt({ source_objectid: id, tester: stranger.userId });
    expect(strange.status).toBe(422);
    expect(strange.body.detail).toContain('stranger is not a tester of project Warehouse');
    const nobody = await spoilt({ source_objectid: id, tester: 987_654 });
    expect(nobody.body.detail).toContain('987654 is not a user');
    const wrong = await spoilt({ source_objectid: 'x', tester: tester.userId });
    expect(wrong.status).toBe(422);

    expect(await assigned()).toBe(0);
    expect(await history()).toBe(0);
  });

  // covers: D13.1
  it('gives all of them, with an entry of history each, and takes them back', async () => {
    const ids = await readIds();
    const all = (user: number | null) =>
      assign(ids.map((source_objectid) => ({ source_objectid, tester: user })));
    expect((await all(tester.userId)).body).toMatchObject({ assigned: COUNT });
    expect(await assigned()).toBe(COUNT);
    expect(await history()).toBe(COUNT);
    // The same again changes nothing and is no history.
    await all(tester.userId);
    expect(await history()).toBe(COUNT);
    await all(null);
    expect(await assigned()).toBe(0);
  });
});

describe('an edit of as many rows as allowed', () => {
  it('is undone in one call', async () => {
    const { MAX_BULK_EDIT } = objects;
    const { Project_Id: id } = await fixtures.createProject(app.admin);
    await app.admin.call(inventory.importSource, {
      body: Array.from({ length: MAX_BULK_EDIT }, (_, index) =>
        fixtures.inventoryItem(id, `edited_${index}`),
      ),
    });
    const undated = async () => {
      const query = { side: 'source', 'filter[due_date]': '-' };
      return app.admin.call(objects.listObjectIds, { params: { id }, query });
    };
    const ids = await undated();
    const edited = await app.admin.call(objects.editObjects, {
      body: { ids, due_date: '2031-05-01' },
    });
    expect([edited.changed.length, (await undated()).length]).toEqual([MAX_BULK_EDIT, 0]);
    const undone = await app.admin.send(undoEdits, { body: { changed: edited.changed } });
    expect([undone.status, undone.body]).toEqual([200, { restored: MAX_BULK_EDIT, refused: [] }]);
    expect(await undated()).toHaveLength(MAX_BULK_EDIT);
  });
});

describe('while a long list is processed', () => {
  it('others read and write', async () => {
    const [row] = await fixtures.importTables(app.admin, projectId, 'target', ['elsewhere']);
    const work = app.admin.call(inventory.importSource, { body: items('busy') });
    const edits: string[] = [];
    let done = false;
    void work.finally(() => (done = true));
    while (!done) {
      const comments = `edit ${edits.length}`;
      await app.admin.call(objects.updateObject, {
        params: { id: row!.target_objectid! },
        body: { comments },
      });
      edits.push(comments);
    }
    await work;
    expect(edits.length).toBeGreaterThan(3);
  });

  it('edits of one row that name no version are all saved', async () => {
    await fixtures.importTables(app.admin, projectId, 'target', ['contested']);
    const id = (
      await app.admin.call(objects.listTargetObjects, {
        params: { id: projectId },
        query: { q: 'contested' },
      })
    )[0]!.target_objectid!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        app.admin.send(objects.updateObject, {
          params: { id },
          body: { comments: `edit ${index}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual(
      answers.map((_, index) => index + 2),
    );
  });
});
