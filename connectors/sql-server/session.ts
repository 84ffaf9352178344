import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionConfiguration } from 'tedious';
import type { ConnectionTarget, ConnectOptions, Limits } from '../core/connector.ts';
import type { Purpose } from '../core/connecting/answer-limits.ts';
import { ConnectorError } from '../core/errors.ts';
import { SERVER_GRACE } from '../core/connecting/guard.ts';
import { wrongProtocol } from '../core/connecting/network-errors.ts';
import { subjectOf, type Place } from '../core/connecting/place.ts';
import { openDriverSession, type Opening } from '../core/connecting/session.ts';
import { countBytes, createProbingSocket, tlsOptionsOf } from '../core/connecting/socket.ts';
import { engine } from './engine.ts';
import { parseAddress } from './address.ts';
import { askForPort, BROWSER_PORT } from './browser.ts';
import { CarefulConnection, type Value } from './driver.ts';
import {
  explainBrowserError,
  explainError,
  garbledAnswer,
  instanceOf,
  missingTls,
} from './errors.ts';
import { recognise, type Member } from '../core/connecting/family.ts';

/** One signed-in connection within its limits, which rolls back every statement. */
export interface Session {
  place: Place;
  server: Server;
  /**
   * The rows of the first result set, as arrays; parameters are @p1, @p2 … Bigints, decimals and money are texts.
   * @throws ConnectorError
   */
  query<Row extends unknown[]>(
    sql: string,
    values?: readonly Value[],
    purpose?: Purpose,
  ): Promise<Row[]>;
  /** The rows of every result set. @throws ConnectorError */
  queryAll(sql: string, values?: readonly Value[]): Promise<unknown[][][]>;
  /** Runs a call on the connection itself, within the time limit of one statement. @throws ConnectorError */
  use<T>(work: (client: CarefulConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The place for messages, which changes if a server redirects its clients. */
interface Whereabouts {
  place: Place;
}

/** Milliseconds that a cancelled statement may take to end before the connection is cut. */
const CANCEL_LIMIT = 5_000;

/** The first answer is a packet of type 4; its status says whether it is the last of its message. */
const isTdsAnswer = (bytes: Buffer) => bytes[0] === 4 && (bytes[1] ?? 0) <= 1;

export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const { host, port, instance } = parseAddress(target.host, target.port);
  const { database, username } = target;
  const where: Whereabouts = { place: { engine: engine.name, host, port, database, username } };
  let server!: Server;
  let running: Promise<unknown> = Promise.resolve();

  const session = await openDriverSession({
    subject: instance === null ? subjectOf(where.place) : instanceOf(host, instance),
    options,
    grace: SERVER_GRACE,
    translate: (error) => explainError(error, where.place, options.limits, target.password),
    async connect(opening) {
      if (instance !== null) {
        where.place.port = await findPort(host, instance, database, options, opening);
      }
      const client = createClient(target, where, options, opening);
      await client.open();
      server = await readServer((sql) => readAndRollBack(client, sql, []), options.limits);
      return {
        client,
        async cancel() {
          client.cancel();
          const over = running.catch(() => undefined);
          await Promise.race([over, sleep(CANCEL_LIMIT, undefined, { ref: false })]);
        },
        end: async () => client.close(),
      };
    },
  });

  const withClient = <T>(purpose: Purpose, work: (client: CarefulConnection) => Promise<T>) =>
    session.run(purpose, (client) => {
      const result = work(client);
      running = result;
      return result;
    });
  const queryAll = (sql: string, values: readonly Value[] = [], purpose: Purpose = 'catalogue') =>
    withClient(purpose, (client) => readAndRollBack(client, sql, values));
  return {
    place: where.place,
    server,
    queryAll,
    use: (work) => withClient('call', work),
    query: async (sql, values, purpose) =>
      ((await queryAll(sql, values, purpose))[0] ?? []) as never,
    close: () => session.close(),
  };
}

/** SQL Server has no read-only transactions, so every statement runs in one that is always rolled back. */
async function readAndRollBack(
  client: CarefulConnection,
  sql: string,
  values: readonly Value[],
): Promise<unknown[][][]> {
  const undo = async () => {
    if (client.inTransaction) await client.rollBack();
  };
  let sets: unknown[][][];
  try {
    sets = await client.ask(sql, values);
  } catch (error) {
    // If this fails as well, the server rolls back when the connection closes.
    await undo().catch(() => undefined);
    throw error;
  }
  await undo();
  return sets;
}

async function findPort(
  host: string,
  instance: string,
  database: string,
  options: ConnectOptions,
  { reach, hold }: Opening,
): Promise<number> {
  const address = await reach(options.reach.resolve(host, BROWSER_PORT, database));
  try {
    return await askForPort(address, instance, hold);
  } catch (error) {
    throw explainBrowserError(error, host, instance);
  }
}

function createClient(
  target: ConnectionTarget,
  where: Whereabouts,
  options: ConnectOptions,
  opening: Opening,
): CarefulConnection {
  return new CarefulConnection(connectionConfig(target, where.place, options), {
    anyName: target.tls === 'verify-ca',
    refuseWithoutTls: () => missingTls(where.place),
    onGarbled: (error) => opening.fail(garbledAnswer(where.place, error)),
    onRow: (values) => opening.meter.row(values),
    async openSocket(host, port) {
      try {
        where.place = { ...where.place, host, port };
        const { database } = where.place;
        const address = await opening.reach(options.reach.resolve(host, port, database));
        return await connectSocket(address, where.place, opening);
      } catch (error) {
        // Otherwise the driver would wrap it in an error of its own.
        if (error instanceof ConnectorError) opening.fail(error);
        throw error;
      }
    },
  });
}

async function connectSocket(
  address: string,
  place: Place,
  { fail, hold, meter }: Opening,
): Promise<Socket> {
  const probing = createProbingSocket(isTdsAnswer, () => fail(wrongProtocol(place)));
  const socket = countBytes(probing, meter);
  hold(socket);
  // The driver removes its listeners before the socket is closed.
  socket.on('error', () => undefined);
  socket.setNoDelay(true);
  socket.connect(place.port, address);
  await once(socket, 'connect');
  return socket;
}

function connectionConfig(
  target: ConnectionTarget,
  place: Place,
  { limits }: ConnectOptions,
): ConnectionConfiguration {
  const tls = tlsOptionsOf({ ...target, host: place.host });
  // Without the name the driver checks nothing, so `anyName` does the check.
  const isUnchecked = tls !== false && (!tls.rejectUnauthorized || !!tls.checkServerIdentity);
  return {
    server: place.host,
    authentication: {
      type: 'default',
      options: { userName: place.username, password: target.password },
    },
    options: {
      port: place.port,
      database: place.database,
      appName: 'db-migration-utility',
      encrypt: tls !== false,
      trustServerCertificate: isUnchecked,
      cryptoCredentialsDetails: tls && tls.ca ? { ca: tls.ca } : {},
      // Node warns about an IP address as the server name; with no check, any name will do.
      ...(isUnchecked && !tls.servername ? { serverName: 'unchecked.invalid' } : {}),
      // The guard's limit ends first, with a clearer error.
      connectTimeout: limits.connect + SERVER_GRACE,
      // Limits the statement from this side: the server itself has no such limit.
      requestTimeout: limits.statement,
      maxRetriesOnTransientErrors: 0,
      enableImplicitTransactions: true,
      abortTransactionOnError: true,
    },
  };
}

/** Facts about a server. */
interface Server {
  /** Such as `SQL Server 2022 (16.0.4135)`. */
  version: string;
  /** Whether it is Microsoft's own; other makers' catalogues are compared with the standard views. */
  isMicrosoft: boolean;
  /** Whether it can convert texts to UTF-8, over which hashes are computed. */
  hasUtf8: boolean;
}

/** Recognised by the text of @@VERSION. */
const FAMILY: readonly [
  ...(Member & Pick<Server, 'isMicrosoft'>)[],
  Member & Pick<Server, 'isMicrosoft'>,
] = [
  { name: 'Babelfish for PostgreSQL', pattern: /Babelfish/i, isMicrosoft: false },
  { name: 'SQL Server', pattern: /^Microsoft /, isMicrosoft: true },
  { name: 'A server that speaks TDS', pattern: /^/, isMicrosoft: false },
];

/** SERVERPROPERTY('EngineEdition') of products other than the boxed one. */
const EDITIONS: Record<number, string> = {
  5: 'Azure SQL Database',
  6: 'Azure Synapse dedicated pool',
  8: 'Azure SQL Managed Instance',
  9: 'Azure SQL Edge',
  11: 'Azure Synapse serverless pool or Fabric warehouse',
  12: 'SQL database in Fabric',
};

/** SERVERPROPERTY('ProductVersion') of the boxed product. */
const YEARS: Record<string, string> = {
  '9.0': '2005',
  '10.0': '2008',
  '10.50': '2008 R2',
  '11.0': '2012',
  '12.0': '2014',
  '13.0': '2016',
  '14.0': '2017',
  '15.0': '2019',
  '16.0': '2022',
  '17.0': '2025',
};

/** Editions that always have UTF-8 collations, and the first boxed version that does. */
const WITH_UTF8 = new Set([5, 8, 12]);
const FIRST_WITH_UTF8 = 15;

// Microsoft Learn: "SERVERPROPERTY (Transact-SQL)", "@@VERSION (Transact-SQL)".
const FACTS = `SELECT @@VERSION, CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')),
  CONVERT(int, SERVERPROPERTY('EngineEdition'))`;

// Microsoft Learn: "SET LOCK_TIMEOUT (Transact-SQL)", "SET DEADLOCK_PRIORITY (Transact-SQL)".
const restriction = (limits: Limits) =>
  `SET LOCK_TIMEOUT ${limits.statement}; SET DEADLOCK_PRIORITY LOW`;

/** Identifies the server, limits waits for locks, and makes this session the victim of any deadlock. */
async function readServer(
  ask: (sql: string) => Promise<unknown[][][]>,
  limits: Limits,
): Promise<Server> {
  const [[facts = []] = []] = await ask(FACTS);
  const [banner, version, edition] = facts as [string?, string?, number?];
  const server = describeServer(banner ?? '', version ?? '', edition ?? 0);
  await ask(restriction(limits)).catch((error: unknown) => {
    // Other makers may lack these settings; the statement limit applies anyway.
    if (server.isMicrosoft) throw error;
  });
  return server;
}

export function describeServer(banner: string, productVersion: string, edition: number): Server {
  const { member } = recognise(FAMILY, banner);
  const [major = '', minor = '', build = ''] = productVersion.split('.');
  const year = YEARS[`${major}.${minor}`];
  const boxed = year ? `${member.name} ${year}` : member.name;
  const name = member.isMicrosoft ? (EDITIONS[edition] ?? boxed) : member.name;
  const number = [major, minor, build].filter(Boolean).join('.');
  const { isMicrosoft } = member;
  return {
    version: number ? `${name} (${number})` : name,
    isMicrosoft,
    hasUtf8: isMicrosoft && (WITH_UTF8.has(edition) || Number(major) >= FIRST_WITH_UTF8),
  };
}
