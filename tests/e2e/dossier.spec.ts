import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { matchObjects } from '../../contract/proof/pairs.ts';
import { makeStampAuthority, startStampServer } from '../support/stamp-authority.ts';
import { expect, startApp, test } from './app.ts';
import { look, visit } from './axe.ts';
import { fillWorld } from './world.ts';

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
    stdout: expect.stringContaining('Unchanged since it was sealed'),
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

test('a dossier is stamped by a third party, and says so on its screen and on the command line', async ({
  browser,
}) => {
  const authority = makeStampAuthority();
  const server = await startStampServer((request, response) => {
    const body: Buffer[] = [];
    request.on('data', (block: Buffer) => body.push(block));
    request.on('end', () =>
      response
        .writeHead(200, { 'content-type': 'application/timestamp-reply' })
        .end(authority.reply(Buffer.concat(body), 'ec', 'sha512')),
    );
  });
  const app = await startApp({ TIMESTAMP_URL: server.url, TIMESTAMP_CA: authority.root });
  try {
    const { projectId } = await fillWorld(app);
    const page = await browser.newPage({ baseURL: app.url });
    await page.goto('/login');
    await page.getByLabel('Username').fill(app.admin.username);
    await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL(/\/home/i);
    await visit(page, `/gate?project=${projectId}`);
    await page.getByRole('button', { name: 'Dossier…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dossier' });
    await expect(dialog.getByText(`${server.host} is asked to sign the time`)).toBeVisible();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Write dossier' }).click();
    await expect(dialog.getByText('signed by Test ec, Test house')).toBeVisible();
    const path = await (await download).path();
    // The check needs neither the server nor who stamped.
    await server.close();
    expect(await verify(path, '--ca', authority.root)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /signed by Test ec, Test house; its certificate leads to an authority/,
      ),
    });
    expect(await verify(path, '--ca', authority.other)).toMatchObject({ code: 1 });
    await page.close();
  } finally {
    await app.stop();
    authority.remove();
  }
});

test('the dialog of a dossier has no faults', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await visit(page, `/proofreport?project=${shop.projectId}`);
  await look(page, 'a dossier', async () => {
    await page.getByRole('button', { name: 'Dossier…' }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(5);
  });
});
