// `npm start`: installs and builds where needed, then becomes the server (same process, so that
// signals and the exit code are the server's own).
import { pathToFileURL } from 'node:url';
import { inRoot } from './lib/paths.mjs';
import { ensureBuilt } from './lib/prepare.mjs';

// npm puts a shell between itself and us, and a SIGTERM ends only those two.
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
