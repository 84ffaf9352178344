import { expect, test } from './app.ts';
import { IN_ARABIC, expectNoFaults } from './axe.ts';

test.use({ world: 'proof' });

/** Chromium's HighlightText. */
const MARKED = 'rgb(255, 255, 255)';

test('a pair of the sample project is compared, and the rows that differ are named', async ({
  page,
  app,
}) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Load the sample project' }).click();
  // Two databases are made, read and compared meanwhile.
  await page.getByRole('button', { name: 'Done' }).click({ timeout: 90_000 });
  await page.getByRole('link', { name: 'Pairs and Proof' }).click();
  const project = new URL(page.url()).searchParams.get('project');

  await page.goto(`/pairs?project=${project}&q=authors&f.object_type_id=1`);
  const row = page.getByRole('row').filter({ hasText: 'public.authors' });
  await row.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: 'main.authors' })).toBeVisible();
  await page.getByRole('tab', { name: 'Data' }).click();
  const compare = page.getByRole('button', { name: 'Compare now' });
  await compare.press('Enter');
  await expect(page.getByText(/2 rows differ, checked/)).toBeVisible();
  // It was disabled meanwhile.
  await expect(compare).toBeFocused();
  await expect(page.getByRole('gridcell', { name: 'Élodie Rossi', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Elodie Rossi', exact: true })).toBeVisible();

  // A chosen tab names its result readably where the system sets the colours, too.
  await page.emulateMedia({ forcedColors: 'active' });
  const tab = page.getByRole('tab', { selected: true });
  for (const one of [tab, tab.getByText('Different')]) await expect(one).toHaveCSS('color', MARKED);
  await page.emulateMedia({ forcedColors: 'none' });

  // A rule needs no difference that was found.
  const change = page.getByRole('button', { name: 'Comparison rules' });
  await change.press('Enter');
  const rules = page.getByRole('dialog', { name: 'Comparison rules' });
  await rules.getByRole('button', { name: 'Add a rule' }).click();
  await rules.getByRole('combobox', { name: 'Column of the source', exact: true }).fill('born');
  await rules.getByRole('combobox', { name: 'time zone' }).fill('kolk');
  await page.getByRole('option', { name: 'Asia/Kolkata' }).click();
  await rules.getByRole('textbox', { name: 'Reason' }).fill('The old server was in Kolkata.');
  await expectNoFaults(page, 'a new rule', IN_ARABIC);
  await rules.getByRole('button', { name: 'Add this rule' }).click();
  await rules.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('born: time zone (source Asia/Kolkata)')).toBeVisible();
  await expect(change).toBeFocused();

  for (const tab of ['structure', 'data', 'call', 'evidence', 'history', 'comments']) {
    const address = new URL(page.url());
    address.searchParams.set('tab', tab);
    await page.goto(address.href);
    await expect(page.getByRole('tabpanel').locator(':scope > *').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoFaults(page, tab, IN_ARABIC);
  }
});
