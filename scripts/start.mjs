// `npm start`: installs and builds if needed, then runs the server in this process, so that signals and the exit code
// are those of the server.
import { pathToFileURL } from 'node:url';
import { inRoot } from './lib/paths.mjs';
import { ensureBuilt } from './lib/prepare.mjs';

// npm runs a shell in between, and a SIGTERM would end only npm and that shell.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

await ensureBuilt();
const program = inRoot('dist', 'server', 'main.js');
process.argv[1] = program;
await import(pathToFileURL(program).href);
