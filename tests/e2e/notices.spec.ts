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

/** Red, green and blue of the bar beside a notification. */
async function colourOf(notice: Locator): Promise<number[]> {
  const colour = await notice.evaluate((element) => {
    const page = globalThis as unknown as {
      getComputedStyle: (of: unknown, part: string) => { backgroundColor: string };
    };
    return page.getComputedStyle(element, '::before').backgroundColor;
  });
  return (colour.match(/\d+/g) ?? []).map(Number);
}

// covers: 4.notify.2, 8.save.1
test('an error is red and titled Error, a success green and titled Success', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto('/admin/assignproject');
  const form = page.getByRole('form', { name: 'Assign Project' });
  await form.getByLabel('User').selectOption('admin');
  await form.getByLabel('Project').selectOption(String(shop.emptyProjectId));
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  const [red, green] = await colourOf(toast(page, 'Success').first());
  expect(green).toBeGreaterThan(red! + 40);

  // The same once more is refused.
  await form.getByLabel('User').selectOption('admin');
  await form.getByRole('button', { name: 'Assign', exact: true }).click();
  const refused = toast(page, 'Error', 'admin is already a developer of project');
  await expect(refused).toBeVisible();
  const [more, less] = await colourOf(refused);
  expect(more).toBeGreaterThan(less! + 40);
});

// covers: 4.notify.1, 9.const.1
test('notifications stand at the top in the middle for ten seconds; the pointer holds them', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/assignproject');
  await expect(page.getByRole('option', { name: 'dora' })).toBeAttached();

  const asked = Date.now();
  const first = await assign(page, 'admin');
  const box = (await first.boundingBox())!;
  expect(box.y).toBeLessThan(100);
  expect(Math.abs(box.x + box.width / 2 - 800)).toBeLessThan(12);
  await expect(first).toBeHidden();
  expect(Date.now() - asked).toBeGreaterThanOrEqual(10_000);

  const second = await assign(page, 'tom');
  await second.hover();
  const held = Date.now();
  await expect.poll(() => Date.now() - held, { timeout: 30_000 }).toBeGreaterThan(11_000);
  await expect(second).toBeVisible();
  await page.mouse.move(5, 700);
  await expect(second).toBeHidden();
});
