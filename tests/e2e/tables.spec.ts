import type { Locator, Page } from '@playwright/test';
import { savePreference } from '../../contract/preferences.ts';
import { expect, test } from './app.ts';
import { headersOf, rowOf } from './parts.ts';

test.use({ world: 'people at work' });

const PROJECTS = [
  'Project Id',
  'Project Name',
  'Client Name',
  'Source Database',
  'Target Database',
  'Source DB Name',
  'Planned Start Date',
  'Planned End Date',
  'Actual Start Date',
  'Assigned To Developer',
  'Assigned To Tester',
  'Actual End Date',
];
const TESTING = [
  'schema name',
  'object name',
  'object type id',
  'status',
  'test call',
  'test result',
  'comments',
  'object type',
];
const RESULTS = [
  'schema name',
  'object name',
  'object type id',
  'object type',
  'test call',
  'migrated by',
  'tested by',
  'test result',
];
const ASSIGNING = ['schema name', 'object name', 'object type id', 'object type'];

// covers: 2.home.1, 2.home.4, 2.connection.1, 2.results.3, 6.admin.3
test('HomePage: columns in order, and the row actions of an administrator', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  await expect(headersOf(page, 'Projects')).toHaveText([...PROJECTS, 'Actions']);
  const row = rowOf(page, 'Shop to PostgreSQL');
  await expect(row.locator('a[data-action]')).toHaveText([
    'Check Source Status',
    'Check Target Status',
    'Check Inventory',
    'Pairs and Proof',
    'Assign Source Objects',
    'Assign Target Objects',
  ]);
  await expect(row.getByRole('button')).toHaveText(['Edit']);
  for (const [action, path] of [
    ['Check Source Status', /\/adminresults\?project=1&side=source/],
    ['Check Target Status', /\/adminresults\?project=1&side=target/],
    ['Check Inventory', /\/dbconnect\?project=1/],
    ['Pairs and Proof', /\/proof\?project=1/],
    ['Assign Source Objects', /\/assignobjects\?project=1&side=source/],
    ['Assign Target Objects', /\/assignobjects\?project=1&side=target/],
  ] as const) {
    await row.getByRole('link', { name: action }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByText('Project Id 1 · Project Name Shop to PostgreSQL')).toBeVisible();
    await page.goBack();
  }
});

// covers: 2.home.4, 6.other.2, 6.other.3
test('HomePage: a tester has both actions, a developer the one on the source', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const tom = await signedIn('tom');
  await tom.goto('/admin/homepage');
  await expect(headersOf(tom, 'My projects')).toHaveText([...PROJECTS, 'Actions']);
  const row = rowOf(tom, 'Shop to PostgreSQL');
  await expect(row.locator('a[data-action]')).toHaveText([
    'Update Source Status',
    'Update Target Status',
    'Pairs and Proof',
  ]);
  await row.getByRole('link', { name: 'Update Target Status' }).click();
  await expect(tom).toHaveURL(/\/testing\?project=1&side=target/);
  await expect(tom.getByRole('heading', { level: 1 })).toHaveText('Testing: target objects');

  const dora = await signedIn('dora');
  await dora.goto('/admin/homepage');
  // Only what is assigned to her.
  await expect(rowOf(dora, 'Ledger to SQL Server')).toHaveCount(0);
  const hers = rowOf(dora, 'Shop to PostgreSQL');
  await expect(hers.locator('a[data-action]')).toHaveText([
    'Update Source Status',
    'Pairs and Proof',
  ]);
  await hers.getByRole('link', { name: 'Update Source Status' }).click();
  await expect(dora).toHaveURL(/\/developer\?project=1/);
  await expect(headersOf(dora, 'Developer: my source objects')).toHaveText([
    ...TESTING,
    'proof',
    'Actions',
  ]);
});

test('HomePage says how far each project is, and what is overdue', async ({ signedIn, shop }) => {
  expect(shop.emptyProjectId).toBe(2);
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  const row = rowOf(page, 'Shop to PostgreSQL');
  await expect(row).toContainText('2 of 18 verified');
  await expect(row).toContainText('0 of 4 verified');
  await expect(row).not.toContainText('Overdue');
  await expect(rowOf(page, 'Ledger to SQL Server')).toContainText('Overdue');
});

// covers: 2.testing.2, 2.results.1, 2.results.2, 2.assign.2, 8.lists.1
test('object tables: columns in order, also when empty', async ({ signedIn, shop }) => {
  const admin = await signedIn('admin');
  for (const [project, rows] of [
    [shop.projectId, 18],
    [shop.emptyProjectId, 0],
  ]) {
    const source = `project=${project}&side=source`;
    await admin.goto(`/adminresults?${source}`);
    await expect(headersOf(admin, 'Results: source objects')).toHaveText(RESULTS);
    await expect(admin.getByText(`${rows} rows`, { exact: true })).toBeVisible();
    // Read-only.
    await expect(admin.getByRole('button', { name: 'Edit' })).toHaveCount(0);

    await admin.goto(`/assignobjects?${source}`);
    const headers = headersOf(admin, 'Assign source objects');
    await expect(headers).toHaveText([...ASSIGNING, 'developer', 'tester', 'due date']);
    await expect(admin.getByText(`${rows} rows`, { exact: true })).toBeVisible();

    await admin.goto(`/testing?${source}`);
    await expect(headersOf(admin, 'Testing: source objects')).toHaveText([
      ...TESTING,
      'proof',
      'Actions',
    ]);
  }
  await admin.goto(`/assignobjects?project=${shop.projectId}&side=target`);
  const headers = headersOf(admin, 'Assign target objects');
  await expect(headers).toHaveText([...ASSIGNING, 'tester', 'due date']);
});

// covers: 2.users.1, 2.users.2
test('users: columns in order, passwords masked, InActive and Active', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/users');
  await expect(headersOf(page, 'Users')).toHaveText([
    'User Id',
    'Username',
    'Password',
    'Active',
    'Last login',
    'Projects',
    // E-mail, too, once somebody has an address.
    'Actions',
  ]);
  await expect(rowOf(page, 'dora').getByRole('gridcell')).toContainText([
    /\d/,
    'dora',
    '********',
    'Active',
    /now|ago/,
    'Developer: Shop to PostgreSQL',
    'Edit',
  ]);
  await expect(rowOf(page, 'ina')).toContainText('InActive');
});

test('users: a phone shows the whole badge of an administrator', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/users');
  const badge = rowOf(page, 'admin').getByText('Administrator', { exact: true });
  await expect(badge).toBeInViewport({ ratio: 1 });
});

// covers: 7.call.22
test('results: who migrated, who tested, and what came of it', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/adminresults?project=${shop.projectId}&side=source`);
  await expect(rowOf(page, 'baskets').getByRole('gridcell')).toHaveText([
    'shop',
    'baskets',
    '1',
    'tables',
    'select count(*) from baskets',
    'dora',
    'tom',
    '120 = 120',
  ]);
});

/** Settings of a table are kept a moment after they were changed. */
const keeps = (page: Page, setting: string) =>
  page.waitForResponse(
    (answer) =>
      answer.url().includes('/api/preferences/table.') &&
      answer.request().postData()?.includes(`"${setting}"`) === true,
  );
const nearEnd = async (header: Locator) => ({ x: (await header.boundingBox())!.width - 16, y: 8 });

// covers: 2.testing.4
test('columns move by keyboard, and stay where they were put', async ({ signedIn, shop }) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=target&todo=0`);
  const headers = headersOf(page, 'Testing: target objects');
  await page.getByRole('button', { name: 'schema name', exact: true }).focus();
  const kept = keeps(page, 'order');
  await page.keyboard.press('Control+Shift+ArrowRight');
  await expect(headers.first()).toHaveText('object name');
  await kept;
  const moved = ['object name', 'schema name', ...TESTING.slice(2), 'proof', 'Actions'];
  await page.reload();
  await expect(headers).toHaveText(moved);
  // In another browser, too.
  const other = await signedIn('tom');
  await other.goto(page.url());
  await expect(headersOf(other, 'Testing: target objects')).toHaveText(moved);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(headers.first()).toHaveText('schema name');
});

// covers: D21.1
test('a saved view, and its link, show the same rows', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/adminresults?project=${shop.projectId}&side=source`);
  await page.getByRole('searchbox').fill('or');
  await expect(page.getByText('3 rows match')).toBeVisible();
  await page.getByRole('button', { name: 'object name', exact: true }).click();
  await page.getByRole('button', { name: 'object name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'object name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const names = page.getByRole('gridcell', { name: /orders|categories/ });
  await expect(names).toHaveText(['orders', 'open_orders', 'categories']);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Orders');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View: Orders' })).toBeVisible();

  const other = await signedIn('admin');
  await other.goto(page.url());
  await expect(other.getByRole('gridcell', { name: /orders|categories/ })).toHaveText([
    'orders',
    'open_orders',
    'categories',
  ]);
  await expect(other.getByRole('searchbox')).toHaveValue('or');
});

// covers: 2.testing.4
test('columns are moved and made wider with the mouse, and stay so', async ({ signedIn, shop }) => {
  const page = await signedIn('dora');
  await page.goto(`/developer?project=${shop.projectId}&todo=0`);
  const headers = headersOf(page, 'Developer: my source objects');
  const comments = page.getByRole('columnheader', { name: 'comments' });
  const schema = page.getByRole('columnheader', { name: 'schema name' });
  const name = page.getByRole('columnheader', { name: 'object name' });
  await schema.dragTo(name, { targetPosition: await nearEnd(name) });
  await expect(headers.nth(1)).toHaveText('schema name');
  await schema.dragTo(name, { targetPosition: { x: 8, y: 8 } });
  await expect(headers.first()).toHaveText('schema name');
  await comments.dragTo(schema, { targetPosition: { x: 8, y: 8 } });
  const moved = ['comments', ...TESTING.filter((header) => header !== 'comments')];
  await expect(headers).toHaveText([...moved, 'proof', 'Actions']);

  const before = (await comments.boundingBox())!;
  await page.mouse.move(before.x + before.width - 3, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 87, before.y + before.height / 2, { steps: 5 });
  const kept = keeps(page, 'widths');
  await page.mouse.up();
  const wider = (await comments.boundingBox())!;
  expect(wider.width).toBeGreaterThan(before.width + 80);
  await expect(headers).toHaveText([...moved, 'proof', 'Actions']);
  await kept;
  await page.reload();
  await expect(headers).toHaveText([...moved, 'proof', 'Actions']);
  expect((await comments.boundingBox())!.width).toBeCloseTo(wider.width, 0);
  // In another browser, too.
  const other = await signedIn('dora');
  await other.goto(page.url());
  await expect(headersOf(other, 'Developer: my source objects')).toHaveText([
    ...moved,
    'proof',
    'Actions',
  ]);
});

test('on a phone the actions of every row are in sight', async ({ signedIn, shop }) => {
  for (const [who, address] of [
    ['tom', `/testing?project=${shop.projectId}&side=source`],
    ['dora', `/developer?project=${shop.projectId}`],
    ['admin', '/admin/users'],
  ] as const) {
    const page = await signedIn(who);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    const edit = page.getByRole('button', { name: 'Edit' }).first();
    await expect(edit).toBeInViewport({ ratio: 1 });
    // They stay in sight themselves: the focus on them scrolls nothing away.
    await edit.focus();
    const table = page.getByRole('group').filter({ has: page.getByRole('grid') });
    expect(
      await table.evaluate((box) => (box as unknown as { scrollLeft: number }).scrollLeft),
    ).toBe(0);
  }
});

test('name, status and actions of an object are in sight beside each other', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  for (const width of [360, 390, 960]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
    const row = page.getByRole('row').filter({ hasText: 'baskets' });
    await expect(row).toBeVisible();
    const startOfActions = (await row.getByRole('gridcell').last().boundingBox())!.x;
    for (const text of ['baskets', 'verified']) {
      // The test call names the table, too.
      const cell = (await row.getByText(text, { exact: true }).first().boundingBox())!;
      expect(cell.x + cell.width).toBeLessThanOrEqual(startOfActions);
    }
    if (width < 960) await expect(row.getByText('shop · tables')).toBeVisible();
  }
});

test('the type of an object is never cut off, in no table', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const screen of ['assignobjects', 'adminresults', 'testing']) {
    await page.goto(`/${screen}?project=${shop.projectId}&side=source`);
    const type = page.getByRole('gridcell', { name: 'procedures', exact: true }).first();
    const word = type.getByText('procedures', { exact: true });
    expect(
      await word.evaluate((one: { scrollWidth: number; clientWidth: number }) =>
        Math.max(0, one.scrollWidth - one.clientWidth),
      ),
      screen,
    ).toBe(0);
  }
});

test('a text that is cut off shows itself whole to who comes to its cell', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  const call = 'select count(*) from baskets';
  const cell = page.getByRole('gridcell', { name: call });
  const whole = page.locator('[aria-hidden=true]', { hasText: call });
  await page.setViewportSize({ width: 960, height: 800 });
  await page.goto(`/adminresults?project=${shop.projectId}&side=source`);
  await cell.focus();
  await expect(whole).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();
  // Who points at it sees the browser's own tooltip.
  await page.keyboard.press('ArrowLeft');
  await cell.click();
  await expect(cell).toBeFocused();
  await expect(whole).toBeHidden();
  // With room for it nothing is cut.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toBeFocused();
  await expect(whole).toBeHidden();
});

test('filters are set by keyboard, seen while their row is closed, and let go one by one', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/testing?project=${shop.projectId}&side=source`);
  await page.getByRole('button', { name: 'Filters', exact: true }).press('Enter');
  const condition = page.getByRole('button', { name: 'Condition for test call' });
  await condition.press('Enter');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 rows match')).toBeVisible();
  await expect(condition).toBeFocused();
  await page.getByLabel('Filter object name').fill('bask');
  await expect(page.getByText('1 row matches')).toBeVisible();
  await page.getByRole('button', { name: 'Filters (2)' }).press('Enter');
  await expect(condition).toBeHidden();

  const other = await signedIn('tom');
  await other.goto(page.url());
  await expect(other.getByText('1 row matches')).toBeVisible();
  await other.getByRole('button', { name: 'Remove the filter object name: bask' }).press('Enter');
  const left = other.getByRole('button', { name: 'Remove the filter test call: is not empty' });
  await expect(left).toBeFocused();
  await left.press('Enter');
  await expect(other.getByText('18 rows', { exact: true })).toBeVisible();
  await expect(other).not.toHaveURL(/f\./);
});

// covers: D21.1
test('a link that only names a saved view shows that view', async ({ signedIn, shop }) => {
  const page = await signedIn('tom');
  const address = `/testing?project=${shop.projectId}&side=source`;
  await page.goto(`${address}&f.status=verified&sort=-object_name`);
  const names = page.getByRole('gridcell', { name: /^(addresses|baskets)$/ });
  await expect(names.first()).toHaveAccessibleName('baskets');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Done');
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.waitForResponse((answer) => answer.url().includes('/api/preferences/views.'));

  const other = await signedIn('tom');
  await other.goto(`${address}&view=Done`);
  await expect(other.getByText('2 rows match')).toBeVisible();
  await expect(other).toHaveURL(/f\.status=verified/);
});

const FULL_LISTS = [
  'admin/homepage',
  'admin/users',
  'pairs',
  'testing',
  'developer',
  'adminresults',
];
for (const language of ['en', 'de', 'ar'])
  test(`every list fits beside the sidebar of a small laptop: ${language}`, async ({
    signedIn,
    shop,
  }) => {
    const page = await signedIn('admin');
    await shop.admin.call(savePreference, {
      params: { key: 'display' },
      body: { value: { language } },
    });
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const screen of FULL_LISTS) {
      await page.goto(`/${screen}?project=${shop.projectId}&side=source`);
      const table = page.getByRole('grid').first();
      await expect(table.getByRole('row').nth(1)).toBeVisible();
      await expect
        .poll(
          () =>
            table.evaluate(
              ({
                parentElement: box,
              }: {
                parentElement: { scrollWidth: number; clientWidth: number };
              }) => box.scrollWidth - box.clientWidth,
            ),
          { message: screen },
        )
        .toBeLessThanOrEqual(0);
    }
  });
