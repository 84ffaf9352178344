import { listRuns, startRun } from '../../contract/proof/runs.ts';
import { TEXTS } from '../../contract/texts.ts';
import { loadSample } from '../../contract/sample.ts';
import { connect } from './api.ts';
import { type App, expect, test } from './app.ts';
import { addShopProject, startShops } from './databases.ts';
import { layoutShift, openSingleReport, toast } from './parts.ts';

test.use({ world: 'connection' });

/** The project of the sample, loaded once; its database has one connection, which its comparison takes first. */
async function findSample({ url, admin }: App): Promise<number> {
  const client = await connect(url, admin.username, admin.password);
  const loaded = await client.call(loadSample, {}).catch(() => ({ Project_Id: 1 }));
  const params = { id: loaded.Project_Id };
  const states = async () =>
    new Set((await client.call(listRuns, { params })).map(({ state }) => state));
  await expect.poll(states, { timeout: 120_000 }).toEqual(new Set(['finished']));
  return loaded.Project_Id;
}

// covers: 2.connection.3, 4.connection.1, 4.connection.2, 4.connection.3, 8.save.1, 8.success.1
// covers: 8.success.4, 8.success.5
test('connection screen: from disabled reports to imports on both sides', async ({
  signedIn,
  app,
}) => {
  const Project_Id = await findSample(app);
  const page = await signedIn('admin');
  await page.goto(`/dbconnect?project=${Project_Id}`);
  for (const [side, message] of [
    ['Source', TEXTS.sourceImported],
    ['Target', TEXTS.targetImported],
  ] as const) {
    const section = page.getByRole('region', { name: side, exact: true });
    const report = section.getByRole('button', { name: `Generate ${side} Report` });
    let answer = () => {};
    const schemas = new Promise<void>((done) => (answer = done));
    await page.route(/get(target)?schema/, async (route) => {
      await schemas;
      await route.continue();
    });
    await openSingleReport(section);
    await expect(report).toBeDisabled();
    await expect(report).toHaveText(`Generate ${side} Report (loading schemas…)`);
    await expect(section.getByRole('button', { name: `Import ${side}` })).toBeHidden();
    await expect(section.getByLabel(`${side} Object Type`).getByRole('option').first()).toHaveText(
      'tables',
    );

    answer();
    await expect(report).toHaveText(`Generate ${side} Report`);
    await expect(report).toBeEnabled();
    // No schema chosen: the first one is read.
    await expect(section.getByLabel(`${side} Schema`)).toHaveValue('');
    await page.unroute(/get(target)?schema/);
    await section.getByRole('button', { name: 'Edit' }).click();
    await section.getByRole('button', { name: 'Test Connection' }).click();
    await expect(section.getByText(/^Connected: /)).toBeVisible();
    await report.click();
    await expect(toast(page, 'Success', TEXTS.reportDone).first()).toBeVisible();
    const items = section.getByRole('grid', { name: `${side} report items` });
    await expect(items.getByRole('row').nth(1)).toContainText('imported');

    // A failed import is a red notification, and nothing is lost by it.
    const failing = `**/api/dbconnect/import${side.toLowerCase()}`;
    const detail = 'The store is not responding. Try again shortly.';
    const problem = { type: '/problems/unavailable', title: 'Temporarily unavailable', detail };
    await page.route(failing, (route) =>
      route.fulfill({ status: 503, json: { ...problem, status: 503 } }),
    );
    await section.getByRole('button', { name: `Import ${side}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await expect(toast(page, 'Error', detail).last()).toBeVisible();
    await page.unroute(failing);

    await section.getByRole('button', { name: `Import ${side}` }).click();
    const question = page.getByRole('dialog', { name: /^Import into / });
    await question.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(toast(page, 'Success', message)).toBeVisible();
    await expect(section.getByText(/\d+ objects imported: \d+ new/)).toBeVisible();
  }
});

// covers: 2.connection.3
test('connection screen: everything of both sides is read and imported at once', async ({
  signedIn,
  app,
}) => {
  const Project_Id = await findSample(app);
  const page = await signedIn('admin');
  await page.goto(`/dbconnect?project=${Project_Id}`);
  await page.getByRole('button', { name: 'Read both sides' }).click();
  for (const side of ['Source', 'Target']) {
    const section = page.getByRole('region', { name: side, exact: true });
    await expect(section.getByRole('table', { name: 'Summary: all schemas' })).toBeVisible();
    await section.getByRole('button', { name: `Import ${side}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await expect(section.getByText(/\d+ objects imported: /)).toBeVisible();
    await expect(section.getByText(/\d+ objects.*imported .* by admin/)).toBeVisible();
  }
  const target = page.getByRole('region', { name: 'Target', exact: true });
  await target.getByRole('link', { name: 'Assign Target Objects' }).click();
  await expect(page).toHaveURL(/\/assignobjects\?project=\d+&side=target/);
});

test('HomePage: the table stands still, however late the card of the sample above it comes', async ({
  signedIn,
  app,
}) => {
  await findSample(app);
  for (const width of [1280, 390]) {
    const page = await signedIn('admin');
    await page.setViewportSize({ width, height: 844 });
    await page.route('**/api/sample', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await page.goto('/admin/homepage');
    await expect(page.getByRole('region', { name: 'The sample in five steps' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Sample: the bookshop moves/ })).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.01);
  }
});

test('triggers are switched on in the project and then stand in its inventory', async ({
  signedIn,
  app,
}) => {
  const Project_Id = await findSample(app);
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  await page
    .getByRole('row', { name: /Sample: the bookshop moves/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Also track').selectOption('triggers');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/dbconnect?project=${Project_Id}`);
  const target = page.getByRole('region', { name: 'Target', exact: true });
  await target.getByRole('button', { name: 'Read again' }).click();
  const summary = target.getByRole('table', { name: 'Summary: all schemas' });
  await expect(summary.getByRole('row', { name: /^triggers 1\b/ })).toBeVisible();
  // What was read and is not imported yet outlasts the page.
  await page.reload();
  await expect(summary.getByRole('row', { name: /^triggers 1\b/ })).toBeVisible();
  await expect(target.getByText(/^\d+ objects.*read /)).toHaveCount(2);
  await target.getByRole('button', { name: 'Import Target' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await expect(target.getByText(/triggers: 1/)).toBeVisible();
  await page.goto(`/assignobjects?project=${Project_Id}&side=target&f.object_type_id=5`);
  await expect(page.getByText('stock_stays_positive')).toBeVisible();
});

// covers: 8.connection.1
test('connection screen: a failed call shows what the server says', async ({ signedIn, app }) => {
  const Project_Id = await findSample(app);
  const page = await signedIn('admin');
  await page.goto(`/dbconnect?project=${Project_Id}`);
  const source = page.getByRole('region', { name: 'Source', exact: true });
  await source.getByRole('button', { name: 'Edit' }).click();
  await source.getByLabel('Source DB Name').fill('not-there.db');
  await openSingleReport(source);
  await expect(toast(page, 'Error')).toBeVisible();
  await expect(source.getByRole('button', { name: /^Generate Source Report/ })).toBeDisabled();
});

test('connection screen: names that arrive late move nothing away from under a press', async ({
  signedIn,
  app,
}) => {
  const Project_Id = await findSample(app);
  const page = await signedIn('admin');
  const arrived: (() => void)[] = [];
  await page.route(/object_type_id/, async (route) => {
    await new Promise<void>((resolve) => arrived.push(resolve));
    await route.continue();
  });
  await page.goto(`/dbconnect?project=${Project_Id}`);
  const source = page.getByRole('region', { name: 'Source', exact: true });
  const single = source.getByRole('button', { name: 'Only one type in one schema…' });
  await expect.poll(() => arrived.length).toBe(2);
  const before = (await single.boundingBox())!.y;
  for (const arrive of arrived) arrive();
  await expect(source.getByRole('link', { name: 'authors', exact: true })).toBeVisible();
  expect(Math.abs((await single.boundingBox())!.y - before)).toBeLessThan(5);
});

/** A project whose source has another password by now, and a comparison that found that out. */
async function failForPassword(
  { url, admin }: App,
  { source, target }: Awaited<ReturnType<typeof startShops>>,
): Promise<number> {
  const client = await connect(url, admin.username, admin.password);
  const Project_Id = await addShopProject(
    client,
    'Shop with an old password',
    { source: { ...source, password: 'was changed since' }, target },
    [['tables', 'customers']],
  );
  await client.call(startRun, { params: { id: Project_Id }, body: { kind: 'verify' } as never });
  return Project_Id;
}

test('a comparison that failed for a password leads to the form, and what works there is saved', async ({
  signedIn,
  app,
}) => {
  const shops = await startShops();
  try {
    const Project_Id = await failForPassword(app, shops);
    const page = await signedIn('admin');
    await page.goto(`/proof?project=${Project_Id}`);
    const runs = page.getByRole('region', { name: 'Comparisons' });
    await expect(runs.getByText('Structure and rows: failed')).toBeVisible({ timeout: 30_000 });
    await runs.getByRole('link', { name: "Check the project's connections" }).click();

    const source = page.getByRole('region', { name: 'Source', exact: true });
    await source.getByLabel('Source Password').fill(shops.source.password);
    await source.getByRole('button', { name: 'Test Connection' }).click();
    await expect(source.getByText(/^Connected: MariaDB/)).toBeVisible();
    const notice = source.getByRole('alert', { name: 'This account can do more than read' });
    await notice.getByText('Statements that create a read-only account').click();
    await expect(notice.getByText(/GRANT SELECT, SHOW VIEW, EXECUTE ON `shop`/)).toBeVisible();
    await source.getByRole('button', { name: 'Save this connection to the project' }).click();
    await expect(toast(page, 'Success', 'The connection is saved to the project')).toBeVisible();
    await expect(source.getByText('connected', { exact: true })).toBeVisible();
    await source.getByRole('button', { name: 'Edit' }).click();
    await expect(source.getByLabel('Source Password')).toHaveValue('');
    await expect(source.getByLabel('Source Password')).toHaveAttribute(
      'placeholder',
      'Stored password',
    );

    await page.getByRole('link', { name: 'Pairs and Proof', exact: true }).first().click();
    await expect(page.getByText(/account of the source database can do more/)).toBeVisible();
    await runs.getByRole('button', { name: 'Resume' }).click();
    await expect(runs.getByText('Structure and rows: finished')).toBeVisible({ timeout: 30_000 });
    await expect(runs.getByRole('link', { name: "Check the project's connections" })).toBeHidden();
  } finally {
    await shops.stop();
  }
});
