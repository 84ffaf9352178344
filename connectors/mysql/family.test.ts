import { toEnglish } from '../../contract/messages/english.ts';
import { said } from '../../tests/support/said.ts';
import { createConnection } from 'mariadb';
import { describe, expect, inject, test } from 'vitest';
import { DEFAULT_LIMITS } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { recognise } from '../core/connecting/family.ts';
import { listObjects, listSchemas, listWarnings } from './catalogue.ts';
import { explainError } from './errors.ts';
import { isOlder, MYSQL_FAMILY } from './family.ts';
import type { Session } from './session.ts';

const place = { engine: 'MySQL', host: 'db', port: 3306, database: 'shop', username: 'reader' };

/** A session that answers from a list of what begins which statement, and refuses everything else. */
function recordSession(says: string, answers: Record<string, unknown[][]>) {
  const asked: string[] = [];
  const session: Session = {
    ...recognise(MYSQL_FAMILY, says),
    place,
    query: async (sql) => {
      asked.push(sql);
      const known = Object.keys(answers).find((beginning) => sql.startsWith(beginning));
      if (known === undefined) throw new ConnectorError('failed', said(`No answer to ${sql}.`));
      return answers[known] as never;
    },
    use: () => Promise.reject(new Error('Nothing here needs the driver.')),
    close: async () => undefined,
  };
  return { session, asked };
}

test('the version names the member of the family', () => {
  for (const [says, shown] of [
    ['5.5.5-10.11.19-MariaDB-0+deb12u1', 'MariaDB 10.11.19'],
    ['11.4.2-MariaDB-ubu2404', 'MariaDB 11.4.2'],
    ['8.4.3', 'MySQL 8.4.3'],
    ['8.0.36-28', 'MySQL 8.0.36'],
    ['8.0.11-TiDB-v7.5.1', 'TiDB 7.5.1'],
    ['5.7.25-TiDB-v6.1.0', 'TiDB 6.1.0'],
    ['8.0.28 aurora_version=3.04.0', 'Aurora MySQL 3.04.0'],
    ['something else', 'MySQL '],
  ] as const) {
    const { member, version } = recognise(MYSQL_FAMILY, says);
    expect(`${member.name} ${version}`).toBe(shown);
  }
});

test('versions are compared by their numbers', () => {
  expect(isOlder('5.7.7', '5.7.8')).toBe(true);
  expect(isOlder('5.7.8', '5.7.8')).toBe(false);
  expect(isOlder('10.0.38', '10.1')).toBe(true);
  expect(isOlder('10.11.19', '10.1')).toBe(false);
  expect(isOlder('8.0.36', '8')).toBe(false);
  expect(isOlder('5.7.44', '8')).toBe(true);
});

describe('MySQL 8', () => {
  const answers = {
    'SELECT schema_name': [['shop'], ['mysql'], ['sys'], ['performance_schema']],
    'SHOW FULL TABLES': [
      ['orders', 'BASE TABLE'],
      ['totals', 'VIEW'],
    ],
    'SELECT count(*)': [['0']],
    'SELECT routine_schema,': [
      ['shop', 'tax', 'FUNCTION'],
      ['SHOP', 'of another', 'FUNCTION'],
    ],
    'SELECT current_role()': [['`reading`@`%`,`more`@`%`']],
    'SELECT current_user()': [['reader@%']],
    'SHOW GRANTS FOR': [['GRANT SELECT, EXECUTE ON *.* TO `reader`@`%`']],
    'SHOW GRANTS': [['GRANT USAGE ON *.* TO `reader`@`%`']],
  };

  test('keeps its routines in no table, has no packages, and lists the grants of a role when it is named', async () => {
    const { session, asked } = recordSession('8.4.3', answers);
    expect(await listSchemas(session)).toEqual(['shop']);
    expect(await listObjects(session, 'tables', 'shop')).toEqual({
      names: ['orders'],
      warnings: [],
    });
    expect(await listObjects(session, 'functions', 'shop')).toEqual({
      names: ['tax'],
      warnings: [],
    });
    expect(await listWarnings(session)).toEqual([]);
    expect(asked.join('\n')).not.toMatch(/mysql\.proc|PACKAGE/);
    expect(asked).toContain('SHOW GRANTS FOR CURRENT_USER() USING `reading`@`%`,`more`@`%`');
  });

  test('SHOW_ROUTINE reveals the texts of routines that the account may call', async () => {
    const { session } = recordSession('8.4.3', {
      ...answers,
      'SELECT count(*)': [['2']],
    });
    expect((await listWarnings(session)).map(toEnglish)).toEqual([
      expect.stringContaining('texts of 2 routines'),
    ]);
    expect((await listWarnings(session)).map(toEnglish)[0]).toContain(
      "GRANT SHOW_ROUTINE ON *.* TO 'reader'@'%'",
    );
  });

  test('without an active role only the account’s own grants count', async () => {
    const { session } = recordSession('8.4.3', { ...answers, 'SELECT current_role()': [['NONE']] });
    expect((await listWarnings(session)).map(toEnglish)[0]).toContain(
      "GRANT SELECT, SHOW VIEW, EXECUTE ON *.* TO 'reader'@'%'",
    );
  });

  test('MySQL 5.7 has no roles and keeps its routines in a table', async () => {
    const { 'SELECT current_role()': _none, ...older } = answers;
    const { session, asked } = recordSession('5.7.44', {
      ...older,
      'SELECT db, name, type FROM mysql.proc': [['shop', 'tax', 'PROCEDURE']],
      'SHOW GRANTS': [['GRANT SELECT ON *.* TO `reader`@`%`']],
    });
    expect(await listObjects(session, 'procedures', 'shop')).toEqual({
      names: ['tax'],
      warnings: [],
    });
    expect(asked.join('\n')).not.toMatch(/FROM information_schema.routines|USING/);
  });

  test('numbers that MariaDB uses for something else are read as MySQL means them', () => {
    for (const [errno, code, kind] of [
      [3024, 'ER_UNUSED_1', 'timeout'],
      [3118, 'ER_MYSQL_3118', 'auth'],
      [3955, undefined, 'auth'],
      [1045, 'ER_ACCESS_DENIED_ERROR', 'auth'],
    ] as const) {
      const error = Object.assign(new Error('refused'), { errno, code });
      expect([errno, explainError(error, place, DEFAULT_LIMITS, true).code]).toEqual([errno, kind]);
    }
  });
});

test('TiDB: does not query routines, and leaves out its system schemas', async () => {
  const { session, asked } = recordSession('8.0.11-TiDB-v7.5.1', {
    'SELECT schema_name': [['shop'], ['mysql'], ['METRICS_SCHEMA'], ['INFORMATION_SCHEMA']],
    'SHOW FULL TABLES': [
      ['orders', 'BASE TABLE'],
      ['numbers', 'SEQUENCE'],
    ],
    'SELECT current_role()': [['']],
    'SHOW GRANTS': [["GRANT SELECT ON *.* TO 'reader'@'%'"]],
  });
  expect(await listSchemas(session)).toEqual(['shop']);
  expect((await listObjects(session, 'tables', 'shop')).names).toEqual(['orders']);
  expect(await listObjects(session, 'functions', 'shop')).toEqual({ names: [], warnings: [] });
  expect(await listWarnings(session)).toEqual([]);
  expect(asked.join('\n')).not.toMatch(/proc|routines|USING/);
});

test('Aurora keeps its routines as the MySQL that it is compatible with', () => {
  for (const [version, hasTable] of [
    ['2.11.2', true],
    ['3.04.0', false],
  ] as const) {
    const { member } = recognise(MYSQL_FAMILY, `8.0.28 aurora_version=${version}`);
    expect([member.name, member.hasRoutineTable(version)]).toEqual(['Aurora MySQL', hasTable]);
  }
});

test('what makes a session read only does so', async () => {
  const { hostname, port, username, password } = new URL(inject('mariadbUrl'));
  for (const member of MYSQL_FAMILY.filter(({ name }) => name !== 'TiDB')) {
    const client = await createConnection({
      host: hostname,
      port: Number(port),
      user: username,
      password,
    });
    const [readOnly] = member.restrict(DEFAULT_LIMITS);
    await client.query(readOnly ?? '');
    await expect(client.query('CREATE DATABASE not_here')).rejects.toThrow('READ ONLY');
    await client.end();
  }
});
