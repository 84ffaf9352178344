import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { assignProject } from '../../contract/assignments.ts';
import { expect, test } from './app.ts';
import { enter, tabTo } from './keyboard.ts';
import { EMPTY_PROJECT, PROJECT } from './world.ts';

test.use({ world: 'project bar' });

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Screens of the project' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const sidesOf = (page: Page) => page.getByRole('group', { name: 'Side' });
const goTo = (page: Page, name: string) =>
  barOf(page).getByRole('link', { name, exact: true }).click();

/** Goes from screen to screen, each of which must say that it is the present one. */
async function walk(page: Page, screens: readonly (readonly [string, string])[]): Promise<void> {
  await expect(barOf(page).getByRole('link')).toHaveText(screens.map(([name]) => name));
  for (const [name, title] of screens) {
    await goTo(page, name);
    await expect(heading(page), name).toHaveText(title);
    await expect(barOf(page).locator('[aria-current=page]')).toHaveText(name);
  }
}

// covers: D21.3
test('an administrator goes through the screens and sides of a project, and back', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/adminresults?project=${shop.projectId}&side=target`);
  await walk(page, [
    ['Inventory', 'Inventory'],
    ['Spreadsheet', 'From the spreadsheet'],
    ['Assessment', 'Assessment'],
    ['Waves', 'Waves'],
    ['Assign Objects', 'Assign source objects'],
    ['Developer', 'Developer: my source objects'],
    ['Testing', 'Testing: target objects'],
    ['Pairs and Proof', 'Pairs and Proof'],
    ['Pairs', 'Pairs'],
    ['Proof report', 'Proof of migration'],
    ['Forecast', 'Forecast'],
    ['Cutover gate', 'Cutover gate'],
    ['Cutover', 'Cutover'],
    ['Results', 'Results: target objects'],
  ]);
  await page.goBack();
  await expect(heading(page)).toHaveText('Cutover');

  await goTo(page, 'Results');
  await page
    .getByRole('searchbox', { name: 'Search' })
    .or(page.getByLabel('Search rows'))
    .first()
    .fill('orders');
  await expect(page).toHaveURL(/q=orders/);
  await sidesOf(page).getByRole('link', { name: 'Source' }).click();
  await expect(heading(page)).toHaveText('Results: source objects');
  await expect(page).toHaveURL(/q=orders/);
  await expect(page.getByRole('gridcell', { name: 'open_orders', exact: true })).toBeVisible();
  await goTo(page, 'Assign Objects');
  await expect(page).toHaveURL(`/assignobjects?project=${shop.projectId}&side=source`);
  await expect(page.getByRole('gridcell', { name: 'addresses', exact: true })).toBeVisible();
});

test('the screens stand in the sidebar below the name of the project', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/admin/homepage');
  await expect(page.getByRole('gridcell', { name: PROJECT, exact: true })).toBeVisible();
  await expect(barOf(page)).toHaveCount(0);
  await page.getByRole('link', { name: PROJECT, exact: true }).click();
  await expect(heading(page)).toHaveText('Dashboard');
  await expect(barOf(page)).toContainText(PROJECT);
  await goTo(page, 'Pairs and Proof');
  await expect(heading(page)).toHaveText('Pairs and Proof');
  const { x, width } = (await barOf(page).boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(260);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Main navigation' });
  await drawer.getByRole('link', { name: 'Pairs', exact: true }).click();
  await expect(heading(page)).toHaveText('Pairs');
  await expect(drawer).toBeHidden();
});

// covers: D21.3
test('a tester and a developer go through theirs', async ({ signedIn, shop }) => {
  const proven = [
    ['Assessment', 'Assessment'],
    ['Waves', 'Waves'],
    ['Pairs and Proof', 'Pairs and Proof'],
    ['Pairs', 'Pairs'],
    ['Proof report', 'Proof of migration'],
    ['Forecast', 'Forecast'],
    ['Cutover gate', 'Cutover gate'],
    ['Cutover', 'Cutover'],
  ] as const;
  const tom = await signedIn('tom');
  await tom.goto(`/proof?project=${shop.projectId}`);
  await walk(tom, [['Testing', 'Testing: source objects'], ...proven]);
  await goTo(tom, 'Testing');
  await sidesOf(tom).getByRole('link', { name: 'Target' }).click();
  await expect(heading(tom)).toHaveText('Testing: target objects');
  await expect(sidesOf(tom).locator('[aria-current]')).toHaveText('Target');

  const dora = await signedIn('dora');
  await dora.goto(`/proof?project=${shop.projectId}`);
  await walk(dora, [['Developer', 'Developer: my source objects'], ...proven]);
  await goTo(dora, 'Developer');
  await expect(sidesOf(dora)).toHaveCount(0);
});

test('another project opens on the same screen; where the role differs, on the first one', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.goto(`/adminresults?project=${shop.projectId}&side=target&q=orders`);
  await page.getByRole('button', { name: `${PROJECT}: choose another project` }).click();
  await page.getByRole('option', { name: EMPTY_PROJECT }).click();
  await expect(page).toHaveURL(`/adminresults?project=${shop.emptyProjectId}&side=target`);
  await expect(page.getByText(`Project Id ${shop.emptyProjectId} · Project Name`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`Project Name ${PROJECT}`)).toBeVisible();

  await shop.admin.call(assignProject, {
    body: { Project_Id: shop.emptyProjectId, user_id: shop.tom.user.user_id, role: 'developer' },
  });
  const tom = await signedIn('tom');
  await tom.goto(`/testing?project=${shop.projectId}&side=target`);
  await tom.getByRole('button', { name: /: choose another project$/ }).click();
  await tom.getByRole('option', { name: EMPTY_PROJECT }).click();
  await expect(heading(tom)).toHaveText('Developer: my source objects');
});

// covers: D21.3
test('by keyboard alone; the focus stays where it is', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/testing?project=${shop.projectId}&side=source`);
  await enter(page, sidesOf(page).getByRole('link', { name: 'Target' }));
  await expect(heading(page)).toHaveText('Testing: target objects');
  await expect(sidesOf(page).getByRole('link', { name: 'Target' })).toBeFocused();

  await page.goto(`/testing?project=${shop.projectId}&side=source`);
  const results = barOf(page).getByRole('link', { name: 'Results' });
  await enter(page, results);
  await expect(heading(page)).toHaveText('Results: source objects');
  await expect(results).toBeFocused();

  await page.goto(`/testing?project=${shop.projectId}&side=source`);
  const choice = page.getByRole('button', { name: /: choose another project$/ });
  await enter(page, choice);
  const box = page.getByLabel('Project name, id or client');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(choice).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box).toBeFocused();
  await page.keyboard.type('ledger');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/testing?project=${shop.emptyProjectId}&side=source`);
  await expect(
    page.getByRole('button', { name: `${EMPTY_PROJECT}: choose another project` }),
  ).toBeFocused();
  await tabTo(page, sidesOf(page).getByRole('link').first());
});

test('what is not saved is asked about first', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/pairrules?project=${shop.projectId}`);
  await expect(barOf(page).locator('[aria-current]')).toHaveText('Pairs');
  await page.getByRole('button', { name: 'Add step' }).click();
  await goTo(page, 'Results');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(heading(page)).toHaveText('Naming rules');
  await page.getByRole('button', { name: /: choose another project$/ }).click();
  await page.getByRole('option', { name: EMPTY_PROJECT }).click();
  await question.getByRole('button', { name: 'Leave the page' }).click();
  await expect(page).toHaveURL(`/pairs?project=${shop.emptyProjectId}`);
});

test('without a project one is chosen in place', async ({ signedIn, shop }) => {
  const page = await signedIn('dora');
  await page.goto('/developer');
  await expect(page.getByText('No project is selected.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose a project' }).click();
  await page.getByRole('option', { name: PROJECT }).click();
  await expect(page).toHaveURL(`/developer?project=${shop.projectId}&f.status=pending`);
  await expect(page.getByRole('gridcell', { name: 'categories', exact: true })).toBeVisible();
});

test('on a phone it is one line that shows the present screen, and nothing is cut off', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/adminresults?project=${shop.projectId}&side=source`);
  await expect(barOf(page).getByRole('link', { name: 'Results' })).toBeInViewport({ ratio: 1 });
  await expect(sidesOf(page)).toBeInViewport({ ratio: 1 });
  expect((await barOf(page).boundingBox())!.height).toBeLessThan(44);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBe(390);
});

test('the strip of screens shows the present one however the window came to be narrow', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(`/cutover?project=${shop.projectId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const here = barOf(page).getByRole('link', { name: 'Cutover', exact: true });
  await expect(here).toBeInViewport({ ratio: 1 });
});

test('the open list of projects has no fault that axe finds', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await page.goto(`/testing?project=${shop.projectId}&side=source`);
  await page.getByRole('button', { name: /: choose another project$/ }).click();
  await expect(page.getByRole('option')).toHaveCount(2);
  for (const typed of ['ledger', 'zzz']) {
    await page.getByLabel('Project name, id or client').fill(typed);
    await expect(page.getByRole('option')).toHaveCount(typed === 'zzz' ? 0 : 1);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
  }
});
