import { expect, test } from './app.ts';
import { signInByForm } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'people at work' });

// covers: 2.header.4, 6.logout.1
test("'Logout {name}' removes the stored user and goes to the login page", async ({
  page,
  app,
}) => {
  await signInByForm(page, app.admin.username, app.admin.password);
  await expect(page).toHaveURL(/\/admin\/homepage/);
  await page.getByRole('button', { name: 'Profile menu of admin' }).click();
  await page.getByRole('menuitem', { name: 'Logout admin' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate('localStorage.getItem("user")')).toBeNull();
  await expect(page.getByRole('button', { name: /Continue as/ })).toBeHidden();
  await page.goto('/admin/homepage');
  await expect(page).toHaveURL(/\/login/);
});

test('a logout ends the other tabs of the browser, and another user does not see what was there', async ({
  page,
  shop,
}) => {
  expect(shop.dora.user.username).toBe('dora');
  await signInByForm(page, 'dora', PASSWORD);
  await expect(page).toHaveURL(/\/admin\/homepage/);
  const other = await page.context().newPage();
  const heading = other.getByRole('heading', { level: 1 });
  await other.goto('/admin/dashboard');
  await expect(heading).toHaveText('Dashboard');
  await page.getByRole('button', { name: 'Profile menu of dora' }).click();
  await page.getByRole('menuitem', { name: 'Logout dora' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login\?from=%2Fadmin%2Fdashboard/);

  // Both sign in as two people: the browser has one session, and every tab shows whose it is.
  await signInByForm(page, 'dora', PASSWORD);
  await expect(page.getByRole('button', { name: 'Profile menu of dora' })).toBeVisible();
  await signInByForm(other, 'tom', PASSWORD);
  await expect(other.getByRole('button', { name: 'Profile menu of tom' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu of tom' })).toBeVisible();
});
