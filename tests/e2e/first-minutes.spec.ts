import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { type ShopAddress, startShops } from './databases.ts';
import { countClicks, rowOf, toast } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'first minutes' });

async function typeConnection(page: Page, side: 'Source' | 'Target', shop: ShopAddress) {
  await page.getByLabel(`${side} IP`).fill(shop.host);
  await page.getByLabel(`${side} Port`).fill(shop.port);
  await page.getByLabel(`${side} DB Name`).fill(shop.database);
  await page.getByLabel(`${side} Username`).fill(shop.username);
  await page.getByLabel(`${side} DB Password`).fill(shop.password);
}

test('two databases are read, matched and compared in few clicks', async ({ page, app }) => {
  const shops = await startShops();
  const clicks = await countClicks(page);
  await page.goto('/login');
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();

  await page.getByRole('main').getByRole('link', { name: 'Add Project' }).click();
  await page.getByLabel('Project Name').fill('Shop to PostgreSQL');
  await page.getByLabel('Client Name').fill('Acme');
  await page.getByLabel('Planned End Date').fill('2030-12-31');
  await page.getByLabel('Source Database').selectOption({ label: 'MySQL / MariaDB' });
  await page.getByLabel('Target Database').selectOption({ label: 'PostgreSQL' });
  await typeConnection(page, 'Source', shops.source);
  await typeConnection(page, 'Target', shops.target);
  await page.getByRole('button', { name: 'Add Project' }).click();

  await page.getByRole('button', { name: 'Read both sides' }).click();
  await page.getByRole('button', { name: 'Import both sides' }).click();
  for (const side of ['Source', 'Target']) {
    const section = page.getByRole('region', { name: side, exact: true });
    await expect(section.getByText(/\d+ objects? imported: /)).toBeVisible();
  }

  const screens = page.getByRole('navigation', { name: 'Screens of the project' });
  await screens.getByRole('link', { name: 'Pairs and Proof' }).click();
  await page
    .getByRole('button', { name: /^Compare: \d/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^Structure and rows: finished/)).toBeVisible({ timeout: 60_000 });
  expect(clicks()).toBeLessThanOrEqual(10);
  await shops.stop();
});

test('a tester verifies the first object with a handful of keys after the login', async ({
  page,
  shop,
}) => {
  expect(shop.source).toHaveProperty('brands');
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('tom');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'Shop to PostgreSQL' })).toBeVisible();

  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  const row = rowOf(page, 'brands');
  await expect(row).toHaveAttribute('data-index', '0');
  await page.keyboard.press('j');
  await expect(row.getByRole('gridcell').nth(1)).toBeFocused();
  await page.keyboard.press('v');
  await expect(toast(page, 'Success', 'brands saved')).toBeVisible();
});
