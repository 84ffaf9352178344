import { addTolerance } from '../../contract/proof/tolerances.ts';
import { expect, test } from './app.ts';
import { expectNoFaults, findFaults, look, visit } from './axe.ts';
import { expectAllInside, rowOf } from './parts.ts';
import type { World } from './world.ts';

test.use({ world: 'accessibility' });

interface Measured {
  scrollWidth: number;
  clientWidth: number;
}

const REASON = 'The old shop padded its names, and nobody reads the blanks.';

const inProject = (path: string, { projectId }: World, side = 'source') =>
  `${path}?project=${projectId}&side=${side}`;

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

test('what is shown once, or said of many objects, is whole on a phone', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, `/webhooks?project=${shop.projectId}`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await page.getByRole('button', { name: 'Save' }).click();
  const secret = page.getByText(/^whsec_/);
  await expect(secret).toBeVisible();
  const { x, width } = (await secret.boundingBox())!;
  expect(x + width).toBeLessThan(320);
  expect(await secret.evaluate((one: Measured) => one.scrollWidth - one.clientWidth)).toBe(0);

  await visit(page, `/assignobjects?project=${shop.projectId}&side=source`);
  await page.getByRole('checkbox').nth(1).check();
  await expectAllInside(page, 'with a selected object');

  const of = { cause: 'blanks:end', source_type: null, target_type: null };
  const body = { ...of, reason: REASON, until: null };
  await shop.admin.call(addTolerance, { params: { id: shop.projectId }, body });
  await page.goto(`/proof?project=${shop.projectId}`);
  await page.getByRole('button', { name: 'Other actions' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const revoke = page.getByRole('button', { name: /^Revoke: / }).getByText('Revoke');
  await expect(revoke).toBeVisible();
  expect(await revoke.evaluate((one: Measured) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('where the system sets the colours, what is chosen can still be seen', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.emulateMedia({ forcedColors: 'active' });
  const groundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const of = globalThis as unknown as {
          getComputedStyle: (element: unknown) => { backgroundColor: string };
        };
        return of.getComputedStyle(one).backgroundColor;
      });
  await visit(page, `/adminresults?project=${shop.projectId}&side=source&f.status=pending`);
  for (const [chosen, other] of [
    ['main nav [aria-current]', 'main nav a:not([aria-current])'],
    ['[role=group] a[aria-current]', '[role=group] a:not([aria-current])'],
    ['[aria-pressed=true]', '[aria-pressed=false]'],
  ] as const) {
    expect(await groundOf(chosen), chosen).not.toBe(await groundOf(other));
  }

  // What the parts of a drawing mean is told by what is drawn below it.
  await visit(page, '/admin/dashboard');
  const parts = page.locator('main li > svg > rect');
  await expect(parts.first()).toBeVisible();
  const fills = await parts.evaluateAll((all: unknown[]) => {
    const of = globalThis as unknown as {
      getComputedStyle: (element: unknown) => { fill: string };
    };
    return all.slice(0, 3).map((one) => of.getComputedStyle(one).fill);
  });
  expect(new Set(fills).size).toBe(3);
});
