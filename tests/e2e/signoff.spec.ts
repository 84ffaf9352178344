import { decidePairs, listPairs, matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import { expectNoFaults, look, visit } from './axe.ts';

test.use({ world: 'signoffs' });

test('what is proven is signed, reopened by a change, signed again, and withdrawn', async ({
  signedIn,
  shop,
}) => {
  const params = { id: shop.projectId };
  await shop.admin.call(matchObjects, { params });
  const page = await signedIn('tom');
  await visit(page, `/gate?project=${shop.projectId}`);
  const section = page.getByRole('region', { name: 'Sign-off' });
  await expect(section.getByText('not signed')).toHaveCount(3);

  const dialog = page.getByRole('dialog', { name: 'Sign off' });
  const sign = async (remark: string) => {
    await section.getByRole('button', { name: 'Sign…' }).click();
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(dialog.getByText(/Remark is required/)).toBeVisible();
    await dialog.getByLabel('Remark').fill(remark);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await look(page, 'the dialog of a sign-off', async () => {
    await section.getByRole('button', { name: 'Sign…' }).click();
    await expect(dialog.getByRole('radio', { name: 'Tester' })).toBeChecked();
  });
  await sign('A rehearsal only.');
  await expect(section.getByText(/Valid · signed by tom/)).toBeVisible();

  // Somebody decides about one of its pairs, and who signed sees it as it happens.
  const invoices = (await shop.admin.call(listPairs, { params })).find(
    ({ name }) => name === 'shop.invoices',
  )!;
  await shop.admin.call(decidePairs, {
    params,
    body: { ids: [invoices.id], state: 'dropped', reason: 'kept in the old one' },
  });
  await expect(section.getByText(/^1 of \d+ pairs changed since\.$/)).toBeVisible();
  await expectNoFaults(page, 'a sign-off that is reopened');
  await section.getByRole('link', { name: 'shop.invoices' }).click();
  await page.getByRole('tab', { name: 'Sign-off' }).click();
  await expect(section.getByText('Current state: 1 pair, 0 open.')).toBeVisible();
  await page.goBack();

  await sign('Invoices stay.');
  await expect(section.getByText(/Valid · signed by tom/)).toBeVisible();
  await expect(section.getByText('1 earlier sign-off')).toBeVisible();
  await section.getByRole('button', { name: /^Withdraw the sign-off as Tester/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(section.getByText('2 earlier sign-offs')).toBeVisible();
  await expect(section.getByText('not signed')).toHaveCount(3);
});
