import { addAttachment } from '../../contract/proof/evidence.ts';
import { updateObject } from '../../contract/objects.ts';
import { confirmPairs, listPairs, matchObjects, undoPairs } from '../../contract/proof/pairs.ts';
import { register, updateUser } from '../../contract/users.ts';
import { expect, test } from './app.ts';
import { openEditor, rowOf, save } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'desk' });

// covers: D24.3
test('what one person saves appears at the other; an open editor is warned, not overwritten', async ({
  signedIn,
  shop,
}) => {
  const tom = await signedIn('tom');
  await tom.goto(`/testing?project=${shop.projectId}&side=source&todo=0`);
  await expect(rowOf(tom, 'payments')).toContainText('pending');
  const dora = await signedIn('dora');
  await dora.goto(`/developer?project=${shop.projectId}&todo=0`);
  const hers = await openEditor(dora, 'payments');
  await hers.getByLabel('status').selectOption('migrated');
  await save(hers);
  await expect(rowOf(tom, 'payments')).toContainText('migrated');

  const his = await openEditor(tom, 'payments');
  await his.getByLabel('test call').fill('select count(*) from payments');
  const again = await openEditor(dora, 'payments');
  await again.getByLabel('comments').fill('second attempt');
  await save(again);
  await expect(his.getByRole('alert')).toContainText('dora changed this row in the meantime.');
  await expect(his.getByRole('alert')).toContainText('second attempt');
  await expect(his.getByLabel('test call')).toHaveValue('select count(*) from payments');
  await his.getByRole('button', { name: 'Load their version under my changes' }).click();
  await save(his);
  await expect(his).toBeHidden();
  await expect(rowOf(tom, 'payments')).toContainText('select count(*) from payments');
  await expect(rowOf(tom, 'payments')).toContainText('second attempt');
});

// covers: D24.3
test('whoever is deactivated sees the login within seconds, without touching anything', async ({
  signedIn,
  shop,
}) => {
  const body = { username: 'leaving', password: PASSWORD };
  const { user_id } = await shop.admin.call(register, { body });
  const page = await signedIn('leaving');
  const listening = page.waitForResponse('**/api/events');
  const badge = page.waitForResponse('**/api/notifications*');
  // The language that is seen is kept: later, this would be refused first.
  const kept = page.waitForResponse('**/api/preferences/*');
  await page.goto('/admin/homepage');
  await Promise.all([listening, badge, kept]);
  await expect(page.getByText('No project is assigned to you yet.')).toBeVisible();
  const refused = page.waitForResponse('**/api/events');
  await shop.admin.call(updateUser, { body: { user_id, is_active: 0 } });
  expect((await refused).status()).toBe(401);
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 });
});

// covers: D12.1
test('whoever saves an old row is refused, and goes on from the new one', async ({
  signedIn,
  shop,
}) => {
  const tom = await signedIn('tom');
  // Nothing tells this browser that the row has changed.
  await tom.route('**/api/events*', (route) => route.abort());
  await tom.goto(`/testing?project=${shop.projectId}&side=target&todo=0`);
  const dialog = await openEditor(tom, 'products');
  await dialog.getByLabel('comments').fill('mine');
  await shop.tom.call(updateObject, {
    params: { id: shop.target['products']! },
    body: { test_result: 'theirs' },
  });
  const answer = tom.waitForResponse((response) => response.request().method() === 'PUT');
  await save(dialog);
  expect((await answer).status()).toBe(409);
  const conflict = dialog.getByRole('alert');
  await expect(conflict).toContainText('Somebody else has changed this row in the meantime.');
  await expect(conflict).toContainText('theirs');
  await conflict.getByRole('button', { name: 'Use theirs, discard my changes' }).click();
  await expect(dialog.getByLabel('test result')).toHaveValue('theirs');
  await expect(dialog.getByLabel('comments')).toHaveValue('');
});

// covers: 2.header.3, 9.const.7, D24.2
test('the badge counts what is new, and leads to it', async ({ signedIn, shop }) => {
  const dora = await signedIn('dora');
  await dora.goto('/admin/homepage');
  const bell = dora.getByRole('button', { name: /^Notifications, / });
  await bell.click();
  const readAll = dora.getByRole('button', { name: 'Mark all as read' });
  await readAll.click();
  await expect(bell).toHaveAccessibleName('Notifications, none unread');
  await dora.keyboard.press('Escape');

  const call = (status: 'pending' | 'verified') =>
    shop.tom.call(updateObject, {
      params: { id: shop.source['brands']! },
      body: { status, comments: 'looked at' },
    });
  await call('verified');
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');
  await bell.click();
  await dora.getByRole('link', { name: /Verified: .*brands/ }).click();
  await expect(dora).toHaveURL(/\/developer\?.*project=1/);
});

// covers: D24.3
test('pairs that somebody confirms, decides or takes back change in every open tab', async ({
  signedIn,
  shop,
}) => {
  const params = { id: shop.projectId };
  await shop.admin.call(matchObjects, { params });
  const list = await signedIn('tom');
  await list.goto(`/pairs?project=${shop.projectId}&q=orders&f.object_type_id=1`);
  const row = rowOf(list, 'shop.orders').first();
  await expect(row).toContainText('proposed');

  const pairs = await shop.admin.call(listPairs, { params });
  const orders = pairs.find(({ target: [object] }) => object?.object_name === 'orders')!;
  const proof = await signedIn('dora');
  await proof.goto(`/proof?project=${shop.projectId}`);
  await proof.getByText('Figures as tables').click();
  const confirmed = proof
    .getByRole('table', { name: 'Pairs' })
    .getByRole('row', { name: /^tables/ });
  const before = await confirmed.innerText();
  const pair = await signedIn('tom');
  await pair.goto(`/pair?project=${shop.projectId}&pair=${orders.id}`);
  await expect(pair.getByText('proposed', { exact: true })).toBeVisible();

  const body = { ids: [orders.id] };
  const { undo } = await shop.admin.call(confirmPairs, { params, body });
  await expect(row).toContainText('confirmed');
  await expect(pair.getByText('confirmed', { exact: true })).toBeVisible();
  await expect(confirmed).not.toHaveText(before);
  await shop.admin.call(undoPairs, { params, body: { undo } });
  await expect(row).toContainText('proposed');
  await expect(pair.getByText('proposed', { exact: true })).toBeVisible();

  await pair.getByRole('tab', { name: 'Evidence' }).click();
  await shop.dora.call(addAttachment, {
    params: { id: shop.projectId, pair: orders.id },
    body: { name: 'approval.txt', type: 'text/plain', content: 'eWVz' },
  });
  await expect(pair.getByText('approval.txt')).toBeVisible();
});
