import { TEXTS } from '../../contract/texts.ts';
import { expect, test } from './app.ts';
import { rowOf, toast } from './parts.ts';

test.use({ world: 'assigning' });

// covers: 2.assign.1, 2.assign.4
test('selected rows are assigned from the banner, and the assignment can be undone', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/assignobjects?project=${shop.projectId}&side=source`);
  const developer = page.getByRole('combobox', { name: 'Assign To Developer' });
  const tester = page.getByRole('combobox', { name: 'Assign To Tester' });
  await expect(rowOf(page, 'orders')).toContainText('dora');
  await expect(developer).toBeHidden();
  await rowOf(page, 'orders').getByRole('checkbox').check();
  await rowOf(page, 'customers').getByRole('checkbox').check();
  await expect(page.getByText('2 rows selected')).toBeVisible();
  await expect(tester).toBeVisible();

  await developer.click();
  await expect(page.getByRole('option')).toHaveText([
    /^dora *to migrate: \d+$/,
    'Nobody (unassign)',
  ]);
  await page.getByRole('option', { name: /^Nobody/ }).click();
  await expect(rowOf(page, 'orders').getByRole('gridcell', { name: 'dora' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(rowOf(page, 'orders').getByRole('gridcell', { name: 'dora' })).toHaveCount(1);
  await expect(rowOf(page, 'customers')).toContainText('dora');
});

test('a proposal is looked at, assigned, and taken back in one press', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/assignobjects?project=${shop.projectId}&side=source`);
  await rowOf(page, 'orders').getByRole('checkbox').check();
  await page.getByRole('combobox', { name: 'Assign To Developer' }).click();
  await page.getByRole('option', { name: /^Nobody/ }).click();
  const held = rowOf(page, 'orders').getByRole('gridcell', { name: 'dora' });
  await expect(held).toHaveCount(0);

  // Of the selected row alone.
  await rowOf(page, 'orders').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Propose assignments for the selected object…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proposed assignments' });
  await expect(dialog.getByRole('row', { name: /orders/ })).toContainText('dora (nobody else can)');
  await dialog.getByRole('button', { name: 'Assign as proposed' }).click();
  await expect(page.getByText(/^Assigned as proposed/)).toBeVisible();
  await expect(held).toHaveCount(1);
  await page
    .getByText(/^Assigned as proposed/)
    .locator('..')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(held).toHaveCount(0);
});

// covers: 2.assign.5, 8.assign.2
test('both dropdowns say what they did', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/assignobjects?project=${shop.projectId}&side=source`);
  // Selected once: the second role is given to the same rows.
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  for (const [name, user, said] of [
    ['Assign To Developer', 'dora', TEXTS.assignedToDeveloper],
    ['Assign To Tester', 'tom', TEXTS.assignedToTester],
  ] as const) {
    await page.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: user }).click();
    await expect(toast(page, 'Success', said)).toBeVisible();
  }
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Share evenly…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Share \d+ objects evenly$/ });
  const gets = dialog.getByRole('row', { name: /dora/ }).getByRole('cell').last();
  await expect(gets).toHaveText(/^[1-9]\d*$/);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
});

test('selected rows get a due date, and lose it again by Undo', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/assignobjects?project=${shop.projectId}&side=source`);
  for (const name of ['orders', 'customers']) await rowOf(page, name).getByRole('checkbox').check();
  await page.getByLabel('due date', { exact: true }).fill('2031-03-04');
  await page.getByRole('button', { name: 'Set due date' }).click();
  await expect(rowOf(page, 'orders')).toContainText('Mar 4, 2031');
  await expect(rowOf(page, 'customers')).toContainText('Mar 4, 2031');
  await toast(page, 'Success').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'orders')).not.toContainText('2031');
  await expect(rowOf(page, 'customers')).not.toContainText('2031');
});

// covers: 2.assign.3, 4.assign.1
test('on the target side only testers are assigned', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/assignobjects?project=${shop.projectId}&side=target`);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await expect(page.getByRole('combobox', { name: 'Assign To Tester' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Assign To Developer' })).toHaveCount(0);
});

// covers: 8.assign.1, D23.2
test('a failed assignment is the bare alert; the banner says why', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.route('**/api/assignobjects/testerupdatetarget/', (route) =>
    route.fulfill({
      status: 503,
      json: { type: 'about:blank', title: 'Busy', status: 503, detail: 'The store is busy.' },
    }),
  );
  await page.goto(`/assignobjects?project=${shop.projectId}&side=target`);
  await rowOf(page, 'customers').getByRole('checkbox').check();
  await page.getByRole('combobox', { name: 'Assign To Tester' }).click();
  await page.getByRole('option', { name: 'tom' }).click();
  await expect(toast(page, 'Error')).toBeVisible();
  await expect(toast(page, 'Error')).not.toContainText('busy');
  await expect(page.getByText('Not assigned: The store is busy.')).toBeVisible();
});
