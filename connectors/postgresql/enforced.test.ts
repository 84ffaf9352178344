import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  query: async (text: string, values: unknown[]) =>
    (await db.query(text, values, { rowMode: 'array' })).rows,
} as unknown as Session;

it('reads what PostgreSQL 18 does not enforce', async () => {
  await db.exec(`CREATE TABLE t (id int PRIMARY KEY, up int,
    CONSTRAINT known CHECK (id > 0), CONSTRAINT later CHECK (id > 1) NOT ENFORCED,
    CONSTRAINT leads FOREIGN KEY (up) REFERENCES t (id) NOT ENFORCED)`);
  const { rows } = await db.query<{ id: number }>(`SELECT 't'::regclass::oid::int AS id`);
  const { id } = rows[0]!;
  const { constraints } = await readConstraints(session, new Map([[id, new Map()]]));
  const off = { unchecked: true, disabled: true };
  expect(constraints.get(id)).toMatchObject({
    checks: [
      { name: 'known', expression: '(id > 0)' },
      { name: 'later', expression: '(id > 1)', ...off },
    ],
    foreignKeys: [{ name: 'leads', ...off }],
  });
  expect(constraints.get(id)!.checks[0]).not.toHaveProperty('disabled');
});
