import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/lib/engines.mjs';
import type { StoreOption } from './tests/e2e/app.ts';

const executablePath = findChromium();

/**
 * What a Chromium with windows leaves out. Its address bar keeps two pages ready for each, in a process of their own: a fifth
 * of the CPU time of a journey. The last list wins, so what Playwright leaves out stands here, too, as far as it matters to pages.
 */
const leftOut = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const args = ['--no-sandbox', `--disable-features=${leftOut.join(',')}`];

/** The server's tests run on either store; a journey runs on one of them: these on PostgreSQL, the others on SQLite. */
const onPostgres =
  /(assigning|client|comments|cutover|desk|live|notices|pairs|projects|signoff|users|waves)\.spec/;
const onBoth = /main-job\.spec/;
/** All of them on one store: `E2E_STORE=postgres npm test -- e2e`. */
const all = process.env['E2E_STORE'] as StoreOption['store'] | undefined;
if (all && !['sqlite', 'postgres'].includes(all))
  throw new Error(`E2E_STORE is ${all}: it can be sqlite or postgres.`);

/** Journeys through the built app in a real browser; each file starts a server of its own. */
export default defineConfig<object, StoreOption>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  // Two cores under load are slow.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  workers: Math.min(4, Math.max(2, availableParallelism())),
  forbidOnly: Boolean(process.env['CI']),
  // On a machine that others use, too. `npm test` names what needed it.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1600, height: 1000 },
    // Without any found, Playwright's own browser.
    ...(executablePath ? { launchOptions: { executablePath, args } } : {}),
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // A third of the time of a journey: asked for by --trace=retain-on-failure.
    trace: 'off',
  },
  projects: all
    ? [{ name: all, use: { store: all } }]
    : [
        { name: 'sqlite', testIgnore: onPostgres },
        { name: 'postgres', testMatch: [onPostgres, onBoth], use: { store: 'postgres' } },
      ],
});
