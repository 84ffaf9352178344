import { toEnglish } from '../../contract/messages/english.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { collecting, makeCall, type Collector, type ExamCall } from '../core/exams/call-exam.ts';
import type { Connection } from '../core/connector.ts';
import { failureOf, optionsOf } from '../core/exams/exam.ts';
import { OUTPUTS } from './call-types.ts';
import { sqlServer } from './connector.ts';
import {
  answerRows,
  replay,
  SCRIPT,
  table,
  targetAt,
  versionLine,
} from './testing/replayed-database.ts';
import type { Answer, Asked, Line, Replayer } from './testing/tds-replayer.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Stage {
  server: Replayer;
  calls: Collector;
  connection: Connection;
  /** What was said since the connection was open. */
  said(): string[];
}

async function connect(
  lines: Line[],
  options: Parameters<typeof optionsOf>[0] = {},
): Promise<Stage> {
  const server = await replay({ script: [...lines, ...SCRIPT] });
  open.push(() => server.stop());
  const connection = await sqlServer.connect(targetAt(server.port), optionsOf(options));
  open.push(() => connection.close());
  if (!connection.calls) throw new Error('There is no runner of calls.');
  const before = server.transcript.length;
  const said = () => server.transcript.slice(before);
  return { server, calls: collecting(connection.calls), connection, said };
}

const answering = (match: RegExp, answer: Answer | ((asked: Asked) => Answer)): Line => ({
  match,
  answer,
});
const limits = { connect: 2_000, statement: 300, overall: 20_000 };
const BEGIN = 'SET XACT_ABORT OFF; BEGIN TRANSACTION; BEGIN TRANSACTION';
const END = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; SET XACT_ABORT ON';

/** One parameter of a procedure, as the catalogue has it. */
type Formal = [
  position: number,
  name: string,
  base: string | null,
  length: number,
  precision: number,
  scale: number,
];
const formalsOf = (...rows: Formal[]): Line =>
  answering(
    /FROM sys\.all_parameters/,
    answerRows(
      [
        'position int',
        'name nvarchar',
        'base nvarchar',
        'length int',
        'precision int',
        'scale int',
      ],
      rows,
    ),
  );

describe('a call', () => {
  test('is rolled back, and its values are never part of its text', async () => {
    const asked: Asked[] = [];
    const { calls, said } = await connect([
      answering(/SELECT @call_1/, (question) => {
        asked.push(question);
        return answerRows(['a nvarchar'], [['x']]);
      }),
    ]);
    const parameters = { a: `'); DROP TABLE notes; -- 🐘`, größe: null };
    const result = await calls.run(
      makeCall(`SELECT :a, :größe, ':a', [:b]]] AS ":c", @@VERSION + :a -- :none`, { parameters }),
    );
    expect(result).toMatchObject({ error: null, resultSets: [{ rows: [['x']] }] });
    expect(asked).toMatchObject([
      {
        sql: `SELECT @call_1, @call_2, ':a', [:b]]] AS ":c", @@VERSION + @call_3  `,
        values: [parameters.a, null, parameters.a],
      },
    ]);
    expect(said()).toEqual([BEGIN, 'begin', asked[0]?.sql, END]);
  });

  test('answers with texts without loss, and names of types', async () => {
    const cells: [
      column: string,
      value: string | number | null,
      type: string,
      text: string | null,
    ][] = [
      ['a bigint', '9223372036854775807', 'bigint', '9223372036854775807'],
      ['b tinyint', 255, 'tinyint', '255'],
      ['c numeric(18,4)', '-12345678901234.5600', 'numeric(18,4)', '-12345678901234.5600'],
      ['d money', '922337203685477.5807', 'money', '922337203685477.5807'],
      ['e float', 0.1, 'float', '0.1'],
      ['f real', 0.1, 'real', '0.1'],
      ['g real', 16_777_216, 'real', '16777216'],
      [
        'h datetime2(7)',
        '1969-12-31 23:59:59.1234567',
        'datetime2(7)',
        '1969-12-31 23:59:59.1234567',
      ],
      [
        'i datetime2(7)',
        '0001-01-01 00:00:00.0000001',
        'datetime2(7)',
        '0001-01-01 00:00:00.0000001',
      ],
      [
        'j datetimeoffset(7)',
        '2024-02-29 11:14:15.9999999',
        'datetimeoffset(7)',
        '2024-02-29 11:14:15.9999999',
      ],
      ['k datetime', '1900-01-01 00:00:00.997', 'datetime', '1900-01-01 00:00:00.997'],
      ['l date', '9999-12-31', 'date', '9999-12-31'],
      ['m time(7)', '23:59:59.9999999', 'time(7)', '23:59:59.9999999'],
      ['n varbinary', '00ff7f', 'varbinary(8000)', '00ff7f'],
      ['o bit', 1, 'bit', '1'],
      ['p bit', 0, 'bit', '0'],
      [
        'q uniqueidentifier',
        '33221100554477668899aabbccddeeff',
        'uniqueidentifier',
        '00112233-4455-6677-8899-aabbccddeeff',
      ],
      ['r nvarchar', 'é🐘 ', 'nvarchar(4000)', 'é🐘 '],
      ['s sql_variant', '-15000', 'sql_variant', '-1.5000'],
      ['t nvarchar', null, 'nvarchar(4000)', null],
      ['u datetime2(7)', null, 'datetime2(7)', null],
    ];
    const { calls } = await connect([
      answering(
        /^SELECT \*/,
        answerRows(
          cells.map(([column]) => column),
          [cells.map(([, value]) => value)],
        ),
      ),
    ]);
    const { resultSets, error } = await calls.run(makeCall('SELECT * FROM kinds'));
    expect(error).toBeNull();
    expect(resultSets).toMatchObject([
      {
        columns: cells.map(([column, , type]) => ({ name: column[0], type, origin: null })),
        rows: [cells.map(([, , , text]) => text)],
        truncated: false,
      },
    ]);
  });

  test('stops at the row limit; the connection stays usable', async () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => [index]);
    const { calls, said } = await connect([answering(/^SELECT n/, answerRows(['n int'], rows))]);
    const before = process.memoryUsage().rss;
    const result = await calls.run(makeCall('SELECT n FROM many', { rowLimit: 3 }));
    expect(result).toMatchObject({
      error: null,
      resultSets: [{ rows: [['0'], ['1'], ['2']], truncated: true }],
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    expect(said()).toEqual([BEGIN, 'begin', 'SELECT n FROM many', 'attention', END]);
    const one = await calls.run(makeCall('SELECT 1'));
    expect(one.resultSets).toMatchObject([{ rows: [['1']], truncated: false }]);
  });

  test('gives an error as its answer, with its number', async () => {
    const { calls, said } = await connect([]);
    const result = await calls.run(makeCall('SELECT * FROM there_is_none'));
    expect(result).toMatchObject({
      resultSets: [],
      error: { code: '208', message: 'Invalid object name: SELECT * FROM there_is_none' },
    });
    expect(said().at(-1)).toBe(END);
    expect((await calls.run(makeCall('SELECT 1'))).error).toBeNull();
  });

  test('that loses a deadlock or waits for a lock is no answer', async () => {
    for (const [number, code] of [
      [1205, 'failed'],
      [1222, 'timeout'],
    ] as const) {
      const { calls } = await connect([
        answering(/^SELECT x/, { errors: [{ number, message: 'Somebody else' }] }),
      ]);
      expect((await failureOf(calls.run(makeCall('SELECT x')))).code).toBe(code);
    }
  });

  test('is stopped at its limit and when it is cancelled', async () => {
    const slow = answering(/^SELECT slow/, { delay: 30_000 });
    const { calls, server, said } = await connect([slow], { limits });
    expect((await failureOf(calls.run(makeCall('SELECT slow')))).code).toBe('timeout');
    expect(said()).toEqual([BEGIN, 'begin', 'SELECT slow', 'attention', END]);
    expect((await calls.run(makeCall('SELECT 1'))).error).toBeNull();

    const abort = new AbortController();
    const second = await connect([slow], { signal: abort.signal });
    const running = second.calls.run(makeCall('SELECT slow'));
    await expect.poll(() => second.server.countSlow()).toBe(1);
    abort.abort();
    expect((await failureOf(running)).code).toBe('cancelled');
    await expect.poll(() => second.said()).toContain('attention');
    expect(server.countSlow()).toBe(0);
  });
});

describe('without a mark that it writes', () => {
  test.each([
    'SELECT 1',
    'WITH a AS (SELECT 1 AS one UNION ALL SELECT 2) SELECT * FROM a WHERE one IN (SELECT 1)',
    'SELECT 1 UNION SELECT 2 EXCEPT SELECT 3',
    `SELECT [delete], "into", 'exec; drop' FROM t -- ; delete`,
    'SELECT CASE WHEN 1 = 1 THEN 2 ELSE 3 END ORDER BY 1 OFFSET 1 ROWS FETCH NEXT 1 ROWS ONLY',
    'SELECT @@ROWCOUNT;',
  ])('%j is a SELECT and runs', async (text) => {
    const { calls } = await connect([
      answering(/^(SELECT (1|\[d|CASE|@@R)|WITH)/, answerRows(['one int'], [[1]])),
    ]);
    expect(await calls.run(makeCall(text))).toMatchObject({ error: null });
  });

  test.each([
    'DELETE FROM notes',
    'SELECT 1 DELETE FROM notes',
    'SELECT 1\rDELETE FROM notes',
    'SELECT * INTO copy FROM notes',
    'WITH a AS (SELECT 1 AS x) DELETE FROM a',
    'WITH a AS (SELECT 1 AS x) MERGE INTO notes USING a ON 1 = 1 WHEN MATCHED THEN DELETE;',
    'SELECT 1 EXEC add_note',
    'EXEC add_note 1',
    'add_note 1',
    '{call add_note}',
    'SELECT 1 {call add_note}',
    "SELECT * FROM OPENQUERY(there, 'DELETE FROM notes')",
    "SELECT * FROM OPENROWSET('x', 'y', 'DELETE FROM notes')",
    'SELECT NEXT /* */ VALUE\nFOR numbers',
    'SELECT 1 COMMIT',
    'SELECT 1 SET IMPLICIT_TRANSACTIONS OFF',
    "SELECT 1 WAITFOR DELAY '1'",
    "SELECT 1 EXECUTE ('DELETE FROM notes')",
    '/* SELECT */ TRUNCATE TABLE notes',
    'SELECT [a]] ] DELETE FROM notes',
    'SELECT 1 /* /* */ */ DROP TABLE notes',
    'SELECT 1 -- x\nDROP TABLE notes',
    'SELECT 1; DROP TABLE notes',
    'SELECT 1DELETE FROM notes',
    'SELECT 1e5DELETE FROM notes',
    'SELECT 1eDELETE FROM notes',
    'SELECT .5E-3DELETE FROM notes',
    'SELECT $1DELETE FROM notes',
    'SELECT 0xINSERT INTO notes VALUES (1)',
    'SELECT 0x1fINSERT INTO notes VALUES (1)',
    'SELECT 1\u3164DELETE FROM notes',
    'SELECT 1SELECT 2',
    'SELECT 0xAESELECT 2',
    'SELECT 1 SELECT 2',
  ])('%j is refused before it is sent', async (text) => {
    const { calls, said } = await connect([]);
    expect((await failureOf(calls.run(makeCall(text)))).code).toMatch(/^(permission|failed)$/);
    expect(said()).toEqual([]);
  });

  test('the refusal names the word and two ways out', async () => {
    const { calls } = await connect([]);
    const { message } = await failureOf(calls.run(makeCall('SELECT 1 DELETE FROM notes')));
    expect(message).toContain('without DELETE');
    expect(message).toContain('in brackets');
    expect(message).toContain('disposable');
  });
});

describe('with a mark that it writes', () => {
  const writing = (more: Partial<ExamCall> = {}): Partial<ExamCall> => ({ writes: true, ...more });

  test('it counts what it changes, and is rolled back', async () => {
    const { calls, said } = await connect([answering(/^UPDATE/, { sets: [], affected: [2, 3] })]);
    const result = await calls.run(makeCall('UPDATE notes SET body = 1', writing()));
    expect(result).toMatchObject({ affected: 5, resultSets: [], error: null });
    expect(said()).toEqual([BEGIN, 'begin', 'UPDATE notes SET body = 1', END]);
  });

  test.each(['INSERT INTO t VALUES (1) COMMIT', 'EXEC p ROLLBACK TRAN', 'DROP TABLE t KILL 53'])(
    '%j is refused all the same',
    async (text) => {
      const { calls, said } = await connect([]);
      expect((await failureOf(calls.run(makeCall(text, writing())))).code).toBe('permission');
      expect(said()).toEqual([]);
    },
  );

  test("a procedure takes values of its parameters' types, and returns its output and return value", async () => {
    const asked: Asked[] = [];
    const { calls, said } = await connect([
      formalsOf(
        [1, '@price', 'money', 8, 19, 4],
        [2, '@total', 'decimal', 17, 38, 4],
        [3, '@said', 'nvarchar', 40, 0, 0],
        [4, '@bytes', 'varbinary', -1, 0, 0],
      ),
      answering(/EXEC @code/, (question) => {
        asked.push(question);
        return {
          sets: [
            table(['n int'], [[1], [2], [3]]),
            table(['name nvarchar'], [['x']]),
            table(
              [`${OUTPUTS} int`, 'code int', 'total numeric(18,4)', 'words nvarchar'],
              [[null, 0, '12345678901234.5678', 'added 2']],
            ),
          ],
        };
      }),
    ]);
    const text =
      'EXEC @code = [shop].add_up :price, @total OUTPUT, @bytes = :bytes, @said = @words OUT';
    const parameters = { price: '1.50', total: '2', bytes: '00ff', words: null };
    const result = await calls.run(makeCall(text, writing({ parameters })));
    expect(result).toMatchObject({
      error: null,
      affected: null,
      output: { code: '0', total: '12345678901234.5678', words: 'added 2' },
      resultSets: [
        { rows: [['1'], ['2'], ['3']], truncated: false },
        { rows: [['x']], truncated: false },
      ],
    });
    expect(asked).toMatchObject([
      {
        sql: [
          'SET NOCOUNT ON',
          'DECLARE @call_1 money = CONVERT(money, @given_1), @call_2 varbinary(max) = CONVERT(varbinary(max), @given_2, 2), @code int = CONVERT(int, @given_3), @total decimal(38,4) = CONVERT(decimal(38,4), @given_4), @words nvarchar(20) = CONVERT(nvarchar(20), @given_5)',
          'SET NOCOUNT OFF',
          'EXEC @code = [shop].add_up @call_1, @total OUTPUT, @bytes = @call_2, @said = @words OUT',
          `SELECT NULL AS [${OUTPUTS}], @code AS [code], @total AS [total], @words AS [words]`,
        ].join(';\n'),
        values: ['1.50', '00ff', null, '2', null],
      },
    ]);
    expect(said()).not.toContain('attention');
  });

  test('its variables are none of those that values are sent in', async () => {
    const asked: Asked[] = [];
    const { calls } = await connect([
      formalsOf([1, '@p2', 'int', 4, 10, 0], [2, '@p1', 'int', 4, 10, 0]),
      answering(/^SET NOCOUNT ON/, (question) => {
        asked.push(question);
        return { sets: [] };
      }),
    ]);
    const text = 'EXEC shop.p @p2 = :p2, @p1 = @p1 OUTPUT';
    await calls.run(makeCall(text, writing({ parameters: { p2: '1' } })));
    const [, declared = ''] = /DECLARE (.*)/.exec(asked[0]?.sql ?? '') ?? [];
    const names = [...declared.matchAll(/@(\w+) int =/g)].map(([, name]) => name);
    expect(names).toEqual(['call_1', 'p1']);
  });

  test('an output whose type is not known is refused by its name', async () => {
    const { calls } = await connect([formalsOf()]);
    const failure = await failureOf(
      calls.run(makeCall('EXEC there.dbo.p @total OUTPUT', writing())),
    );
    expect(failure.message).toContain('@total');
  });

  test('of a procedure that commits all there is, it is known that what it wrote may have stayed', async () => {
    const { calls } = await connect([
      formalsOf(),
      answering(/^EXEC commits/, { sets: [], affected: [1], commits: true }),
      answering(/^EXEC only_writes/, { sets: [], affected: [1] }),
    ]);
    expect(await calls.run(makeCall('EXEC commits', writing()))).toMatchObject({
      affected: 1,
      committed: true,
    });
    expect(await calls.run(makeCall('EXEC only_writes', writing()))).toMatchObject({
      committed: false,
    });
  });
});

test("another maker's server runs no calls", async () => {
  const banner = 'Babelfish for PostgreSQL with SQL Server Compatibility';
  const server = await replay({ script: [versionLine(banner, '12.0.2000.8', 3), ...SCRIPT] });
  open.push(() => server.stop());
  const connection = await sqlServer.connect(targetAt(server.port), optionsOf({}));
  open.push(() => connection.close());
  expect(connection.calls).toBeUndefined();
});

test('reports what cannot be rolled back', () => {
  const list = (text: string) => (sqlServer.irrevocable?.(text) ?? []).map(toEnglish);
  expect(list('EXEC p')).toHaveLength(3);
  expect(list('INSERT INTO t VALUES (1)').join()).toContain('IDENTITY');
  expect(list("SELECT * FROM OPENQUERY(there, 'x')").join()).toContain('another server');
  expect(list("SELECT 'EXEC' -- INSERT")).toEqual([]);
});
