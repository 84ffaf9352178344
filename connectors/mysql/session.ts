import type { Socket } from 'node:net';
import {
  createConnection,
  type Connection,
  type ConnectionConfig,
  type FieldInfo,
  type QueryOptions,
} from 'mariadb';
import { message } from '../../contract/messages/message.ts';
import type { Purpose, AnswerLimit } from '../core/connecting/answer-limits.ts';
import type { ConnectionTarget, ConnectOptions, Limits } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { recognise } from '../core/connecting/family.ts';
import { SERVER_GRACE, type Meter } from '../core/connecting/guard.ts';
import { wrongProtocol } from '../core/connecting/network-errors.ts';
import { placeOf, subjectOf, type Place } from '../core/connecting/place.ts';
import { openDriverSession } from '../core/connecting/session.ts';
import { countBytes, createProbingSocket, tlsOptionsOf } from '../core/connecting/socket.ts';
import { engine } from './engine.ts';
import { explainError } from './errors.ts';
import { isOlder, MYSQL_FAMILY, type MysqlMember } from './family.ts';

/** One signed-in, read-only connection within its limits. */
export interface Session {
  place: Place;
  member: MysqlMember;
  /** The version of the family member, such as `10.11.19`. */
  version: string;
  /** Rows as arrays. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[], purpose?: Purpose): Promise<Row[]>;
  /**
   * Runs statements of a call within the time limit of one; `cancel` stops the running one on the server.
   * @throws ConnectorError
   */
  use<T>(work: (client: Connection, cancel: () => Promise<void>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const CANCEL_LIMIT = 5_000;
const MIN_PACKET = 1_000_000;

/** The server speaks first: three bytes of length, packet number 0, then protocol version 10 or an error. */
const isMysqlAnswer = (bytes: Buffer) =>
  bytes.length < 5 || (bytes[3] === 0 && (bytes[4] === 10 || bytes[4] === 255));

export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const place = placeOf(engine, target);
  const { limits } = options;
  let server!: Pick<Session, 'member' | 'version'>;
  let cancel!: () => Promise<void>;
  const session = await openDriverSession({
    subject: subjectOf(place),
    options,
    grace: SERVER_GRACE,
    translate: (error) => explainError(error, place, limits, target.tls !== 'off'),
    async connect({ reach, hold, fail, meter }) {
      const address = await reach(options.reach.resolve(place.host, place.port, place.database));
      const config = connectionConfig(target, place, address, limits);
      const socket = connectSocket(place.port, address, () => fail(wrongProtocol(place)));
      hold(socket);
      // After the sign-in, rows are counted instead: with TLS the driver takes over the socket, and
      // what arrives is not seen here.
      let signedIn = false;
      countBytes(socket, { receive: (bytes) => void (signedIn || meter.receive(bytes)) });
      const client = await createConnection({
        ...config,
        database: place.database,
        stream: () => socket,
      });
      signedIn = true;
      meterClient(client, meter);
      // A connection lost while idle is reported by the next query.
      client.on('error', () => undefined);
      server = await restrict(client, place, limits);
      cancel = () => cancelStatement(config, client);
      return { client, cancel, end: () => client.end() };
    },
  });
  return {
    place,
    ...server,
    query: (sql, values = [], purpose = 'catalogue') =>
      session.run(purpose, (client) => client.query({ sql, rowsAsArray: true }, values)),
    use: (work) => session.run('call', (client) => work(client, cancel)),
    close: () => session.close(),
  };
}

function connectionConfig(
  target: ConnectionTarget,
  place: Place,
  address: string,
  limits: Limits,
): ConnectionConfig {
  const ssl = tlsOptionsOf(target);
  const config = {
    host: address,
    port: place.port,
    user: place.username,
    password: target.password,
    connectTimeout: limits.connect,
    ssl,
    // Over an unencrypted connection, newer MySQL servers encrypt the password with their own
    // public key.
    allowPublicKeyRetrieval: ssl === false,
    // A server may redirect its clients to an address that has not been checked.
    permitRedirect: false,
    permitLocalInfile: false,
    // Limits packets in both directions.
    maxAllowedPacket: Math.max(limits.row, MIN_PACKET),
    bigIntAsNumber: true,
  };
  return config;
}

function connectSocket(port: number, address: string, onWrong: (socket: Socket) => void): Socket {
  const socket = createProbingSocket(isMysqlAnswer, onWrong);
  socket.setNoDelay(true);
  socket.connect(port, address);
  return socket;
}

/** Identifies the server, then makes the session read-only and limits its statements. */
async function restrict(
  client: Connection,
  place: Place,
  limits: Limits,
): Promise<Pick<Session, 'member' | 'version'>> {
  const greeting = client.serverVersion();
  // Aurora's greeting is that of the MySQL version that it is compatible with.
  const variables = /mariadb/i.test(greeting)
    ? []
    : await client.query<[string, string][]>({
        sql: "SHOW VARIABLES LIKE 'aurora_version'",
        rowsAsArray: true,
      });
  const says = [greeting, ...variables.map((variable) => variable.join('='))];
  const server = recognise(MYSQL_FAMILY, says.join(' '));
  const { name, oldest } = server.member;
  if (oldest !== null && isOlder(server.version, oldest)) {
    throw new ConnectorError(
      'unsupported',
      message('server.tooOld', {
        server: subjectOf(place),
        version: `${name} ${oldest}`,
      }),
    );
  }
  // All are sent at once; the server runs them in order.
  await Promise.all(server.member.restrict(limits).map((statement) => client.query(statement)));
  return server;
}

/**
 * Stops the running statement through a second connection: closing the first one would leave it running on the
 * server. The second connection selects no database, because a lock could keep it out.
 */
async function cancelStatement(config: ConnectionConfig, connection: Connection): Promise<void> {
  const thread = connection.threadId;
  if (!thread || config.port === undefined || config.host === undefined) return;
  const socket = connectSocket(config.port, config.host, (own) => own.destroy());
  const timer = setTimeout(() => socket.destroy(), CANCEL_LIMIT);
  try {
    const second = await createConnection({
      ...config,
      connectTimeout: CANCEL_LIMIT,
      stream: () => socket,
    });
    await second.query(`KILL QUERY ${thread}`);
    await second.end();
  } catch {
    // If this fails, the server's own time limit ends the statement.
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** The driver's errors for answers that are too large for it. */
const REFUSED: Record<string, AnswerLimit> = {
  ER_UNEXPECTED_PACKET: 'row',
  ER_MAX_ALLOWED_COLUMNS: 'columns',
};

/** Bytes counted for a number, and for every other value without a length. */
const PLAIN = 8;
/** Bytes counted for the description of a column, or for the result of a statement without rows. */
const DESCRIPTION = 200;
const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Buffer.isBuffer(value) ? value.length : PLAIN;

/**
 * Counts everything that the statements of this connection return while it arrives: the driver itself would collect
 * rows, results and descriptions of columns without a limit.
 */
function meterClient(client: Connection, meter: Meter): void {
  const streamOf = client.queryStream.bind(client);
  client.queryStream = (sql, values) => {
    const options: QueryOptions = typeof sql === 'string' ? { sql } : sql;
    return streamOf(options, values)
      .on('fields', (columns: FieldInfo[]) => meter.receive(columns.length * DESCRIPTION))
      .on('error', (error: Error & { code?: string }) => {
        const limit = REFUSED[error.code ?? ''];
        if (limit) meter.refuse(limit);
      })
      .on('data', (row: unknown) => {
        if (!Array.isArray(row)) return meter.receive(DESCRIPTION);
        const cells = row as unknown[];
        meter.receive(cells.reduce<number>((sum, cell) => sum + sizeOf(cell), 0));
        meter.row(cells.length);
      });
  };
  client.query = ((sql: string | QueryOptions, values?: unknown) =>
    collect(client.queryStream(sql, values), sql)) as Connection['query'];
}

/** All rows, with their columns where somebody asks for them, or what a statement without rows gives. */
function collect(stream: NodeJS.ReadableStream, options: string | QueryOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const rows: unknown[] = [];
    let columns: FieldInfo[] | null = null;
    stream
      .on('fields', (found: FieldInfo[]) => (columns = found))
      .on('data', (row: unknown) => rows.push(row))
      .on('error', reject)
      .on('end', () => {
        const answer = columns ? rows : rows[0];
        const isBoth = typeof options === 'object' && options.metaAsArray;
        resolve(isBoth ? [answer, columns ?? []] : answer);
      });
  });
}
