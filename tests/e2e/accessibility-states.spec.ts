import type { Locator, Page } from '@playwright/test';
import { WARNINGS_HEADER } from '../../contract/inventory.ts';
import { matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import { IN_HIGH_CONTRAST, expectNoFaults, look, visit } from './axe.ts';
import { openSingleReport, openEditor, rowOf, save, toast } from './parts.ts';

test.use({ world: 'accessibility of states' });
test.describe.configure({ mode: 'parallel' });

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

async function choose(page: Page, ...lines: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'CSV or XLSX file').click();
  const buffer = Buffer.from(lines.join('\n'));
  await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
}

/** Answers of databases that nobody has to start. */
async function pretendDatabases(page: Page): Promise<void> {
  const named = (table_name: string) => ({
    table_name,
    schema: 'shop',
    object_type_source: 'tables',
    object_type_source_id: 1,
    Project_Id: null,
  });
  const type = { object_type: 'tables', total: 2, known: 1, gone: ['old_table'] };
  const warnings = encodeURIComponent(JSON.stringify(['Grant SELECT on shop.notes.']));
  for (const [path, json] of [
    ['getschema/', [{ name: 'shop', schema_name: 'shop' }]],
    ['', ['customers', 'vouchers'].map(named)],
    ['summary', { schema: 'shop', types: [type], warnings: [] }],
  ] as const) {
    await page.route(`**/api/dbconnect/${path}`, (route) =>
      route.fulfill({ json, headers: { [WARNINGS_HEADER]: warnings } }),
    );
  }
}

test('dialogs of pairs and proof', async ({ signedIn, shop }) => {
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const page = await signedIn('admin');
  await visit(page, `/proof?project=${shop.projectId}`);
  await look(page, 'compare', () => button(page, 'Compare…').click());
  await look(page, 'settings of proof', async () => {
    await button(page, 'Settings').click();
    await expect(page.getByRole('dialog').getByLabel('Connections').first()).toBeFocused();
  });
  await visit(page, `/pairs?project=${shop.projectId}&q=returns`);
  await rowOf(page, 'shop.returns').getByRole('checkbox').check();
  await expectNoFaults(page, 'selection of pairs');
  await look(page, 'a reason that is missing', async () => {
    await button(page, 'Dropped on purpose…').click();
    await save(page.getByRole('dialog'));
    await expect(page.getByText('Reason is required')).toBeVisible();
  });
  await look(page, 'objects to link', async () => {
    await button(page, 'Link by hand…').click();
    await page.getByRole('dialog').getByLabel('Target objects').fill('orders');
    await expect(page.getByRole('option', { name: 'shop.orders' })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await look(page, 'refused pairs', async () => {
    await button(page, 'Confirm').click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toBeVisible();
  });
  await visit(page, `/pairrules?project=${shop.projectId}`);
  await button(page, 'Add step').click();
  await button(page, 'Add schema').click();
  await page.getByRole('combobox', { name: 'Step 1' }).selectOption('replace');
  const pattern = page.getByLabel('Pattern (regular expression)');
  await pattern.fill('(');
  await expect(pattern).not.toHaveAttribute('aria-invalid', 'true');
  await pattern.blur();
  await expect(pattern).toHaveAttribute('aria-invalid', 'true');
  await expectNoFaults(page, 'naming rules with an error');
  await look(page, 'a page left without saving', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('dialogs of objects', async ({ signedIn, shop }) => {
  const page = await signedIn('tom');
  await visit(page, `/testing?project=${shop.projectId}&side=source&todo=0`);
  const editor = await openEditor(page, 'customers');
  await editor.getByLabel('status').selectOption('verified');
  await save(editor);
  // Notices stay while the pointer is on them.
  await toast(page, 'Error').hover();
  await expectNoFaults(page, 'an error above an editor');
  await editor.getByLabel('comments').fill('not saved');
  await look(page, 'changes to discard', () => page.keyboard.press('Escape'));
  await button(editor, 'Cancel').click();
  await button(page, 'Discard changes').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  for (const name of ['carriers', 'products'])
    await rowOf(page, name).getByRole('checkbox').check();
  await button(page, 'Change status or comment').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('status').selectOption('verified');
  await expectNoFaults(page, 'a change of several rows');
  await button(dialog, 'Save 2 rows').click();
  await expect(dialog.getByRole('listitem')).toBeVisible();
  await expectNoFaults(page, 'refused rows');

  const admin = await signedIn('admin');
  await visit(admin, `/assignobjects?project=${shop.projectId}&side=source`);
  await rowOf(admin, 'invoices').getByRole('checkbox').check();
  await admin.getByRole('combobox', { name: 'Assign To Tester' }).click();
  await admin.getByRole('option', { name: 'tom' }).click();
  await toast(admin, 'Success').hover();
  await expectNoFaults(admin, 'an assignment that can be undone');
});

test('dialogs of people and of the gate', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await visit(page, `/assignobjects?project=${shop.projectId}&side=source`);
  await look(page, 'work to move', async () => {
    await button(page, 'Move work to others…').click();
    await expect(page.getByRole('dialog', { name: 'Move work to others' })).toBeVisible();
  });
  await visit(page, `/gate?project=${shop.projectId}`);
  await look(page, 'conditions of the gate', async () => {
    await button(page, 'Conditions…').click();
    await expect(page.getByRole('dialog').getByLabel('Each wave must be signed')).toBeVisible();
  });
  await look(page, 'a decision at the gate', async () => {
    await button(page, 'Decide…').click();
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeVisible();
  });
});

test('forms, lists that are brought in, and databases', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await visit(page, '/admin/addproject');
  await page.getByLabel('Source Database').selectOption('SQL Server');
  await page.getByLabel('Target Database').selectOption('SQLite');
  await button(page, 'Add Project').click();
  await expect(page.getByText('Project Name is required')).toBeVisible();
  await expectNoFaults(page, 'a form with errors');

  await visit(page, `/admin/spreadsheet?project=${shop.emptyProjectId}`);
  const head = 'side,object type,schema name,object name,comments';
  await choose(page, head, 'source,nonsense,ledger,entries,');
  await expect(page.getByRole('table', { name: /The first rows/ })).toBeVisible();
  await expectNoFaults(page, 'columns of a list');
  await button(page, 'Check the list').click();
  await expect(page.getByText('1 problem; nothing was imported')).toBeVisible();
  await expectNoFaults(page, 'errors of a list');
  await choose(page, head, 'source,tables,ledger,accounts,');
  await button(page, 'Check the list').click();
  await expect(button(page, /^(Import 1 row|Check the list)$/).last()).toBeEnabled();
  await expectNoFaults(page, 'a list that was checked');

  await pretendDatabases(page);
  await page.goto(`/dbconnect?project=${shop.projectId}`);
  const source = page.getByRole('region', { name: 'Source', exact: true });
  await button(source, 'Edit').click();
  await openSingleReport(source);
  await button(source, 'Generate Source Report').click();
  await expect(source.getByRole('grid')).toContainText('vouchers');
  await expect(source.getByText('Grant SELECT on shop.notes.')).toBeVisible();
  await expectNoFaults(page, 'a report');
  await look(page, 'an import to confirm', async () => {
    await button(source, 'Import Source').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('what is missing, forbidden or out of reach', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  for (const address of [
    '/testing?project=999999',
    `/pair?project=${shop.projectId}&pair=999999`,
  ]) {
    await visit(page, address);
    await expectNoFaults(page, address);
  }
  await page.route('**/api/projects?*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.route('**/api/dashboard*', (route) => route.fulfill({ status: 503, json: {} }));
  for (const address of ['/admin/homepage', '/admin/dashboard']) {
    await visit(page, address);
    await expectNoFaults(page, `${address} that could not be loaded`);
  }
  await page.context().setOffline(true);
  await expect(page.getByText('The server cannot be reached.').first()).toBeVisible();
  await expectNoFaults(page, 'offline');

  const tom = await signedIn('tom');
  await visit(tom, '/admin/users');
  await expectNoFaults(tom, 'a page for administrators');
  await visit(tom, '/admin/homepage');
  await expectNoFaults(tom, 'the HomePage of a tester');
});

test('more contrast: nothing is dimmed, and every edge is drawn', async ({ signedIn, shop }) => {
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const page = await signedIn('admin');
  await page.emulateMedia({ contrast: 'more' });
  const project = `project=${shop.projectId}`;
  for (const address of [
    `/admin/dashboard?${project}`,
    `/testing?${project}&side=source`,
    `/proof?${project}`,
    `/dbconnect?${project}`,
    '/admin/homepage',
  ]) {
    await visit(page, address);
    await expectNoFaults(page, `${address} with more contrast`);
  }
  await page.goto('/admin/homepage');
  const colourOf = (shown: Locator, what: string) =>
    shown.evaluate(
      (element, property) =>
        element.ownerDocument.defaultView!.getComputedStyle(element).getPropertyValue(property),
      what,
    );
  const text = await colourOf(page.locator('body'), 'color');
  const row = rowOf(page, 'Shop to PostgreSQL');
  expect(await colourOf(row.getByText(/of 18 verified/), 'color')).toBe(text);
  const action = row.getByRole('link', { name: 'Check Inventory' });
  expect(await colourOf(action, 'border-top-color')).toBe(text);
  await page.getByRole('button', { name: /^Profile menu of / }).click();
  expect(await colourOf(page.getByRole('menu'), 'border-top-color')).toBe(text);
  await page.goto('/admin/users');
  await button(page, 'Create New Account').click();
  const form = page.getByRole('dialog', { name: 'Create New Account' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Password is required')).toBeVisible();
  const frames = form.locator('[data-error] > .mantine-Input-input');
  await expect(frames).toHaveCount(2);
  for (const frame of await frames.all())
    expect(await colourOf(frame, 'border-top-color')).not.toBe(text);
});

test('more contrast can be chosen, light or dark, and stays', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  await page.getByRole('button', { name: /^Profile menu of / }).click();
  await page.getByRole('menuitem', { name: 'Display settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Display settings' });
  await settings.getByText('High', { exact: true }).click();
  await settings.getByText('Dark', { exact: true }).click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-contrast', 'more');
  await page.reload();
  await expect(root).toHaveAttribute('data-contrast', 'more');
  const project = `project=${shop.projectId}`;
  for (const address of [`/proof?${project}`, `/testing?${project}&side=source`]) {
    await visit(page, address);
    await expectNoFaults(page, `${address} with chosen contrast`, IN_HIGH_CONTRAST);
  }
  // The system may ask for more; who chose otherwise does not get it.
  await page.emulateMedia({ contrast: 'more' });
  await page.getByRole('button', { name: /^Profile menu of / }).click();
  await page.getByRole('menuitem', { name: 'Display settings' }).click();
  await settings.getByText('Normal', { exact: true }).click();
  await expect(root).toHaveAttribute('data-contrast', 'normal');
});
