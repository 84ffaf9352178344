import { message } from '../../contract/messages/message.ts';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { ConnectionTarget, ConnectOptions, Limits } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { recognise } from '../core/connecting/family.ts';
import type { Purpose } from '../core/connecting/answer-limits.ts';
import { SERVER_GRACE, UNMETERED, type Meter } from '../core/connecting/guard.ts';
import { placeOf, subjectOf, type Place } from '../core/connecting/place.ts';
import { openDriverSession } from '../core/connecting/session.ts';
import {
  countBytes,
  createProbingSocket,
  failOnBadData,
  tlsOptionsOf,
} from '../core/connecting/socket.ts';
import { wrongProtocol } from '../core/connecting/network-errors.ts';
import { engine } from './engine.ts';
import { explainError } from './errors.ts';
import { POSTGRES_FAMILY, type PostgresMember } from './family.ts';

/** The server at the other end. */
interface Server {
  member: PostgresMember;
  /** The version of the family member, such as `15.18`. */
  version: string;
  /** Version of the server's catalogue, such as 150018. */
  serverVersionNumber: number;
}

/** One signed-in, read-only connection within its limits. */
export interface Session extends Server {
  place: Place;
  /** Rows as arrays. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[], purpose?: Purpose): Promise<Row[]>;
  /**
   * Runs one statement that a person wrote, at least in part; whatever it sets is undone.
   * @throws ConnectorError
   */
  queryForeign(sql: string): Promise<unknown[][]>;
  /** Runs statements of a call within the time limit of one. @throws ConnectorError */
  use<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Bytes counted for the description of a column. */
const DESCRIPTION = 200;
const OLDEST = 100_000;
const CANCEL_LIMIT = 5_000;

/**
 * The first answer is a single letter (TLS or not), or a message: authentication, error or version, with its length.
 */
const isPostgresAnswer = (bytes: Buffer): boolean => {
  const letter = String.fromCharCode(bytes[0] ?? 0);
  return bytes.length === 1 ? 'SNREv'.includes(letter) : 'REv'.includes(letter) && bytes[1] === 0;
};

export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const place = placeOf(engine, target);
  let server!: Server;
  const session = await openDriverSession({
    subject: subjectOf(place),
    options,
    grace: SERVER_GRACE,
    translate: (error) => explainError(error, place, options.limits),
    async connect({ reach, hold, fail, meter }) {
      const address = await reach(options.reach.resolve(place.host, place.port, place.database));
      const config = clientConfig(target, place, address);
      const { client, socket } = createClient(config, () => fail(wrongProtocol(place)), meter);
      hold(socket);
      await client.connect();
      server = await restrict(client, options.limits);
      if (server.member.versionNumber === null && server.serverVersionNumber < OLDEST)
        throw tooOld(place);
      return { client, cancel: () => cancelStatement(config, client), end: () => client.end() };
    },
  });
  return {
    place,
    ...server,
    query: (sql, values = [], purpose = 'catalogue') =>
      session.run(purpose, async (client) => {
        const { rows } = await client.query({ text: sql, values, rowMode: 'array' });
        return rows as never;
      }),
    queryForeign: (sql) => session.run('rows', (client) => selectForeign(client, sql)),
    use: (work) => session.run('call', work),
    close: () => session.close(),
  };
}

const tooOld = (place: Place) =>
  new ConnectorError(
    'unsupported',
    message('server.tooOld', { server: subjectOf(place), version: 'version 10' }),
  );

/** Identifies the server, then makes the session read-only and limits its statements. */
async function restrict(client: pg.Client, limits: Limits): Promise<Server> {
  const { rows } = await client.query<{ version: string }>(
    'SELECT pg_catalog.version() AS version',
  );
  const { member, version } = recognise(POSTGRES_FAMILY, rows[0]?.version ?? '');
  const statements = member.restrict(limits).join('; ');
  if (member.versionNumber !== null) {
    await client.query(statements);
    return { member, version, serverVersionNumber: member.versionNumber };
  }
  // Several statements have several answers.
  const answers = (await client.query(
    `${statements}; SHOW server_version_num`,
  )) as unknown as pg.QueryResult<{ server_version_num: string }>[];
  const serverVersionNumber = Number(answers.at(-1)?.rows[0]?.server_version_num);
  return { member, version, serverVersionNumber };
}

function clientConfig(target: ConnectionTarget, place: Place, address: string): pg.ClientConfig {
  return {
    host: address,
    port: place.port,
    database: place.database,
    user: place.username,
    // A function, because with an empty text the driver would look for a password in the
    // environment.
    password: () => target.password,
    ssl: tlsOptionsOf(target),
    application_name: 'db-migration-utility',
  };
}

function createClient(
  config: pg.ClientConfig,
  onWrong: (socket: Socket) => void,
  meter: Meter,
): { client: pg.Client; socket: Socket } {
  const socket = createProbingSocket(isPostgresAnswer, onWrong);
  const client = new pg.Client({ ...config, stream: () => socket });
  guardData(client, meter);
  // A connection lost while idle is reported by the next query.
  client.on('error', () => undefined);
  return { client, socket };
}

interface Columns {
  fields: unknown[];
}

/** Meters the stream that the driver reads, which with TLS is one that it creates itself. */
function guardData(client: pg.Client, meter: Meter): void {
  const connection = client.connection as pg.Connection & { attachListeners(stream: Socket): void };
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = (stream) => attach(countBytes(failOnBadData(stream), meter));
  connection
    .on('dataRow', ({ fields }: Columns) => meter.row(fields.length))
    .on('rowDescription', ({ fields }: Columns) => meter.receive(fields.length * DESCRIPTION));
}

/** What begins and ends a look at rows: within the transaction of a call, which it must not end, a savepoint of it. */
const framesOf = (client: pg.Client): readonly [begin: string, end: string] =>
  client.getTransactionStatus() === 'I'
    ? ['BEGIN READ ONLY', 'ROLLBACK']
    : [
        'SAVEPOINT looking; SET TRANSACTION READ ONLY',
        'ROLLBACK TO SAVEPOINT looking; RELEASE SAVEPOINT looking',
      ];

/**
 * The extended protocol rejects a second statement, and the rollback undoes settings of the first one, above all one
 * that would let the session write.
 */
async function selectForeign(client: pg.Client, sql: string): Promise<unknown[][]> {
  const [begin, end] = framesOf(client);
  await client.query(begin);
  try {
    const { rows } = await client.query<unknown[]>({
      text: sql,
      rowMode: 'array',
      queryMode: 'extended',
    } as pg.QueryArrayConfig);
    return rows;
  } finally {
    await client.query(end);
  }
}

/**
 * Stops the running statement through a second connection: closing the first one would leave it running on the
 * server.
 */
async function cancelStatement(config: pg.ClientConfig, client: pg.Client): Promise<void> {
  const { processID } = client as pg.Client & { processID?: number };
  const { client: second, socket } = createClient(config, (own) => own.destroy(), UNMETERED);
  const timer = setTimeout(() => socket.destroy(), CANCEL_LIMIT);
  try {
    await second.connect();
    await second.query('SELECT pg_cancel_backend($1)', [processID]);
    await second.end();
  } catch {
    // If this fails, the server's own time limit ends the statement.
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
