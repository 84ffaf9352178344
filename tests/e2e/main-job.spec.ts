import type { Page } from '@playwright/test';
import { TEXTS } from '../../contract/texts.ts';
import { expect, test } from './app.ts';
import { type ShopAddress, startShops } from './databases.ts';
import { openSingleReport } from './parts.ts';

test.use({ world: 'main job' });

type Shops = Awaited<ReturnType<typeof startShops>>;
let shops: Shops;
test.beforeAll(async () => {
  shops = await startShops();
});
test.afterAll(() => shops.stop());

const PASSWORD = 'a password for the journey';

async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/homepage/);
}

async function addUser(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Add User' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText(TEXTS.userAdded).last()).toBeVisible();
  // That of the one before may still stand there.
  await expect(page.getByLabel('Username')).toHaveValue('');
}

async function fillConnection(
  page: Page,
  side: 'Source' | 'Target',
  shop: ShopAddress,
): Promise<void> {
  await page.getByLabel(`${side} IP`).fill(shop.host);
  await page.getByLabel(`${side} Port`).fill(shop.port);
  await page.getByLabel(`${side} DB Name`).fill(shop.database);
  await page.getByLabel(`${side} Username`).fill(shop.username);
  await page.getByLabel(`${side} DB Password`).fill(shop.password);
}

async function addProject(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Add Project' })
    .click();
  await page.getByLabel('Project Name').fill('Shop to PostgreSQL');
  await page.getByLabel('Client Name').fill('Acme');
  await page.getByLabel('Project Status').selectOption('inProgress');
  for (const start of ['Planned Start Date', 'Actual Start Date'])
    await page.getByLabel(start).fill('2026-01-05');
  for (const end of ['Planned End Date', 'Actual End Date'])
    await page.getByLabel(end).fill('2030-12-31');
  await page.getByLabel('Source Database').selectOption({ label: 'MySQL / MariaDB' });
  await page.getByLabel('Target Database').selectOption({ label: 'PostgreSQL' });
  await fillConnection(page, 'Source', shops.source);
  await fillConnection(page, 'Target', shops.target);
  await page.getByRole('button', { name: 'Add Project' }).click();
  await expect(page.getByText(TEXTS.projectAdded)).toBeVisible();
}

async function assignProject(page: Page, username: string, role: string): Promise<void> {
  await page.getByRole('link', { name: 'Assign Project' }).click();
  await page.getByRole('combobox', { name: 'User' }).selectOption({ label: username });
  await page
    .getByRole('combobox', { name: 'Project' })
    .selectOption({ label: '1 · Shop to PostgreSQL' });
  await page.getByRole('combobox', { name: 'Role' }).selectOption(role);
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText(`${username} is now a ${role} of project`)).toBeVisible();
}

/** Follows an action of the project's row on the HomePage. */
async function projectAction(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'HomePage' }).first().click();
  await page.getByRole('link', { name }).click();
}

async function importSide(
  page: Page,
  side: 'Source' | 'Target',
  type: string,
  count: number,
): Promise<void> {
  const section = page.getByRole('region', { name: side, exact: true });
  await section.getByLabel(`${side} Object Type`).selectOption({ label: type });
  const report = section.getByRole('button', { name: `Generate ${side} Report` });
  await expect(report).toBeEnabled();
  await report.click();
  await expect(
    section.getByText(`${count} object${count === 1 ? '' : 's'}`, { exact: true }),
  ).toBeVisible();
  await section.getByRole('button', { name: `Import ${side}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  const said = side === 'Source' ? TEXTS.sourceImported : TEXTS.targetImported;
  await expect(page.getByText(said).last()).toBeVisible();
  await expect(section.getByText(/\d+ objects? imported/)).toBeVisible();
}

async function assignAll(
  page: Page,
  dropdown: string,
  username: string,
  said: string,
): Promise<void> {
  await page.getByRole('checkbox', { name: /all/i }).first().check();
  await page.getByRole('combobox', { name: dropdown }).click();
  await page.getByRole('option', { name: username }).click();
  await expect(page.getByText(said).last()).toBeVisible();
}

async function editRow(
  page: Page,
  object: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: object })
    .getByRole('button', { name: 'Edit' })
    .click();
  const dialog = page.getByRole('dialog');
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
}

// covers: 1.people.1, 2.route.1, 2.route.5, 2.testing.7, 7.call.22
test('a table is read, assigned, migrated, verified and proven, by the three people whose job it is', async ({
  browser,
  app,
}) => {
  const open = async () => (await browser.newContext({ baseURL: app.url })).newPage();
  const admin = await open();
  await signIn(admin, app.admin.username, app.admin.password);
  await addUser(admin, 'dora');
  await addUser(admin, 'tom');
  await addProject(admin);
  await assignProject(admin, 'dora', 'developer');
  await assignProject(admin, 'tom', 'tester');

  await projectAction(admin, 'Check Inventory');
  for (const side of ['Source', 'Target']) {
    const section = admin.getByRole('region', { name: side, exact: true });
    await openSingleReport(section);
  }
  await importSide(admin, 'Source', 'tables', 2);
  await importSide(admin, 'Source', 'views', 1);
  const target = admin.getByRole('region', { name: 'Target', exact: true });
  await target.getByLabel('Target Schema').selectOption('shop');
  await importSide(admin, 'Target', 'tables', 1);

  await projectAction(admin, 'Assign Source Objects');
  await assignAll(admin, 'Assign To Developer', 'dora', TEXTS.assignedToDeveloper);
  await assignAll(admin, 'Assign To Tester', 'tom', TEXTS.assignedToTester);
  await projectAction(admin, 'Assign Target Objects');
  await assignAll(admin, 'Assign To Tester', 'tom', TEXTS.assignedToTester);

  const tom = await open();
  await signIn(tom, 'tom');
  await expect(tom.getByRole('link', { name: 'Add Project' })).toHaveCount(0);
  await projectAction(tom, 'Update Source Status');
  await editRow(tom, 'customers', (dialog) =>
    dialog
      .getByLabel('status')
      .selectOption('verified')
      .then(() => {}),
  );
  await expect(tom.getByText(TEXTS.pendingToVerified).first()).toBeVisible();
  await tom.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await tom.getByRole('button', { name: 'Discard changes' }).click();

  const dora = await open();
  await signIn(dora, 'dora');
  await projectAction(dora, 'Update Source Status');
  await editRow(dora, 'customers', async (dialog) => {
    await dialog.getByLabel('status').selectOption('migrated');
    await dialog.getByLabel('comments').fill('moved with the nightly batch');
  });
  await expect(dora.getByRole('row').filter({ hasText: 'customers' })).toContainText('migrated');

  // What dora has done is there without a reload.
  await expect(tom.getByRole('row').filter({ hasText: 'customers' })).toContainText('migrated');
  await editRow(tom, 'customers', async (dialog) => {
    await dialog.getByLabel('status').selectOption('verified');
    await dialog.getByLabel('test call').fill('select count(*) from customers');
    await dialog.getByLabel('test result').fill('0 = 0');
  });
  await expect(tom.getByRole('row').filter({ hasText: 'customers' })).toContainText('verified');
  await projectAction(tom, 'Update Target Status');
  await editRow(tom, 'customers', (dialog) =>
    dialog
      .getByLabel('status')
      .selectOption('verified')
      .then(() => {}),
  );
  await expect(tom.getByRole('row').filter({ hasText: 'customers' })).toContainText('verified');

  await projectAction(admin, 'Check Source Status');
  const result = admin.getByRole('row').filter({ hasText: 'customers' });
  for (const said of ['select count(*) from customers', 'dora', 'tom', '0 = 0']) {
    await expect(result).toContainText(said);
  }
});
