import { expect, test } from './app.ts';

test.use({ world: 'sample' });

test('the sample project can be tried without any database server, and removed', async ({
  page,
  app,
}) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Load the sample project' }).click();
  // Two databases are made, read and compared meanwhile.
  await expect(page.getByText('sample-developer').first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('sample-tester').first()).toBeVisible();
  await page.getByRole('button', { name: 'I have noted them' }).click();

  await page.getByRole('link', { name: 'Check Inventory' }).click();
  for (const side of ['Source', 'Target']) {
    const section = page.getByRole('region', { name: side, exact: true });
    await section.getByRole('button', { name: 'Fetch Schemas' }).click();
    await section.getByRole('button', { name: `Generate ${side} Report` }).click();
    await section.getByRole('button', { name: `Import ${side}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
    await expect(section.getByText(/\d+ objects? imported/)).toBeVisible();
  }

  await page.getByRole('link', { name: 'HomePage' }).first().click();
  await page.getByRole('button', { name: 'Remove the sample project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the sample project' }).click();
  await expect(page.getByRole('button', { name: 'Load the sample project' })).toBeVisible();
});
