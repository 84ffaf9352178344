import type { Page } from '@playwright/test';
import { TEXTS } from '../../contract/texts.ts';
import { loadSample } from '../../contract/sample.ts';
import { connect } from './api.ts';
import { expect, test } from './app.ts';
import { choose, enter, tabTo, toCell, type } from './keyboard.ts';
import { rowOf, toast } from './parts.ts';

test.use({ world: 'keyboard' });

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/login');
  await type(page, [
    [page.getByLabel('Username'), username],
    [page.getByLabel('Password', { exact: true }), password],
  ]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/homepage/);
}

async function action(page: Page, name: string): Promise<void> {
  await enter(page, page.getByRole('link', { name: 'HomePage' }).first());
  const row = rowOf(page, 'Sample: the bookshop moves');
  const link = row.getByRole('link', { name });
  await toCell(page, row, link);
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/homepage/);
}

async function importTables(page: Page, side: 'Source' | 'Target'): Promise<void> {
  const section = page.getByRole('region', { name: side, exact: true });
  await enter(page, section.getByRole('button', { name: /^Only one type/ }));
  const report = section.getByRole('button', { name: `Generate ${side} Report`, exact: true });
  await expect(report).toBeEnabled();
  await enter(page, report);
  await enter(page, section.getByRole('button', { name: `Import ${side}` }));
  const question = page.getByRole('dialog', { name: /^Import into / });
  await enter(page, question.getByRole('button', { name: 'Import', exact: true }));
  const said = side === 'Source' ? TEXTS.sourceImported : TEXTS.targetImported;
  await expect(toast(page, 'Success', said)).toBeVisible();
}

/** Assigns all rows by the dropdown of the banner. */
async function assignAll(page: Page, dropdown: string, said: string): Promise<void> {
  const all = page.getByRole('checkbox', { name: 'Select all rows' });
  await tabTo(page, page.getByRole('grid').locator('[tabindex="0"]').first());
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(all).toBeFocused();
  if (!(await all.isChecked())) await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('combobox', { name: dropdown }));
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-combobox-selected]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Success', said)).toBeVisible();
}

async function setStatus(page: Page, object: string, status: string, comment: string) {
  const row = rowOf(page, object);
  await toCell(page, row, row.getByRole('button', { name: 'Edit' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Edit ${object}` });
  await choose(page, dialog.getByLabel('status'), status);
  await type(page, [[dialog.getByLabel('comments'), comment]]);
  const reason = dialog.getByLabel('reason');
  // Asked for where the proof says something else.
  if (await reason.isVisible()) await type(page, [[reason, comment]]);
  await enter(page, dialog.getByRole('button', { name: 'Save', exact: true }));
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(status);
}

test('the whole job is done by keyboard alone, from the login to the results', async ({
  browser,
  app,
}) => {
  const client = await connect(app.url, app.admin.username, app.admin.password);
  const { accounts } = await client.call(loadSample, {});
  const password = (role: string) => accounts.find((one) => one.role === role)!.password;
  const open = async () => (await browser.newContext({ baseURL: app.url })).newPage();

  const admin = await open();
  await signIn(admin, app.admin.username, app.admin.password);
  await action(admin, 'Check Inventory');
  await importTables(admin, 'Source');
  await importTables(admin, 'Target');
  await action(admin, 'Assign Source Objects');
  await assignAll(admin, 'Assign To Developer', TEXTS.assignedToDeveloper);
  await assignAll(admin, 'Assign To Tester', TEXTS.assignedToTester);

  const dora = await open();
  await signIn(dora, 'sample-developer', password('developer'));
  await action(dora, 'Update Source Status');
  const object = 'loyalty_cards';
  await setStatus(dora, object, 'migrated', 'moved by keyboard');
  await dora.context().close();

  const tom = await open();
  await signIn(tom, 'sample-tester', password('tester'));
  await action(tom, 'Update Source Status');
  await setStatus(tom, object, 'verified', 'counted by keyboard');
  await tom.context().close();

  await action(admin, 'Check Source Status');
  await expect(rowOf(admin, object)).toContainText('sample-developer');
  await expect(rowOf(admin, object)).toContainText('sample-tester');
  await admin.context().close();
});
