import { createServer, type Socket } from 'node:net';
import { afterEach, expect } from 'vitest';
import {
  DEFAULT_LIMITS,
  type ConnectionTarget,
  type Limits,
  type Reach,
} from '../../core/connector.ts';
import type { ConnectorError } from '../../core/errors.ts';
import { connectWith, failureOf } from '../../core/exams/exam.ts';
import { createReach } from '../../core/connecting/reach.ts';
import { oracle } from '../connector.ts';
import { refuse, startFakeListener, type FakeListener } from './fake-listener.ts';

export const UNKNOWN_SERVICE = refuse(12514);

const TARGET: ConnectionTarget = {
  host: '127.0.0.1',
  port: 0,
  database: 'shop.example.com',
  username: 'reader',
  password: 'dontTellAnyone42',
  tls: 'off',
  tlsCa: null,
};
const LIMITS: Limits = { ...DEFAULT_LIMITS, connect: 3_000, statement: 3_000, overall: 10_000 };

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
/** After the test. */
export const atEnd = (stop: () => void): void => void stops.push(stop);

/** A listener for the length of a test. */
export const listen = async (
  ...[answers, context]: Parameters<typeof startFakeListener>
): Promise<FakeListener> => {
  const listener = await startFakeListener(answers, context);
  atEnd(() => listener.stop());
  return listener;
};

/** The sentence with which the real driver's connection ends; no database follows any of these listeners. */
export async function failAt(
  listener: { port: number },
  change: Partial<ConnectionTarget> = {},
  options: { reach?: Partial<Reach>; connect?: number; signal?: AbortSignal } = {},
): Promise<ConnectorError> {
  const { reach, connect = LIMITS.connect, signal } = options;
  const error = await failureOf(
    connectWith(
      oracle,
      { ...TARGET, port: listener.port, ...change },
      {
        limits: { ...LIMITS, connect },
        reach: { ...createReach({ fileFolders: [] }), ...reach },
        ...(signal ? { signal } : {}),
      },
    ),
  );
  expect(error.message).not.toContain(TARGET.password);
  return error;
}

/** A server of any kind for the length of a test. */
export async function serve(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
    answer(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  atEnd(stop);
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    openSockets: () => sockets.size,
    stop,
  };
}
