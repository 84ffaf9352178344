import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';

/** In the pseudo-language every text of the catalogue stands in these brackets. */
const PSEUDO = 'en-XA';
const bracketed = /⟦[^⟦⟧]*⟧/g;

/** What is shown or said and is no text of ours: names, figures and moments, fixed words. */
const DATA = [
  /\b(admin|DB Migration Utility|Error|Success)\b/g,
  /\b(Oracle|PostgreSQL|SQLite|SQL Server|MySQL|MariaDB|English|Deutsch)\b|العربية/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[AP]M\b/g,
  /\b(Ctrl K|CSV|XLSX)\b/g,
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
    } else {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        found.push(node.getAttribute(name) ?? '');
      }
    }
  }
  return [...found, document.title];
})()`;

/** Visible texts and accessible names that did not come from the catalogue. */
async function strays(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(READ_ALL);
  const left = texts.map((text) => {
    let rest = text;
    // From the inside out: texts stand inside of others.
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(bracketed, ' ');
    }
    return DATA.reduce((words, data) => words.replace(data, ' '), rest).trim();
  });
  return [...new Set(left.filter((text) => /\p{Letter}{2}/u.test(text)))];
}

const screens = [
  '/admin/dashboard',
  '/admin/homepage',
  '/admin/addproject',
  '/admin/assignproject',
  '/admin/adduser',
  '/admin/users',
  '/admin/profile',
  '/rtl/rtl-page',
  '/testing',
  '/developer',
  '/adminresults',
  '/assignobjects',
  '/dbconnect',
];

// The account is that of every journey at this server.
test.afterEach(async ({ page }) => {
  await page.request.put('/api/preferences/display', { data: { value: null } });
});

test('no text on any screen bypasses the catalogue', async ({ page, app }) => {
  const display = {
    scheme: 'light',
    direction: 'ltr',
    density: 'comfortable',
    language: PSEUDO,
  };
  await page.addInitScript(`localStorage.setItem('display', '${JSON.stringify(display)}')`);
  await page.goto('/login');
  await expect(page.getByText('⟦Username⟧')).toBeVisible();
  expect.soft(await strays(page), '/login').toEqual([]);

  await page.locator('input[name=username]').fill(app.admin.username);
  await page.locator('input[name=password]').fill(app.admin.password);
  const saved = await page.request.post('/api/auth/login', {
    data: { username: app.admin.username, password: app.admin.password },
  });
  expect(saved.ok()).toBe(true);
  await page.request.put('/api/preferences/display', { data: { value: display } });
  await page.getByRole('button', { name: '⟦Login⟧' }).click();
  await expect(page).toHaveURL(/\/admin\/homepage/);

  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦');
    await page.waitForTimeout(500);
    expect.soft(await strays(page), screen).toEqual([]);
  }

  await page.goto('/admin/homepage');
  await page.getByRole('button', { name: /Notifications/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect.soft(await strays(page), 'notifications').toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  expect.soft(await strays(page), 'palette').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: /Display settings/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect.soft(await strays(page), 'display settings').toEqual([]);
});

test('a text that bypasses the catalogue is seen', async ({ page }) => {
  await page.setContent(
    '<p>⟦Saved by ⟦Anna⟧⟧ 3</p><button aria-label="Close"></button><p>Hello</p>',
  );
  expect(await strays(page)).toEqual(['Close', 'Hello']);
});
