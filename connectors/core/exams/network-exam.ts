import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineId } from '../../../contract/database-types.ts';
import type { ConnectionTarget, Reach } from '../connector.ts';
import { connectWith, failureOf, optionsOf, type Exam } from './exam.ts';
import { startFakeServer, type FakeServer } from './fake-server-fixture.ts';
import { examineFaults } from './fault-exam.ts';
import { createReach } from '../connecting/reach.ts';

/** Greetings of other servers, or their answers to an unknown protocol. */
const OTHER_SERVERS: { engine?: EngineId; greeting: string }[] = [
  { greeting: 'SSH-2.0-OpenSSH_9.2\r\n' },
  { greeting: 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n' },
  { greeting: '220 mail.example ESMTP Postfix\r\n' },
  { greeting: '-ERR unknown command\r\n' },
  // A web server with TLS: an alert.
  { greeting: '\x15\x03\x03\x00\x02\x02\x46' },
  { greeting: '\x00\x00\x00\x00\x00' },
  { greeting: '\xff\xfe\xfd\xfc\xfb\xfa' },
  { engine: 1, greeting: '\x04\x01\x00\x2b\x00\x00\x01\x00\x00\x00\x1a\x00\x06\x01' },
  { engine: 2, greeting: '\x00\x0a\x00\x00\x04\x00\x00\x00\x22\x00' },
  { engine: 3, greeting: '\x4a\x00\x00\x00\x0a8.4.3\x00\x0b\x00\x00\x00' },
  { engine: 4, greeting: 'E\x00\x00\x00\x1dSFATAL\x00C0A000\x00Mno\x00\x00' },
];

/** Network failures at a connector. Every error names the place, and none the password. */
export function examineNetworkConnector(
  name: string,
  prepare: () => Promise<Omit<Exam, 'greeting'> & { greeting: Buffer }>,
): void {
  describe(`${name}: the exam of connectors with a server`, () => {
    let exam: Awaited<ReturnType<typeof prepare>>;
    const servers: FakeServer[] = [];
    beforeAll(async () => {
      exam = await prepare();
    });
    afterAll(async () => {
      for (const server of servers) server.stop();
      await exam?.tearDown();
    });

    const PASSWORD = 'dontTellAnyone42';
    const fail = async (change: Partial<ConnectionTarget>, limit = 5_000) => {
      const target = { ...exam.target, ...change };
      const error = await failureOf(
        connectWith(exam.connector, target, {
          limits: { connect: limit, statement: 5_000, overall: 20_000 },
        }),
      );
      expect(error.message).not.toContain(PASSWORD);
      expect(exam.target.password).toBeTruthy();
      expect(error.message).not.toContain(exam.target.password);
      return error;
    };
    const placeText = () => `${exam.target.host}:${exam.target.port}`;
    const fake = async (answer: (socket: Socket) => void) => {
      const server = await startFakeServer(answer);
      servers.push(server);
      return server;
    };

    test('a wrong password, and an unknown user', async () => {
      for (const change of [
        { password: PASSWORD },
        { password: '' },
        { username: 'nobody_here', password: PASSWORD },
      ]) {
        const error = await fail(change);
        expect(error.code).toBe('auth');
        expect(error.message).toContain(placeText());
        expect(error.message).toContain(`"${change.username ?? exam.target.username}"`);
      }
    });

    test('an unknown database', async () => {
      const error = await fail({ database: 'no_such_database' });
      expect(error.code).toBe('not-found');
      expect(error.message).toContain('"no_such_database"');
      expect(error.message).toContain(placeText());
    });

    test('a closed port', async () => {
      const server = await fake(() => undefined);
      server.stop();
      const error = await fail({ port: server.port });
      expect(error.code).toBe('network');
      expect(error.message).toContain(`127.0.0.1:${server.port} refused the connection`);
    });

    test('a host name that is unknown', async () => {
      const error = await fail({ host: 'no-such-host.invalid' });
      expect(error.code).toBe('network');
      expect(error.message).toContain('no-such-host.invalid');
    });

    test('a server that never answers: given up at the connect limit, and the socket is closed', async () => {
      const server = await fake(() => undefined);
      const start = performance.now();
      const error = await fail({ port: server.port }, 500);
      expect(performance.now() - start).toBeLessThan(4_500);
      expect(error.code).toBe('timeout');
      expect(error.message).toContain('within 0.5 seconds');
      await expect.poll(server.openSockets).toBe(0);
    });

    test('a server of another kind', async () => {
      const others = OTHER_SERVERS.filter(({ engine }) => engine !== exam.connector.id);
      for (const { greeting } of others) {
        const server = await fake((socket) => socket.write(greeting, 'latin1'));
        const start = performance.now();
        const error = await fail({ port: server.port });
        expect(performance.now() - start).toBeLessThan(4_500);
        expect({ greeting, code: error.code }).toEqual({ greeting, code: 'network' });
        expect(error.message).toContain('answers, but it is not a');
        await expect.poll(server.openSockets).toBe(0);
      }
    });

    examineFaults(() => exam);

    test('a server that sends garbage, from the start or after a valid beginning', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 200 }),
          fc.boolean(),
          fc.boolean(),
          async (rubbish, hangUp, beginsWell) => {
            const server = await fake((socket) => {
              socket.write(Buffer.concat([beginsWell ? exam.greeting : Buffer.of(), rubbish]));
              if (hangUp) socket.end();
            });
            const error = await fail({ port: server.port }, 100);
            expect(error.message).toContain(`127.0.0.1:${server.port}`);
            server.stop();
          },
        ),
        // The example completes a message that PostgreSQL's driver throws on.
        { numRuns: 40, examples: [[Uint8Array.of(0, 8, 0, 0, 0, 99), false, true]] },
      );
    });

    test('a server that hangs up', async () => {
      for (const hangUp of [
        (socket: Socket) => socket.end(),
        (socket: Socket) => socket.resetAndDestroy(),
      ]) {
        const server = await fake(hangUp);
        const error = await fail({ port: server.port });
        expect(error.code).toBe('network');
        expect(error.message).toContain(`127.0.0.1:${server.port}`);
      }
    });

    test('a connection that is cut in the middle of a statement, and one that goes silent', async () => {
      const { host, port } = exam.target;
      const proxied: [Socket, Socket][] = [];
      const server = await fake((socket) => {
        const onward = connect(port ?? 0, host);
        onward.on('error', () => socket.destroy());
        proxied.push([socket, onward]);
        socket.pipe(onward).pipe(socket);
      });
      const target = { ...exam.target, port: server.port };

      const cut = await exam.openSession(target, optionsOf({}));
      const running = failureOf(cut.query(exam.slowStatement));
      setTimeout(() => proxied[0]?.[0].resetAndDestroy(), 200);
      expect((await running).code).toBe('network');
      // The next statement gets the same error.
      expect((await failureOf(cut.query('SELECT 1'))).code).toBe('network');
      await cut.close();
      await exam.endSlow?.();

      const idle = await exam.openSession(target, optionsOf({}));
      proxied.at(-1)?.[0].end();
      await sleep(200);
      expect((await failureOf(idle.query('SELECT 1'))).code).toBe('network');
      await idle.close();

      const limits = { connect: 5_000, statement: 300, overall: 20_000 };
      const silent = await exam.openSession(target, optionsOf({ limits }));
      for (const [socket, onward] of proxied) socket.unpipe(onward);
      const start = performance.now();
      expect((await failureOf(silent.query('SELECT 1'))).code).toBe('timeout');
      expect(performance.now() - start).toBeLessThan(5_000);
      await silent.close();
    });

    test('a session that the server ends during a statement, and the next statement', async () => {
      const { endSessions } = exam;
      // Replayed servers have no administrator.
      if (!endSessions) return;
      const session = await exam.openSession(exam.target, optionsOf({}));
      const running = failureOf(session.query(exam.slowStatement));
      await expect.poll(() => exam.countSlow()).toBe(1);
      await endSessions();
      expect((await running).code).toBe('network');
      expect((await failureOf(session.query('SELECT 1'))).code).toBe('network');
      await session.close();
    });

    test('connects to the very address that the reach gave, without looking the name up again', async () => {
      const asked: unknown[] = [];
      const reach: Reach = {
        ...createReach({ fileFolders: [] }),
        resolve: async (...question) => {
          asked.push(question);
          return exam.target.host;
        },
      };
      const target = { ...exam.target, host: 'database.invalid' };
      const connection = await connectWith(exam.connector, target, { reach });
      expect(await connection.serverVersion()).toBeTruthy();
      await connection.close();
      expect(asked).toEqual([['database.invalid', exam.target.port, exam.target.database]]);

      // So does the second connection that cancels.
      const abort = new AbortController();
      const session = await exam.openSession(target, optionsOf({ reach, signal: abort.signal }));
      const running = failureOf(session.query(exam.slowStatement));
      await expect.poll(() => exam.countSlow()).toBe(1);
      abort.abort();
      expect((await running).code).toBe('cancelled');
      await expect.poll(() => exam.countSlow()).toBe(0);
      await session.close();
      expect(asked).toHaveLength(2);
    });

    test('a name that is found too late is not connected to any more', async () => {
      const server = await fake(() => undefined);
      const reach: Reach = {
        ...createReach({ fileFolders: [] }),
        resolve: () => sleep(400, '127.0.0.1'),
      };
      const target = { ...exam.target, port: server.port };
      const limits = { connect: 100, statement: 5_000, overall: 20_000 };
      const error = await failureOf(connectWith(exam.connector, target, { reach, limits }));
      expect(error.code).toBe('timeout');
      await sleep(600);
      expect(server.accepted()).toBe(0);
    });

    test('does not connect where the reach refuses', async () => {
      const server = await fake(() => undefined);
      const reach = createReach({ fileFolders: [], deny: ['127.0.0.0/8'] });
      const target = { ...exam.target, port: server.port };
      const error = await failureOf(connectWith(exam.connector, target, { reach }));
      expect(error.code).toBe('reach');
      expect(server.accepted()).toBe(0);
    });
  });
}
