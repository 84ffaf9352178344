import { matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';

test.use({ world: 'people at work' });

// covers: 2.dashboard.1, D24.1
test('dashboard: four cards, three charts, tasks and people, of what is really there', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'admin',
    'Projects and objects',
    'Verified',
    'Open tests',
    'Overdue and stale',
    'Progress against plan',
    'Status by object type',
    'Work per person',
    'My tasks',
    'People',
  ]);
  await expect(page.getByText('18 source objects')).toBeVisible();
  await expect(page.getByText('2 of 22 objects')).toBeVisible();
  await expect(page.getByText('1 project overdue')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Source', 'Target', 'Recent']);
  for (const name of ['Progress against plan', 'Status by object type', 'Work per person']) {
    const chart = page.getByRole('region', { name });
    await chart.getByRole('button', { name: 'Show as table' }).click();
    await expect(chart.getByRole('table', { name })).toBeVisible();
  }
  const people = page.getByRole('table', { name: 'People' });
  const dora = people.getByRole('row', { name: /^dora/ });
  await expect(dora.getByRole('cell')).toHaveText(['14', '0', '4', '0']);

  await page.getByRole('combobox', { name: 'Project' }).selectOption('Ledger to SQL Server');
  await expect(page.getByText('No objects have been imported yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Open tests' })).toHaveCount(0);
});

test('dashboard: of one project, the proof stands beside the work', async ({ signedIn, shop }) => {
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const page = await signedIn('admin');
  await page.goto(`/admin/dashboard?project=${shop.projectId}`);
  const proof = page.getByRole('region', { name: 'Proof', exact: true });
  await proof
    .getByRole('link', { name: /^no counterpart: \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/pairs\?.*f\.verdict=unmatched/);
});

test('dashboard: a tester sees what waits for the test', async ({ signedIn, shop }) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('tom');
  await page.goto('/admin/dashboard');
  const week = page.getByRole('region', { name: 'My week' });
  await expect(week.getByRole('listitem').filter({ hasText: /^Mon/ })).toBeVisible();
  const tasks = page.getByRole('region', { name: 'My tasks' });
  await expect(tasks.getByRole('link', { name: /brands/ })).toBeVisible();
  await tasks.getByRole('tab', { name: 'Target' }).click();
  await tasks.getByRole('link', { name: /customers/ }).click();
  await expect(page).toHaveURL(/\/testing\?.*side=target/);
});
