import { listPairs } from '../../contract/proof/pairs.ts';
import { expect, startApp, test } from './app.ts';
import { PROJECT } from './world.ts';
import { signInByForm } from './parts.ts';

test.use({ world: 'people at work' });

const ADMINISTRATOR = [
  'Dashboard',
  'HomePage',
  'Add Project',
  'Assign Project',
  'Add User',
  'View/Modify Users',
];

// covers: 2.route.2, 2.route.4, 2.route.5, 2.route.7, 2.route.8, 2.route.9, 2.route.10, 2.route.11
// covers: 2.route.12, 2.route.13, 6.gate.1
test('every address leads where the specification says', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  const project = `project=${shop.projectId}`;
  const heading = page.getByRole('heading', { level: 1 });
  for (const [from, to, title] of [
    ['/admin', '/admin/dashboard', 'Dashboard'],
    ['/rtl', '/rtl/rtl-page', 'Dashboard'],
    [`/dbconnect?${project}`, '/dbconnect', 'Inventory'],
    ['/testing', '/testing', 'Testing: source objects'],
    ['/developer', '/developer', 'Developer: my source objects'],
    ['/adminresults', '/adminresults', 'Results: source objects'],
    ['/assignobjects', '/assignobjects', 'Assign source objects'],
    ['/register', '/register', 'Create an account'],
    ['/maps', '/login', 'Welcome to DB Migration Utility'],
    // There in development only.
    ['/design', '/login', 'Welcome to DB Migration Utility'],
    ['/', '/login', 'Welcome to DB Migration Utility'],
  ] as const) {
    await page.goto(from);
    await expect(heading, from).toHaveText(title);
    expect(new URL(page.url()).pathname, from).toBe(to);
  }
});

// covers: 2.route.4
test('the right-to-left page runs from right to left', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/rtl');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  // A sentence of English that begins with a number still begins with it.
  const edges = await page.locator('main').evaluate((main) => {
    const said = main.appendChild(main.ownerDocument.createElement('p'));
    said.textContent = '12 objects are open.';
    const leftOf = (from: number) => {
      const range = main.ownerDocument.createRange();
      range.setStart(said.firstChild!, from);
      range.setEnd(said.firstChild!, from + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0), leftOf(said.textContent.length - 1)];
  });
  expect(edges[0]).toBeLessThan(edges[1]!);
});

// covers: 2.sidebar.5, D20.2
test('whoever has no stored user is sent to the login, and back after it', async ({
  page,
  app,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  // With the session alive, the missing copy is enough.
  await page.evaluate('localStorage.removeItem("user")');
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

// covers: 2.login.1, 2.login.4, D20.1
test('login: both fields are required, and the stored user goes when the page opens', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue as admin' })).toBeVisible();
  expect(await page.evaluate('localStorage.getItem("user")')).toBeNull();
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByRole('button', { name: 'Continue as admin' }).click();
  await expect(page).toHaveURL(/\/admin\/homepage/);
});

// covers: 2.sidebar.1, 2.sidebar.2, 2.sidebar.3, 6.admin.1, 9.const.5, D26.1
test('sidebar: headed by the username, 260 px, six entries for an administrator', async ({
  signedIn,
  shop,
}) => {
  expect(shop.admin.user.username).toBe('admin');
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(sidebar.getByRole('heading', { name: 'admin' })).toBeVisible();
  await expect(sidebar.getByRole('link')).toHaveText(ADMINISTRATOR);
  expect((await sidebar.boundingBox())?.width).toBeCloseTo(260, -1);
  for (const [name, path] of [
    ['Dashboard', '/admin/dashboard'],
    ['Add Project', '/admin/addproject'],
    ['Assign Project', '/admin/assignproject'],
    ['Add User', '/admin/adduser'],
    ['View/Modify Users', '/admin/users'],
    ['HomePage', '/admin/homepage'],
  ] as const) {
    await sidebar.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  }
});

for (const name of ['dora', 'tom']) {
  // covers: 2.sidebar.4, 6.other.1, 6.gate.1
  test(`sidebar: ${name} has two entries, and no page of administrators`, async ({
    signedIn,
    shop,
  }) => {
    const page = await signedIn(name);
    await page.goto('/admin/homepage');
    const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(sidebar.getByRole('heading', { name })).toBeVisible();
    await expect(sidebar.getByRole('link')).toHaveText(['Dashboard', 'HomePage']);
    for (const path of ['/admin/users', `/dbconnect?project=${shop.projectId}`]) {
      await page.goto(path);
      await expect(page.getByText('Only administrators may open this page.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('For administrators');
      await expect(page).toHaveTitle('For administrators · DB Migration Utility');
    }
  });
}

// covers: 9.const.5
test('below 960 px the sidebar is a drawer, which closes by itself at 960', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 959, height: 800 });
  await page.goto('/admin/homepage');
  await expect(page.getByRole('heading', { name: 'HomePage', level: 1 })).toBeVisible();
  const drawer = page.getByRole('dialog', { name: 'Main navigation' });
  await expect(page.getByRole('link', { name: 'Add User' })).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(drawer.getByRole('link')).toHaveText(ADMINISTRATOR);
  await drawer.getByRole('link', { name: 'View/Modify Users' }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 960, height: 800 });
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('link', { name: 'Add User' })).toBeVisible();
});

// covers: 2.route.3, 2.header.2, 2.footer.1
test('header and footer', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  const header = page.getByRole('banner');
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await expect(footer.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(page.getByText(/© \d{4} DB Migration Utility/)).toBeVisible();
  await expect(header.getByRole('button', { name: /^Notifications, / })).toBeVisible();
  await header.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  // Pages that use the whole height have no footer.
  await page.goto(`/adminresults?project=${shop.projectId}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(footer).toBeHidden();
});

// covers: 2.header.1, D24.2
test('the search finds projects, objects, users, pages and actions', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/admin/homepage`);
  await expect(page.getByRole('heading', { name: 'HomePage', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const box = palette.getByLabel('Search', { exact: true });
  await box.fill('close_month');
  await palette.getByText('shop.close_month').click();
  await expect(page).toHaveURL(
    new RegExp(`/adminresults\\?.*project=${shop.projectId}.*row=${shop.source['close_month']}`),
  );
  for (const [query, found] of [
    ['ledger', 'Ledger to SQL Server'],
    ['dora', 'dora'],
    ['view/modify', 'View/Modify Users'],
    ['logout', 'Logout admin'],
  ] as const) {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await box.fill(query);
    await expect(palette.getByText(found, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  }
});

// covers: D20.3
test('the role comes from the server, whatever the browser has stored', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('tom');
  await page.goto('/admin/homepage');
  await page.evaluate(
    "localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.user), is_admin: 1 }))",
  );
  await page.goto('/admin/users');
  await expect(page.getByText('Only administrators may open this page.')).toBeVisible();
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(sidebar.getByRole('link')).toHaveText(['Dashboard', 'HomePage']);
});

// covers: D21.2
test('an address without a project is that of the project last chosen, and of the side', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/adminresults?project=1&side=target');
  await expect(page.getByText('Project Name Shop to PostgreSQL')).toBeVisible();
  await page.goto('/testing');
  await expect(page).toHaveURL(/\/testing\?project=1&side=target$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Testing: target objects');
});

// covers: 2.footer.1, D25.1
test('the footer links Support and Attendance lead where the operator says', async ({
  browser,
}) => {
  const app = await startApp({
    SUPPORT_URL: 'https://help.example/',
    ATTENDANCE_URL: 'https://time.example/',
  });
  const context = await browser.newContext({ baseURL: app.url });
  try {
    const page = await context.newPage();
    await signInByForm(page, app.admin.username, app.admin.password);
    const footer = page.getByRole('navigation', { name: 'Footer' });
    await expect(footer.getByRole('link')).toHaveText(['Home', 'Support', 'Attendance']);
    for (const [name, address] of [
      ['Support', 'https://help.example/'],
      ['Attendance', 'https://time.example/'],
    ] as const)
      await expect(footer.getByRole('link', { name })).toHaveAttribute('href', address);
  } finally {
    await context.close();
    await app.stop();
  }
});

test('without a connection the screen says so, and is up to date again by itself', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  await expect(page.getByRole('gridcell', { name: 'addresses', exact: true })).toBeVisible();
  const banner = page.getByText('The server cannot be reached. What you see may be out of date');
  await page.context().setOffline(true);
  await expect(banner).toBeVisible();
  // What is here stays in sight.
  await expect(page.getByRole('gridcell', { name: 'addresses', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(banner).toBeVisible();
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
});

test('on paper there is what a page says, without the application around it', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  // As wide as what the margins leave of a sheet.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const project = `project=${shop.projectId}`;
  const table = (name: string) => page.getByRole('table', { name, exact: true });
  const text = (what: string) => page.getByText(what).first();
  // What comes last, too: a page that has not loaded yet is never too wide.
  for (const [address, heading, last] of [
    [`/proofreport?${project}`, 'Proof of migration', table('Calls')],
    [`/assessment?${project}`, 'Assessment', text('Nothing has been assessed yet')],
    [`/waves?${project}`, 'Waves', table('Board')],
    [`/proof?${project}`, 'Pairs and Proof', text('Other objects')],
    [`/admin/dashboard?${project}`, 'Dashboard', table('People')],
    [`/forecast?${project}`, 'Forecast', table('Workload')],
    [`/gate?${project}`, 'Cutover gate', text('Decisions')],
    [`/cutover?${project}`, 'Cutover', text('The runbook lists')],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(last, address).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: /Print|Compare/ })).toBeHidden();
    const { scrollWidth } = await page.evaluate<{ scrollWidth: number }>(
      '({ scrollWidth: document.documentElement.scrollWidth })',
    );
    expect(scrollWidth, address).toBeLessThanOrEqual(703);
    const named = page.getByText(PROJECT).filter({ visible: true });
    await expect(named.first(), address).toBeVisible();
  }
  const params = { id: shop.projectId };
  const [pair] = await shop.admin.call(listPairs, { params });
  await page.goto(`/pair?${project}&pair=${pair!.id}&tab=data`);
  await expect(page.getByRole('tab', { name: /^Data/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Structure' })).toBeHidden();
  // A list: its headers and all rows, and nothing that is pressed.
  await page.goto(`/assignobjects?${project}&side=source`);
  const list = page.getByRole('grid');
  await expect(list.getByRole('columnheader', { name: 'object name' })).toBeVisible();
  for (const row of await list.getByRole('row').all()) await expect(row).toBeVisible();
  await expect(list.getByRole('checkbox').first()).toBeHidden();
  await expect(page.getByRole('searchbox', { name: /Search in/ })).toBeHidden();
  const box = (await list.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(703);
  await page.goto(`/waves?${project}`);
  await expect(table('Board')).toBeVisible();
  const across = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(across)!;
  expect(Number(width)).toBeGreaterThan(Number(height));
  await page.goto(`/proofreport?${project}`);
  await expect(page.getByRole('heading', { name: 'Pairs and their results' })).toBeVisible();
  await expect(page.getByRole('main').getByText(PROJECT)).toBeVisible();
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(paper.startsWith('%PDF')).toBe(true);
  // The verdict stands alone on the first sheet.
  expect(paper.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(1);
});
