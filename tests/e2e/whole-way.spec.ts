import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { assignProject } from '../../contract/assignments.ts';
import {
  assignDevelopers,
  assignSourceTesters,
  assignTargetTesters,
  editObjects,
} from '../../contract/objects.ts';
import { confirmPairs, listPairs } from '../../contract/proof/pairs.ts';
import { register } from '../../contract/users.ts';
import { connect } from './api.ts';
import { type App, expect, test } from './app.ts';
import { addShopProject, startShops } from './databases.ts';
import { signInByForm } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'whole way' });

let shops: Awaited<ReturnType<typeof startShops>>;
test.beforeAll(async () => {
  shops = await startShops();
});
test.afterAll(() => shops.stop());

/** Two tables on both sides: dora moved them, one with a fault; tom is to test them. */
async function prepare({ url, admin: { username, password } }: App) {
  await shops.mend('create table shop.orders (id int primary key, customer_id int)');
  await shops.mend('grant select on shop.orders to shop_reader');
  const admin = await connect(url, username, password);
  const ids: Record<string, number> = {};
  for (const name of ['dora', 'tom']) {
    const body = { username: name, password: PASSWORD, create_date: new Date().toISOString() };
    ids[name] = (await admin.call(register, { body })).user_id;
  }
  const id = await addShopProject(admin, 'Shop to PostgreSQL', shops, [
    ['tables', 'customers'],
    ['tables', 'orders'],
  ]);
  for (const [name, role] of [
    ['dora', 'developer'],
    ['tom', 'tester'],
  ] as const)
    await admin.call(assignProject, { body: { Project_Id: id, user_id: ids[name]!, role } });
  const pairs = await admin.call(listPairs, { params: { id } });
  await admin.call(confirmPairs, {
    params: { id },
    body: { ids: pairs.map((pair) => pair.id) },
  });
  const source = pairs.map((pair) => pair.source[0]!.id);
  const target = pairs.map((pair) => pair.target[0]!.id);
  const tester = ids['tom']!;
  await admin.call(assignDevelopers, {
    body: source.map((source_objectid) => ({ source_objectid, developer: ids['dora']! })),
  });
  await admin.call(assignSourceTesters, {
    body: source.map((source_objectid) => ({ source_objectid, tester })),
  });
  await admin.call(assignTargetTesters, {
    body: target.map((target_objectid) => ({ target_objectid, tester })),
  });
  const dora = await connect(url, 'dora', PASSWORD);
  const tom = await connect(url, 'tom', PASSWORD);
  await dora.call(editObjects, { body: { ids: source, status: 'migrated' } });
  return {
    id,
    verify: () =>
      tom.call(editObjects, { body: { ids: [...source, ...target], status: 'verified' } }),
  };
}

/** @param finished - how many comparisons have finished then */
async function compareAll(page: Page, project: number, finished: number): Promise<void> {
  await page.goto(`/proof?project=${project}`);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^Structure and rows: finished/)).toHaveCount(finished, {
    timeout: 60_000,
  });
}

const verifyDossier = (file: string): Promise<{ code: number; stdout: string }> =>
  promisify(execFile)(process.execPath, ['dist/server/cli.js', 'dossier', 'verify', file]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );

test('from the first look to a sealed dossier', async ({ page, app }) => {
  test.slow();
  const { id, verify } = await prepare(app);
  await signInByForm(page, app.admin.username, app.admin.password);
  await expect(page).toHaveURL(/\/admin\/homepage/);

  // How much work it is, and in which order.
  await page.goto(`/assessment?project=${id}`);
  await page.getByText('imported objects').click();
  await page.getByRole('button', { name: 'Assess' }).click();
  await expect(page.getByText(/move automatically/).first()).toBeVisible({ timeout: 60_000 });
  await page.goto(`/waves?project=${id}`);
  await page.getByRole('button', { name: 'Read dependencies' }).click();
  await expect(page.getByText(/^Dependencies read /)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Propose waves…' }).click();
  const proposal = page.getByRole('dialog', { name: 'Propose waves' });
  await proposal.getByRole('button', { name: 'Show proposal' }).click();
  await proposal.getByRole('button', { name: 'Apply these waves' }).click();
  await expect(page.getByRole('group', { name: 'Board' }).getByText('0 of 2')).toBeVisible();

  // When it is done.
  await page.goto(`/forecast?project=${id}`);
  await expect(page.getByText('50% likely by').first()).toBeVisible();

  // The evening of the cutover is rehearsed.
  await page.goto(`/cutover?project=${id}`);
  await page.getByRole('button', { name: 'Add a step…' }).click();
  const step = page.getByRole('dialog', { name: 'Add a step' });
  await step.getByRole('textbox', { name: 'Step' }).fill('Stop the shop');
  await step.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Start a rehearsal…' }).click();
  await page
    .getByRole('dialog', { name: 'Start a rehearsal?' })
    .getByRole('button', { name: 'Start the rehearsal' })
    .click();
  await page.getByRole('button', { name: 'Start: Stop the shop' }).click();
  await page.getByRole('button', { name: 'Done: Stop the shop' }).click();
  await expect(page.getByText('completed').first()).toBeVisible();

  // The work shows a fault: nothing is switched over.
  await compareAll(page, id, 1);
  await page.goto(`/gate?project=${id}`);
  await expect(page.getByRole('heading', { name: 'NO-GO' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 pair is open' })).toBeVisible();

  // A small shop: one person signs, and there is no way back to try.
  await page.getByRole('button', { name: 'Conditions…' }).click();
  const demanded = page.getByRole('dialog', { name: 'Conditions of the gate' });
  await demanded.getByRole('checkbox', { name: /^The way back/ }).uncheck();
  await demanded.getByRole('checkbox', { name: /have signed the current state/ }).uncheck();
  await demanded.getByRole('button', { name: 'Save' }).click();
  await expect(demanded).toBeHidden();

  // Mended, compared and verified.
  await shops.mend("update shop.customers set name = 'Bob' where id = 2");
  await compareAll(page, id, 2);
  expect(await verify()).toMatchObject({ saved: 4, refused: [] });
  await page.goto(`/gate?project=${id}`);
  await expect(page.getByRole('heading', { name: 'GO', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Sign…' }).click();
  await page
    .getByRole('dialog', { name: 'Sign off' })
    .getByRole('button', { name: 'Sign' })
    .click();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const decision = page.getByRole('dialog', { name: 'Record a decision' });
  await decision.getByRole('button', { name: 'Record decision' }).click();
  await expect(page.getByText(/^GO by admin, /)).toBeVisible();

  // The proof is taken along; one byte that is changed is found.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Dossier…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Write dossier' }).click();
  const file = await (await download).path();
  expect(await verifyDossier(file)).toMatchObject({ code: 0 });
  const bytes = await readFile(file);
  bytes[bytes.indexOf('data/pairs.jsonl') + 100]! ^= 1;
  await writeFile(`${file}.changed`, bytes);
  expect(await verifyDossier(`${file}.changed`)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^data\/pairs\.jsonl, record \d+/),
  });

  // A later change reopens what was signed.
  await shops.mend("update shop.customers set name = 'Rob' where id = 2");
  await compareAll(page, id, 3);
  await page.goto(`/gate?project=${id}`);
  await expect(page.getByText('Reopened', { exact: true })).toBeVisible();
});
