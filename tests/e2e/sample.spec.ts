import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { countClicks, openSingleReport, toast } from './parts.ts';
import { readPdf } from './pdf.ts';

test.use({ world: 'sample' });

/** The report as somebody hands it over: what is proven, and what is not, is in words and in colours on the first page. */
async function printReport(page: Page) {
  await page.getByRole('link', { name: 'Proof report' }).click();
  await expect(page.getByRole('heading', { name: 'Pairs and their results' })).toBeVisible();
  // A sheet is light, also where the screen is dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  const { text, colours } = readPdf(await page.pdf({ format: 'A4', pageRanges: '1' }));
  await page.emulateMedia({ colorScheme: 'light' });
  expect(text).toContain('Proofofmigration');
  expect(text).toMatch(/\d+%\d+of\d+pairsareprovenoraccepted/);
  expect(text).toMatch(/tables.*\d+of\d+proven.*Whypairsareopen.*In1pair:main\.deliveries/);
  expect(text).not.toContain('Pairsandtheirresults');
  // Of what is proven, and of what differs.
  expect([...colours]).toEqual(
    expect.arrayContaining(['.1686 .4784 .2314', '.7882 .1647 .1647', '0 0 0']),
  );
}

/** From the list of what blocks to the cause of rows that differ, and to the statement that mends a definition. */
async function countToCause(page: Page) {
  const clicks = await countClicks(page);
  const project = await page.getByRole('link', { name: 'Check Inventory' }).getAttribute('href');
  await page.goto(`/proof${new URL(project!, page.url()).search}`);
  const blocking = page.getByRole('region', { name: 'What blocks' });
  await blocking.getByRole('link', { name: 'main.deliveries' }).click();
  await expect(page.getByText('arrived is 1 h later on the target')).toBeVisible();
  expect(clicks()).toBe(1);
  await page.goBack();
  await blocking.getByRole('link', { name: 'main.customers' }).click();
  await expect(page.getByRole('button', { name: 'Copy', exact: true }).first()).toBeVisible();
  expect(clicks()).toBe(2);
  await page.goBack();
  await page.goBack();
}

/** From the login to the first verified object, by keyboard alone. */
async function verifyFirst(page: Page, username: string, password: string) {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: /the bookshop moves/ })).toBeVisible();
  for (const key of ['j', 'Enter']) await page.keyboard.press(key);
  const row = page.getByRole('row').filter({ hasText: 'languages' });
  await expect(row).toHaveAttribute('data-index', '0');
  await page.keyboard.press('j');
  await page.keyboard.press('v');
  await expect(toast(page, 'Success', 'languages saved')).toBeVisible();
  await page.close();
}

test('the sample project can be tried without any database server, and removed', async ({
  page,
  app,
  browser,
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
  const tour = page.getByRole('region', { name: 'The sample in five steps' });
  await expect(tour).toBeVisible({ timeout: 90_000 });
  await tour.getByRole('button', { name: 'Accounts' }).click();
  const accounts = page.getByRole('table', { name: 'Accounts of the sample' });
  await expect(accounts.getByRole('row')).toHaveCount(6);
  await expect(accounts.getByText('sample-tester-2')).toBeVisible();
  const second = accounts.getByRole('row', { name: 'sample-tester-2' });
  const password = await second.locator('code').last().innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await verifyFirst(await browser.newPage({ baseURL: app.url }), 'sample-tester-2', password);

  // What is proven, what differs, and why.
  await tour.getByRole('link').first().click();
  await expect(page.getByText(/\d+ of \d+ pairs are proven or accepted/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^See what differs: \d/ }).first()).toBeVisible();
  await expect(
    page.getByText(/^Proven or accepted: 0 of \d+ on .*, \d+ of \d+ today\./),
  ).toBeVisible();
  await page.getByRole('button', { name: 'What do these words mean?' }).click();
  const words = page.getByRole('dialog', { name: 'What do these words mean?' });
  await expect(words.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await printReport(page);
  await page.goBack();
  await page.goBack();
  await tour.getByRole('link', { name: /^deliveries/ }).click();
  await expect(page.getByText('arrived is 1 h later on the target')).toBeVisible();
  await page.goBack();
  await expect(tour.getByText('2 of 5 seen')).toBeVisible();

  await tour.getByRole('link', { name: /^orders/ }).click();
  await expect(page.getByText('1 of 2 parameter sets gave equal answers')).toBeVisible();
  await page.goBack();
  await tour.getByRole('link', { name: /^customers/ }).click();
  await expect(page.getByText(/^The next number is 1, but/)).toBeVisible();
  await page.goBack();
  await tour.getByRole('link', { name: /^authors/ }).click();
  await expect(page.getByText('Changed after verification')).toBeVisible();
  await page.goBack();
  await expect(tour.getByText('5 of 5 seen')).toBeVisible();

  await countToCause(page);
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
