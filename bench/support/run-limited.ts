import { spawn } from 'node:child_process';

export interface Program {
  command: string;
  args: string[];
  cwd: string;
}

/** How a program ended: `late` if it was killed at the time limit. */
export interface Outcome {
  end: 'done' | 'late' | 'failed';
  ms: number;
  /** The end of its output. */
  output: string;
}

/** Runs a program, and kills it with all of its child processes after this many milliseconds. */
export function runLimited({ command, args, cwd }: Program, limit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    // A process group of its own, so that its child processes can be killed with it.
    const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let late = false;
    const read = (data: Buffer) => void (output = (output + data.toString()).slice(-20_000));
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    const timer = setTimeout(() => {
      late = true;
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    }, limit);
    const finish = (end: Outcome['end']) => {
      clearTimeout(timer);
      resolve({ end, ms: performance.now() - started, output });
    };
    child.once('error', (error) => {
      output += String(error);
      finish('failed');
    });
    child.once('close', (code) => finish(late ? 'late' : code === 0 ? 'done' : 'failed'));
  });
}
