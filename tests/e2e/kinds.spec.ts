import { listPairs } from '../../contract/proof/pairs.ts';
import { connect } from './api.ts';
import { expect, test } from './app.ts';
import { addShopProject, startShops } from './databases.ts';

test.use({ world: 'kinds' });

let shops: Awaited<ReturnType<typeof startShops>>;
test.beforeAll(async () => {
  shops = await startShops();
});
test.afterAll(() => shops.stop());

test('findings of one kind are one line, one list of statements and one acceptance', async ({
  app,
  signedIn,
}) => {
  await shops.mend(`
    create table shop.orders (id smallint primary key, customer_id smallint);
    alter table shop.customers alter column id type smallint;
    grant select on shop.orders to shop_reader`);
  const admin = await connect(app.url, app.admin.username, app.admin.password);
  const id = await addShopProject(admin, 'Shop to PostgreSQL', shops, [
    ['tables', 'customers'],
    ['tables', 'orders'],
  ]);
  const page = await signedIn('admin');
  await page.goto(`/proof?project=${id}`);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();

  // What blocks: a line for both tables.
  const common = page.getByRole('list', { name: 'What several pairs have in common' });
  const line = common.getByRole('listitem').filter({ hasText: '3 columns · In 2 pairs' });
  await line.getByText('Which ones').click({ timeout: 60_000 });
  await expect(line).toContainText(/orders: id, customer_id/);

  // The pair of one of them: a line for its two columns, with the statements for both.
  const pairs = await admin.call(listPairs, { params: { id } });
  const orders = pairs.find(({ name }) => name.includes('orders'))!;
  await page.goto(`/pair?project=${id}&pair=${orders.id}&tab=structure`);
  const accept = page.getByRole('tabpanel').getByRole('button', { name: 'Accept', exact: true });
  await expect(accept).toHaveCount(1);
  await expect(page.getByText('Columns id, customer_id')).toBeVisible();
  await page.getByText('Statements that fix it').first().click();
  await expect(page.getByText(/"?customer_id"? .*integer/i).first()).toBeVisible();
  await accept.click();
  const reason = page.getByRole('dialog', { name: 'Accept with a reason' });
  await expect(reason).toContainText('id, customer_id');
  await reason.getByRole('textbox', { name: 'Reason' }).fill('The shop has few orders.');
  await reason.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(reason).toBeHidden();
  await expect(page.getByText(/The shop has few orders\./)).toHaveCount(1);
  await expect(accept).toHaveCount(0);
});
