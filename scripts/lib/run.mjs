import { spawn } from 'node:child_process';
import { inRoot, root } from './paths.mjs';

/** Runs a command with inherited output; resolves to its exit code (128 + signal number counts as failure, too). */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      ...options,
      env: { ...process.env, ...options.env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a tool of node_modules with the current Node, regardless of the PATH. */
export const runTool = (script, args, options) =>
  run(process.execPath, [inRoot('node_modules', script), ...args], { ...options, shell: false });

/** Like run(), but exits with the same code on failure. */
export async function must(promise) {
  const code = await promise;
  if (code !== 0) process.exit(code);
}
