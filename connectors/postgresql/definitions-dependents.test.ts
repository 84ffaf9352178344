import { expect, it } from 'vitest';
import { readDependents } from './definitions-dependents.ts';
import { POSTGRES_FAMILY } from './family.ts';
import type { Session } from './session.ts';

it.each(POSTGRES_FAMILY.map((member) => [member.name, member] as const))(
  'views that use columns are asked of %s only if it is PostgreSQL itself',
  async (name, member) => {
    const asked: string[] = [];
    const query = (sql: string) => Promise.resolve((asked.push(sql), []));
    const session = { member, query } as unknown as Session;
    const found = await readDependents(session, new Map([[1, new Map([[1, { name: 'a' }]])]]));
    expect([asked.length > 0, found.size]).toEqual(name === 'PostgreSQL' ? [true, 1] : [false, 0]);
  },
);

it.each([
  ['twelve views', 12, 'SELECT 1', 12],
  ['thirteen', 13, 'SELECT 1', undefined],
  ['a text of all that is kept', 1, 'x'.repeat(20_000 - 'CREATE VIEW v AS\n'.length), 1],
  ['a longer text', 1, 'x'.repeat(20_001 - 'CREATE VIEW v AS\n'.length), undefined],
])('texts of %s are kept with a table, or none', async (_name, count, query, expected) => {
  const views = Array.from({ length: count }, (_, index) => 100 + index);
  const uses = views.map((view) => [1, view, [1], 1]);
  const made = views.map((view) => [view, 'DROP VIEW v', 'CREATE VIEW v AS', query, [], true]);
  const answers = [uses, made];
  const session = {
    member: POSTGRES_FAMILY.find(({ name }) => name === 'PostgreSQL'),
    query: (_sql: string, [oids]: [number[]]) =>
      Promise.resolve(answers.shift()!.filter(([oid]) => oids.includes(oid as number))),
  } as unknown as Session;
  const found = await readDependents(session, new Map([[1, new Map([[1, { name: 'a' }]])]]));
  expect(found.get(1)?.length).toBe(expected);
});
