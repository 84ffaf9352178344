import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { login } from '../../../contract/auth.ts';
import { startRun } from '../../../contract/proof/runs.ts';
import { CannotVerify, signIn } from './server-client.ts';

let server: Server;
let url: string;
/** What it does with requests other than logins: a status, or 0 to break the connection. */
let answers: number[] = [];
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === login.path) {
      response.setHeader('set-cookie', `sid=${asked.length}; Path=/`).end('{}');
      return;
    }
    const status = answers.shift() ?? 500;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void asked.splice(0));

const LOGIN = `POST ${login.path}`;
const START = 'POST /api/projects/3/runs';
const startOne = async () => {
  const client = await signIn({ url, username: 'a', password: 'b' }, () => {});
  return client.call(startRun, { params: { id: 3 }, body: { kind: 'verify' } } as never);
};

it.each([
  ['answers that it is away', 503],
  ['breaks the connection', 0],
])(
  'a write that a server %s to is not sent again: it may have been carried out',
  async (_what, status) => {
    answers = [status, 200];
    await expect(startOne()).rejects.toThrow(CannotVerify);
    expect(asked).toEqual([LOGIN, START]);
  },
  5_000,
);

it('one that was refused for an expired session is, in a new session', async () => {
  answers = [401, 403];
  await expect(startOne()).rejects.toThrow('The server responded with status 403.');
  expect(asked).toEqual([LOGIN, START, LOGIN, START]);
});
