// What a browser has to fetch, gzipped, before the login page and the first screen after it are
// there: script and style from Vite's manifest of dist/web (or of the folder that is named).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from './lib/paths.mjs';

const KB = 1000;
const LOGIN = ['index.html', 'app/pages/login.tsx'];
/** Total sizes and numbers of files, each of which is a request; the second one includes what the login page has loaded already. */
const BUDGETS = [
  { name: 'login page', parts: LOGIN, most: 225 * KB, mostFiles: 12 },
  {
    name: 'first screen (HomePage)',
    parts: [...LOGIN, 'frame', 'app/pages/home.tsx'],
    most: 345 * KB,
    mostFiles: 30,
  },
];
/** Loaded on demand only: even the first screen must not contain these. */
const LATER = [
  'features/dashboard/drawings.tsx',
  'features/search/palette.tsx',
  'features/projects/project-editor.tsx',
  'features/notifications/notification-list.tsx',
  'features/display/display-settings.tsx',
  'app/layout/navigation-drawer.tsx',
  'ui/confirm-dialog.tsx',
  'ui/data-table/columns/column-list.tsx',
  'ui/data-table/rows/virtual-body.tsx',
  'lib/i18n/de.ts',
  'lib/i18n/ar.ts',
];

const folder = process.argv[2] ?? inRoot('dist', 'web');
const manifestFile = join(folder, '.vite', 'manifest.json');
if (!existsSync(manifestFile)) {
  console.error('The web app is not built: npm run build');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

/** The key of what the build puts into a group of its own. */
const byGroup = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]));

/** The named parts, with everything that they import statically. */
function loadedBy(parts) {
  const seen = new Set();
  const follow = (part) => {
    const name = byGroup.get(part) ?? part;
    if (seen.has(name)) return;
    if (!manifest[name]) throw new Error(`The build has no part ${name}.`);
    seen.add(name);
    manifest[name].imports?.forEach(follow);
  };
  parts.forEach(follow);
  return [...seen].map((name) => ({ name, ...manifest[name] }));
}

const sizes = new Map();
function gzipped(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file))).length);
  return sizes.get(file);
}

let failed = false;
for (const { name, parts, most, mostFiles } of BUDGETS) {
  const loaded = loadedBy(parts);
  const files = new Set(['display.js', ...loaded.flatMap(({ file, css = [] }) => [file, ...css])]);
  const total = [...files].reduce((sum, file) => sum + gzipped(file), 0);
  const early = LATER.filter((part) => loaded.some((one) => one.name === part));
  const ok = total <= most && files.size <= mostFiles && early.length === 0;
  failed ||= !ok;
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name}: ${(total / KB).toFixed(1)} of ${most / KB} kB gzipped, ${files.size} of ${mostFiles} files`,
  );
  for (const part of early) console.log(`       ${part} is loaded too early`);
  if (ok) continue;
  const largest = [...files].sort((a, b) => gzipped(b) - gzipped(a)).slice(0, 12);
  for (const file of largest) console.log(`       ${(gzipped(file) / KB).toFixed(1)} kB ${file}`);
}
process.exitCode = failed ? 1 : 0;
