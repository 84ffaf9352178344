import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { rowOf, toast } from './parts.ts';

test.use({ world: 'pairs' });

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Pairs' });

test('what became what is matched, confirmed, linked and decided; every change can be undone', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  await page
    .getByRole('row')
    .filter({ hasText: 'Shop to PostgreSQL' })
    .getByRole('link', { name: 'Pairs and Proof' })
    .click();
  await page.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(toast(page, 'Success', 'Matched.')).toBeVisible();
  const blocking = page.getByRole('region', { name: 'What blocks' });
  await expect(blocking.getByText('No counterpart was found on the target').first()).toBeVisible();

  const standing = page.getByRole('region', { name: 'Current status' });
  await standing.getByRole('link', { name: /^Find the counterpart:/ }).click();
  await expect(page).toHaveURL(/\/pairs\?.*f\.verdict=unmatched/);
  await page.goBack();
  await page.getByText('Figures as tables').click();
  const figures = page.getByRole('table', { name: 'Pairs' });
  await figures.locator('a[href*="f.target=-"]').last().click();
  await expect(page).toHaveURL(/\/pairs\?.*f\.state=unmatched&f\.target=-/);
  await expect(gridOf(page).getByRole('gridcell', { name: 'unmatched' }).first()).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Remove the filter pair: unmatched' }),
  ).toBeVisible();
  await page.goBack();

  await page.getByText('Figures as tables').click();
  await figures.getByRole('link', { name: '3' }).first().click();
  await expect(page).toHaveURL(/\/pairs\?.*f\.state=proposed/);
  await expect(gridOf(page).getByRole('checkbox')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const confirmed = toast(page, 'Success', 'Pairs confirmed: 3');
  await confirmed.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Success', 'Undone: 3')).toBeVisible();
  await expect(gridOf(page).getByRole('gridcell', { name: 'proposed' }).first()).toBeVisible();

  await page.goto(`/pairs?project=${shop.projectId}&q=brands`);
  // Below its name, where it stays in sight: two schemas may have a table of that name.
  await expect(rowOf(page, 'shop.brands').getByText('shop', { exact: true })).toBeVisible();
  await rowOf(page, 'shop.brands').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Dropped on purpose…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dropped on purpose' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('no longer sold by brand');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'shop.brands')).toContainText('dropped on purpose');

  await page.goto(`/pairs?project=${shop.projectId}&q=returns`);
  await rowOf(page, 'shop.returns').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const refused = page.getByRole('dialog', { name: 'Pairs that were not changed: 1' });
  await expect(refused.getByRole('listitem')).toContainText('shop.returns');
  await refused.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Link by hand…' }).click();
  const link = page.getByRole('dialog', { name: 'Link objects by hand' });
  // It begins with what is missing.
  await expect(link.getByLabel('Target objects')).toBeFocused();
  await link.getByLabel('Target objects').fill('orders');
  await page.getByRole('option', { name: 'shop.orders' }).click();
  await link.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(toast(page, 'Success', 'linked')).toBeVisible();
  await expect(rowOf(page, 'shop.returns')).toContainText('by hand');
});

test('a map of names is checked, linked in one step and taken back at once', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/pairs?project=${shop.projectId}&q=carriers`);
  await page.getByRole('button', { name: 'Map of names…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link by a map of names' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'CSV or XLSX file' }).click();
  await (
    await chooser
  ).setFiles({
    name: 'names.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'old name,new name\nshop.carriers,shop.products\nshop.wagons,shop.orders\n',
    ),
  });
  await expect(dialog.getByLabel('Target', { exact: true })).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Check rows: 2' }).click();
  const outcome = dialog.getByRole('region', { name: 'What this list would do' });
  await expect(outcome.getByText('Unknown names: 1')).toBeVisible();
  await expect(outcome.getByRole('listitem')).toContainText(/Row 3.*wagons/);
  await expect(rowOf(page, 'shop.carriers')).toContainText('unmatched');

  await dialog.getByRole('button', { name: 'Link pairs: 1' }).click();
  await expect(rowOf(page, 'shop.carriers')).toContainText('shop.products');
  const linked = toast(page, 'Success', 'Pairs linked: 1');
  await linked.getByRole('button', { name: 'Undo' }).click();
  // The pair, and the proposal that lost its target to it.
  await expect(toast(page, 'Success', 'Undone: 2')).toBeVisible();
  await expect(rowOf(page, 'shop.carriers')).toContainText('unmatched');
});

test('naming rules are tried in a preview before they are saved', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/pairrules?project=${shop.projectId}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText(/Source objects without a counterpart/)).toBeVisible();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('combobox', { name: 'Step 1' }).selectOption('replace');
  await page.getByLabel('Pattern (regular expression)').fill('(');
  await page.getByLabel('Pattern (regular expression)').blur();
  await expect(page.getByText('Pattern must be a regular expression')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Pattern (regular expression)').fill('^carriers$');
  await page.getByLabel('Replacement').fill('customers');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Success', 'Rules saved')).toBeVisible();

  const tom = await signedIn('tom');
  await tom.goto(`/pairrules?project=${shop.projectId}`);
  await expect(tom.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await tom.goto(`/proof?project=${shop.projectId}`);
  await expect(tom.getByRole('button', { name: 'Compare…' })).toBeVisible();
  await expect(tom.getByRole('button', { name: 'Settings' })).toHaveCount(0);
});
