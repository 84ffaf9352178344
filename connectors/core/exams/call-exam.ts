import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call, CallResult, CallRunner, Origin, ResultColumn, ResultRow } from '../call.ts';
import {
  DEFAULT_LIMITS,
  type Connection,
  type ConnectionTarget,
  type ConnectOptions,
  type Connector,
  type Limits,
} from '../connector.ts';
import { lengthOf } from '../calls/call-parts.ts';
import { failureOf } from './exam.ts';
import { createReach } from '../connecting/reach.ts';

/** A database with a table `notes (id, body)` of the rows (1, one), (2, two), (3, three). */
export interface CallServer {
  connector: Connector;
  target: ConnectionTarget;
  options?: Partial<ConnectOptions>;
  /** One row with a value of every kind, and what is expected of it. */
  values: { sql: string; columns: { name: string; type: string }[]; row: (string | null)[] };
  /** Error code of a call of a missing table. */
  missingTable: RegExp;
  /** Calls that would write, some of them within routines. */
  writes: string[];
  /** The state that those calls would change, read directly from the server. */
  readState(): Promise<unknown>;
  /** Gives more than a million rows. */
  big: string;
  /** Runs for more than a second. */
  slow: string;
  tearDown(): Promise<void>;
}

/** A call with a limit of the rows that are kept of each result set. */
export type ExamCall = Call & { rowLimit: number };

export const makeCall = (text: string, more: Partial<ExamCall> = {}): ExamCall => ({
  text,
  parameters: {},
  writes: false,
  rowLimit: 100,
  ...more,
});

export interface Collected extends CallResult {
  /** `truncated`: there were more rows than the limit. */
  resultSets: { columns: ResultColumn[]; rows: ResultRow[]; truncated: boolean }[];
}

/** Runs calls and collects their results. */
export interface Collector {
  run(call: ExamCall): Promise<Collected>;
}

export const collecting = (calls: CallRunner): Collector => ({
  async run({ rowLimit, ...call }) {
    const resultSets: Collected['resultSets'] = [];
    const result = await calls.run(call, async (part) => {
      if ('columns' in part) resultSets.push({ ...part, rows: [], truncated: false });
      if ('origins' in part) {
        for (const [index, column] of (resultSets[0]?.columns ?? []).entries())
          column.origin = part.origins[index] ?? null;
        return true;
      }
      if ('stage' in part) return true;
      const set = resultSets.at(-1)!;
      if ('rows' in part) set.rows.push(...part.rows);
      set.truncated = set.rows.length > rowLimit;
      set.rows.splice(rowLimit);
      return !set.truncated;
    });
    return { ...result, resultSets: result.error ? [] : resultSets };
  },
});

/** Opens a connection, gives its runner to the work and closes it again. */
export async function withCalls<T>(
  server: Pick<CallServer, 'connector' | 'target' | 'options'>,
  work: (calls: Collector, runner: CallRunner) => Promise<T>,
  limits: Partial<Limits> = {},
): Promise<T> {
  const connection: Connection = await server.connector.connect(server.target, {
    reach: createReach({ fileFolders: [] }),
    ...server.options,
    limits: { ...DEFAULT_LIMITS, ...limits },
  });
  try {
    if (!connection.calls) throw new Error('There is no runner of calls.');
    return await work(collecting(connection.calls), connection.calls);
  } finally {
    await connection.close();
  }
}

const firstSet = ({ resultSets, error }: Collected) => {
  expect(error).toBeNull();
  expect(resultSets).toHaveLength(1);
  return resultSets[0]!;
};

/** The origins of the first columns that statements answer with. */
export async function followed(
  run: (text: string) => Promise<Collected>,
  statements: readonly string[],
): Promise<(Origin | null | undefined)[]> {
  const origins: (Origin | null | undefined)[] = [];
  for (const text of statements) origins.push(firstSet(await run(text)).columns[0]?.origin);
  return origins;
}

/** What every engine that runs calls must do. */
export function examineCalls(name: string, prepare: () => Promise<CallServer>): void {
  describe(`${name}, calls`, () => {
    let server: CallServer;
    beforeAll(async () => {
      server = await prepare();
    });
    afterAll(() => server?.tearDown());

    const run = (text: string, more: Partial<ExamCall> = {}) =>
      withCalls(server, (calls) => calls.run(makeCall(text, more)));

    test('values are bound, whatever they look like, and quoted names of parameters are texts', async () => {
      const parameters = {
        a: `'); DROP TABLE notes; -- \\' " \` $1 ? :b`,
        b: '🐘 日本語',
        größe: null,
        since: null,
        id: '2',
      };
      const text = `/* it's :none ; */ SELECT :a AS a, :b AS b, :größe AS c, ':a;' AS d, body AS e -- :none ;
        FROM notes WHERE id=:id AND :a = :a AND (:since IS NULL OR id = :since) AND :a /* */ IS NOT
 NULL;`;
      const { rows } = firstSet(await run(text, { parameters }));
      expect(rows).toEqual([[parameters.a, parameters.b, null, ':a;', 'two']]);
    });

    test('a parameter without a value is named', async () => {
      for (const parameters of [{}, { Since: '1' }] as Record<string, string>[]) {
        const failure = await failureOf(run('SELECT :since', { parameters }));
        expect(failure).toMatchObject({ code: 'failed' });
        expect(failure.message).toContain(':since');
      }
      expect((await failureOf(run('SELECT :toString'))).message).toContain(':toString');
    });

    test('a call is one statement', async () => {
      for (const text of ['SELECT 1; SELECT 2', "SELECT ';'; DELETE FROM notes", '', ' -- x\n ;'])
        expect(await failureOf(run(text))).toMatchObject({ code: 'failed' });
    });

    test('values are texts without loss, and columns name their types', async () => {
      const { sql, columns, row } = server.values;
      const set = firstSet(await run(sql));
      expect(set).toMatchObject({ columns, rows: [row], truncated: false });
    });

    test('stops reading rows when no more are wanted; the connection stays usable', async () => {
      const text = 'SELECT id FROM notes ORDER BY id';
      const { rows, truncated } = firstSet(await run(text, { rowLimit: 2 }));
      expect({ rows, truncated }).toEqual({ rows: [['1'], ['2']], truncated: true });
      expect(firstSet(await run(text, { rowLimit: 3 }))).toMatchObject({ truncated: false });
      const none = firstSet(await run('SELECT id FROM notes WHERE id > 3'));
      expect(none).toMatchObject({ rows: [], truncated: false, columns: [{ name: 'id' }] });
    });

    test('a million rows are not kept: the next ones come when those before are taken', async () => {
      const before = process.memoryUsage().rss;
      let rows = 0;
      let isTaking = false;
      await withCalls(server, async (calls, runner) => {
        const { error } = await runner.run(makeCall(server.big), async (part) => {
          expect(isTaking).toBe(false);
          isTaking = true;
          await new Promise((resolve) => setTimeout(resolve, 5));
          isTaking = false;
          if ('rows' in part) rows += part.rows.length;
          return rows < 50_000;
        });
        expect(error).toBeNull();
        expect(firstSet(await calls.run(makeCall('SELECT 1'))).rows).toEqual([['1']]);
      });
      expect(rows).toBeGreaterThanOrEqual(50_000);
      expect(rows).toBeLessThan(60_000);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    });

    test('limits do not count rows that were already passed on, so answers may have any length', async () => {
      let length = 0;
      const ended = withCalls(
        server,
        (_calls, runner) =>
          runner.run(makeCall(server.big), async (part) => {
            if ('rows' in part) for (const row of part.rows) length += lengthOf(row);
            return length < 4_000_000;
          }),
        { row: 100_000, answer: 1_000_000 },
      );
      expect((await ended).error).toBeNull();
      expect(length).toBeGreaterThanOrEqual(4_000_000);
    });

    test('a call fails with the error of whoever takes its rows', async () => {
      await withCalls(server, async (_calls, runner) => {
        const gone = () => Promise.reject(new Error('The taker is gone.'));
        await expect(runner.run(makeCall(server.big), gone)).rejects.toThrow();
      });
    });

    test('an error is a result; the connection stays usable', async () => {
      await withCalls(server, async (calls) => {
        const { error, resultSets } = await calls.run(makeCall('SELECT * FROM there_is_none'));
        expect(error?.code).toMatch(server.missingTable);
        expect(error?.message).toContain('there_is_none');
        expect(resultSets).toEqual([]);
        expect(firstSet(await calls.run(makeCall('SELECT 1'))).rows).toEqual([['1']]);
      });
    });

    test('a call that lasts is stopped', async () => {
      const start = performance.now();
      const running = withCalls(server, (calls) => calls.run(makeCall(server.slow)), {
        statement: 500,
      });
      expect(await failureOf(running)).toMatchObject({ code: 'timeout' });
      expect(performance.now() - start).toBeLessThan(4_000);
    });

    test('a call that only reads changes nothing', async () => {
      const before = await server.readState();
      const outcomes: [string, unknown][] = [];
      for (const text of server.writes) {
        // Each on a connection of its own and twice on it: the first must not prepare the way.
        await withCalls(server, async (calls) => {
          for (let time = 0; time < 2; time += 1) {
            const outcome = await calls.run(makeCall(text)).catch((error: unknown) => error);
            const refused = outcome instanceof Error || (outcome as CallResult).error !== null;
            if (!refused) outcomes.push([text, outcome]);
          }
        });
      }
      expect(outcomes).toEqual([]);
      expect(await server.readState()).toEqual(before);
    });
  });
}
