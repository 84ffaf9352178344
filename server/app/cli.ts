import { createInterface } from 'node:readline/promises';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { register } from '../../contract/users.ts';
import { date } from '../../contract/fields.ts';
import type { Verdict } from '../../contract/proof/verdicts.ts';
import { trimProof } from '../features/proof/evidence/trim.ts';
import { trimHistory } from '../features/history/trim.ts';
import type { Actor } from '../platform/http/route.ts';
import { readConfig } from '../platform/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type Store, openStore } from '../platform/db/store.ts';
import { createWriteLock } from '../platform/db/write-lock.ts';
import { lockFolder } from '../platform/folder-lock.ts';
import { createLog } from '../platform/log.ts';
import { parseOrThrow } from '../platform/problem.ts';
import { generatePassword } from '../platform/secrets.ts';
import { type Context, createContext } from './context.ts';
import { callProject } from './call.ts';
import { verifyDossierFile, writeDossierFile } from './dossier.ts';
import { askServer } from './gate.ts';
import { CannotVerify } from './verify-client.ts';
import { ALLOWED } from './verify-report.ts';
import { verify } from './verify.ts';

/** Runs a command on the store of a stopped server. */
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

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The password from standard input where it is piped, otherwise a generated one, printed. */
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
      say(`${existing.username} is an active administrator now; the password is as it was.`);
      return;
    }
    await users.create(null, {
      username,
      password,
      isAdmin: true,
      isActive: true,
      passwordSetByAdmin: generated,
    });
    say(generated ? `Created ${username} with the password ${password}` : `Created ${username}.`);
  });
}

async function firstAdministrator({ users }: Context): Promise<Actor> {
  const found = (await users.list()).find((user) => user.is_admin === 1 && user.is_active === 1);
  if (!found)
    throw new Error('There is no administrator yet: run npm run cli -- create-admin first.');
  return { userId: found.user_id, username: found.username, isAdmin: true };
}

async function loadSample(remove: boolean): Promise<void> {
  await withContext(async (context) => {
    if (remove) {
      await context.sample.remove();
      say('The sample is gone.');
      return;
    }
    const { accounts } = await context.sample.load(await firstAdministrator(context));
    say('The sample project is loaded. Its people, and their passwords:');
    for (const { username, password, role } of accounts)
      say(`  ${role.padEnd(10)} ${username}  ${password}`);
    say('Start the server (npm start) and open the HomePage.');
  });
}

async function trim(before: string): Promise<void> {
  const day = parseOrThrow(z.object({ before: date }), { before }).before;
  await withContext(async (_context, store) => {
    const { history, notification, login_attempt } = await trimHistory(store, day);
    const { run, evidence } = await trimProof(store, day);
    say(
      `Deleted what happened before ${day}: ${history} lines of history, ${notification} notifications, ${login_attempt} attempts to sign in, ${run} runs, ${evidence} pieces of evidence that newer ones replaced.`,
    );
  });
}

function readId(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new InvalidArgumentError('It must be the number of a project.');
  return id;
}

interface CallFlags {
  project: number;
  json?: boolean;
}
interface VerifyFlags extends CallFlags {
  junit?: string;
  calls?: boolean;
  allow: Verdict[];
}

/** What commands need that ask a running server. @throws CannotVerify */
function serverOptions({ project, json = false }: CallFlags) {
  const {
    SERVER_URL: url = 'http://localhost:3000',
    CLI_USERNAME: username,
    CLI_PASSWORD: password,
  } = process.env;
  if (!username || !password)
    throw new CannotVerify('Set CLI_USERNAME and CLI_PASSWORD: the command signs in with them.');
  const abort = new AbortController();
  // Once: the second time the process ends at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
  return {
    url,
    username,
    password,
    projectId: project,
    json,
    signal: abort.signal,
    print: say,
    tell: (line: string) => void process.stderr.write(`${line}\n`),
  };
}

async function verifyProject({ junit, calls, allow, ...flags }: VerifyFlags): Promise<void> {
  process.exitCode = await verify({
    ...serverOptions(flags),
    junit: junit ?? null,
    calls: calls ?? false,
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
  process.exitCode = await verifyDossierFile({ file, ...expected, json, print: say });
}

/** Of `verify`, `call`, `gate` and `dossier`, 1 says that something differs: what kept a command from its work is 2 there, as is a wrong option everywhere. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return ['verify', 'call', 'gate', 'dossier'].includes(process.argv[2] ?? '') ? 2 : 1;
}

const program = new Command('cli').description(
  'Commands on the store of a stopped server, and some that ask a running one',
);
program.exitOverride();
program
  .command('create-admin')
  .description(
    'create an administrator, or make a user one; the password comes from standard input or is generated',
  )
  .argument('[username]', 'name of the administrator', 'admin')
  .action(createAdministrator);
program
  .command('sample')
  .description('load the sample project')
  .option('--remove', 'remove it')
  .action(({ remove }: { remove?: boolean }) => loadSample(remove ?? false));
program
  .command('trim')
  .description(
    'delete history, notifications, attempts to sign in, ended runs and replaced evidence that are older than a day',
  )
  .requiredOption('--before <date>', 'the first day that is kept, YYYY-MM-DD')
  .action(({ before }: { before: string }) => trim(before));
program
  .command('verify')
  .description(
    'compare all pairs of a project on a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD); ends with 0 (proven, accepted or decided), 1 (different), 2 (could not run) or 3 (incomplete)',
  )
  .requiredOption('--project <id>', 'number of the project', readId)
  .option('--json', 'print a line of JSON for each pair')
  .addOption(
    new Option('--allow <verdicts...>', 'what may be left open, all the same')
      .choices(ALLOWED)
      .default([]),
  )
  .option('--calls', 'run the calls again that ran before, too')
  .option('--junit <file>', 'write a report for pipelines, too: JUnit XML')
  .action(verifyProject);
program
  .command('call')
  .description(
    'run all calls of a project again on a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD), with all of their parameter sets; ends with 0 (equal or accepted), 1 (different), 2 (could not run) or 3 (incomplete)',
  )
  .requiredOption('--project <id>', 'number of the project', readId)
  .option('--json', 'print a line of JSON for each call')
  .action(runCalls);
program
  .command('gate')
  .description(
    'ask a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD) whether a project may be switched over; ends with 0 (go), 1 (no-go) or 2 (could not be judged, which is never a go)',
  )
  .requiredOption('--project <id>', 'number of the project', readId)
  .option('--json', 'print the gate as JSON')
  .action(readGate);

const dossier = program
  .command('dossier')
  .description('write the proof of a project as one sealed file, and verify such a file');
dossier
  .command('write')
  .description(
    'let a running server (SERVER_URL, CLI_USERNAME, CLI_PASSWORD) write the dossier of a project; ends with 0 (written) or 2 (could not be written)',
  )
  .requiredOption('--project <id>', 'number of the project', readId)
  .requiredOption('--out <file>', 'the file that is written')
  .action(writeDossier);
dossier
  .command('verify')
  .description(
    'say whether a dossier is as it was sealed, and where it is not; needs neither server nor store; ends with 0 (it is), 1 (it is not) or 2 (could not be read)',
  )
  .argument('<file>', 'the dossier')
  .option(
    '--key <key>',
    'the key that must have sealed it: its fingerprint, or a file with the key (PEM)',
  )
  .option(
    '--ca <file>',
    'the authorities of which one must have stamped it: a file with certificates (PEM)',
  )
  .option('--json', 'print what is found as JSON')
  .action(verifyDossier);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has said by itself what is wrong with the command line.
  if (!(error instanceof CommanderError))
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
