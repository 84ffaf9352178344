import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { FromChild } from './postgres-wire.ts';

function start(program: string, task: 'make' | 'serve', folder: string): ChildProcess {
  return fork(program, [task, folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // For a program that runs for seconds, optimising takes twice as long as running.
    execArgv: ['--liftoff-only'],
    serialization: 'advanced',
    env: {},
  });
}

/** Creates the database in a folder that does not exist yet; takes a few seconds and 800 MB. */
export async function makeDatabase(program: string, folder: string): Promise<void> {
  const child = start(program, 'make', folder);
  let reason = 'the program ended';
  child.on('message', (message: FromChild) => {
    if (message.say === 'failed') reason = message.message;
  });
  const code = await ended(child);
  if (code !== 0) throw new Error(`The sample's PostgreSQL database could not be made: ${reason}`);
}

/** Resolves once the database accepts connections. */
export function startDatabase(program: string, folder: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = start(program, 'serve', folder);
    const fail = (reason: string) =>
      reject(new Error(`The sample's PostgreSQL database did not start: ${reason}`));
    child.once('error', (error) => fail(error.message));
    child.once('exit', () => fail('the program ended'));
    child.once('message', (message: FromChild) => {
      if (message.say === 'ready') resolve(child);
      else fail(message.say === 'failed' ? message.message : message.say);
    });
  });
}

/** Asks the program to end, within two seconds. */
export async function stopDatabase(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = ended(child);
  if (child.connected) child.disconnect();
  const impatient = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await gone;
  clearTimeout(impatient);
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
