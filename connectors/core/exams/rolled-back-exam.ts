import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallPart, CallResult } from '../call.ts';
import { type CallServer, makeCall } from './call-exam.ts';
import type { Connection } from '../connector.ts';
import type { Reading } from '../data.ts';
import { connectWith } from './exam.ts';

/** The table `notes` of a CallServer. */
const NOTES: Reading = {
  schema: 'main',
  table: 'notes',
  columns: [
    {
      name: 'id',
      type: 'INTEGER',
      canonical: { kind: 'integer', bits: 64, unsigned: false },
      form: { as: 'integer' },
    },
  ],
  key: [0],
  where: null,
};

/** The exam of engines whose writing calls run in a transaction of one session. */
export function examineRolledBack(name: string, prepare: () => Promise<CallServer>): void {
  describe(`${name}, calls that write`, () => {
    let server: CallServer;
    beforeAll(async () => {
      server = await prepare();
    });
    afterAll(() => server?.tearDown());

    const connected = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
      const connection = await connectWith(server.connector, server.target, server.options);
      try {
        return await work(connection);
      } finally {
        await connection.close();
      }
    };
    const countIn = (connection: Connection) => connection.data!.countRows(NOTES);
    const writing = (text: string) => makeCall(text, { writes: true });

    test('what they change is read before they are rolled back, and is gone then', async () => {
      const state = await server.readState();
      const counts: Record<string, number> = {};
      const answers: string[] = [];
      await connected(async (connection) => {
        const take = async (part: CallPart) => {
          if ('stage' in part) counts[part.stage] = await countIn(connection);
          if ('rows' in part) answers.push(...part.rows.flat().map(String));
          return true;
        };
        const added = await connection.calls!.run(
          writing("INSERT INTO notes VALUES (4, 'four'), (5, 'five')"),
          take,
        );
        expect(added).toMatchObject({ affected: 2, error: null, committed: false });
        expect(counts).toEqual({ before: 3, after: 5 });
        expect(await countIn(connection)).toBe(3);
        // Not all of its rows are wanted.
        await connection.calls!.run(
          writing('DELETE FROM notes WHERE id > 1 RETURNING id'),
          async (part) => (await take(part)) && !('rows' in part),
        );
        expect(answers.toSorted()).toEqual(['2', '3']);
        expect(counts).toEqual({ before: 3, after: 1 });
        expect(await countIn(connection)).toBe(3);
      });
      expect(await server.readState()).toEqual(state);
    });

    test('a refused call has no effects to observe; the connection stays usable', async () => {
      const state = await server.readState();
      await connected(async (connection) => {
        const stages: string[] = [];
        const refused = await connection.calls!.run(
          writing("INSERT INTO notes VALUES (9, 'nine'), (1, 'again')"),
          async (part) => {
            if ('stage' in part) stages.push(part.stage);
            return true;
          },
        );
        expect(server.connector.classOfError(refused.error!)).toBe('unique');
        expect(stages).toEqual(['before']);
        expect(await countIn(connection)).toBe(3);
      });
      expect(await server.readState()).toEqual(state);
    });

    test('is rolled back if the observer fails, if the connection breaks, and if it is closed', async () => {
      const state = await server.readState();
      const gone = (connection: Connection, leave: () => Promise<void>) =>
        expect(
          connection.calls!.run(writing('DELETE FROM notes'), async (part) => {
            if (!('stage' in part) || part.stage === 'before') return true;
            expect(await countIn(connection)).toBe(0);
            await leave();
            throw new Error('The taker is gone.');
          }),
        ).rejects.toThrow('The taker is gone.');
      await connected(async (connection) => {
        await gone(connection, async () => undefined);
        expect(await countIn(connection)).toBe(3);
        await gone(connection, () => connection.close());
      });
      const ending = new AbortController();
      const connection = await connectWith(server.connector, server.target, {
        ...server.options,
        signal: ending.signal,
      });
      await gone(connection, async () => ending.abort());
      await connection.close();
      expect(await connected(countIn)).toBe(3);
      expect(await server.readState()).toEqual(state);
    });

    test('they begin with few words, and reach nothing but the file', async () => {
      const state = await server.readState();
      for (const text of [
        'CREATE TABLE more (id INTEGER)',
        'DROP TABLE notes',
        'COMMIT',
        'ROLLBACK',
        "ATTACH 'another.db' AS another",
        "VACUUM INTO 'another.db'",
        'PRAGMA journal_mode = delete',
        "INSERT INTO notes SELECT 7, writefile('another.db', 'x')",
        "INSERT INTO notes SELECT 7, content FROM read_text('/etc/passwd')",
      ]) {
        const outcome = await connected(({ calls }) =>
          calls!.run(writing(text), async () => true).catch((error: unknown) => error),
        );
        const isRefused = outcome instanceof Error || (outcome as CallResult).error !== null;
        expect(isRefused, text).toBe(true);
      }
      expect(await server.readState()).toEqual(state);
    });
  });
}
