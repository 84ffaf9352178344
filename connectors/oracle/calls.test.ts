import { toEnglish } from '../../contract/messages/english.ts';
import oracledb from 'oracledb';
import { describe, expect, test } from 'vitest';

import { collecting, examineCalls, makeCall, type ExamCall } from '../core/exams/call-exam.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { createCallRunner } from './calls.ts';
import { openConnection } from './connection.ts';
import { oracle } from './connector.ts';
import type { OracleAnswer, OracleBinds, OracleConnection, OracleRows } from './driver.ts';
import { SETTINGS } from './session.ts';
import {
  constantsOfTheDriver,
  createRecordedDriver,
  driverError,
} from './testing/recorded-driver.ts';
import { record } from './testing/recording.ts';
import { startCallStandIn } from './testing/sql-stand-in.ts';

examineCalls('Oracle, SQLite in its place', startCallStandIn);

const rowsOf = (names: [name: string, type: string][], rows: unknown[][]): OracleRows => ({
  metaData: names.map(([name, dbTypeName]) => ({ name, dbTypeName })),
  getRows: async (count) => rows.splice(0, count),
  close: async () => undefined,
});

const SAVEPOINT = /^(?:ROLLBACK TO )?SAVEPOINT(?= c[0-9a-f]{24}$)/;

/** Runs a call on a connection that gives this answer; tells what was said to it. */
async function run(
  text: string,
  answer: OracleAnswer | Error,
  more: Partial<ExamCall> = {},
  failure: Error | null = null,
  release = () => undefined as void,
) {
  const said: { sql: string; binds: OracleBinds }[] = [];
  const connection = {
    async execute(sql: string, binds: OracleBinds) {
      if (failure && sql.startsWith('ROLLBACK TO')) throw failure;
      if (SAVEPOINT.test(sql)) return {};
      said.push({ sql, binds });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as Partial<OracleConnection> as OracleConnection;
  const driver = { ...constantsOfTheDriver, getConnection: async () => connection };
  const calls = createCallRunner({
    use: async (_writes, work) => work({ connection, driver, options: {}, release }),
  });
  const result = await collecting(calls).run(makeCall(text, more));
  return { result, said };
}

describe('blocks and procedures', () => {
  const writes = true;

  test('a parameter between quotes is refused', async () => {
    const parameters = { x: null };
    const error = await failureOf(run('BEGIN :"x" := 1; END;', {}, { writes, parameters }));
    expect(error.message).toContain('written as :name');
  });

  test('parameters are bound both ways; those that come back as they went are no output', async () => {
    const { result, said } = await run(
      `begin :total := 0; add_up(:größe, :total); note(q'[:total; it's]', :größe); end`,
      { outBinds: { p1: '-.5', p2: '7' } },
      { writes, parameters: { größe: '7', total: null } },
    );
    expect(said.map(({ sql }) => sql)).toEqual([
      `begin :p1 := 0; add_up(:p2, :p1); note(q'[:total; it's]', :p2); end;`,
    ]);
    const bound = { type: oracledb.STRING, dir: oracledb.BIND_INOUT, maxSize: 32_767 };
    expect(said[0]?.binds).toEqual({ p1: { ...bound, val: null }, p2: { ...bound, val: '7' } });
    expect(result).toMatchObject({ output: { total: '-0.5' }, resultSets: [], error: null });
  });

  test('a changed parameter is output, also where it became NULL', async () => {
    const { result } = await run(
      'BEGIN change(:a, :b, :c); END;',
      { outBinds: { p1: 'y', p2: null, p3: null } },
      {
        writes,
        parameters: { a: 'x', b: 'x', c: '' },
      },
    );
    expect(result.output).toEqual({ a: 'y', b: null });
  });

  test('CALL is run as a block', async () => {
    const { said } = await run(
      'CALL shop.close_day(:day)',
      {},
      { writes, parameters: { day: '1' } },
    );
    expect(said[0]?.sql).toBe('BEGIN shop.close_day(:p1); END;');
  });

  test('implicit results and cursors are result sets, in this order', async () => {
    const { result, said } = await run(
      'BEGIN open_all(:rows); END;',
      {
        implicitResults: [rowsOf([['A', 'NUMBER']], [['.25'], ['1']])],
        outBinds: {
          p1: rowsOf(
            [
              ['AT', 'DATE'],
              ['SPAN', 'INTERVAL DAY TO SECOND'],
            ],
            [['2024-02-29 00:00:00', new oracledb.IntervalDS()]],
          ),
        },
      },
      { writes, parameters: { rows: 'RefCursor' } },
    );
    expect(said[0]?.binds).toEqual({ p1: { type: oracledb.CURSOR, dir: oracledb.BIND_OUT } });
    expect(result.resultSets).toMatchObject([
      { columns: [{ name: 'A', type: 'NUMBER' }], rows: [['0.25'], ['1']], truncated: false },
      {
        columns: [
          { name: 'AT', type: 'DATE' },
          { name: 'SPAN', type: 'INTERVAL DAY TO SECOND' },
        ],
        rows: [['2024-02-29 00:00:00', '00:00:00.000000000']],
        truncated: false,
      },
    ]);
    expect(result.output).toEqual({});
  });

  test('only where the call may write', async () => {
    for (const text of ['BEGIN NULL; END;', 'DECLARE x NUMBER; BEGIN NULL; END;', 'CALL p()'])
      expect(await failureOf(run(text, {}))).toMatchObject({ code: 'permission' });
    for (const text of ['DROP TABLE notes', 'COMMIT', 'ALTER SESSION SET x = 1'])
      expect(await failureOf(run(text, {}, { writes }))).toMatchObject({ code: 'permission' });
  });
});

test('rows are held by nobody once they are handed over, so no limit counts them together', async () => {
  let held = 0;
  let most = 0;
  const answer = {
    metaData: [{ name: 'A', dbTypeName: 'VARCHAR2' }],
    async getRows(count: number) {
      const rows = Array.from({ length: count }, () => ['x'.repeat(50_000)]);
      held += rows.length * 50_000;
      most = Math.max(most, held);
      return rows;
    },
    close: async () => undefined,
  };
  const release = () => void (held = 0);
  const text = 'SELECT a FROM many';
  const { result } = await run(text, { resultSet: answer }, { rowLimit: 5_000 }, null, release);
  expect(result.error).toBeNull();
  expect(most).toBe(200 * 50_000);
});

test('changed rows are counted', async () => {
  const { result, said } = await run(
    'DELETE FROM notes WHERE id = :id;',
    { rowsAffected: 2 },
    {
      writes: true,
      parameters: { id: '1' },
    },
  );
  expect(said).toEqual([
    { sql: 'DELETE FROM notes WHERE id = :p1', binds: { p1: { val: '1', type: oracledb.STRING } } },
  ]);
  expect(result).toMatchObject({ affected: 2, resultSets: [], output: {} });
});

describe('failures', () => {
  test('of the call are an answer, without the address where to read on', async () => {
    const said =
      'no data found\nORA-06512: at line 1\nHelp: https://docs.oracle.com/error-help/db/ora-01403/';
    const { result } = await run('SELECT 1', driverError('ORA-01403', said));
    expect(result.error).toEqual({
      code: 'ORA-01403',
      message: 'no data found\nORA-06512: at line 1',
    });
  });

  test('of a type that has no text are an answer', async () => {
    const { result } = await run('SELECT 1', {
      resultSet: rowsOf([['FILE', 'BFILE']], [[{}]]),
    });
    expect(result.error?.message).toContain('The column FILE has the type BFILE');
    expect(result.resultSets).toEqual([]);
  });

  test('of a write in a transaction that only reads say how to go on', async () => {
    const failure = await failureOf(run('SELECT 1', driverError('ORA-01456')));
    expect(failure.message).toContain('Mark it as a call that writes');
  });

  test.each(['NJS-123', 'NJS-500', 'ORA-01013', 'ORA-00040'])(
    '%s is not the call’s own',
    async (code) => {
      await expect(run('SELECT 1', driverError(code))).rejects.toThrow(code);
    },
  );
});

describe('transactions', () => {
  const sequence = async (writes: boolean, answer: () => unknown[][] | Error) => {
    const recording = record();
    recording.answers.set('SELECT 1', answer);
    const driver = createRecordedDriver(recording);
    const connector = {
      ...oracle,
      connect: (...[target, options]: Parameters<typeof oracle.connect>) =>
        openConnection(target, options, driver.load),
    };
    const connection = await connectWith(connector, recording.target);
    const before = driver.calls.length;
    await connection.calls?.run(makeCall('SELECT 1', { writes }), async () => true);
    await connection.close();
    return driver.calls.slice(before).map(({ what }) => SAVEPOINT.exec(what)?.[0] ?? what);
  };
  const ends = ['rollback', SETTINGS, 'SET TRANSACTION READ ONLY', 'rollback', 'close'];

  test('a call has one of its own, which only reads; afterwards the session is as it was', async () => {
    const expected = ['rollback', 'SET TRANSACTION READ ONLY', 'SELECT 1', ...ends];
    expect(await sequence(false, () => [['1']])).toEqual(expected);
    expect(await sequence(false, () => driverError('ORA-00904'))).toEqual(expected);
  });

  test('one that writes is rolled back, whatever happens', async () => {
    const expected = ['rollback', 'SAVEPOINT', 'SELECT 1', 'ROLLBACK TO SAVEPOINT', ...ends];
    expect(await sequence(true, () => [['1']])).toEqual(expected);
    expect(await sequence(true, () => driverError('ORA-00904'))).toEqual(expected);
  });

  test('one that ended its transaction, so that its savepoint is gone, is said to have committed', async () => {
    const { result } = await run('BEGIN p; END;', {}, { writes: true });
    expect(result).toMatchObject({ error: null, committed: false });
    const gone = driverError('ORA-01086', "savepoint 'C' never established in this session");
    const ended = await run('BEGIN p; END;', {}, { writes: true }, gone);
    expect(ended.result).toMatchObject({ error: null, committed: true });
  });
});

test('what a rollback does not take back is said before', () => {
  const irrevocable = (text: string) => (oracle.irrevocable?.(text) ?? []).map(toEnglish);
  expect(irrevocable('BEGIN p; END;').join(' ')).toMatch(/commits.*files.*autonomous.*sequences/);
  expect(irrevocable('call p()')).toHaveLength(4);
  expect(irrevocable('DELETE FROM notes')).toHaveLength(2);
  expect(irrevocable('SELECT s.nextval FROM dual')).toEqual([expect.stringContaining('sequences')]);
  expect(irrevocable(`SELECT 'nextval' FROM notes -- NEXTVAL`)).toEqual([]);
});
