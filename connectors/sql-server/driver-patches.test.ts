import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Request } from 'tedious';
import { expect, test } from 'vitest';
import { CarefulConnection } from './driver.ts';
import { replay, SCRIPT, table, targetAt } from './testing/replayed-database.ts';
import * as requests from './testing/tds-requests.ts';
import * as tokens from './testing/tds-tokens.ts';

test('the release of tedious is the one whose private parts are replaced', () => {
  const { version } = createRequire(import.meta.url)('tedious/package.json') as { version: string };
  expect(
    version,
    'Another release. Look at lib/connection.js (performTlsNegotiation, createTokenStreamParser, routingData, messageIo), ' +
      'lib/token/stream-parser.js (readToken, readRowToken, readNbcRowToken, waitForChunk), lib/value-parser.js (decimals and ' +
      'money) and its CHANGELOG: what it offers by now has no place in driver-patches.ts. Then name the release here.',
  ).toBe('19.2.2');
});

test('an answer that is read on when the server has gone ends the request only', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => [index]);
  const answer = [tokens.resultSet(table(['n int'], rows)), tokens.doneToken('end', 0)];
  const raw = requests.toPackets(requests.PACKET.results, Buffer.concat(answer));
  const server = await replay({
    script: [{ match: /^ASK/, answer: { raw, hangUp: true } }, ...SCRIPT],
  });
  const { host, port, database, username, password } = targetAt(server.port);
  const connection = new CarefulConnection(
    {
      server: host,
      authentication: { type: 'default', options: { userName: username, password } },
      options: { port: port ?? 0, database, encrypt: false },
    },
    {
      async openSocket(to, at) {
        const socket = connect(at, to);
        await once(socket, 'connect');
        return socket;
      },
      anyName: false,
      refuseWithoutTls: () => new Error('no TLS'),
      onGarbled: () => undefined,
      onRow: () => undefined,
    },
  );
  await connection.open();
  let outcome: unknown;
  const request = new Request('ASK', (error) => (outcome = error));
  request.once('row', () => request.pause());
  connection.execSqlBatch(request);
  await expect.poll(() => outcome).toMatchObject({ code: 'ECONNRESET' });
  // What follows would end the process.
  request.resume();
  await sleep(100);
  await server.stop();
});
