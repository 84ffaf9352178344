import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as auth from '../../contract/auth.ts';
import * as inventory from '../../contract/inventory.ts';
import * as projects from '../../contract/projects.ts';
import { createProject, inventoryItem } from '../../tests/support/fixtures.ts';
import { startTestApp } from '../../tests/support/test-app.ts';

/** SQLite can be told that its file may not grow: it then says what it says of a full disk. */
it('reports a full disk, saves nothing, and recovers when there is space again', async () => {
  const app = await startTestApp({ env: { DATABASE_URL: '' } });
  const row = await createProject(app.admin);
  const params = { id: row.Project_Id };
  const ready = async () => (await app.app.inject('/readyz')).statusCode;
  const grow = (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(app.store.db);
  try {
    await grow(1);
    const long = { Client_Name: 'x', source_tls: 'verify-ca', source_tls_ca: 'y'.repeat(20_000) };
    const typed = { ...long, source_db_password: 'typed' };
    for (let again = 0; again < 3; again += 1) {
      const { status, body, headers } = await app.admin.send(projects.updateProject, {
        params,
        body: typed,
      });
      expect([status, body.detail, headers['retry-after']]).toEqual([
        503,
        'The disk of the store is full, so nothing was saved. Free some space, then try again.',
        '30',
      ]);
    }
    expect(await ready()).toBe(503);
    // Who reads goes on.
    expect((await app.admin.send(auth.me)).status).toBe(200);
    expect(await app.admin.call(projects.getProject, { params })).toMatchObject({
      Client_Name: row.Client_Name,
      version: row.version,
    });
    await grow(1_000_000);
    expect(await ready()).toBe(200);
    expect((await app.admin.send(projects.updateProject, { params, body: typed })).status).toBe(
      200,
    );
  } finally {
    await app.close();
  }
});

it('says of an import how much of it is saved, and saves none without its history', async () => {
  const app = await startTestApp({ env: { DATABASE_URL: '' } });
  const { Project_Id: id } = await createProject(app.admin);
  const send = (count: number) =>
    app.admin.send(inventory.importSource, {
      body: Array.from({ length: count }, (_, index) => inventoryItem(id, `table ${index}`)),
    });
  const count = async () => (await app.store.db.selectFrom('object').select('id').execute()).length;
  const { db } = app.store;
  try {
    await sql`create trigger fails before insert on notification
      begin select raise(abort, 'no'); end`.execute(db);
    expect((await send(10)).status).toBe(500);
    expect(await count()).toBe(0);
    await sql`drop trigger fails`.execute(db);

    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count + 1_100)}`.execute(db);
    const { status, body } = await send(20_000);
    const saved = await count();
    expect(saved % 5_000).toBe(0);
    expect(saved).toBeGreaterThan(0);
    expect([status, body.detail]).toEqual([
      503,
      `The store failed during the import: the first ${saved.toLocaleString('en')} objects of the list are saved. Import the list again; known objects stay as they are.`,
    ]);
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect((await send(20_000)).body).toMatchObject({ imported: 20_000, existing: saved });
  } finally {
    await app.close();
  }
});
