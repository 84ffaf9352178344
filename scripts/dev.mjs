// `npm run dev`: the web app from Vite's dev server with hot reload, the server rebuilt and
// restarted when its sources change. Open the address that Vite prints.
import { spawn } from 'node:child_process';
import { inRoot, root } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';

await ensureInstalled();
const { build, createServer } = await import('vite');

const outDir = inRoot('dist', 'dev');
let server;

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}

async function restartServer() {
  await stopServer();
  server = spawn(process.execPath, ['--enable-source-maps', `${outDir}/main.js`], {
    cwd: root,
    stdio: 'inherit',
  });
}

const watcher = await build({
  configFile: inRoot('vite.server.config.ts'),
  logLevel: 'warn',
  build: { outDir, watch: {} },
});
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') restartServer();
  if (event.code === 'ERROR') console.error(event.error.message);
});

const web = await createServer({ configFile: inRoot('vite.config.ts') });
await web.listen();
web.printUrls();

async function stop() {
  await Promise.all([watcher.close(), web.close(), stopServer()]);
  process.exit(0);
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
