import { listPairs, matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import { expectNoFaults, findFaults, look, visit } from './axe.ts';
import { ADMIN_SCREENS, rowOf } from './parts.ts';
import type { World } from './world.ts';

test.use({ world: 'accessibility' });

test.describe.configure({ mode: 'parallel' });

const inProject = (path: string, { projectId }: World, side = 'source') =>
  `${path}?project=${projectId}&side=${side}`;

test('screens have no fault that axe finds', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  for (const address of [
    ...ADMIN_SCREENS,
    '/rtl/rtl-page',
    `/admin/spreadsheet?project=${shop.projectId}`,
    `/dbconnect?project=${shop.projectId}`,
    inProject('/adminresults', shop),
    inProject('/assignobjects', shop),
    inProject('/testing', shop),
    inProject('/developer', shop),
    '/register',
    '/login',
  ]) {
    await visit(page, address);
    await expectNoFaults(page, address);
  }
});

test('screens of pairs and proof have no fault that axe finds', async ({ signedIn, shop }) => {
  const params = { id: shop.projectId };
  await shop.admin.call(matchObjects, { params });
  const [pair] = await shop.admin.call(listPairs, { params });
  const page = await signedIn('admin');
  for (const address of [
    `/assessment?project=${shop.projectId}`,
    `/waves?project=${shop.projectId}`,
    `/proof?project=${shop.projectId}`,
    `/pairs?project=${shop.projectId}&f.state=matched`,
    `/pairrules?project=${shop.projectId}`,
    `/webhooks?project=${shop.projectId}`,
    `/pair?project=${shop.projectId}&pair=${pair!.id}`,
    `/proofreport?project=${shop.projectId}`,
    `/forecast?project=${shop.projectId}`,
    `/gate?project=${shop.projectId}`,
    `/cutover?project=${shop.projectId}`,
    `/client?project=${shop.projectId}`,
    `/client?project=${shop.projectId}&pair=${pair!.id}`,
    `${inProject('/adminresults', shop)}&f.stale_since=-&f.data_result=-`,
  ]) {
    await visit(page, address);
    await expectNoFaults(page, address);
  }
});

test('dialogs, menus and popovers have no fault that axe finds', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  const press = (label: string | RegExp) => () =>
    page.getByRole('button', { name: label, exact: true }).first().click();
  await visit(page, '/admin/homepage');
  await look(page, 'palette', async () => {
    await page.keyboard.press('Control+k');
    await page
      .getByRole('dialog', { name: 'Search and commands' })
      .getByLabel('Search', { exact: true })
      .fill('orders');
    await expect(page.getByText('shop.orders', { exact: true }).first()).toBeVisible();
  });
  await look(page, 'notifications', async () => {
    await press(/^Notifications, /)();
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  });
  await look(page, 'profile menu', press(/^Profile menu of /));
  await look(page, 'display settings', async () => {
    await press(/^Profile menu of /)();
    await page.getByRole('menuitem', { name: 'Display settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Display settings' })).toBeVisible();
  });
  await look(page, 'project editor', async () => {
    await rowOf(page, 'Shop to PostgreSQL').getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: /^Edit project/ })).toBeVisible();
  });
  await page.setViewportSize({ width: 800, height: 900 });
  await look(page, 'drawer', async () => {
    await press('Open navigation')();
    await expect(page.getByRole('dialog', { name: 'Main navigation' })).toBeVisible();
  });
  await page.setViewportSize({ width: 1600, height: 1000 });

  await visit(page, '/admin/users');
  await look(page, 'new account', press('Create New Account'));
  await look(page, 'a question', press('Make administrator'));

  await visit(page, inProject('/testing', shop));
  await press('Filters')();
  await expect(page.getByLabel('Filter object name')).toBeVisible();
  await expectNoFaults(page, 'filters');
  for (const menu of ['Columns', 'Views', 'Export']) await look(page, menu, press(menu));
  await look(page, 'object editor with an error', async () => {
    await rowOf(page, 'addresses').getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit addresses' });
    await dialog.getByRole('button', { name: 'History' }).click();
    await dialog.getByLabel('test call').fill('');
    await dialog.getByLabel('test call').blur();
    await expect(dialog.getByText('test call is required')).toBeVisible();
  });

  await visit(page, inProject('/assignobjects', shop));
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('combobox', { name: 'Assign To Tester' }).click();
  await expect(page.getByRole('option', { name: 'tom' })).toBeVisible();
  await expectNoFaults(page, 'selection banner');
});

test('a fault of one look is seen', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await visit(page, '/admin/profile');
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-mantine-color-scheme=dark] h1 { color: #333 } [dir=rtl] h1 { color: #eee }');
    document.adoptedStyleSheets.push(sheet);
  }`);
  const faults = await findFaults(page);
  expect(faults.map((fault) => fault.split(': ', 2))).toEqual([
    ['dark ltr en', 'color-contrast'],
    ['light rtl en', 'color-contrast'],
  ]);
});
