import { paramToEnglish } from '../../contract/messages/english.ts';
import { type Param, message } from '../../contract/messages/message.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { EngineId } from '../../contract/database-types.ts';
import type { ConnectionTarget } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { placeOf, subjectOf } from '../core/connecting/place.ts';
import { connectorOf } from '../registry.ts';
import { openFrames } from './frames.ts';
import { type Peer, createPeer } from './peer.ts';
import { type Frame, LIFE } from './serve.ts';
import { readFileSync } from 'node:fs';

export interface ProcessSettings {
  /** The built program that calls `serveConnections`. */
  program: URL | string;
  /** Limit of a process's memory, in megabytes. */
  memory: number;
  /** Shorter ones for tests. */
  times?: ProcessTimes;
  /** Called for each process that ended while it was needed; for operators. */
  onLost(facts: LostProcess): void;
}

/** In milliseconds. */
export interface ProcessTimes {
  /** An idle process is ended after this long. */
  idle: number;
  /** How often a busy process is asked for a sign of life. */
  pingEvery: number;
  /** How long it may give none. */
  silence: number;
}

/** `memory`: it exceeded the limit; `silent`: it did not respond; `ended`: it ended by itself. */
type EndReason = 'memory' | 'silent' | 'ended';

export interface LostProcess {
  pid: number;
  why: EndReason;
  /** The databases that it was connected to. */
  databases: string[];
  /** The end of its output. */
  output: string;
}

const TIMES: ProcessTimes = { idle: 30_000, pingEvery: 5_000, silence: 30_000 };
/** How long a process may take to answer after a cancellation, in milliseconds. */
const CANCEL_LIMIT = 1_000;
/** How often busy processes are checked, in milliseconds. */
const WATCH_EVERY = 100;
/** Characters kept of what a process prints. */
const OUTPUT_KEPT = 4_000;

/** One connection in a process. */
interface ProcessConnection extends Pick<Peer, 'call'> {
  /** The caller has given up: the process has a second to answer what is pending. */
  cancel(): void;
  /** Ends the process if a pending call takes longer than this. */
  limit(milliseconds: number): void;
  end(): void;
}

interface OpenConnection {
  peer: Peer;
  subject: Param;
  timers: NodeJS.Timeout[];
  isCancelled: boolean;
}

/** A process that talks to databases. */
export interface DatabaseProcess {
  connections(): number;
  open(subject: Param): ProcessConnection;
  end(): Promise<void>;
}

/** @throws ConnectorError if the system cannot start a process */
export function startProcess(settings: ProcessSettings, onEnding: () => void): DatabaseProcess {
  const { memory, times = TIMES } = settings;
  const child = spawnProgram(settings);
  const stream = child.stdio[3] as Duplex;
  const connections = new Map<number, OpenConnection>();
  let lastId = LIFE;
  let why: EndReason = 'ended';
  let output = '';
  let isGone = false;
  let idle: NodeJS.Timeout | undefined;

  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      isGone = true;
      clearInterval(watching);
      onEnding();
      failPendingCalls();
      stream.destroy();
      resolve();
    });
  });

  const failPendingCalls = (): void => {
    clearTimeout(idle);
    if (connections.size === 0) return;
    if (/heap out of memory|allocation failed/i.test(output)) why = 'memory';
    const databases = [
      ...new Set([...connections.values()].map(({ subject }) => paramToEnglish(subject))),
    ];
    settings.onLost({ pid: child.pid!, why, databases, output });
    for (const [id, { peer, subject, isCancelled }] of connections) {
      peer.end(isCancelled ? wasCancelled(subject) : explainEnd(why, subject, memory));
      forget(id);
    }
  };

  const kill = (reason: EndReason): void => {
    why = reason;
    onEnding();
    killWithChildren(child);
  };
  const end = async (): Promise<void> => {
    onEnding();
    killWithChildren(child);
    await gone;
  };

  const forget = (id: number): void => {
    connections.get(id)?.timers.forEach((timer) => clearTimeout(timer));
    connections.delete(id);
    if (connections.size > 0 || isGone) return;
    // A process that has grown is ended at once, to release its memory.
    const rest = megabytesOf(child) > memory / 2 ? 0 : times.idle;
    idle = setTimeout(() => void end(), rest).unref();
  };

  let checkedAt = performance.now();
  let pingedAt = checkedAt;
  let heardAt = checkedAt;
  const check = (): void => {
    const now = performance.now();
    // A delay of this process must not count as silence of the other one.
    heardAt += now - checkedAt - WATCH_EVERY;
    checkedAt = now;
    if (connections.size === 0) return;
    if (megabytesOf(child) > memory) return kill('memory');
    if (now - heardAt > times.silence) return kill('silent');
    if (now - pingedAt < times.pingEvery) return;
    pingedAt = now;
    send([LIFE, null]);
  };
  const watching = setInterval(check, WATCH_EVERY).unref();

  const write = openFrames(
    stream,
    (frame) => {
      heardAt = performance.now();
      const [id, message] = frame as Frame;
      if (message) connections.get(id)?.peer.take(message);
    },
    () => kill('memory'),
  );
  const send = (frame: Frame): void => {
    if (!isGone) write(frame);
  };
  stream.on('error', () => undefined);
  (child.stderr as Readable).on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-OUTPUT_KEPT);
  });

  return {
    connections: () => connections.size,
    end,
    open(subject) {
      clearTimeout(idle);
      if (connections.size === 0) heardAt = performance.now();
      const id = (lastId += 1);
      const peer = createPeer((message) => send([id, message]));
      const connection: OpenConnection = { peer, subject, timers: [], isCancelled: false };
      connections.set(id, connection);
      const limit = (milliseconds: number): void => {
        const killIfWaiting = () => peer.isWaiting() && kill('silent');
        connection.timers.push(setTimeout(killIfWaiting, milliseconds).unref());
      };
      return {
        call: (of, args) => peer.call(of, args),
        limit,
        cancel() {
          connection.isCancelled = true;
          limit(CANCEL_LIMIT);
        },
        end() {
          if (!connections.has(id)) return;
          send([id, null]);
          peer.end(
            new ConnectorError('failed', message('network.connectionClosed', { server: subject })),
          );
          forget(id);
        },
      };
    },
  };
}

/** Environment variables that drivers read: trusted authorities and the time zone. No secrets. */
const ENVIRONMENT = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'TZ'];

/**
 * Spawned in a process group of its own, so that it ends together with its children, and receives no signals from the
 * terminal.
 */
function spawnProgram({ program, memory }: ProcessSettings): ChildProcess {
  const file = typeof program === 'string' ? program : fileURLToPath(program);
  const heap = `--max-old-space-size=${Math.floor(memory * 0.75)}`;
  const child = spawn(process.execPath, [heap, file], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    env: Object.fromEntries(
      ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    ),
  });
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new ConnectorError('ended', message('process.notStarted'));
  for (const handle of [child, child.stdio[2], child.stdio[3]])
    (handle as unknown as { unref(): void }).unref();
  return child;
}

function killWithChildren(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // The process is gone, or the system has no process groups.
    child.kill('SIGKILL');
  }
}

const megabytesOf = ({ pid }: ChildProcess): number => (readMemory(pid!) ?? 0) / 1024 / 1024;

/** A description such as `PostgreSQL at db.example:5432`; for a file its path. */
export function describeTarget(engine: EngineId, target: ConnectionTarget): Param {
  const { name, defaultPort } = connectorOf(engine);
  return defaultPort === null ? target.database : subjectOf(placeOf({ name, defaultPort }, target));
}

export const wasCancelled = (subject: Param): ConnectorError =>
  new ConnectorError('cancelled', message('reading.cancelled', { server: subject }));

/** The error for calls that were pending when the process ended. */
function explainEnd(why: EndReason, subject: Param, memory: number): ConnectorError {
  const sentence = {
    memory: message('process.memory', { server: subject, memory }),
    silent: message('process.silent', { server: subject }),
    ended: message('process.ended', { server: subject }),
  }[why];
  return new ConnectorError('ended', sentence);
}

const PAGE = 4_096;

/**
 * Bytes of memory of a process and its children; null if the system does not say. Node limits only the heap: buffers
 * and what drivers allocate themselves have to be watched.
 */
function readMemory(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return children
      .filter(Boolean)
      .reduce((sum, child) => sum + (readMemory(Number(child)) ?? 0), pages * PAGE);
  } catch {
    return null;
  }
}
