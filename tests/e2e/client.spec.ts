import { matchObjects } from '../../contract/proof/pairs.ts';
import { register } from '../../contract/users.ts';
import { expect, test } from './app.ts';
import { visit, expectNoFaults, look } from './axe.ts';
import { rowOf, toast } from './parts.ts';
import { PASSWORD, PROJECT } from './world.ts';

test.use({ world: 'clients' });

test('a client is named, sees progress, proof and report, signs, and sees nothing else', async ({
  signedIn,
  shop,
}) => {
  const { projectId } = shop;
  await shop.admin.call(matchObjects, { params: { id: projectId } });
  await shop.admin.call(register, {
    body: { username: 'carl', password: PASSWORD, create_date: new Date().toISOString() },
  });

  const admin = await signedIn('admin');
  await admin.goto('/admin/users');
  await admin
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: 'Clients' })
    .click();
  const make = async (name: string) => {
    await admin.getByRole('combobox', { name: /^User/ }).selectOption(name);
    await admin
      .getByRole('combobox', { name: /^Project/ })
      .selectOption(`${projectId} · ${PROJECT}`);
    await admin.getByRole('button', { name: 'Make client' }).click();
  };
  await make('dora');
  await expect(admin.getByRole('alert')).toContainText('works on project');
  await make('carl');
  await expect(toast(admin, 'Success', `carl is now a client of ${PROJECT}.`)).toBeVisible();
  await expect(admin.getByRole('table', { name: 'Current clients' })).toContainText('carl');
  await expectNoFaults(admin, 'the clients');
  await admin.getByRole('link', { name: 'Everybody' }).click();
  await expect(rowOf(admin, 'carl')).toContainText(`Client: ${PROJECT}`);

  const page = await signedIn('carl');
  await visit(page, '/admin/homepage');
  await expect(page.getByText('No project is assigned to you yet.')).toBeHidden();
  await expectNoFaults(page, 'the projects of a client');
  await visit(page, '/admin/dashboard');
  await expect(page.getByText('No project is assigned to you yet.')).toBeHidden();
  await expectNoFaults(page, 'the dashboard of a client');
  await page
    .getByRole('region', { name: 'Projects you are a client of' })
    .getByRole('link', { name: PROJECT })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Current status' })).toContainText(
    '0 of 18 pairs are proven or accepted',
  );
  await expect(
    page.getByRole('region', { name: 'Report' }).getByRole('row', { name: /shop\.invoices/ }),
  ).toContainText('no counterpart');
  // Nothing leads away from what is a client's.
  const ways = page.getByRole('region').getByRole('link');
  for (const way of await ways.all())
    expect(await way.getAttribute('href')).toMatch(/^\/client\?project=\d+&pair=\d+#sign-off$/);
  await expect(page.getByRole('navigation', { name: 'Navigation' }).getByRole('link')).toHaveText([
    'Dashboard',
    'HomePage',
  ]);
  await expectNoFaults(page, 'a project as its client sees it');

  const section = page.getByRole('region', { name: 'Sign-off' });
  const dialog = page.getByRole('dialog', { name: 'Sign off' });
  await look(page, 'the sign-off of a client', async () => {
    await section.getByRole('button', { name: 'Sign…' }).click();
    await expect(dialog.getByRole('radio')).toHaveCount(1);
  });
  await section.getByRole('button', { name: 'Sign…' }).click();
  await dialog.getByLabel('Remark').fill('A rehearsal only.');
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(section.getByText(/Valid · signed by carl/)).toBeVisible();

  // The proof of one object is signed on its own.
  await page
    .getByRole('region', { name: 'Report' })
    .getByRole('link', { name: 'shop.invoices' })
    .click();
  await expect(section.getByRole('heading', { name: 'Sign-off: shop.invoices' })).toBeVisible();
  await expect(section.getByText(/Valid/)).toBeHidden();
  await expectNoFaults(page, 'the sign-off of one object by a client');
  await page.getByRole('link', { name: 'Back to the sign-off of the whole project' }).click();
  await expect(section.getByText(/Valid · signed by carl/)).toBeVisible();

  // What is not for clients is refused as to anybody who has nothing to do with the project.
  for (const path of ['/proof', '/pairs', '/gate', '/testing']) {
    await page.goto(`${path}?project=${projectId}`);
    await expect(
      page.getByRole('alert').getByText('You are not allowed to do this.'),
    ).toBeVisible();
  }
  for (const path of ['', '/pairs', '/gate', '/runs', '/dossier'])
    expect((await page.request.get(`/api/projects/${projectId}${path}`)).status()).toBe(403);

  await admin.goto(`/gate?project=${projectId}`);
  await expect(
    admin.getByRole('region', { name: 'Sign-off' }).getByText(/Valid · signed by carl/),
  ).toBeVisible();
  await admin.goto('/admin/clients');
  await admin.getByRole('button', { name: `Remove carl from ${PROJECT}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(admin.getByText('No clients yet.')).toBeVisible();
  await page.goto(`/client?project=${projectId}`);
  await expect(page.getByRole('alert', { name: 'The project could not be' })).toBeVisible();
});
