import { toEnglish } from '../../contract/messages/english.ts';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { DEFAULT_LIMITS } from '../core/connector.ts';
import { recognise } from '../core/connecting/family.ts';
import { listObjects, listSchemas, listWarnings, readVersion } from './catalogue.ts';
import { POSTGRES_FAMILY } from './family.ts';
import type { Session } from './session.ts';

/** What the servers say of themselves, as their documentation shows it. */
const SAYS = {
  PostgreSQL:
    'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit',
  CockroachDB: 'CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15 21:28:29, go1.22.2)',
  YugabyteDB:
    'PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 15, 64-bit',
  Redshift:
    'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017, Redshift 1.0.12103',
};

/** A session that answers from a list, and remembers what it was asked. */
function recordSession(says: string, answer: (sql: string) => unknown[][]) {
  const asked: string[] = [];
  const session: Session = {
    ...recognise(POSTGRES_FAMILY, says),
    serverVersionNumber: recognise(POSTGRES_FAMILY, says).member.versionNumber ?? 130_000,
    place: { engine: 'PostgreSQL', host: 'db', port: 5432, database: 'shop', username: 'reader' },
    query: async (sql) => {
      asked.push(sql);
      return answer(sql) as never;
    },
    queryForeign: async () => [],
    use: () => Promise.reject(new Error('Nothing here needs the driver.')),
    close: async () => undefined,
  };
  return { session, asked };
}

test('the version names the member of the family', () => {
  const shown = Object.values(SAYS).map((says) =>
    readVersion(recordSession(says, () => []).session),
  );
  expect(shown).toEqual([
    'PostgreSQL 15.18',
    'CockroachDB 24.1.0',
    'YugabyteDB 2.20.1.0',
    'Amazon Redshift 1.0.12103',
  ]);
  for (const [says, version] of [
    ['PostgreSQL 18beta1 on x86_64', 'PostgreSQL 18'],
    ['PostgreSQL 10.23', 'PostgreSQL 10.23'],
    ['PostgreSQL 15.2-YB-2.25.0.0-b489 on x86_64', 'YugabyteDB 2.25.0.0'],
    ['Something else', 'PostgreSQL '],
  ] as const) {
    expect(readVersion(recordSession(says, () => []).session)).toBe(version);
  }
});

test('CockroachDB: leaves out its system schema', async () => {
  const { session, asked } = recordSession(SAYS.CockroachDB, () => [['public']]);
  expect(await listSchemas(session)).toEqual(['public']);
  expect(asked[0]).toContain(`'crdb_internal'`);
});

describe('Amazon Redshift', () => {
  test('is asked for nothing that it does not have', async () => {
    const { session, asked } = recordSession(SAYS.Redshift, () => [['something', '']]);
    for (const type of ['tables', 'views', 'functions', 'procedures'] as const) {
      expect((await listObjects(session, type, 'public')).names).toEqual(['something']);
    }
    await listSchemas(session);
    const all = asked.join('\n');
    // Extensions, partitions, window functions and unnest came later than 8.0.
    expect(all).not.toMatch(/pg_extension|relispartition|OVER \(|unnest/);
    expect(all).toMatch(/FROM pg_proc_info p[^]*p\.prooid[^]*p\.prokind IN \('p'\)/);
    expect(all).toContain(`c.relname !~ '^mv_tbl__'`);
    expect(all).toContain(`'catalog_history'`);
  });

  test('overloaded routines are distinguished here', async () => {
    const rows = [
      ['twice', 'integer'],
      ['once', 'text'],
      ['twice', 'integer, text'],
    ];
    const { session } = recordSession(SAYS.Redshift, () => rows);
    expect((await listObjects(session, 'functions', 'public')).names).toEqual([
      'once',
      'twice(integer)',
      'twice(integer, text)',
    ]);
  });

  test('a closed catalogue is named', async () => {
    const { session } = recordSession(SAYS.Redshift, () => [[true, false, true, true]]);
    expect((await listWarnings(session)).map(toEnglish)[0]).toContain(
      'cannot read pg_catalog.pg_namespace, so',
    );
  });
});

test('whatever the member, its session only reads afterwards, and has a limit', async () => {
  for (const member of POSTGRES_FAMILY) {
    const client = new pg.Client(inject('postgresUrl'));
    await client.connect();
    await client.query(member.restrict({ ...DEFAULT_LIMITS, statement: 300 }).join('; '));
    await expect(client.query('CREATE TABLE public.new (id int)')).rejects.toThrow('read-only');
    await expect(client.query('SELECT pg_sleep(10)')).rejects.toThrow('statement timeout');
    await client.end();
  }
});
