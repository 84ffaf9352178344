import type { Page } from '@playwright/test';
import { listPairs, matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import {
  DARK,
  IN_BRACKETS,
  LIGHT,
  type Look,
  RIGHT_TO_LEFT,
  expectNoFaults,
  visit,
  wear,
} from './axe.ts';
import { ADMIN_SCREENS, expectAllInside } from './parts.ts';
import { NAMES, strays } from './texts.ts';

test.use({ world: 'accessibility' });

/** Each is loaded once, and changed to each look once: what follows changes its width only. */
async function expectInOrder(
  page: Page,
  address: string,
  { faults = false, width = false, texts = false },
): Promise<void> {
  await visit(page, address);
  if (faults) await expectNoFaults(page, address, [DARK]);
  for (const look of [RIGHT_TO_LEFT, LIGHT]) {
    if (faults) await expectNoFaults(page, address, [look]);
    if (width) await expectNarrow(page, address, look);
  }
  if (texts) await expectTranslated(page, address);
}

/** No screen scrolls sideways in a window of 1280 pixels at twice the size, and on a small phone. */
async function expectNarrow(page: Page, address: string, look: Look): Promise<void> {
  const wide = page.viewportSize()!;
  await wear(page, look);
  for (const [width, height] of [
    [640, 400],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAllInside(page, `${address} at ${width}, ${look.direction}`);
  }
  await page.setViewportSize(wide);
}

/** No text bypasses the catalogue. */
async function expectTranslated(page: Page, address: string): Promise<void> {
  await wear(page, IN_BRACKETS);
  // The pages of a client and of a pair are headed by a name.
  const headed = /^\/(?:client|pair)\?/.test(address) ? /\p{Letter}/u : '⟦';
  await expect(page.getByRole('heading', { level: 1 })).toContainText(headed);
  await page.waitForLoadState('networkidle');
  expect.soft(await strays(page, NAMES), address).toEqual([]);
}

const ALL = { faults: true, width: true, texts: true };
const OF_PROJECTS = [
  '/adminresults',
  '/assignobjects',
  '/testing',
  '/developer',
  '/admin/spreadsheet',
  '/assessment',
  '/client',
  '/cutover',
  '/dbconnect',
  '/forecast',
  '/gate',
  '/pairrules',
  '/pairs',
  '/proof',
  '/proofreport',
  '/waves',
  '/webhooks',
];

test('screens about no project: no fault, not too wide, all texts translated', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  for (const address of ADMIN_SCREENS) await expectInOrder(page, address, ALL);
  await expectInOrder(page, '/rtl/rtl-page', { faults: true, texts: true });
  await expectInOrder(page, '/testing', { texts: true });
  await expectInOrder(page, `/admin/dashboard?project=${shop.projectId}`, { width: true });
  for (const address of ['/register', '/login'])
    await expectInOrder(page, address, { faults: true, width: true });
});

// Two halves: each takes minutes where two cores do all of it.
for (const half of [0, 1]) {
  const paths = OF_PROJECTS.filter((_, place) => place % 2 === half);
  test(`screens of a project, half ${half + 1}: no fault, not too wide, all texts translated`, async ({
    signedIn,
    shop,
  }) => {
    const page = await signedIn('admin');
    const project = `project=${shop.projectId}&side=source`;
    await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
    for (const path of paths) await expectInOrder(page, `${path}?${project}`, ALL);
  });
}

test('screens of a pair: no fault, not too wide, all texts translated', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  const project = `project=${shop.projectId}`;
  const params = { id: shop.projectId };
  await shop.admin.call(matchObjects, { params });
  const [first] = await shop.admin.call(listPairs, { params });
  const pair = `${project}&pair=${first!.id}`;
  for (const address of [
    `/pairs?${project}&f.state=matched`,
    `/adminresults?${project}&side=source&f.stale_since=-&f.data_result=-`,
    `/client?${pair}`,
  ])
    await expectInOrder(page, address, { faults: true });
  await expectInOrder(page, `/pair?${pair}`, ALL);
  for (const tab of ['data', 'call', 'evidence', 'history', 'comments'])
    await expectInOrder(page, `/pair?${pair}&tab=${tab}`, { width: true, texts: true });
  await expectInOrder(page, `/pair?${pair}&tab=signoff`, { texts: true });
});

test('screens of an empty project: no fault, all texts translated', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  const project = `project=${shop.emptyProjectId}`;
  const states = /^\/(testing|assignobjects|pairs|proof|proofreport|forecast|gate|cutover)$/;
  for (const path of OF_PROJECTS) {
    const side = path === '/assignobjects' ? 'target' : 'source';
    const faults = states.test(path);
    await expectInOrder(page, `${path}?${project}&side=${side}`, { faults, texts: true });
  }
});
