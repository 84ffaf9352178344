import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Limits } from '../connector.ts';
import type { ConnectorError } from '../errors.ts';
import { connectWith, failureOf, type Exam } from './exam.ts';
import { startProxy, type FakeServer, type Meddling } from './fake-server-fixture.ts';

const PATIENT: Partial<Limits> = { connect: 20_000, statement: 20_000, overall: 60_000 };

/**
 * A real server that fails after each of its answers in turn: before the first message, during
 * the login, between statements, in the middle of rows. Called inside of a `describe`.
 */
export function examineFaults(current: () => Exam): void {
  const proxies: FakeServer[] = [];
  afterEach(() => {
    for (const proxy of proxies.splice(0)) proxy.stop();
  });

  /** Connects through a proxy and reads two lists. */
  const readThrough = async (
    meddle: Meddling,
    limits: Partial<Limits>,
    onListed: () => void = () => undefined,
  ) => {
    const { connector, target } = current();
    const proxy = await startProxy({ host: target.host, port: target.port ?? 0 }, meddle);
    proxies.push(proxy);
    const place = `127.0.0.1:${proxy.port}`;
    const read = async () => {
      const connection = await connectWith(
        connector,
        { ...target, host: '127.0.0.1', port: proxy.port },
        { limits },
      );
      try {
        const lists = [
          await connection.listSchemas(),
          await connection.listObjects('tables', schema()),
        ];
        onListed();
        return lists;
      } finally {
        await connection.close();
      }
    };
    return { place, read };
  };
  /** The schema with the most tables, whose list arrives in the largest pieces. */
  const schema = (): string => {
    const sizes = Object.entries(current().content).map(
      ([name, { tables = [] }]) => [name, tables.length] as const,
    );
    return sizes.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
  };
  /** How many turns a conversation takes until the last list is there. */
  const countTurns = async (): Promise<number> => {
    let turns = 0;
    let listed = 0;
    // Some engines have more to say when one takes leave of them.
    const { read } = await readThrough(
      (piece, turn, client) => {
        turns = turn;
        client.write(piece);
      },
      PATIENT,
      () => (listed = turns),
    );
    await read();
    return listed;
  };

  /** The failures where the server fails in each turn, before its answer and in the middle of it. */
  const failEverywhere = async (
    fault: (client: Socket) => void,
    limits: Partial<Limits>,
  ): Promise<{ where: string; place: string; error: ConnectorError }[]> => {
    const turns = await countTurns();
    expect(turns).toBeGreaterThan(2);
    const plans = Array.from({ length: turns }, (_, index) => index + 1).flatMap((turn) => [
      { turn, share: 0 },
      { turn, share: 0.5 },
    ]);
    return Promise.all(
      [{ turn: 0, share: 0 }, ...plans].map(async ({ turn: failing, share }) => {
        let failed = false;
        const { place, read } = await readThrough((piece, turn, client) => {
          if (turn < failing) return void client.write(piece);
          if (failed) return;
          failed = true;
          if (share > 0) client.write(piece.subarray(0, Math.ceil(piece.length * share)));
          // A moment, so that what was written leaves before.
          setTimeout(() => fault(client), 20);
        }, limits);
        return { where: `turn ${failing} + ${share}`, place, error: await failureOf(read()) };
      }),
    );
  };

  test('a server that falls silent, at every stage', async () => {
    const limits = { connect: 1_000, statement: 300, overall: 20_000 };
    for (const { where, place, error } of await failEverywhere(() => undefined, limits)) {
      expect({ where, code: error.code }).toEqual({ where, code: 'timeout' });
      expect(error.message).toContain(place);
      expect(error.message).toMatch(/within 1 second|more than 0\.3 seconds/);
    }
  });

  test.each([
    ['resets the connection', (client: Socket) => void client.resetAndDestroy()],
    ['hangs up', (client: Socket) => void client.end()],
  ])('a server that %s, at every stage', async (_title, fault) => {
    for (const { where, place, error } of await failEverywhere(fault, PATIENT)) {
      expect({ where, code: error.code, message: error.message }).toEqual({
        where,
        code: 'network',
        message: expect.stringContaining(place) as string,
      });
      expect(error.message).toContain('closed the connection unexpectedly');
    }
  });

  test('a server whose answers arrive byte by byte is understood all the same', async () => {
    let dripping = Promise.resolve();
    const { read } = await readThrough((piece, _turn, client) => {
      client.setNoDelay(true);
      dripping = dripping.then(async () => {
        for (const byte of piece) {
          client.write(Buffer.of(byte));
          await nextTurn();
        }
      });
    }, PATIENT);
    const [schemas, tables] = await read();
    expect(schemas).toEqual(expect.arrayContaining(Object.keys(current().content)));
    const expected = current().content[schema()]?.tables ?? [];
    expect(tables).toEqual({ names: [...expected].sort(), warnings: [] });
  });

  test('gives up on a server that answers too slowly, however long it continues', async () => {
    let dripping = Promise.resolve();
    const { read, place } = await readThrough(
      (piece, _turn, client) => {
        dripping = dripping.then(async () => {
          for (const byte of piece) {
            if (client.destroyed) return;
            client.write(Buffer.of(byte));
            await sleep(50);
          }
        });
      },
      { connect: 600, statement: 5_000, overall: 20_000 },
    );
    const start = performance.now();
    const error = await failureOf(read());
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(error.code).toBe('timeout');
    expect(error.message).toContain(`${place} did not respond within 0.6 seconds`);
  });
}
