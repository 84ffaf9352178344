// `npm run cli -- <command>`: the server's command line; builds it first if needed.
import { pathToFileURL } from 'node:url';
import { inRoot } from './lib/paths.mjs';
import { ensureBuilt } from './lib/prepare.mjs';

await ensureBuilt();
const program = inRoot('dist', 'server', 'cli.js');
process.argv[1] = program;
await import(pathToFileURL(program).href);
