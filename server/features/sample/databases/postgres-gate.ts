import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { startDatabase, stopDatabase } from './postgres-program.ts';
import {
  writeError,
  PASSWORD_REQUEST,
  readMessage,
  readOpening,
  type FromChild,
  type ToChild,
} from './postgres-wire.ts';

export interface GateOptions {
  program: string;
  /** Folder of the database. */
  folder: string;
  /** Resolves once the folder holds the database; earlier clients wait. */
  made: Promise<void>;
  admission: Admission;
  /** Milliseconds without clients after which the database is stopped. */
  idleMs: number;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

const ignore = () => undefined;

/** Milliseconds of silence after which a client has to make room for the next one. */
const QUIET_MS = 30_000;

export interface PostgresGate {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens on the port of the sample's PostgreSQL database. The database program starts at the first connection and
 * serves one client at a time; the others wait here.
 * @param port 0 for any that is free
 * @throws if the port is taken
 */
export async function openGate(port: number, options: GateOptions): Promise<PostgresGate> {
  const { log } = options;
  const waiting: Guest[] = [];
  let database: Promise<ChildProcess> | null = null;
  let current: ChildProcess | null = null;
  /** Two programs on one folder would corrupt it: the next one waits for this. */
  let stopped: Promise<void> = Promise.resolve();
  let busy = false;
  /** The client whose session the database serves. */
  let inside: Socket | null = null;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  async function start() {
    await options.made;
    await stopped;
    const began = Date.now();
    const child = await startDatabase(options.program, options.folder);
    child.on('message', (message: FromChild) => {
      if (message.say === 'failed') log.warn({ reason: message.message }, 'sample database failed');
      if (message.say === 'data') inside?.write(message.bytes);
      if (message.say === 'released') proceed();
    });
    child.once('exit', () => {
      if (child !== current) return;
      database = null;
      proceed();
    });
    current = child;
    log.info({ ms: Date.now() - began }, 'sample database started');
    return child;
  }

  function stop(): Promise<void> {
    const leaving = database;
    database = null;
    if (leaving) {
      stopped = leaving.then((child) => {
        current = null;
        return stopDatabase(child);
      }, ignore);
    }
    return stopped;
  }

  function proceed() {
    inside?.destroySoon();
    inside = null;
    busy = false;
    void accept();
  }

  function serve(child: ChildProcess, { socket, startup, rest }: Guest) {
    // If the child has ended meanwhile, so has the session.
    const send = (message: ToChild) => void child.send(message, ignore);
    inside = socket;
    send({ say: 'enter', startup, rest });
    if (socket.destroyed) send({ say: 'left' });
    socket.on('data', (bytes) => send({ say: 'data', bytes }));
    socket.once('close', () => inside === socket && send({ say: 'left' }));
    socket.setTimeout(QUIET_MS, () => {
      socket.write(writeError('57P05', 'terminating connection due to idle-session timeout'));
      socket.destroySoon();
    });
    socket.resume();
  }

  /** Admits the next client once the previous one has left. */
  async function accept() {
    if (busy || closed) return;
    clearTimeout(idle);
    const guest = waiting.shift();
    if (!guest) {
      idle = setTimeout(() => void stop(), options.idleMs).unref();
      return;
    }
    busy = true;
    try {
      const child = await (database ??= start());
      serve(child, guest);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'sample database unavailable');
      database = null;
      guest.socket.write(writeError('57P03', 'the sample database cannot be started'));
      guest.socket.destroySoon();
      proceed();
    }
  }

  // Answers come in small pieces: Nagle's algorithm would delay each until the previous one is
  // acknowledged, by 40 ms.
  const server = createServer({ noDelay: true }, (socket) => {
    void authenticate(socket, options.admission).then((guest) => {
      if (!guest) return undefined;
      waiting.push(guest);
      return accept();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      closed = true;
      clearTimeout(idle);
      for (const { socket } of waiting.splice(0)) socket.destroy();
      inside?.destroy();
      server.close();
      await stop();
    },
  };
}

interface Admission {
  user: string;
  database: string;
  isPassword(given: string): boolean;
}

interface Guest {
  socket: Socket;
  startup: Buffer;
  /** Bytes that the client sent after its password. */
  rest: Buffer;
}

const TIMEOUT_MS = 10_000;
const MAX_MESSAGE = 20_000;

/**
 * Authenticates a client before any database runs. Afterwards the socket is paused, and the result contains all bytes
 * read so far. Null: the client was refused.
 */
function authenticate(socket: Socket, admission: Admission): Promise<Guest | null> {
  return new Promise((resolve) => {
    let data = Buffer.alloc(0);
    let startup: Buffer | null = null;
    let user = '';

    const finish = (guest: Guest | null) => {
      socket.pause();
      socket.off('data', receive).off('close', sendAway).off('timeout', sendAway);
      socket.setTimeout(0);
      if (!guest) socket.destroySoon();
      resolve(guest);
    };
    const sendAway = () => finish(null);
    const refuse = (code: string, message: string) => {
      socket.write(writeError(code, message));
      finish(null);
    };

    function receiveOpening() {
      const opening = readOpening(data);
      if (opening.kind === 'unwanted') return finish(null);
      if (opening.kind === 'encryption') {
        socket.write('N');
        data = data.subarray(opening.length);
        return receiveOpening();
      }
      if (opening.kind === 'incomplete') return undefined;
      if (opening.database !== admission.database) {
        return refuse('3D000', `database "${opening.database}" does not exist`);
      }
      startup = opening.message;
      user = opening.user;
      data = data.subarray(startup.length);
      socket.write(PASSWORD_REQUEST);
    }

    function receive(chunk: Buffer) {
      data = Buffer.concat([data, chunk]);
      if (data.length > MAX_MESSAGE) return finish(null);
      if (!startup) return receiveOpening();
      const message = readMessage(data);
      if (!message) return undefined;
      const password = message.body.toString('utf8').replace(/\0$/, '');
      if (message.type !== 'p' || user !== admission.user || !admission.isPassword(password)) {
        return refuse('28P01', `password authentication failed for user "${user}"`);
      }
      return finish({ socket, startup, rest: data.subarray(message.whole.length) });
    }

    socket.setTimeout(TIMEOUT_MS, sendAway);
    socket.on('error', () => socket.destroy());
    socket.on('data', receive);
    socket.once('close', sendAway);
  });
}
