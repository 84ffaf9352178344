// The measures that `npm run count` prints; tests/house enforces limits for some of them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './paths.mjs';

export const FLOORS = ['contract', 'connectors', 'server', 'web'];
/** Tests, and test helpers beside the code. */
const TEST = /\.test\.tsx?$|[/-](exam|fixture)\.ts$|\/testing\/|^tests\//;

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => FLOORS.includes(file.split('/')[0]) || file.startsWith('tests/'));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

export const linesOf = (file) => texts.get(file).split('\n').length - 1;
export const modules = files.filter((file) => !TEST.test(file));
export const tests = files.filter((file) => TEST.test(file));

/** The imports of each module; below, its importers. */
export const imports = new Map(modules.map((file) => [file, new Set()]));
export const importers = new Map(modules.map((file) => [file, new Set()]));
for (const file of modules)
  for (const [, target] of texts.get(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const imported = normalize(join(dirname(file), target));
    importers.get(imported)?.add(file);
    if (imports.has(imported)) imports.get(file).add(imported);
  }

/** The shortest path of imports; undefined if there is none. */
function wayDown(from, to) {
  const before = new Map([[from, null]]);
  for (const file of before.keys()) {
    if (file === to) {
      const way = [];
      for (let at = to; at !== null; at = before.get(at)) way.unshift(at);
      return way;
    }
    for (const next of [...imports.get(file)].sort()) if (!before.has(next)) before.set(next, file);
  }
  return null;
}

/**
 * The files that one reads to follow a process: within a stretch, the shortest path of imports between two stops, in either
 * direction. Stretches are separated by what no import crosses: the network, a timer.
 * @throws if a stop no longer exists, or no path connects two stops
 */
export function filesOf(stretches) {
  const passed = new Set();
  for (const stops of stretches)
    stops.forEach((stop, index) => {
      if (!imports.has(stop)) throw new Error(`${stop} is gone: name another stop`);
      const from = stops[Math.max(0, index - 1)];
      const way = wayDown(from, stop) ?? wayDown(stop, from);
      if (!way) throw new Error(`no import leads from ${from} to ${stop}`);
      for (const file of way) passed.add(file);
    });
  return [...passed];
}

const objects = 'server/features/objects';
const runs = 'server/features/proof/runs';
const compare = 'web/features/proof/runs/compare-button.tsx';
export const PATHS = {
  'edit of one object, to the row and the other tab': [
    ['web/features/objects/desk.tsx', 'web/ui/edit-modal/edit-fields.tsx'],
    ['web/features/objects/object-editor.tsx', 'web/features/objects/edit-fields.ts'],
    ['web/features/objects/object-editor.tsx', 'contract/objects.ts'],
    ['web/features/objects/object-editor.tsx', 'web/lib/api.ts'],
    ['server/platform/http/register-routes.ts', 'server/platform/http/authorise.ts'],
    [`${objects}/routes.ts`, `${objects}/service.ts`, `${objects}/rules.ts`],
    [`${objects}/rules.ts`, `${objects}/repository.ts`],
    [`${objects}/rules.ts`, 'server/features/history/service.ts'],
    ['server/features/events/routes.ts', 'server/features/events/service.ts'],
    ['web/lib/live.ts', 'contract/events.ts'],
    ['web/lib/live.ts', 'web/lib/query-keys.ts'],
    ['web/features/objects/desk.tsx', 'web/features/objects/object-queries.ts'],
  ],
  "one pair's rows, from the button to the differences": [
    ['web/features/proof/rows/data-tab.tsx', compare, 'contract/proof/runs.ts'],
    [compare, 'web/lib/api.ts'],
    ['server/platform/http/register-routes.ts', 'server/platform/http/authorise.ts'],
    [`${runs}/routes.ts`, `${runs}/service.ts`, `${runs}/repository.ts`],
    [`${runs}/run-worker.ts`, `${runs}/work-run.ts`, `${runs}/keep-outcome.ts`],
    [`${runs}/work-run.ts`, 'server/features/proof/rows/compare-rows.ts'],
    [
      'server/features/proof/rows/compare-rows.ts',
      'server/features/proof/rows/search/find-rows.ts',
    ],
    ['server/features/proof/rows/compare-rows.ts', 'connectors/core/data.ts'],
    ['connectors/postgresql/connector.ts', 'connectors/core/rows/sql-data.ts'],
    ['web/features/proof/rows/data-tab.tsx', 'web/features/proof/rows/differences-table.tsx'],
  ],
};

const TABLES = {
  project: ['contract/projects.ts', 'PROJECT_FIELDS'],
  object: ['contract/objects.ts', 'OBJECT_FIELDS'],
  user: ['contract/users.ts', 'USER_FIELDS'],
  pair: ['contract/proof/pairs.ts', 'PAIR_FIELDS'],
};

/** For each entity, the modules that name each of its displayed and sortable fields; common words are left out. */
export async function filesOfFields() {
  const entries = Object.entries(TABLES).map(async ([entity, [file, name]]) => {
    const { module } = await runnerImport(join(root, file), { configFile: false });
    const fields = Object.entries(module[name])
      .filter(([field, { list, find }]) => list && find && field.includes('_'))
      .map(([field]) => {
        const word = new RegExp(`\\b${field}\\b`);
        return [field, modules.filter((one) => word.test(texts.get(one)))];
      });
    return [entity, Object.fromEntries(fields)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The modules outside of an engine's folder that refer to it. */
export const filesKnowing = (engine) =>
  modules.filter(
    (file) =>
      !file.startsWith(`connectors/${engine}/`) && texts.get(file).toLowerCase().includes(engine),
  );
