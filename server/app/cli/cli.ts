import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { register } from '../../../contract/users.ts';
import { date } from '../../../contract/fields.ts';
import { MAX_MINUTES } from '../../../contract/proof/runs.ts';
import type { Verdict } from '../../../contract/proof/verdicts.ts';
import { trimProof } from '../../features/proof/evidence/trim.ts';
import { trimHistory } from '../../features/history/trim.ts';
import type { Actor } from '../../platform/http/route.ts';
import { readConfig } from '../../platform/config.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { type Store, openStore } from '../../platform/db/store.ts';
import { createWriteLock } from '../../platform/db/write-lock.ts';
import { lockFolder } from '../../platform/folder-lock.ts';
import { createLog } from '../../platform/log.ts';
import { parseOrThrow } from '../../platform/problem.ts';
import { generatePassword } from '../../platform/secrets.ts';
import { type Context, createContext } from '../context.ts';
import { callProject } from './call.ts';
import { verifyDossierFile, writeDossierFile } from './dossier.ts';
import { askServer } from './gate.ts';
import { CannotVerify } from './server-client.ts';
import { ALLOWED } from './verify-report.ts';
import { verify } from './verify.ts';

/** Runs a command directly on the store, while the server is stopped. */
async function withContext(work: (context: Context, store: Store) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  const unlock = config.databaseUrl ? () => {} : lockFolder(resolve(config.dataDir));
  const store = openStore({ ...config, lock: createWriteLock() });
  try {
    await migrate(store);
    const context = createContext(config, store, createLog('warn'));
    try {
      await work(context, store);
    } finally {
      await context.sample.close();
    }
  } finally {
    await store.close();
    unlock();
  }
}

/**
 * Writes one line. Names of databases and of entries in files come along with it: escaped as in JSON, they can neither
 * begin a line of a pipeline's log nor command a terminal.
 */
const writeLine = (stream: NodeJS.WriteStream, line: string): void =>
  void stream.write(
    `${line.replaceAll(
      /[\p{Cc}\p{Zl}\p{Zp}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )}\n`,
  );
const print = (line: string): void => writeLine(process.stdout, line);

/** Reads the password from standard input if it is piped; otherwise generates one. */
async function readPassword(): Promise<{ password: string; generated: boolean }> {
  if (process.stdin.isTTY) return { password: generatePassword(), generated: true };
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    if (line !== '') return { password: line, generated: false };
  }
  return { password: generatePassword(), generated: true };
}

async function createAdministrator(name: string): Promise<void> {
  const typed = await readPassword();
  const { generated } = typed;
  const { username, password } = parseOrThrow(
    register.body.pick({ username: true, password: true }),
    {
      username: name,
      password: typed.password,
    },
  );
  await withContext(async ({ users }) => {
    const existing = await users.findByName(username);
    if (existing) {
      await users.setAdministrator(null, existing.id, 1);
      print(`${existing.username} is now an active administrator; the password is unchanged.`);
      return;
    }
    await users.create(null, {
      username,
      password,
      isAdmin: true,
      isActive: true,
      passwordSetByAdmin: generated,
    });
    print(generated ? `Created ${username} with the password ${password}` : `Created ${username}.`);
  });
}

async function firstAdministrator({ users }: Context): Promise<Actor> {
  const found = (await users.list()).find((user) => user.is_admin === 1 && user.is_active === 1);
  if (!found)
    throw new Error('There is no administrator yet. Run npm run cli -- create-admin first.');
  return { userId: found.user_id, username: found.username, isAdmin: true };
}

async function loadSample(remove: boolean): Promise<void> {
  await withContext(async (context) => {
    if (remove) {
      await context.sample.remove();
      print('The sample project is removed.');
      return;
    }
    const { accounts } = await context.sample.load(await firstAdministrator(context));
    print('The sample project is loaded. Its accounts and their passwords:');
    for (const { username, password, role } of accounts)
      print(`  ${role.padEnd(10)} ${username}  ${password}`);
    print('Start the server with npm start, then open the HomePage.');
  });
}

async function trim(before: string): Promise<void> {
  const day = parseOrThrow(z.object({ before: date }), { before }).before;
  await withContext(async (_context, store) => {
    const { history, notification, login_attempt } = await trimHistory(store, day);
    const { run, evidence } = await trimProof(store, day);
    print(
      `Deleted from before ${day}: ${history} history entries, ${notification} notifications, ${login_attempt} login attempts, ${run} runs, ${evidence} pieces of superseded evidence.`,
    );
  });
}

function readId(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new InvalidArgumentError('It must be a project id.');
  return id;
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (!Number.isSafeInteger(minutes) || minutes < 1 || minutes > MAX_MINUTES)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_MINUTES}.`);
  return minutes;
}

interface CallFlags {
  project: number;
  json?: boolean;
}
interface VerifyFlags extends CallFlags {
  junit?: string;
  calls?: boolean;
  changed?: boolean;
  minutes?: number;
  allow: Verdict[];
}

/** The options of commands that ask a running server. @throws CannotVerify */
function serverOptions({ project, json = false }: CallFlags) {
  const {
    SERVER_URL: url = 'http://localhost:3000',
    CLI_USERNAME: username,
    CLI_PASSWORD: password,
  } = process.env;
  if (!username || !password)
    throw new CannotVerify(
      'Set CLI_USERNAME and CLI_PASSWORD to the account that the command signs in with.',
    );
  const abort = new AbortController();
  // Only once: a second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  return {
    url,
    username,
    password,
    projectId: project,
    json,
    signal: abort.signal,
    print,
    printProgress: (line: string) => writeLine(process.stderr, line),
  };
}

async function verifyProject({
  junit,
  calls = false,
  changed = false,
  minutes,
  allow,
  ...flags
}: VerifyFlags): Promise<void> {
  process.exitCode = await verify({
    ...serverOptions(flags),
    junit: junit ?? null,
    kind: changed ? 'changed' : calls ? 'all' : 'verify',
    minutes: minutes ?? null,
    allow,
  });
}

async function runCalls(flags: CallFlags): Promise<void> {
  process.exitCode = await callProject(serverOptions(flags));
}

async function readGate(flags: CallFlags): Promise<void> {
  process.exitCode = await askServer(serverOptions(flags));
}

async function writeDossier({ out, ...flags }: CallFlags & { out: string }): Promise<void> {
  await writeDossierFile({ ...serverOptions(flags), out });
}

async function verifyDossier(
  file: string,
  { key, ca, json = false }: { key?: string; ca?: string; json?: boolean },
): Promise<void> {
  const expected = { key: key ?? null, ca: ca ?? null };
  process.exitCode = await verifyDossierFile({ file, ...expected, json, print });
}

/**
 * For `verify`, `call`, `gate` and `dossier`, exit code 1 means that something differs, so a failure of the command
 * is 2, as is a wrong option in every command.
 */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return ['verify', 'call', 'gate', 'dossier'].includes(process.argv[2] ?? '') ? 2 : 1;
}

const program = new Command('cli').description(
  'Administer the store of a stopped server, or query a running one',
);
program.exitOverride();
program
  .command('create-admin')
  .description(
    'create an administrator, or promote an existing user; the password is read from standard input or generated',
  )
  .argument('[username]', 'name of the administrator', 'admin')
  .action(createAdministrator);
program
  .command('sample')
  .description('load the sample project')
  .option('--remove', 'remove it instead')
  .action(({ remove }: { remove?: boolean }) => loadSample(remove ?? false));
program
  .command('trim')
  .description(
    'delete history, notifications, login attempts, ended runs and superseded evidence from before a day',
  )
  .requiredOption('--before <date>', 'the first day to keep, YYYY-MM-DD')
  .action(({ before }: { before: string }) => trim(before));
program
  .command('verify')
  .description(
    'compare all pairs of a project on a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD); exits with 0 (proven, accepted or decided), 1 (different), 2 (could not run) or 3 (incomplete)',
  )
  .requiredOption('--project <id>', 'project id', readId)
  .option('--json', 'print one line of JSON per pair')
  .addOption(
    new Option('--allow <verdicts...>', 'open verdicts that count as passed')
      .choices(ALLOWED)
      .default([]),
  )
  .option('--calls', 'also run again the calls that ran before')
  .addOption(
    new Option(
      '--changed',
      'count the rows of all pairs, then compare those of what changed',
    ).conflicts('calls'),
  )
  .option('--minutes <number>', 'pause after so many, the worst pairs first', readMinutes)
  .option('--junit <file>', 'also write a JUnit XML report')
  .action(verifyProject);
program
  .command('call')
  .description(
    'run all calls of a project again on a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD), with all their parameter sets; exits with 0 (equal or accepted), 1 (different), 2 (could not run) or 3 (incomplete)',
  )
  .requiredOption('--project <id>', 'project id', readId)
  .option('--json', 'print one line of JSON per call')
  .action(runCalls);
program
  .command('gate')
  .description(
    'check the cutover gate of a project on a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD); exits with 0 (go), 1 (no-go) or 2 (could not be judged, which is never a go)',
  )
  .requiredOption('--project <id>', 'project id', readId)
  .option('--json', 'print the gate as JSON')
  .action(readGate);

const dossier = program
  .command('dossier')
  .description('write the proof of a project to one sealed file, or verify such a file');
dossier
  .command('write')
  .description(
    'have a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD) write the dossier of a project; exits with 0 (written) or 2 (could not be written)',
  )
  .requiredOption('--project <id>', 'project id', readId)
  .requiredOption('--out <file>', 'file to write')
  .action(writeDossier);
dossier
  .command('verify')
  .description(
    'check that a dossier is unchanged since it was sealed, and show what was changed; needs neither server nor store; exits with 0 (unchanged), 1 (changed) or 2 (could not be read)',
  )
  .argument('<file>', 'the dossier')
  .option(
    '--key <key>',
    'key that must have sealed it: its fingerprint, or a PEM file with the public key',
  )
  .option(
    '--ca <file>',
    'authorities, one of which must have stamped it: a PEM file with certificates',
  )
  .option('--json', 'print the result as JSON')
  .action(verifyDossier);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has already printed what is wrong with the command line.
  if (!(error instanceof CommanderError))
    for (const line of (error instanceof Error ? error.message : String(error)).split('\n'))
      writeLine(process.stderr, line);
  process.exitCode = exitCodeOf(error);
}
