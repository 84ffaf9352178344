import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

const sourceFolders = ['contract', 'connectors', 'server', 'web', 'locales'];
const sourceFiles = [
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/lib/programs.mjs',
  'package-lock.json',
];
const stamp = inRoot('dist', 'sources.sha256');

const isTest = (name) => /\.test\.tsx?$/.test(name);

function listSources(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listSources(path);
      return isTest(entry.name) ? [] : [path];
    })
    .sort();
}

/** A hash of the sources of the build. It uses contents, not times, because a checkout touches files. */
export function hashSources() {
  const hash = createHash('sha256');
  for (const path of [...sourceFiles, ...sourceFolders.flatMap(listSources)]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update('\0');
  }
  return hash.digest('hex');
}

export const isBuilt = () =>
  existsSync(inRoot('dist', 'server', 'main.js')) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === hashSources();

export const stampBuild = (hash) => writeFileSync(stamp, hash);

/** Whether node_modules matches the lock file; without `dev`, only as far as the built server needs it. */
export function isInstalled({ dev }) {
  const installed = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || have[path]?.version === entry.version) return true;
    // Binaries of other platforms, and development packages in production, are not installed.
    if (have[path] === undefined && (entry.optional || entry.devOptional)) return true;
    return !dev && entry.dev === true;
  });
}
