import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import { look, visit } from './axe.ts';

test.use({ world: 'dossiers' });

const verify = async (...args: string[]): Promise<{ code: number; stdout: string }> =>
  promisify(execFile)(process.execPath, ['dist/server/cli.js', 'dossier', 'verify', ...args]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );

test('a dossier is taken along, verified, and one byte that was changed is found', async ({
  signedIn,
  shop,
}) => {
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const page = await signedIn('tom');
  await visit(page, `/gate?project=${shop.projectId}`);
  const dialog = page.getByRole('dialog', { name: 'Dossier' });
  await page.getByRole('button', { name: 'Dossier…' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  const key = await dialog.getByText(/^[0-9a-f]{64}$/).innerText();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Write dossier' }).click();
  await expect(dialog.getByText(/^Written: /)).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^dossier-.*\.zip$/);
  const path = await file.path();
  expect(await verify(path, '--key', key)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('As it was sealed'),
  });

  const bytes = await readFile(path);
  bytes[bytes.indexOf('data/pairs.jsonl') + 100]! ^= 1;
  const changed = `${path}.changed`;
  await writeFile(changed, bytes);
  expect(await verify(changed, '--key', key)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^data\/pairs\.jsonl, record \d+/),
  });
});

test('the dialog of a dossier has no faults', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await visit(page, `/proofreport?project=${shop.projectId}`);
  await look(page, 'a dossier', async () => {
    await page.getByRole('button', { name: 'Dossier…' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5);
  });
});
