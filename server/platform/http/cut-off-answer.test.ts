import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createServer } from './server.ts';

const logged: string[] = [];
let server: FastifyInstance;

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'more';
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

async function* failing(): AsyncGenerator<string> {
  yield 'begun';
  await new Promise(setImmediate);
  throw new Error('the database went away');
}

beforeEach(async () => {
  logged.length = 0;
  server = await createServer(
    readConfig({}),
    createLog('info', { write: (line) => void logged.push(line) }),
  );
  server.get('/failing', (_, reply) => reply.send(Readable.from(failing())));
  server.get('/endless', (_, reply) => reply.send(Readable.from(endless())));
  await server.listen({ port: 0, host: '127.0.0.1' });
  logged.length = 0;
});
afterEach(() => server.close());

const ask = async (path: string) => {
  const { port } = server.server.address() as AddressInfo;
  const asked = get({ port, path, host: '127.0.0.1' });
  asked.on('error', () => {});
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  const closed = new Promise((resolve) => {
    answer.once('close', resolve);
  });
  return { asked, answer, closed };
};

it('an answer that fails after it has begun is logged with its cause', async () => {
  const { answer, closed } = await ask('/failing');
  answer.resume();
  await closed;
  await expect.poll(() => logged.join('')).toContain('the database went away');
  expect(logged.map((line) => JSON.parse(line).level)).toEqual([50]);
});

it('one that a client does not wait for is no fault of ours', async () => {
  const { asked, answer, closed } = await ask('/endless');
  await once(answer, 'data');
  asked.destroy();
  await closed;
  await server.close();
  expect(logged.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});
