import type { Socket } from 'node:net';
import pg from 'pg';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { createGuard, SERVER_GRACE } from '../core/guard.ts';
import { placeOf, subjectOf, type Place } from '../core/place.ts';
import { createProbingSocket, failOnBadData } from '../core/socket.ts';
import { tlsOptionsOf } from '../core/tls.ts';
import { wrongProtocol } from '../core/network-errors.ts';
import { explainError } from './errors.ts';

/** One signed-in, read-only connection within its limits. */
export interface Session {
  place: Place;
  /** Such as 150018. */
  serverVersionNumber: number;
  /** Rows as arrays. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const DEFAULT_PORT = 5432;
const OLDEST = 100_000;
const CANCEL_LIMIT = 5_000;

/** The first answer is a single letter (TLS or not), or a message: authentication, error or version, and its length. */
const isPostgresAnswer = (bytes: Buffer): boolean => {
  const letter = String.fromCharCode(bytes[0] ?? 0);
  return bytes.length === 1 ? 'SNREv'.includes(letter) : 'REv'.includes(letter) && bytes[1] === 0;
};

export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const place = placeOf('PostgreSQL', target, DEFAULT_PORT);
  const { limits } = options;
  let client: pg.Client | null = null;
  let socket: Socket | null = null;
  let config: pg.ClientConfig | null = null;
  let busy = false;

  const guard = createGuard({
    subject: subjectOf(place),
    limits,
    signal: options.signal,
    grace: SERVER_GRACE,
    translate: (error) => explainError(error, place, limits),
    stop() {
      if (client && config && busy)
        void cancelStatement(config, client).finally(() => socket?.destroy());
      else socket?.destroy();
    },
  });

  const query = async <Row extends unknown[]>(
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> =>
    guard.run('statement', async () => {
      if (!client) throw new ConnectorError('failed', 'The connection is closed.');
      busy = true;
      try {
        return (await client.query<Row>({ text: sql, values, rowMode: 'array' })).rows;
      } finally {
        busy = false;
      }
    });

  const close = async () => {
    guard.end();
    const closing = client?.end().catch(() => undefined);
    client = null;
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    socket?.destroy();
  };

  try {
    await guard.run('connect', async () => {
      const address = await options.reach.resolve(place.host, place.port, place.database);
      guard.check();
      config = clientConfig(target, place, address);
      ({ client, socket } = createClient(config, () => guard.fail(wrongProtocol(place))));
      await client.connect();
      // One round trip, before anything else is said: nothing can be written from here on, no statement runs
      // for ever, and names resolve to the system's own functions only.
      await client.query(
        `SET default_transaction_read_only = on; SET statement_timeout = ${limits.statement};
         SET lock_timeout = ${limits.statement}; SET search_path = pg_catalog; SET client_encoding = 'UTF8'`,
      );
    });
    const [row] = await query<[string]>('SHOW server_version_num');
    const serverVersionNumber = Number(row?.[0]);
    if (serverVersionNumber < OLDEST) {
      throw new ConnectorError(
        'unsupported',
        `${subjectOf(place)} is older than version 10, the oldest that can be read.`,
      );
    }
    return { place, serverVersionNumber, query, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function clientConfig(target: ConnectionTarget, place: Place, address: string): pg.ClientConfig {
  return {
    host: address,
    port: place.port,
    database: place.database,
    user: place.username,
    // A function, because an empty text would make the driver look for a password in the environment.
    password: () => target.password,
    ssl: tlsOptionsOf(target),
    application_name: 'db-migration-utility',
  };
}

function createClient(
  config: pg.ClientConfig,
  onWrong: (socket: Socket) => void,
): { client: pg.Client; socket: Socket } {
  const socket = createProbingSocket(isPostgresAnswer, onWrong);
  const client = new pg.Client({ ...config, stream: () => socket });
  guardTlsData(client);
  // A connection lost while idle is reported by the next query.
  client.on('error', () => undefined);
  return { client, socket };
}

/** The driver reads a TLS stream that it makes itself; this is where it begins to. */
function guardTlsData(client: pg.Client): void {
  const connection = client.connection as pg.Connection & { attachListeners(stream: Socket): void };
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => attach(failOnBadData(stream));
}

/** Stops the running statement from a second connection: closing the first would leave it running at the server. */
async function cancelStatement(config: pg.ClientConfig, client: pg.Client): Promise<void> {
  const { processID } = client as pg.Client & { processID?: number };
  const { client: second, socket } = createClient(config, (own) => own.destroy());
  const timer = setTimeout(() => socket.destroy(), CANCEL_LIMIT);
  try {
    await second.connect();
    await second.query('SELECT pg_cancel_backend($1)', [processID]);
    await second.end();
  } catch {
    // The server's own statement limit ends it then.
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
