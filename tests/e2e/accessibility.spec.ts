import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './app.ts';

const screens = [
  '/admin/dashboard',
  '/admin/homepage',
  '/admin/addproject',
  '/admin/assignproject',
  '/admin/adduser',
  '/admin/users',
];

test('screens have no fault that axe finds', async ({ page, app }) => {
  const findFaults = async () => {
    const { violations } = await new AxeBuilder({ page }).analyze();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  };

  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await findFaults(), '/login').toEqual([]);

  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/homepage/);

  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.getByRole('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect.soft(await findFaults(), screen).toEqual([]);
  }
});
