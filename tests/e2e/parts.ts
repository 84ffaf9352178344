import type { Locator, Page } from '@playwright/test';
import { expect } from './app.ts';

/** The header cells of a table, in order; the one with the checkbox for all rows is left out. */
export const headersOf = (page: Page, table: string): Locator =>
  page
    .getByRole('grid', { name: table })
    .getByRole('columnheader')
    .filter({ hasNot: page.getByRole('checkbox') });

/** A row of a table that has a cell with exactly this text. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('gridcell', { name: text, exact: true }) });

/** What stands at the top in the middle for ten seconds. */
export const toast = (page: Page, title: 'Success' | 'Error', text = ''): Locator =>
  page
    .getByRole(title === 'Error' ? 'alert' : 'status')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ hasText: text });

/** The editor of a row, opened. */
export async function openEditor(page: Page, row: string): Promise<Locator> {
  await rowOf(page, row).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: /^Edit / });
  await dialog.waitFor();
  return dialog;
}

export const save = (dialog: Locator): Promise<void> =>
  dialog.getByRole('button', { name: 'Save', exact: true }).click();

/** Types into the fields of a form, by label. */
export async function fill(form: Page | Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value);
}

export async function signInByForm(page: Page, username: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** The administrator's screens that are about no project. */
export const ADMIN_SCREENS = [
  '/admin/dashboard',
  '/admin/homepage',
  '/admin/addproject',
  '/admin/assignproject',
  '/admin/clients',
  '/admin/adduser',
  '/admin/users',
  '/admin/profile',
  '/admin/glossary',
] as const;

/** The part of a column of the Inventory that reports on one type in one schema; opened, it fetches the schemas. */
export const openSingleReport = (section: Locator): Promise<void> =>
  section.getByRole('button', { name: 'Only one type in one schema…' }).click();

/** How far the page has moved since it was opened, without a key or a click: the sum of its layout shifts. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const sum = (entries) => entries.reduce((total, { value }) => total + value, 0);
    new PerformanceObserver((list) => resolve(sum(list.getEntries()))).observe({
      type: 'layout-shift',
      buffered: true,
    });
    setTimeout(() => resolve(0), 500);
  })`);

/** By how much the page is wider than its window, what can be pressed but not be scrolled to, and which buttons are cut. */
const OUTSIDE = `(async () => {
  // What measures its own size lays itself out once more.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const { scrollWidth, clientWidth } = document.documentElement;
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const inScroller = (one) => one && (scrolls(one) || inScroller(one.parentElement));
  const lost = [...document.querySelectorAll('a, button, input, select, textarea')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const away = right < 0 && one.matches('[href="#content"]');
    const shown = one.checkVisibility({ visibilityProperty: true });
    return shown && !away && width > 1 && (left < -1 || right > clientWidth + 1) && !inScroller(one);
  });
  const cut = [...document.querySelectorAll('.mantine-Button-label')].filter(
    (one) => one.scrollWidth > one.clientWidth + 1,
  );
  return {
    wider: scrollWidth - clientWidth,
    cut: cut.map((one) => one.textContent),
    lost: lost.map((one) => one.ariaLabel ?? one.textContent ?? one.outerHTML),
  };
})()`;

export async function expectAllInside(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(OUTSIDE), where).toEqual({
    wider: 0,
    cut: [],
    lost: [],
  });
}

/** Every press of the mouse, and every choice in a list. */
const COUNT = `for (const kind of ['pointerdown', 'change'])
  addEventListener(kind, ({ target }) => {
    if (kind === 'pointerdown' || target.matches('select')) window.countClick();
  }, true)`;

/** Counts what a hand does with the mouse, from here on. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.addInitScript(COUNT);
  return () => clicks;
}
