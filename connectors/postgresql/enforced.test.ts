import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ddl } from './ddl.ts';
import { readConstraints } from './definitions-constraints.ts';
import type { Session } from './session.ts';

/** Version 18, in memory: the server of the other tests may be older. */
let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
});
afterAll(() => db.close());

const session = {
  serverVersionNumber: 180_000,
  member: { name: 'PostgreSQL' },
  query: async (text: string, values: unknown[]) =>
    (await db.query(text, values, { rowMode: 'array' })).rows,
} as unknown as Session;

it('reads what PostgreSQL 18 does not enforce, and enforces a foreign key', async () => {
  await db.exec(`CREATE TABLE t (id int PRIMARY KEY, up int,
    CONSTRAINT known CHECK (id > 0), CONSTRAINT later CHECK (id > 1) NOT ENFORCED,
    CONSTRAINT leads FOREIGN KEY (up) REFERENCES t (id) NOT ENFORCED)`);
  const { rows } = await db.query<{ id: number }>(`SELECT 't'::regclass::oid::int AS id`);
  const { id } = rows[0]!;
  const read = async () =>
    (await readConstraints(session, new Map([[id, new Map()]]))).constraints.get(id)!;
  const before = await read();
  const off = { unchecked: true, disabled: true };
  expect(before).toMatchObject({
    checks: [
      { name: 'known', expression: '(id > 0)' },
      { name: 'later', expression: '(id > 1)', ...off },
    ],
    foreignKeys: [{ name: 'leads', ...off }],
  });
  expect(before.checks[0]).not.toHaveProperty('disabled');
  const place = ['public', 't'];
  const enforce = ddl.write({ kind: 'validate', name: 'leads', disabled: 'foreign key' }, place);
  await db.exec(enforce!.join(';'));
  const [after] = (await read()).foreignKeys;
  expect(after).not.toHaveProperty('disabled');
  expect(after).not.toHaveProperty('unchecked');
  expect(ddl.write({ kind: 'validate', name: 'later', disabled: 'check' }, place)).toBeNull();
});
