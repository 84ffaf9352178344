import type { Page } from '@playwright/test';
import { savePreference } from '../../contract/preferences.ts';
import { expect, test } from './app.ts';
import { NAMES, strays } from './texts.ts';

test.use({ world: 'catalogue' });

const display = { scheme: 'light', direction: 'ltr', density: 'comfortable', language: 'en-XA' };

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦');
  await page.waitForLoadState('networkidle');
}

test('no text before the login bypasses the catalogue', async ({ page }) => {
  await page.addInitScript(`localStorage.setItem('display', '${JSON.stringify(display)}')`);
  for (const address of ['/login', '/register']) {
    await visit(page, address);
    expect.soft(await strays(page), address).toEqual([]);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: '⟦Login⟧' }).click();
  await expect(page.locator('input[aria-invalid=true]').first()).toBeVisible();
  expect.soft(await strays(page), 'errors of the login').toEqual([]);
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
