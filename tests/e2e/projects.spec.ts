import { TEXTS } from '../../contract/texts.ts';
import { expect, test } from './app.ts';
import { fill, openEditor, rowOf, save, toast } from './parts.ts';

test.use({ world: 'projects' });

// covers: 2.addproject.1, 4.project.1, 4.project.2, 5.project.1, 5.project.2, 5.project.4
// covers: 8.success.2
test('Add Project: every field is required, ports are numbers, then the project is there', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/addproject');
  const add = page.getByRole('main').getByRole('button', { name: 'Add Project' });
  await expect(page.getByLabel('Migration Type')).toHaveValue('partial');
  await expect(page.getByLabel('Project Status').getByRole('option')).toHaveText([
    'pending',
    'inProgress',
    'completed',
  ]);
  await page.getByLabel('Source Database').selectOption('MySQL / MariaDB');
  await page.getByLabel('Target Database').selectOption('PostgreSQL');
  await page.getByLabel('Source Port').fill('');
  await page.getByLabel('Target Port').fill('many');
  for (const date of ['Planned Start Date', 'Actual Start Date'])
    await page.getByLabel(date).fill('');
  await add.click();
  for (const label of [
    'Project Name',
    'Client Name',
    'Planned Start Date',
    'Planned End Date',
    'Actual Start Date',
    'Actual End Date',
    ...['IP', 'DB Name', 'Username', 'DB Password'].flatMap((field) => [
      `Source ${field}`,
      `Target ${field}`,
    ]),
    'Source Port',
  ])
    await expect(page.getByText(TEXTS.isRequired(label), { exact: true }), label).toBeVisible();
  await expect(page.getByText(/Target Port .*number/)).toBeVisible();

  const form = page.getByRole('form', { name: 'Add Project' });
  await fill(form, {
    'Project Name': 'Payroll moves',
    'Client Name': 'Contoso',
    'Planned Start Date': '2026-01-05',
    'Planned End Date': '2030-12-31',
    'Actual Start Date': '2026-01-05',
    'Actual End Date': '2030-12-31',
  });
  for (const side of ['Source', 'Target'])
    await fill(form, {
      [`${side} IP`]: '127.0.0.1',
      [`${side} Port`]: '5432',
      [`${side} DB Name`]: 'payroll',
      [`${side} Username`]: 'reader',
      [`${side} DB Password`]: 'a secret',
    });
  await add.click();
  await expect(toast(page, 'Success', TEXTS.projectAdded)).toBeVisible();
  await expect(page).toHaveURL(/\/dbconnect\?project=3$/);
  await page.goto('/admin/homepage');
  const row = rowOf(page, 'Payroll moves');
  await expect(row).toContainText('Contoso');
  await row.getByRole('link', { name: 'Read the databases' }).click();
  await expect(page).toHaveURL(/\/dbconnect\?project=3$/);
});

// covers: 2.home.2, 2.home.3, 5.inline.1, 5.inline.2, D3.1
test('a project is edited in a modal; what is emptied is an error and saves nothing', async ({
  signedIn,
  shop,
}) => {
  expect(shop.emptyProjectId).toBe(2);
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  const dialog = await openEditor(page, 'Ledger to SQL Server');
  for (const readOnly of ['Project Id', 'Source Database', 'Target Database'])
    await expect(dialog.getByLabel(readOnly, { exact: true })).not.toBeEditable();
  await dialog.getByLabel('Client Name').fill('');
  await dialog.getByLabel('Client Name').blur();
  await expect(dialog.getByText('Client Name is required')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog.getByLabel('Client Name').fill('Northwind Traders');
  await expect(rowOf(page, 'Ledger to SQL Server')).toContainText('Overdue');
  await dialog.getByLabel('Project Status').selectOption('completed');
  await save(dialog);
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Ledger to SQL Server')).toContainText('Northwind Traders');
  await expect(rowOf(page, 'Ledger to SQL Server')).not.toContainText('Overdue');
});

test('what is typed is not lost without a question', async ({ signedIn, shop }) => {
  expect(shop.emptyProjectId).toBe(2);
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  const dialog = await openEditor(page, 'Shop to PostgreSQL');
  await dialog.getByLabel('Client Name').fill('Somebody else');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Client Name')).toHaveValue('Somebody else');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(rowOf(page, 'Shop to PostgreSQL')).toContainText('Acme');
});

// covers: 2.assignproject.1, 5.assign.1
test('Assign Project: user and project are required, and the server’s sentence is shown', async ({
  signedIn,
  shop,
}) => {
  expect(shop.emptyProjectId).toBe(2);
  const page = await signedIn('admin');
  await page.goto('/admin/assignproject');
  const assign = page.getByRole('button', { name: 'Assign', exact: true });
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('developer');
  await assign.click();
  await expect(page.getByText('User is required')).toBeVisible();
  await expect(page.getByText('Project is required')).toBeVisible();
  await page.getByRole('combobox', { name: 'User' }).selectOption('dora');
  await page.getByRole('combobox', { name: 'Project' }).selectOption('2 · Ledger to SQL Server');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('tester');
  await assign.click();
  const said = 'dora is now a tester of project Ledger to SQL Server.';
  await expect(toast(page, 'Success', said)).toBeVisible();
  const dora = await signedIn('dora');
  await dora.goto('/admin/homepage');
  await expect(rowOf(dora, 'Ledger to SQL Server').locator('a[data-action]')).toHaveText([
    'Update Source Status',
    'Update Target Status',
    'Pairs and Proof',
  ]);
});

test('of many projects, the one that is pointed at or has the focus shows its actions', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/homepage');
  const actionsOf = (name: string) =>
    rowOf(page, name).getByRole('link', { name: 'Check Inventory' }).locator('..');
  const pointAt = (name: string) =>
    rowOf(page, name).getByRole('gridcell', { name, exact: true }).hover();
  // There is room for those of few.
  await expect(actionsOf('Shop to PostgreSQL')).toHaveCSS('opacity', '1');

  const one = (await page.request.get('/api/adminresults/').then((all) => all.json()))[0];
  for (let number = 1; number <= 5; number++) {
    const made = await page.request.post('/api/posts/', {
      data: {
        ...one,
        Project_Name: `Another ${number}`,
        source_db_password: 'a secret',
        target_db_password: 'a secret',
      },
    });
    expect(made.status(), await made.text()).toBe(201);
  }
  await page.reload();
  await pointAt('Another 1');
  await expect(actionsOf('Another 1')).toHaveCSS('opacity', '1');
  await expect(actionsOf('Shop to PostgreSQL')).toHaveCSS('opacity', '0');
  // What is seen at rest makes way, but not the next step.
  const row = rowOf(page, 'Another 1');
  await expect(row.getByRole('link', { name: 'Read the databases' })).toBeInViewport();
  await row.getByRole('link', { name: 'Check Inventory' }).click();
  await expect(page).toHaveURL(/\/dbconnect\?project=/);
  await page.goBack();
  await pointAt('Another 2');
  await rowOf(page, 'Shop to PostgreSQL').getByRole('gridcell').first().focus();
  await expect(actionsOf('Shop to PostgreSQL')).toHaveCSS('opacity', '1');
});
