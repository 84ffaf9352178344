import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  copyFileSync,
  constants,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A database server that lives as long as the process that started it. */
export interface ThrowawayServer {
  /** With user and password of an account that may do everything. */
  url: string;
  stop(): Promise<void>;
}

export interface ServerTls {
  /** Paths of PEM files. */
  cert: string;
  key: string;
}

/** A server that can show another certificate while it runs. */
export interface TlsServer extends ThrowawayServer {
  present(tls: ServerTls): Promise<void>;
}

/** The key must belong to the server's account and be closed to others, so it gets a copy. */
export function copyTlsFiles(folder: string, tls: ServerTls): ServerTls {
  const copy = { cert: join(folder, 'server.crt'), key: join(folder, 'server.key') };
  copyFileSync(tls.cert, copy.cert);
  copyFileSync(tls.key, copy.key);
  chmodSync(copy.key, 0o600);
  const account = serverAccount();
  if (account) {
    for (const file of [copy.cert, copy.key]) chownSync(file, account.uid, account.gid);
  }
  return copy;
}

/**
 * Runs the server as a child, ends it when the pipe from the parent closes (for whatever reason), ends what
 * an unfinished installation left behind in this process group, and cleans up.
 */
const GUARD = `
exec 3<&0
sh -c "$SERVER_SCRIPT" </dev/null >"$SERVER_FOLDER/server.log" 2>&1 3<&- &
server=$!
(while read -r _ <&3; do :; done; while kill -s "$SERVER_SIGNAL" "$server"; do sleep 0.1; done) 2>/dev/null &
wait "$server"
trap '' TERM
kill -s TERM 0
tries=0
until rm -rf "$SERVER_FOLDER" || [ $tries -ge 50 ]; do tries=$((tries + 1)); sleep 0.1; done
`;

interface ServerPlan {
  name: string;
  folder: string;
  /** Shell script whose last command `exec`s the server; its working folder is `folder`. */
  script: string;
  env?: Record<string, string>;
  signal: 'QUIT' | 'KILL';
  /** Resolves when the server answers, throws while it does not. */
  ping(): Promise<void>;
}

/** A folder that the server's account owns. */
export function makeServerFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const account = serverAccount();
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Database servers refuse to run as root, so root runs them as nobody. */
export function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function runThrowawayServer(url: string, plan: ServerPlan): Promise<ThrowawayServer> {
  const guard = spawn('sh', ['-c', GUARD], {
    cwd: plan.folder,
    // A session of its own: Ctrl-C reaches the parent only, and the closing pipe then ends the server.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...serverAccount(),
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      HOME: plan.folder,
      SERVER_SCRIPT: `set -e\n${plan.script}`,
      SERVER_FOLDER: plan.folder,
      SERVER_SIGNAL: plan.signal,
      ...plan.env,
    },
  });
  const gone = new Promise<void>((resolve) => guard.once('exit', () => resolve()));
  const stop = async () => {
    guard.ref();
    guard.stdin.end();
    await gone;
  };
  guard.stdin.on('error', () => undefined);

  const deadline = Date.now() + 60_000;
  for (;;) {
    const log = readLog(plan.folder);
    try {
      await plan.ping();
      guard.unref();
      return { url, stop };
    } catch (error) {
      if (guard.exitCode !== null || Date.now() > deadline) {
        await stop();
        rmSync(plan.folder, { recursive: true, force: true });
        throw new Error(`The throwaway ${plan.name} did not start.\n${log}`, { cause: error });
      }
    }
    await sleep(50);
  }
}

function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'server.log'), 'utf8').slice(-4_000);
  } catch {
    return '';
  }
}

/** Finds a program on the PATH or in one of the folders; a folder may hold one `*` for any sub-folder, newest first. */
export function findProgram(name: string, folders: string[]): string | undefined {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return [...path, ...folders.flatMap(expandFolder)]
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function expandFolder(folder: string): string[] {
  const [before, after] = folder.split('/*');
  if (after === undefined) return [folder];
  try {
    const names = readdirSync(before!).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a));
    return names.map((name) => join(before!, name, after));
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
