import { readFile } from 'node:fs/promises';
import { expect, test } from './app.ts';
import { rowOf } from './parts.ts';

test.use({ world: 'spreadsheet' });

const csv = (...lines: string[]) => ({
  name: 'objects.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

test('a list is brought in from a spreadsheet: nothing while a row is wrong, then all of it', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/admin/spreadsheet?project=${shop.emptyProjectId}`);
  const choose = async (file: ReturnType<typeof csv>) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'CSV or XLSX file' }).click();
    await (await chooser).setFiles(file);
  };
  const head = 'side,object type,schema name,object name,comments';
  await choose(csv(head, 'source,tables,ledger,accounts,first', 'source,nonsense,ledger,entries,'));
  await expect(page.getByRole('table', { name: /The first rows/ })).toContainText('accounts');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('1 problem; nothing was imported')).toBeVisible();

  await choose(csv(head, 'source,tables,ledger,accounts,first', 'source,views,ledger,entries,'));
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('2 rows: 2 new, 0 changed, 0 unchanged.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 objects were added')).toBeVisible();
  await page.getByRole('link', { name: 'See the source objects' }).click();
  await expect(rowOf(page, 'accounts')).toContainText('ledger');
});

test('what is taken out as XLSX is brought in again, and nothing has changed', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/admin/spreadsheet?project=${shop.projectId}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as XLSX' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'CSV or XLSX file' }).click();
  await (
    await chooser
  ).setFiles({
    name: file.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(await file.path()),
  });
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('22 rows: 0 new, 0 changed, 22 unchanged.')).toBeVisible();
});

test('the same columns are taken out', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/admin/spreadsheet?project=${shop.projectId}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines[0]).toContain('schema name');
  expect(lines).toHaveLength(1 + 18 + 4);
});
