import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { programs } from './scripts/lib/programs.mjs';

/** A process loads a module once for all its files, in half the time: what tests change, they give back. */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true } as const;
const setupFiles = ['tests/support/seed.ts'];
const node = {
  ...shared,
  setupFiles,
  environment: 'node',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Long for a busy machine, and shorter than what tests cancel would last by itself.
  expect: { poll: { timeout: 20_000 } },
} as const;
const server = ['server/**/*.test.ts'];
/** Whether a file leads to a store of tests, by imports however far. */
const known = new Map<string, boolean>();
function takesStore(path: string): boolean {
  const before = known.get(path);
  if (before !== undefined) return before;
  known.set(path, false);
  const imports = readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g);
  const takes = Array.from(imports, ([, to]) => join(dirname(path), to!)).some(
    (file) => file === 'tests/support/test-store.ts' || takesStore(file),
  );
  known.set(path, takes);
  return takes;
}
/** What has no store runs once. */
const storeless = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .map((path) => join('server', path))
  .filter((path) => path.endsWith('.test.ts') && !takesStore(path));
/** Their store is always the same, or not what they are about and asked nothing that other tests do not ask of PostgreSQL: they run once, too. */
const onAnyStore = [
  'server/app/cli/call.test.ts',
  'server/app/cli/cli.test.ts',
  'server/app/cli/verify.test.ts',
  'server/app/damage.test.ts',
  'server/app/database-process.test.ts',
  'server/app/full-disk.test.ts',
  'server/app/hostile-bodies.test.ts',
  'server/app/key-check.test.ts',
  'server/app/log.test.ts',
  'server/app/refused-start.test.ts',
  'server/app/store-away.test.ts',
  'server/features/dossier/stamp.test.ts',
  'server/features/inventory/recordsets.test.ts',
  'server/features/preferences/preferences.test.ts',
  'server/features/proof/calls/effects-in-files.test.ts',
  'server/features/proof/calls/effects.test.ts',
  'server/features/proof/calls/follow-texts.test.ts',
  'server/features/proof/calls/propose-sets.test.ts',
  'server/features/proof/definitions/accept/accepted-causes.test.ts',
  'server/features/proof/definitions/accept/accepted-parts.test.ts',
  'server/features/proof/definitions/accept/accepted-rows.test.ts',
  'server/features/proof/definitions/compare/grants.test.ts',
  'server/features/proof/definitions/compare/routines/called-routines.test.ts',
  'server/features/proof/definitions/compare/texts/known-tables.test.ts',
  'server/features/proof/definitions/compare/texts/plans.test.ts',
  'server/features/proof/definitions/counterparts.test.ts',
  'server/features/proof/definitions/repair/ends-of-keys.test.ts',
  'server/features/proof/definitions/repair/list-repairs.test.ts',
  'server/features/proof/definitions/repair/unmade-objects.test.ts',
  'server/features/proof/others/others.test.ts',
  'server/features/proof/pairs/matching/belonging.test.ts',
  'server/features/proof/rows/plan/expressions.test.ts',
  'server/features/proof/runs/set-aside.test.ts',
  'server/features/proof/runs/verdicts.test.ts',
  'server/features/proof/tracked-pairs.test.ts',
  'server/features/users/fields.test.ts',
  'server/platform/http/bodies.test.ts',
  'server/platform/http/cross-site.test.ts',
  'server/platform/http/headers.test.ts',
  'server/platform/http/openapi.test.ts',
];
const globalSetup = ['tests/support/global-setup.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'contract',
          include: ['contract/**/*.test.ts', 'tests/house/**/*.test.ts'],
        },
      },
      {
        plugins: [programs()],
        test: {
          ...node,
          name: 'connectors',
          include: ['connectors/{core,duckdb,mysql,postgresql,sqlite}/**/*.test.ts'],
          globalSetup,
        },
      },
      {
        plugins: [programs()],
        test: {
          ...node,
          name: 'connectors-alone',
          include: ['connectors/**/*.test.ts'],
          exclude: ['connectors/{core,duckdb,mysql,postgresql,sqlite}/**'],
          globalSetup,
          // Some change parts of a driver, which others compare with what it was.
          isolate: true,
        },
      },
      {
        plugins: [programs()],
        test: {
          ...node,
          name: 'server-sqlite',
          include: server,
          globalSetup,
          env: { TEST_STORE: 'sqlite' },
        },
      },
      {
        plugins: [programs()],
        test: {
          ...node,
          name: 'server-postgres',
          include: server,
          exclude: [...storeless, ...onAnyStore],
          globalSetup,
          env: { TEST_STORE: 'postgres' },
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'web',
          environment: 'happy-dom',
          // Files share a window: a link that one has pressed must not lead it away from the next.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableFallbackToSetURL: true } } },
          },
          ...shared,
          setupFiles: [...setupFiles, 'web/ui/testing/setup.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
