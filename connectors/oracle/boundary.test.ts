import { toEnglish } from '../../contract/messages/english.ts';
import oracledb from 'oracledb';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, type ConnectionTarget, type Connector } from '../core/connector.ts';
import { connectWith, failureOf, optionsOf } from '../core/exams/exam.ts';
import { openConnection } from './connection.ts';
import { oracle } from './connector.ts';
import { contentOf } from './testing/content.ts';
import { EXEMPT, filtered } from './policies.ts';
import { createRecordedDriver, driverError, type Recording } from './testing/recorded-driver.ts';
import { record, SCHEMAS, withoutGrant } from './testing/recording.ts';
import { openSession, SETTINGS } from './session.ts';
import * as sql from './sql.ts';

const connectorOf = (load: ReturnType<typeof createRecordedDriver>['load']): Connector => ({
  ...oracle,
  connect: (target, options) => openConnection(target, options, load),
});

const connectTo = async (
  recording: Recording,
  change: Partial<ConnectionTarget> = {},
  options: Parameters<typeof connectWith>[2] = {},
) => {
  const driver = createRecordedDriver(recording);
  const target = { ...recording.target, ...change };
  return { driver, connection: await connectWith(connectorOf(driver.load), target, options) };
};

describe('the options passed to the driver', () => {
  test('the texts of all statements, for review', async () => {
    const texts = [SETTINGS, sql.SCHEMAS, sql.SESSION_USER, sql.RIGHTS, sql.WHOLE_DATABASE];
    for (const text of [
      sql.tables,
      sql.partsOfOthers,
      sql.views,
      sql.functions,
      sql.procedures,
      sql.packageMembers,
      sql.packageArguments,
      sql.invalidPackages,
    ]) {
      texts.push(text('dba'));
      expect(text('all')).toBe(text('dba').replaceAll('sys.dba_', 'sys.all_'));
    }
    await expect(`${texts.join(';\n\n')};\n`).toMatchFileSnapshot('testing/statements.sql');
  });

  test('first that it only reads; limits and names as binds; at the end a rollback and good-bye', async () => {
    const { driver, connection } = await connectTo(
      record(),
      {},
      { limits: { ...DEFAULT_LIMITS, statement: 1_234 } },
    );
    await connection.listObjects('tables', 'SHOP');
    await connection.close();
    const [descriptor, settings, first, ...rest] = driver.calls;
    expect(descriptor?.what).toBe(
      '(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=shop.example.com)))',
    );
    expect(settings).toEqual({ what: SETTINGS, binds: {}, callTimeout: 1_234 });
    expect(first).toEqual({ what: 'SET TRANSACTION READ ONLY', binds: {}, callTimeout: 1_234 });
    expect(rest).toEqual([
      { what: sql.SCHEMAS, binds: {}, callTimeout: 1_234 },
      { what: sql.WHOLE_DATABASE, binds: {}, callTimeout: 1_234 },
      { what: sql.tables('dba'), binds: { owner: 'SHOP' }, callTimeout: 1_234 },
      { what: sql.partsOfOthers('dba'), binds: { owner: 'SHOP' }, callTimeout: 1_234 },
      { what: 'rollback' },
      { what: 'close' },
    ]);
  });

  test('numbers and large texts as text, rows as arrays', async () => {
    const { driver, connection } = await connectTo(record());
    await connection.close();
    const { outFormat, fetchTypeHandler } = driver.options();
    expect(outFormat).toBe(oracledb.OUT_FORMAT_ARRAY);
    const fetched = (dbType: unknown) => fetchTypeHandler?.({ dbType } as never)?.type;
    expect(fetched(oracledb.DB_TYPE_NUMBER)).toBe(oracledb.STRING);
    expect(fetched(oracledb.DB_TYPE_CLOB)).toBe(oracledb.STRING);
    expect(fetched(oracledb.DB_TYPE_BLOB)).toBe(oracledb.BUFFER);
    expect(fetched(oracledb.DB_TYPE_VARCHAR)).toBeUndefined();
  });

  test('a rollback and good-bye also after a failure; a break when it is cancelled', async () => {
    const failing = record();
    failing.answers.set(sql.SCHEMAS, () => driverError('ORA-01555'));
    const { driver, connection } = await connectTo(failing);
    expect((await failureOf(connection.listSchemas())).code).toBe('failed');
    await connection.close();
    expect(driver.calls.slice(-2).map(({ what }) => what)).toEqual(['rollback', 'close']);

    const recording = record();
    const other = createRecordedDriver(recording);
    const abort = new AbortController();
    const options = optionsOf({ signal: abort.signal });
    const session = await openSession(recording.target, options, other.load);
    const running = failureOf(session.query(recording.slowStatement));
    await expect.poll(other.slowCalls).toBe(1);
    abort.abort();
    expect((await running).code).toBe('cancelled');
    expect(other.calls.at(-1)).toEqual({ what: 'break' });
    await session.close();
    expect(other.calls.at(-1)).toEqual({ what: 'close' });
  });

  test('a SID, and TLS, in the descriptor', async () => {
    const { driver, connection } = await connectTo(record(), {
      database: 'SID:orcl',
      port: null,
      tls: 'accept-self-signed',
    });
    await connection.close();
    expect(driver.calls[0]?.what).toBe(
      '(DESCRIPTION=(ADDRESS=(PROTOCOL=TCPS)(HOST=127.0.0.1)(PORT=1521))(CONNECT_DATA=(SID=orcl)))',
    );
  });
});

describe('what an account sees', () => {
  test('without the grant: what it may use, and a warning that names the grant', async () => {
    const { connection } = await connectTo(withoutGrant(record(), 'READER'));
    const grant = 'GRANT SELECT_CATALOG_ROLE TO "READER"';
    expect((await connection.listWarnings()).map(toEnglish)).toEqual([
      expect.stringContaining(grant),
    ]);
    for (const type of oracle.objectTypes) {
      const { names, warnings } = await connection.listObjects(type, 'SHOP');
      expect(names).toEqual([...(contentOf(SCHEMAS)['SHOP']?.[type] ?? [])].sort());
      expect(warnings.map(toEnglish)).toEqual([expect.stringContaining(grant)]);
      expect(warnings.map(toEnglish)[0]).toContain('objects of SHOP');
    }
    await connection.close();
  });

  test.each([
    ['what policies may hide', [], 1],
    ['nothing where they do not apply to it', [['1']], 0],
  ])('%s', async (_what, exempt, count) => {
    const recording = record();
    const rows = [
      ['SHOP', 'ORDERS'],
      ['OTHER', 'ORDERS'],
    ];
    recording.answers.set(filtered('dba'), () => rows);
    recording.answers.set(EXEMPT, () => exempt);
    const { connection } = await connectTo(recording);
    const said = (await connection.listUnreadable(['SHOP'])).map(toEnglish);
    expect(said).toEqual(
      Array.from(
        { length: count },
        () =>
          'Policies decide which rows of 1 table or view the user "READER" sees (SHOP.ORDERS). Rows that they hide are not compared.',
      ),
    );
    await connection.close();
  });

  test('an owner sees all of its objects', async () => {
    const { connection } = await connectTo(withoutGrant(record(), 'SHOP'));
    expect((await connection.listObjects('tables', 'SHOP')).warnings).toEqual([]);
    expect((await connection.listObjects('tables', 'EMPTY')).warnings).toHaveLength(1);
    expect(await connection.listWarnings()).toHaveLength(1);
    await connection.close();
  });

  test.each<[string, string[], string[]]>([
    [
      'an account that only reads',
      ['CREATE SESSION', 'READ ANY TABLE', 'SELECT ANY DICTIONARY'],
      [],
    ],
    ['an owner of tables', ['CREATE SESSION', 'OWNER'], ['define', 'write']],
    ['a grant on one table', ['CREATE SESSION', 'UPDATE'], ['write']],
    ['a grant on any table', ['DELETE ANY TABLE', 'CREATE ANY VIEW'], ['define', 'write']],
    [
      'programs, files and accounts',
      ['CREATE EXTERNAL JOB', 'DIRECTORY', 'ALTER USER'],
      ['programs', 'files', 'accounts'],
    ],
    ['an administrator', ['ALTER SYSTEM', 'DROP USER', 'INSERT ANY TABLE'], ['everything']],
  ])('what it could do besides reading: %s', async (_who, privileges, beyond) => {
    const recording = record();
    recording.answers.set(sql.RIGHTS, () => privileges.map((privilege) => [privilege]));
    const { connection } = await connectTo(recording);
    expect(await connection.rights!()).toEqual({
      beyond,
      statements: [
        'CREATE USER migration_reader IDENTIFIED BY "<password>";',
        'GRANT CREATE SESSION, SELECT_CATALOG_ROLE, READ ANY TABLE TO migration_reader;',
      ],
    });
    await connection.close();
  });

  test('only a missing grant makes it use the other views', async () => {
    const recording = record();
    recording.answers.set(sql.WHOLE_DATABASE, () => driverError('ORA-01555'));
    const { connection } = await connectTo(recording);
    expect((await failureOf(connection.listWarnings())).code).toBe('failed');
    await connection.close();
  });

  test('a package that does not compile is named, unless it did once', async () => {
    const recording = record();
    const invalid = () => [['HALF_DONE'], ['PRICING']];
    recording.answers.set(sql.invalidPackages('dba'), invalid);
    const { connection } = await connectTo(recording);
    const { warnings } = await connection.listObjects('functions', 'SHOP');
    expect(warnings.map(toEnglish)).toEqual([
      expect.stringContaining('SHOP.HALF_DONE does not compile'),
    ]);
    expect((await connection.listObjects('tables', 'SHOP')).warnings).toEqual([]);
    await connection.close();
  });
});

describe('what goes wrong', () => {
  test('a wrong password, and an unknown user', async () => {
    for (const change of [{ password: 'x' }, { password: '' }, { username: 'nobody' }]) {
      const error = await failureOf(connectTo(record(), change));
      expect(error.code).toBe('auth');
      expect(error.message).toContain('127.0.0.1:1521');
      expect(error.message).toContain(`"${change.username ?? 'reader'}"`);
    }
  });

  test('every failure has its own sentence', async () => {
    for (const [thrown, code, text] of [
      ['ORA-28000', 'auth', 'locked'],
      ['ORA-28001', 'auth', 'expired'],
      ['ORA-01045', 'auth', 'CREATE SESSION'],
      ['ORA-12514', 'not-found', 'has no service "shop.example.com"'],
      ['ORA-01033', 'network', 'starting up'],
      ['ORA-12519', 'failed', 'no free connection'],
      ['ORA-01031', 'permission', 'lacks a required privilege'],
      ['ORA-01456', 'permission', 'read-only'],
      ['ORA-01013', 'cancelled', 'was cancelled'],
      ['NJS-123', 'timeout', '60 seconds for one statement'],
      ['NJS-138', 'unsupported', 'older than version 12.1'],
      ['NJS-533', 'tls', 'native network encryption'],
      ['NJS-500', 'network', 'closed the connection'],
      ['ORA-00600', 'failed', 'could not be read (ORA-00600)'],
      ['NJS-999', 'failed', 'could not be read (NJS-999)'],
    ] as const) {
      const recording = record();
      recording.answers.set(sql.SCHEMAS, () => driverError(thrown, 'SELECT secret FROM users'));
      const { connection } = await connectTo(recording);
      const error = await failureOf(connection.listSchemas());
      await connection.close();
      expect([thrown, error.code]).toEqual([thrown, code]);
      expect(error.message).toContain(text);
      expect(error.message).toContain('Oracle at 127.0.0.1:1521');
      expect(error.message).not.toMatch(/%|secret/);
    }
  });

  test('a code of the server within one of the driver', async () => {
    const recording = record();
    recording.answers.set(sql.SCHEMAS, () => driverError('NJS-511', 'refused.\nCause: ORA-12516'));
    const { connection } = await connectTo(recording);
    expect((await failureOf(connection.listSchemas())).message).toContain('no free connection');
    await connection.close();
  });
});
