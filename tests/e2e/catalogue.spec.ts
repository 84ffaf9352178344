import type { Page } from '@playwright/test';
import { ENGINES } from '../../connectors/engines.ts';
import { listPairs, matchObjects } from '../../contract/proof/pairs.ts';
import { savePreference } from '../../contract/preferences.ts';
import { expect, test } from './app.ts';
import { ADMIN_SCREENS } from './parts.ts';
import { EMPTY_PROJECT, OBJECTS, PROJECT } from './world.ts';

test.use({ world: 'catalogue' });

/** In the pseudo-language every text of the catalogue stands in these brackets. */
const PSEUDO = 'en-XA';
const bracketed = /⟦[^⟦⟧]*⟧/g;

/** What is shown or said and is no text of ours: names, figures and moments, fixed words. */
const DATA = [
  /\b(admin|DB Migration Utility|Error|Success)\b/g,
  ...Object.values(ENGINES).map(({ name }) => name),
  /\b(PostgreSQL|MySQL|MariaDB|English|Deutsch)\b|العربية/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[AP]M\b/g,
  /\b(Ctrl K|CSV|XLSX)\b|\b(Alt|Ctrl) [↑↓↵]/g,
  // Sentences of the server and the contract, which have a test of their own.
  /\bSame schema and name\b|\bis required\b/g,
  /\bnow\b|\b\d+ (seconds?|minutes?) ago\b/g,
];

/** What people and databases of the world of the journeys call their things. */
const NAMES = [
  PROJECT,
  EMPTY_PROJECT,
  // Each word of a name stands alone on the HomePage.
  new RegExp(`^(${`${PROJECT} ${EMPTY_PROJECT}`.replaceAll(' ', '|')})$`, 'g'),
  'moved with the nightly batch',
  /select count\(\*\) from \w+/g,
  /\b(dora|tom|ina|Acme|Northwind|reader|YYYY|NULL|PEM)\b/g,
  new RegExp(`\\b(shop\\.)?(shop|${OBJECTS.join('|')})\\b`, 'g'),
];

/** Runs in the page: every text and accessible name, and the title. */
const READ_ALL = `(() => {
  const found = [];
  const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = document.createTreeWalker(document.body, kinds);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      const inside = node.parentElement?.tagName;
      if (!['SCRIPT', 'STYLE', 'TITLE'].includes(inside)) found.push(node.data);
    } else if (!node.closest('[aria-hidden=true]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        found.push(node.getAttribute(name) ?? '');
      }
    }
  }
  return [...found, document.title];
})()`;

/** Visible texts and accessible names that did not come from the catalogue. */
async function strays(page: Page, names: readonly (string | RegExp)[] = []): Promise<string[]> {
  const texts = await page.evaluate<string[]>(READ_ALL);
  const left = texts.map((text) => {
    let rest = text;
    // From the inside out: texts stand inside of others.
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(bracketed, ' ');
    }
    return [...names, ...DATA]
      .reduce<string>((words, own) => words.replaceAll(own, ' '), rest)
      .trim();
  });
  return [...new Set(left.filter((text) => /\p{Letter}{2}/u.test(text)))];
}

const SCREENS = [...ADMIN_SCREENS, '/rtl/rtl-page', '/testing'];
const OF_PROJECTS = [
  '/testing',
  '/developer',
  '/adminresults',
  '/assignobjects',
  '/dbconnect',
  '/webhooks',
  '/assessment',
  '/waves',
  '/proof',
  '/pairs',
  '/pairrules',
  '/proofreport',
  '/forecast',
  '/gate',
  '/cutover',
  '/client',
  '/admin/spreadsheet',
];

const display = { scheme: 'light', direction: 'ltr', density: 'comfortable', language: PSEUDO };

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    // The pages of a client and of a pair are headed by a name.
    /^\/(?:client|pair)\?/.test(address) ? /\p{Letter}/u : '⟦',
  );
  await page.waitForLoadState('networkidle');
}

test('no text on any screen bypasses the catalogue', async ({ page, signedIn, shop }) => {
  await page.addInitScript(`localStorage.setItem('display', '${JSON.stringify(display)}')`);
  for (const address of ['/login', '/register']) {
    await visit(page, address);
    expect.soft(await strays(page), address).toEqual([]);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: '⟦Login⟧' }).click();
  await expect(page.locator('input[aria-invalid=true]').first()).toBeVisible();
  expect.soft(await strays(page), 'errors of the login').toEqual([]);

  await shop.admin.call(savePreference, { params: { key: 'display' }, body: { value: display } });
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const [pair] = await shop.admin.call(listPairs, { params: { id: shop.projectId } });
  const admin = await signedIn('admin');
  // First as they are without a project, then with one that has objects and one that has none.
  const tabs = ['structure', 'data', 'call', 'evidence', 'signoff', 'history', 'comments'];
  const addresses = [
    ...SCREENS,
    ...OF_PROJECTS.flatMap((path) =>
      [shop.projectId, shop.emptyProjectId].map((id) => `${path}?project=${id}`),
    ),
    ...tabs.map((tab) => `/pair?project=${shop.projectId}&pair=${pair!.id}&tab=${tab}`),
  ];
  for (const address of addresses) {
    await visit(admin, address);
    expect.soft(await strays(admin, NAMES), address).toEqual([]);
  }
});

test('no text of a menu or dialog bypasses the catalogue', async ({ signedIn, shop }) => {
  await shop.admin.call(savePreference, { params: { key: 'display' }, body: { value: display } });
  const page = await signedIn('admin');
  await visit(page, '/admin/homepage');
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect.soft(await strays(page, NAMES), 'notifications').toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  expect.soft(await strays(page, NAMES), 'palette').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: /Display settings/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect.soft(await strays(page, NAMES), 'display settings').toEqual([]);
});

test('a text that bypasses the catalogue is seen', async ({ page }) => {
  await page.setContent(
    '<p>⟦Saved by ⟦Anna⟧⟧ 3</p><button aria-label="Close"></button><p>Hello</p>',
  );
  expect(await strays(page)).toEqual(['Close', 'Hello']);
});
