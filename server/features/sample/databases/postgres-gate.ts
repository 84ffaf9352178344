import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { FromChild, ToChild } from './postgres-names.ts';
import { startDatabase, stopDatabase } from './postgres-program.ts';
import { writeError } from './postgres-wire.ts';
import { authenticate } from './authenticate.ts';
import type { Admission, Guest } from './authenticate.ts';

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
