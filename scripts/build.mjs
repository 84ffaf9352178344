// Builds dist/web and dist/server (or the one that is named). Each is built in a temporary folder and then moved
// into place, so that a running server or test never sees an incomplete build.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { hashSources, stampBuild } from './lib/freshness.mjs';
import { inRoot } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';

const configs = { web: 'vite.config.ts', server: 'vite.server.config.ts' };
const named = process.argv.slice(2);
const parts = named.length > 0 ? named : Object.keys(configs);

await ensureInstalled();
const { build } = await import('vite');

const hash = hashSources();
const aside = inRoot('dist', `making-${process.pid}`);
mkdirSync(aside, { recursive: true });

function make(part) {
  const configFile = inRoot(configs[part]);
  return build({ configFile, logLevel: 'warn', build: { outDir: `${aside}/${part}` } });
}

function moveIntoPlace(part) {
  const place = inRoot('dist', part);
  if (existsSync(place)) renameSync(place, `${aside}/old-${part}`);
  renameSync(`${aside}/${part}`, place);
}

try {
  // Sequentially: if one fails, no other still writes to the folder that is deleted below.
  for (const part of parts) await make(part);
  parts.forEach(moveIntoPlace);
  if (named.length === 0) stampBuild(hash);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(aside, { recursive: true, force: true });
}
