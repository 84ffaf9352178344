import { expect, test } from './app.ts';
import { openSingleReport } from './parts.ts';

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
  // What it does is named, whoever looks, and however often.
  await expect(page.getByText('Two databases are made')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Loading the sample project' })).toBeVisible();
  const tour = page.getByRole('region', { name: 'The sample in six steps' });
  await expect(tour).toBeVisible({ timeout: 90_000 });
  await tour.getByRole('button', { name: 'Accounts' }).click();
  const accounts = page.getByRole('table', { name: 'Accounts of the sample' });
  await expect(accounts.getByRole('row')).toHaveCount(6);
  await expect(accounts.getByText('sample-tester-2')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();

  await tour.getByRole('link', { name: /^deliveries/ }).click();
  await expect(page.getByText('arrived is 1 h later on the target')).toBeVisible();
  await page.goBack();
  await expect(tour.getByText('1 of 6 seen')).toBeVisible();

  await tour.getByRole('link', { name: /^orders/ }).click();
  await expect(page.getByText('1 of 2 parameter sets gave equal answers')).toBeVisible();
  await page.goBack();

  await page.getByRole('link', { name: 'Check Inventory' }).click();
  for (const side of ['Source', 'Target']) {
    const section = page.getByRole('region', { name: side, exact: true });
    await openSingleReport(section);
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
