import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';

test.use({ world: 'desk' });

/** From now on the server has another version: its page names another script, and what the open one still needs is gone. */
async function upgrade(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  await page.route(
    (url) => url.pathname === '/',
    (route) =>
      route.fulfill({
        body: '<script type="module" src="/assets/start-newer.js"></script><div id="root"></div>',
      }),
  );
}

test('a page that stayed open while the server was upgraded says so, and keeps what is typed', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  const crashes: Error[] = [];
  page.on('pageerror', (error) => crashes.push(error));
  await page.goto('/admin/addproject');
  const name = page.getByLabel('Project Name');
  await name.fill('Warehouse');
  await page.waitForLoadState('networkidle');
  await upgrade(page);

  await test.step('a part that is loaded when it is opened', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('status')).toContainText(['A new version is there.']);
    await expect(name).toHaveValue('Warehouse');
  });
  await test.step('the browser asks before it is lost', async () => {
    const asked = page.waitForEvent('dialog');
    const pressed = page.getByRole('button', { name: 'Load new version' }).click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await pressed;
    await expect(name).toHaveValue('Warehouse');
  });
  await test.step('a page that cannot be loaded offers the new version', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A new version is there');
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Load new version' }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  });
  expect(crashes).toEqual([]);
});

test('a page that is opened while the server is away can be tried again', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  // On a slow machine the network may rest before the page is there.
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});
