import { TEXTS } from '../../contract/texts.ts';
import { expect, test } from './app.ts';
import { fill, openEditor, rowOf, save, signInByForm, toast } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'users' });

// covers: 2.adduser.1, 5.user.1, 8.save.1, 8.success.3
test('Add User: both fields are required, then the user is added and can log in', async ({
  signedIn,
  shop,
  page,
}) => {
  expect(shop.projectId).toBe(1);
  const admin = await signedIn('admin');
  await admin.goto('/admin/adduser');
  await admin.getByRole('button', { name: 'Add User' }).click();
  await expect(admin.getByText('Username is required')).toBeVisible();
  await expect(admin.getByText('Password is required')).toBeVisible();
  await fill(admin, { Username: 'uma', Password: PASSWORD });
  await admin.getByRole('button', { name: 'Add User' }).click();
  await expect(toast(admin, 'Success', TEXTS.userAdded)).toBeVisible();
  await fill(admin, { Username: 'uma', Password: PASSWORD });
  await admin.getByRole('button', { name: 'Add User' }).click();
  await expect(admin.getByRole('alert').first()).toBeVisible();

  await signInByForm(page, 'uma', PASSWORD);
  await expect(page).toHaveURL(/\/admin\/homepage/);
  await expect(page.getByText('No project is assigned to you yet.')).toBeVisible();
});

test('Add User: roles on projects are given in the same step, and the list of people shows them', async ({
  signedIn,
  page,
}) => {
  const admin = await signedIn('admin');
  await admin.goto('/admin/users');
  await admin
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: 'Add somebody' })
    .click();
  await expect(admin.getByRole('heading', { name: 'Add User' })).toBeVisible();
  await fill(admin, { Username: 'vera', Password: PASSWORD, 'E-mail': 'nowhere' });
  await admin.getByRole('combobox', { name: 'Tester of these projects' }).click();
  await admin.getByRole('option', { name: /Shop to PostgreSQL/ }).click();
  await admin.keyboard.press('Escape');
  await admin.getByRole('button', { name: 'Add User' }).click();
  await expect(admin.getByText(/^E-mail .*e-mail address/)).toBeVisible();
  await admin.getByLabel('E-mail').fill('vera@example.org');
  await admin.getByRole('button', { name: 'Add User' }).click();
  await expect(toast(admin, 'Success', TEXTS.userAdded)).toBeVisible();
  await admin.getByRole('link', { name: 'Everybody' }).click();
  await expect(rowOf(admin, 'vera')).toContainText('Tester: Shop to PostgreSQL');
  await signInByForm(page, 'vera', PASSWORD);
  await expect(rowOf(page, 'Shop to PostgreSQL')).toBeVisible();
});

// covers: 2.unused.1
test("'Create New Account': one field per column, Cancel and Create", async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/users');
  const open = page.getByRole('button', { name: 'Create New Account' });
  const dialog = page.getByRole('dialog', { name: 'Create New Account' });
  await open.click();
  for (const label of ['Username', 'Password', 'Active', 'E-mail'])
    await expect(dialog.getByLabel(label, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await open.click();
  await fill(dialog, { Username: 'nora', Password: PASSWORD });
  await dialog.getByLabel('Active').selectOption('InActive');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(toast(page, 'Success', TEXTS.userAdded)).toBeVisible();
  await expect(rowOf(page, 'nora')).toContainText('InActive');
});

// covers: 2.users.3, 2.users.4, 4.user.1
test('users are edited in a modal: an emptied field is an error, and Active is a choice', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  await page.goto('/admin/users');
  const dialog = await openEditor(page, 'ina');
  await expect(dialog.getByLabel('User Id')).not.toBeEditable();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('********');
  await expect(dialog.getByLabel('Active').getByRole('option')).toHaveText(['InActive', 'Active']);
  await dialog.getByLabel('Username').fill('');
  await dialog.getByLabel('Username').blur();
  await expect(dialog.getByText('Username is required')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog.getByLabel('Username').fill('ina');
  await dialog.getByLabel('Active').selectOption('Active');
  await save(dialog);
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'ina').getByRole('gridcell', { name: 'Active' })).toHaveText('Active');

  await (await openEditor(page, 'ina')).getByLabel('Active').selectOption('InActive');
  await save(page.getByRole('dialog'));
  const question = page.getByRole('dialog', { name: 'Deactivate ina?' });
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(rowOf(page, 'ina')).toContainText('InActive');
});

// covers: D18.1
test('an account of one’s own waits for an administrator', async ({ page, signedIn, shop }) => {
  expect(shop.projectId).toBe(1);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
  await page.getByLabel('Username').fill('rita');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Your account has been created.')).toBeVisible();
  await signInByForm(page, 'rita', PASSWORD);
  const refused = page.getByRole('alert').filter({ hasText: 'Login Error' });
  await expect(refused).toContainText('waits for an administrator');

  const admin = await signedIn('admin');
  await admin.goto('/admin/users');
  await rowOf(admin, 'rita Waiting').getByRole('button', { name: 'Decline' }).click();
  const question = admin.getByRole('dialog', { name: 'Decline the registration of rita?' });
  await question.getByRole('button', { name: 'Decline' }).click();
  await expect(rowOf(admin, 'rita Declined')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(refused).toContainText('declined your registration');
  await admin.getByRole('button', { name: 'Undo' }).click();

  const dialog = await openEditor(admin, 'rita Waiting');
  await dialog.getByLabel('Active').selectOption('Active');
  await save(dialog);
  await expect(dialog).toBeHidden();
  await expect(rowOf(admin, 'rita')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin\/homepage/);
});

// covers: D16.4
test('after a password of an administrator, the tool proposes one’s own', async ({
  page,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  await signInByForm(page, 'dora', PASSWORD);
  const notice = page.getByRole('alert', { name: 'Choose a password of your own' });
  await notice.getByRole('link', { name: 'Change password' }).click();
  await expect(page).toHaveURL(/\/admin\/profile/);
  const changed = `${PASSWORD} of my own`;
  await fill(page, {
    'Current password': PASSWORD,
    'New password': changed,
    'Repeat password': 'something else',
  });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/does not match/)).toBeVisible();
  await page.getByLabel('Repeat password').fill(changed);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Success', 'Your password is changed.')).toBeVisible();
  await page.goto('/admin/homepage');
  await expect(page.getByRole('heading', { name: 'HomePage', level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
  await signInByForm(page, 'dora', changed);
  await expect(page).toHaveURL(/\/admin\/homepage/);
});
