import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionTarget } from '../core/connector.ts';
import { optionsOf } from '../core/exams/exam.ts';
import { type FakeServer, startFakeServer } from '../core/exams/fake-server-fixture.ts';
import { serveFileThief, serveRedirect } from './hostile-fixture.ts';
import { openSession } from './session.ts';

const servers: FakeServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});
const start = async (serve: Parameters<typeof startFakeServer>[0]): Promise<FakeServer> => {
  const server = await startFakeServer(serve);
  servers.push(server);
  return server;
};
const targetAt = ({ port }: FakeServer): ConnectionTarget => ({
  host: '127.0.0.1',
  port,
  database: 'shop',
  username: 'reader',
  password: 'secret',
  tls: 'off',
  tlsCa: null,
});

test('a server cannot redirect a client that signs in', async () => {
  let visitors = 0;
  const other = await start((socket) => {
    visitors += 1;
    socket.end();
  });
  const server = await start((socket) =>
    serveRedirect(socket, `mariadb://127.0.0.1:${other.port}`),
  );
  const session = await openSession(targetAt(server), optionsOf({}));
  await session.query('SELECT 1');
  await session.close();
  expect(visitors).toBe(0);
});

test('a server that requests a local file receives nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'test-elsewhere-'));
  const file = join(folder, 'own.txt');
  writeFileSync(file, randomBytes(8).toString('hex'));
  const got: string[] = [];
  const server = await start((socket) =>
    serveFileThief(socket, file, (body) => got.push(body.toString())),
  );
  const session = await openSession(targetAt(server), optionsOf({}));
  const statement = `LOAD DATA LOCAL INFILE '${file}' INTO TABLE items`;
  await session.query(statement).catch(() => undefined);
  await session.close();
  expect(got).toEqual(['']);
  rmSync(folder, { recursive: true });
});
