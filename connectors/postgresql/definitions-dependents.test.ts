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
