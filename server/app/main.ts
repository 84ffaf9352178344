import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { type Config, ConfigError, readConfig } from '../platform/config.ts';
import { isDiskFull, isStorageBroken } from '../platform/db/errors.ts';
import { MigrationError } from '../platform/db/migrate.ts';
import { FolderInUseError } from '../platform/folder-lock.ts';
import { ProblemError } from '../platform/problem.ts';
import { VaultError } from '../platform/vault.ts';
import { type FirstAdministrator, createProgram } from './program.ts';

const DRAIN_MS = 9_000;
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function addressOf(config: Config, port: number): string {
  const host = config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host;
  return `${config.tls ? 'https' : 'http'}://${host}:${port}`;
}

function announce(address: string, administrator: FirstAdministrator | null): void {
  const lines = ['', `  DB Migration Utility is ready: ${address}`];
  if (administrator) {
    lines.push(
      '',
      '  First start. Sign in as the administrator:',
      `    username  ${administrator.username}`,
    );
    lines.push(
      administrator.password
        ? `    password  ${administrator.password}   (shown this once; change it after signing in)`
        : '    password  the one in ADMIN_PASSWORD',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

const causeOf = ({ cause }: Error): string =>
  cause instanceof Error && cause.message ? ` (${cause.message})` : '';

/** The message for an operator if the program cannot start; any other error is a defect, shown with its stack. */
function explain(error: unknown): string {
  const forOperators = [ConfigError, MigrationError, FolderInUseError, VaultError];
  if (forOperators.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof ProblemError) {
    if (error.kind !== 'unavailable') return error.message;
    if (isDiskFull(error.cause) || isStorageBroken(error.cause))
      return `The store in DATA_DIR cannot be used${causeOf(error)}. Free space on its disk, or restore a backup: docs/operations.md says how.`;
    return `${error.message} Check DATABASE_URL and that PostgreSQL runs${causeOf(error)}.`;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE') {
    return 'The port is in use. Stop the other program, or set PORT (or METRICS_PORT) to another one.';
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST or PORT: ${(error as Error).message}`;
  // Errors of the system or of PostgreSQL about a folder, address, database or account.
  if (/^E[A-Z]+$|^(3D|28|42)/.test(code)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const config = readConfig(process.env);
  const { app, firstAdministrator } = await createProgram(config, {
    worker: new URL('./worker.js', import.meta.url),
    sqliteThread: new URL('./sqlite-thread.js', import.meta.url),
    databaseProcess: here('./database-process.js'),
    webFolder: here('../web'),
  });
  // A thread that runs a statement cannot be ended, and exit would wait for it; the store survives
  // a kill.
  const onTimeout = () => process.kill(process.pid, 'SIGKILL');
  closeWithGrace({ delay: DRAIN_MS, logger: false, onTimeout }, async ({ err }) => {
    if (err) app.log.error({ err }, 'Stopping after an error');
    await app.close();
  });
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as { port: number };
  announce(addressOf(config, port), firstAdministrator);
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n\n`);
  process.exit(1);
}
