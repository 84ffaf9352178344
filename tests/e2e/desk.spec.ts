import { matchObjects } from '../../contract/proof/pairs.ts';
import { TEXTS } from '../../contract/texts.ts';
import { expect, test } from './app.ts';
import { openEditor, rowOf, save, toast } from './parts.ts';
import { PASSWORD, PROJECT } from './world.ts';

test.use({ world: 'desk' });

// covers: 2.testing.1, 2.testing.5, 2.testing.6, 4.object.2, 4.object.4
test('testing: pending to verified is refused on the source, and allowed on the target', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  const project = 'Project Id 1 · Project Name Shop to PostgreSQL';
  await expect(page.getByText(project)).toBeVisible();
  const dialog = await openEditor(page, 'customers');
  for (const readOnly of ['schema name', 'object name', 'object type id', 'object type'])
    await expect(dialog.getByLabel(readOnly, { exact: true })).not.toBeEditable();
  await expect(dialog.getByLabel('status').getByRole('option')).toHaveText(['pending', 'verified']);
  await dialog.getByLabel('status').selectOption('verified');
  await save(dialog);
  await expect(toast(page, 'Error', TEXTS.pendingToVerified)).toBeVisible();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(rowOf(page, 'customers')).toContainText('pending');

  await page.goto(`/testing?project=${shop.projectId}&side=target&todo=0`);
  const target = await openEditor(page, 'customers');
  await target.getByLabel('status').selectOption('verified');
  await save(target);
  await expect(target).toBeHidden();
  await expect(rowOf(page, 'customers')).toContainText('verified');
});

test('what is proven of an object is a column away, and its pair a link away', async ({
  signedIn,
  shop,
}) => {
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  const dialog = await openEditor(page, 'customers');
  await expect(dialog.getByText(/structure: not compared/)).toBeVisible();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'Open proof' }).click(),
  ]);
  await expect(tab.getByRole('heading', { name: 'shop.customers' })).toBeVisible();
  await tab.close();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // All columns of the specification, and the proof, without scrolling on a small laptop.
  await page.setViewportSize({ width: 1280, height: 800 });
  const proof = page.getByRole('columnheader', { name: 'proof' });
  const actions = page.getByRole('columnheader', { name: 'Actions' });
  await expect(async () => {
    const [shown, covering] = [(await proof.boundingBox())!, (await actions.boundingBox())!];
    expect(shown.x + shown.width).toBeLessThan(covering.x + 1);
  }).toPass();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Show pair' }).check();
  await page.keyboard.press('Escape');
  await page.reload();
  // By keyboard: Enter on the cell follows its link.
  const cell = rowOf(page, 'customers').getByRole('gridcell', { name: 'Open proof' });
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'shop.customers' })).toBeVisible();
});

// covers: 2.testing.3
test('the first field has the focus, and by keyboard one goes on to the next row', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=target&todo=0`);
  const dialog = await openEditor(page, 'products');
  await expect(dialog.getByText('3 of 4')).toBeVisible();
  await expect(dialog.getByLabel('status')).toBeFocused();
  await page.keyboard.press('v');
  await page.keyboard.press('Control+Enter');
  const next = page.getByRole('dialog', { name: 'Edit open_orders' });
  await expect(next.getByText('4 of 4')).toBeVisible();
  await expect(next.getByLabel('status')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(next).toBeHidden();
  await expect(rowOf(page, 'products')).toContainText('verified');
});

// covers: D20.2
test('what was typed is asked about before Back, and is there again after the session ended', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto('/admin/homepage');
  const showAll = () => page.getByRole('button', { name: /^all/ }).click();
  const toTesting = rowOf(page, PROJECT).getByRole('link', { name: 'Update Source Status' });
  await toTesting.click();
  await showAll();
  const comments = (await openEditor(page, 'discounts')).getByLabel('comments');
  await comments.fill('never mind');
  await page.goBack();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await toTesting.click();
  // It opens on what is to be done.
  await expect(page.getByRole('button', { name: /^to do: migrated/, pressed: true })).toBeVisible();
  await showAll();
  await openEditor(page, 'discounts');
  await expect(comments).toHaveValue('');
  await comments.fill('typed for an hour');
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(new RegExp(`/testing\\?project=${shop.projectId}`));
  await expect(comments).toHaveValue('typed for an hour');

  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeHidden();

  await page.context().clearCookies();
  await save(page.getByRole('dialog', { name: 'Edit discounts' }));
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill('tom');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  const again = page.getByRole('dialog', { name: 'Edit discounts' });
  await expect(again.getByRole('status')).toContainText('What you had typed here is back.');
  await expect(comments).toHaveValue('typed for an hour');
  await save(again);
  await expect(rowOf(page, 'discounts')).toContainText('typed for an hour');
});

// covers: 5.inline.1
test('testing: what was entered and emptied is an error', async ({ signedIn, shop }) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  const dialog = await openEditor(page, 'addresses');
  await dialog.getByLabel('test call').fill('');
  await dialog.getByLabel('test call').blur();
  await expect(dialog.getByText('test call is required')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog.getByLabel('test call').fill('select 1');
  await save(dialog);
  await expect(rowOf(page, 'addresses')).toContainText('select 1');
});

// covers: 2.route.9, D2.1
test('developer: status and comments are edited, row by row', async ({ signedIn, shop }) => {
  const page = await signedIn('dora');
  await page.goto(`/developer?project=${shop.projectId}&todo=0`);
  const dialog = await openEditor(page, 'categories');
  for (const readOnly of ['test call', 'test result', 'object name'])
    await expect(dialog.getByLabel(readOnly, { exact: true })).not.toBeEditable();
  await expect(dialog.getByLabel('status').getByRole('option')).toHaveText(['pending', 'migrated']);
  await dialog.getByLabel('status').selectOption('migrated');
  await dialog.getByLabel('comments').fill('by hand');
  await dialog.getByRole('button', { name: /^Save and next/ }).click();
  await expect(page.getByRole('dialog', { name: 'Edit countries' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'categories')).toContainText('by hand');

  const again = await openEditor(page, 'categories');
  await again.getByRole('button', { name: 'History' }).click();
  const newest = again.getByRole('list', { name: 'History' }).getByRole('listitem').first();
  await expect(newest).toContainText('dora');
  await expect(newest).toContainText('migrated');
});

test('several rows are changed at once; what the rules refuse is named', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  await rowOf(page, 'carriers').getByRole('checkbox').check();
  await rowOf(page, 'products').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Change status or comment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 rows' });
  await dialog.getByLabel('status').selectOption('verified');
  await dialog.getByRole('button', { name: 'Save 2 rows' }).click();
  const refused = page.getByRole('dialog', { name: '1 row was not changed' });
  await expect(refused.getByRole('listitem')).toContainText(`products: ${TEXTS.pendingToVerified}`);
  await refused.getByRole('button', { name: 'Close' }).last().click();
  await expect(rowOf(page, 'carriers')).toContainText('verified');
  await expect(rowOf(page, 'products')).toContainText('pending');
});

test('two letters verify a row, and Undo takes that back', async ({ signedIn, shop }) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=target&q=open_orders`);
  const row = rowOf(page, 'open_orders');
  await expect(row).toContainText('pending');
  await page.keyboard.press('j');
  await expect(row.getByRole('gridcell').nth(1)).toBeFocused();
  await page.keyboard.press('v');
  await expect(row).toContainText('verified');
  await toast(page, 'Success', 'open_orders saved').getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('pending');
  await expect(toast(page, 'Success', 'open_orders is as it was before')).toBeVisible();
});

test('the sheet of keys names them, and they do what it says', async ({ signedIn, shop }) => {
  const page = await signedIn('dora');
  await page.goto(`/developer?project=${shop.projectId}&side=source&f.status=pending`);
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys of this list' });
  await expect(sheet).toContainText('mark it as migrated');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  const name = (row: number) => rows.nth(row).getByRole('gridcell').nth(1);
  await page.keyboard.press('j');
  await expect(name(1)).toBeFocused();
  await page.keyboard.press('j');
  await expect(name(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(name(1)).toBeFocused();
  const object = await rows.nth(1).getByRole('link').first().innerText();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: `Edit ${object}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name(1)).toBeFocused();
  await page.keyboard.press('m');
  await expect(toast(page, 'Success', `${object} saved`)).toBeVisible();
  await toast(page, 'Success', `${object} saved`).getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Success', `${object} is as it was before`)).toBeVisible();
});

// covers: D21.1
test('an address by hand opens on what is to do, and shows all again where that was chosen', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('dora');
  await page.goto(`/developer?project=${shop.projectId}`);
  await expect(page.getByRole('button', { name: /^to do: pending/, pressed: true })).toBeVisible();
  const all = page.getByRole('button', { name: /^all/ });
  await all.click();
  await expect(page).toHaveURL(`/developer?project=${shop.projectId}&todo=0`);
  await page.reload();
  await expect(all).toHaveAttribute('aria-pressed', 'true');
});

test('a link opens the row that it names', async ({ signedIn, shop }) => {
  const page = await signedIn('tom');
  const row = shop.source['invoices'];
  await page.goto(`/testing?project=${shop.projectId}&side=source&row=${row}`);
  await expect(page.getByRole('dialog', { name: 'Edit invoices' })).toBeVisible();
});

test('one Escape asks, the next goes on editing, also on a slow machine', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  const dialog = await openEditor(page, 'returns');
  await dialog.getByLabel('comments').fill('not saved');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  for (let round = 0; round < 5; round++) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    // As for a quick hand: the question is seen before it has the focus.
    await dialog.getByLabel('comments').focus();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('comments')).toHaveValue('not saved');
  }
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(dialog).toBeHidden();
});

test('the list can be used beside the editor; what was typed is asked about before another row or side', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  await page.getByRole('button', { name: /^all/ }).click();
  const first = await openEditor(page, 'employees');
  // Nothing was typed: another row takes its place.
  await rowOf(page, 'brands').getByRole('button', { name: 'Edit' }).click();
  const second = page.getByRole('dialog', { name: 'Edit brands' });
  await expect(second).toBeVisible();
  await expect(first.getByText('Edit employees')).toBeHidden();
  await second.getByLabel('comments').fill('half a sentence');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  for (const leave of [
    () => rowOf(page, 'employees').getByRole('button', { name: 'Edit' }).click(),
    () => page.getByRole('link', { name: 'Target', exact: true }).click(),
  ]) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(second.getByLabel('comments')).toHaveValue('half a sentence');
  }
  // Filtering is no leaving.
  await page.getByRole('searchbox', { name: 'Search' }).fill('brand');
  await expect(rowOf(page, 'employees')).toBeHidden();
  await expect(second.getByLabel('comments')).toHaveValue('half a sentence');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await rowOf(page, 'employees').getByRole('button', { name: 'Edit' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit employees' })).toBeVisible();
  await expect(second).toBeHidden();
});
