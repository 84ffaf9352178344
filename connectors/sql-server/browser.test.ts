import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf, optionsOf } from '../core/exams/exam.ts';
import { openSession } from './session.ts';
import { replay, targetAt } from './testing/replayed-database.ts';

const named = { ...targetAt(1433), host: 'db.example\\Sales' };
const closing: (() => unknown)[] = [];
let address: string;
beforeEach(() => {
  // Every address of 127/8 is this machine on Linux, so tests that run at once do not meet.
  const part = () => 1 + Math.floor(Math.random() * 250);
  address = process.platform === 'linux' ? `127.${part()}.${part()}.${part()}` : '127.0.0.1';
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A SQL Server Browser that says the same to everybody, but loses the first datagrams. */
async function startBrowser(answer: string, lost = 0): Promise<string[]> {
  const socket = createSocket('udp4').bind(1434, address);
  closing.push(() => socket.close());
  await once(socket, 'listening');
  const questions: string[] = [];
  socket.on('message', (question, from) => {
    if (questions.push(question.toString('latin1')) > lost)
      socket.send(Buffer.from(answer, 'latin1'), from.port, from.address);
  });
  return questions;
}
const said = (transport: string) =>
  `\x05\0\0ServerName;DB;InstanceName;SALES;IsClustered;No;Version;16.0.1000.6;${transport};;`;

const connect = (asked: unknown[] = []) =>
  openSession(
    named,
    optionsOf({
      reach: {
        ...optionsOf({}).reach,
        async resolve(host, port) {
          asked.push([host, port]);
          return port === 1434 ? address : '127.0.0.1';
        },
      },
    }),
  );

test('the port of an instance is asked for, through the reach, and so is the server', async () => {
  const replayer = await replay();
  closing.push(() => replayer.stop());
  const questions = await startBrowser(said(`tcp;${replayer.port}`), 1);
  const asked: unknown[] = [];
  const session = await connect(asked);
  expect(session.place.port).toBe(replayer.port);
  expect(await session.query('SELECT 1')).toEqual([[1]]);
  await session.close();
  expect(questions).toEqual(['\x04Sales\0', '\x04Sales\0']);
  expect(asked).toEqual([
    ['db.example', 1434],
    ['db.example', replayer.port],
  ]);
});

test.each([
  ['without TCP', said('np;\\\\DB\\pipe\\sql\\query')],
  ['with a port that is none', said('tcp;70000')],
  ['in another language', 'HTTP/1.1 400 Bad Request'],
])('an answer %s leads to advice', async (_title, answer) => {
  await startBrowser(answer);
  const error = await failureOf(connect());
  expect(error.code).toBe('network');
  expect(error.message).toContain('db.example\\Sales does not listen on TCP');
});

test('an instance that the browser does not know is reported, with advice', async () => {
  const error = await failureOf(connect());
  expect(error.code).toBe('network');
  expect(error.message).toContain('db.example\\Sales cannot be found');
  expect(error.message).toContain('enter the port');
});

test('an abort ends the question', async () => {
  await startBrowser('', 100);
  const abort = new AbortController();
  const reach = { ...optionsOf({}).reach, resolve: async () => address };
  const going = failureOf(openSession(named, optionsOf({ reach, signal: abort.signal })));
  setTimeout(() => abort.abort(), 50);
  expect((await going).code).toBe('cancelled');
});

test('an instance is not asked for where the reach refuses', async () => {
  const error = await failureOf(openSession({ ...named, host: '8.8.8.8\\Sales' }, optionsOf({})));
  expect(error.code).toBe('reach');
});
