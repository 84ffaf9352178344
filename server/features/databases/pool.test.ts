import { said } from '../../../tests/support/said.ts';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { createConnectionLimit, createPool } from './pool.ts';

/** A server that takes so many connections at once. */
function createServer(most: number) {
  const counts = { open: 0, opened: 0, busiest: 0, busy: 0 };
  const open = async (): Promise<Connection> => {
    await sleep(5);
    if (counts.open >= most) throw new ConnectorError('network', said('Too many connections.'));
    counts.open += 1;
    counts.opened += 1;
    return {
      close: async () => {
        counts.open -= 1;
      },
    } as unknown as Connection;
  };
  const work = async (): Promise<number> => {
    counts.busy += 1;
    counts.busiest = Math.max(counts.busiest, counts.busy);
    await sleep(5);
    counts.busy -= 1;
    return counts.busy;
  };
  return { counts, open, work };
}

const settings = (over = {}) => ({
  limit: createConnectionLimit(3),
  brake: 0,
  signal: new AbortController().signal,
  ...over,
});

describe('a pool of connections', () => {
  it('lets much work wait at once without a warning of the program to its operator', async () => {
    const { open, work } = createServer(3);
    const warned = once(process, 'warning').then(([warning]) => String(warning));
    const pool = createPool(open, settings());
    await Promise.all(Array.from({ length: 20 }, () => pool.use(work)));
    await pool.close();
    expect(await Promise.race([warned, sleep(20)])).toBeUndefined();
  });

  it('opens as many as are needed and allowed, and uses them again', async () => {
    const { counts, open, work } = createServer(10);
    const pool = createPool(open, settings());
    await Promise.all(Array.from({ length: 20 }, () => pool.use(work)));
    expect(counts).toMatchObject({ opened: 3, busiest: 3 });
    await pool.close();
    expect(counts.open).toBe(0);
  });

  it('does with fewer where the server gives no more', async () => {
    const { counts, open, work } = createServer(1);
    const pool = createPool(open, settings());
    await Promise.all(Array.from({ length: 10 }, () => pool.use(work)));
    expect(counts).toMatchObject({ opened: 1, busiest: 1 });
  });

  it('fails where the server gives none', async () => {
    const { open, work } = createServer(0);
    const pool = createPool(open, settings());
    await expect(pool.use(work)).rejects.toThrow('Too many connections.');
  });

  it('closes a connection whose work failed, and continues with a new one', async () => {
    const { counts, open, work } = createServer(1);
    const pool = createPool(open, settings({ limit: createConnectionLimit(1) }));
    await expect(pool.use(() => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    await pool.use(work);
    expect(counts).toMatchObject({ opened: 2, open: 1 });
  });

  it('pauses between pieces of work as configured', async () => {
    const { open } = createServer(1);
    const pool = createPool(open, settings({ limit: createConnectionLimit(1), brake: 300 }));
    const start = performance.now();
    await pool.use(() => sleep(20));
    expect(performance.now() - start).toBeGreaterThan(75);
  });

  it('does nothing any more once its signal is aborted', async () => {
    const { open, work } = createServer(1);
    const abort = new AbortController();
    const pool = createPool(open, settings({ signal: abort.signal }));
    abort.abort(new Error('enough'));
    await expect(pool.use(work)).rejects.toThrow('enough');
  });

  it('distinguishes an unreachable server from a failed statement', async () => {
    const slow = createPool(
      () =>
        Promise.reject(
          new ConnectorError('timeout', said('It did not respond within 10 seconds.')),
        ),
      settings(),
    );
    await expect(slow.use(() => Promise.resolve())).rejects.toMatchObject({
      code: 'network',
      message: 'It did not respond within 10 seconds.',
    });
    const { open } = createServer(1);
    const fine = createPool(open, settings());
    const failing = fine.use(() =>
      Promise.reject(new ConnectorError('timeout', said('Too slow.'))),
    );
    await expect(failing).rejects.toMatchObject({ code: 'timeout' });
  });

  it('shares its connections with other pools to the same database, and hands them over', async () => {
    const { counts, open, work } = createServer(10);
    const limit = createConnectionLimit(3);
    let most = 0;
    const watched = async () => {
      const connection = await open();
      most = Math.max(most, counts.open);
      return connection;
    };
    const [one, other] = [
      createPool(watched, settings({ limit })),
      createPool(watched, settings({ limit })),
    ];
    const many = (pool: typeof one) => Array.from({ length: 10 }, () => pool.use(work));
    await Promise.all([...many(one), ...many(other)]);
    await Promise.all(many(other));
    await Promise.all(many(one));
    expect([most, counts.busiest]).toEqual([3, 3]);
    await Promise.all([one.close(), other.close()]);
    expect([counts.open, limit.open, limit.busy]).toEqual([0, 0, 0]);
  });

  it('waits for no other once its signal is aborted', async () => {
    const { open } = createServer(10);
    const limit = createConnectionLimit(1);
    const abort = new AbortController();
    const [busy, waiting] = [
      createPool(open, settings({ limit })),
      createPool(open, settings({ limit, signal: abort.signal })),
    ];
    let release = () => {};
    const using = busy.use(() => new Promise<void>((resolve) => (release = resolve)));
    const refused = waiting.use(() => Promise.resolve()).catch((error: unknown) => error);
    await sleep(20);
    abort.abort(new Error('enough'));
    expect(await refused).toMatchObject({ message: 'enough' });
    release();
    await using;
    await busy.use(() => Promise.resolve());
  });

  it('leaves nothing open that ends after it was closed', async () => {
    const { counts, open } = createServer(1);
    const pool = createPool(open, settings());
    const late = pool.use(() => sleep(30));
    await sleep(15);
    await pool.close();
    await late;
    expect(counts.open).toBe(0);
  });
});
