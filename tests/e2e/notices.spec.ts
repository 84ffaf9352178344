import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { toast } from './parts.ts';

test.use({ world: 'projects' });

async function assign(page: Page, username: string): Promise<Locator> {
  await page.getByRole('combobox', { name: 'User' }).selectOption(username);
  await page.getByRole('combobox', { name: 'Project' }).selectOption('1 · Shop to PostgreSQL');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const shown = toast(page, 'Success').first();
  await expect(shown).toBeVisible();
  return shown;
}

test('notifications stand at the top in the middle for ten seconds; the pointer holds them', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/assignproject');
  await expect(page.getByRole('option', { name: 'dora' })).toBeAttached();

  const first = await assign(page, 'admin');
  const shown = Date.now();
  const past = () => Date.now() - shown;
  const box = (await first.boundingBox())!;
  expect(box.y).toBeLessThan(100);
  expect(Math.abs(box.x + box.width / 2 - 800)).toBeLessThan(12);
  await expect(first).toBeHidden();
  expect(past()).toBeGreaterThan(8_000);

  const second = await assign(page, 'tom');
  await second.hover();
  const held = Date.now();
  await expect.poll(() => Date.now() - held, { timeout: 30_000 }).toBeGreaterThan(11_000);
  await expect(second).toBeVisible();
  await page.mouse.move(5, 700);
  await expect(second).toBeHidden();
});
