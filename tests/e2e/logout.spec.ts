import { expect, test } from './app.ts';
import { signInByForm } from './parts.ts';

test.use({ world: 'people at work' });

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
