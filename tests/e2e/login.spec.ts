import { expect, test } from './app.ts';

// covers: 1.people.9, 2.route.6, 2.route.12, 2.login.2
test('an administrator signs in and out, and a wrong password is refused', async ({
  page,
  app,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Welcome to DB Migration Utility')).toBeVisible();

  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login Error')).toBeVisible();

  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/homepage/);
});

test('pages keep their own content security policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(complaints.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
});
