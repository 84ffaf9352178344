import { listPairs, matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import { expectNoFaults } from './axe.ts';
import { openEditor, rowOf, save, toast } from './parts.ts';

test.use({ world: 'comments' });

/** What a browser does when a person pastes or drops a file on a field. */
const GIVE_FILE = `(field, name, kind) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array([137, 80, 78, 71])], name, { type: 'image/png' }));
  const how = { bubbles: true, cancelable: true };
  field.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent('paste', { clipboardData: data, ...how })
      : new DragEvent('drop', { dataTransfer: data, ...how }),
  );
}`;

test('a thread: somebody is named, notified, answers, and what is settled is resolved', async ({
  signedIn,
  shop,
}) => {
  const params = { id: shop.projectId };
  await shop.admin.call(matchObjects, { params });
  const pairs = await shop.admin.call(listPairs, { params });
  const pair = pairs.find((one) => one.source.some(({ id }) => id === shop.source['carriers']))!;
  const tom = await signedIn('tom');
  await tom.goto(`/pair?project=${shop.projectId}&pair=${pair.id}&tab=comments`);
  const his = tom.getByLabel('Write a comment').first();
  await his.click();
  // As fast as a person who types without looking.
  await tom.keyboard.type('Three rows are missing, @do');
  await expect(tom.getByRole('option', { name: 'dora' })).toBeVisible();
  await tom.keyboard.press('ArrowDown');
  await tom.keyboard.press('Enter');
  await tom.keyboard.type('please look');
  await expect(tom.getByText('Will tell dora.')).toBeVisible();
  await tom.keyboard.press('Control+Enter');
  const thread = (page: typeof tom) => page.getByRole('list', { name: 'Comment thread' }).first();
  await expect(thread(tom)).toContainText('Three rows are missing, @dora please look');
  await expect(his).toHaveValue('');

  const dora = await signedIn('dora');
  await dora.goto('/admin/homepage');
  await dora.getByRole('button', { name: /^Notifications, / }).click();
  await dora.getByRole('link', { name: /You were mentioned in a comment: .*carriers/ }).click();
  await expect(dora).toHaveURL(/\/pair\?.*tab=comments/);
  await expect(thread(dora)).toContainText('please look');
  await dora.goto(`/developer?project=${shop.projectId}&todo=0`);
  await expect(rowOf(dora, 'carriers')).toContainText('please look');
  const editor = await openEditor(dora, 'carriers');
  await editor.getByLabel('Write a comment').fill('Loaded again.');
  await editor.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(thread(dora)).toContainText('Loaded again.');
  // The field has followed, and the editor goes on from there.
  await expect(editor.getByLabel('comments')).toHaveValue('Loaded again.');
  await editor.getByLabel('status').selectOption('migrated');
  await save(editor);
  await expect(rowOf(dora, 'carriers')).toContainText('migrated');

  await expect(thread(tom)).toContainText('Loaded again.');
  await tom
    .getByRole('button', { name: /^Resolve the comment of dora/ })
    .last()
    .click();
  await expect(thread(tom)).toContainText('Resolved by tom');
  await tom.getByRole('button', { name: /^Edit your comment/ }).click();
  await tom.getByLabel(/^Edit your comment/).fill('Two rows are missing, @dora please look');
  await tom.getByRole('button', { name: 'Save' }).click();
  await expect(thread(tom)).toContainText('Two rows are missing');
  await expect(thread(tom)).toContainText('edited');
  await expect(rowOf(dora, 'carriers')).toContainText('Two rows are missing');
  await expectNoFaults(tom, 'a thread');
});

test('a screenshot that is pasted or dropped on a row’s editor is kept as evidence of its pair', async ({
  signedIn,
  shop,
}) => {
  await shop.admin.call(matchObjects, { params: { id: shop.projectId } });
  const page = await signedIn('tom');
  await page.goto(`/testing?project=${shop.projectId}&side=source`);
  await page.getByRole('button', { name: /^all/ }).click();
  const editor = await openEditor(page, 'invoices');
  const result = editor.getByLabel('test result');
  await expect(editor.getByText(/dropped or pasted here is kept as evidence/)).toBeVisible();
  const give = async (name: string, kind: 'paste' | 'drop') => {
    await result.focus();
    await page.evaluate(`(${GIVE_FILE})(document.activeElement, '${name}', '${kind}')`);
  };
  await give('pasted.png', 'paste');
  await expect(toast(page, 'Success', 'pasted.png is kept as evidence.')).toBeVisible();
  await give('dropped.png', 'drop');
  await expect(toast(page, 'Success', 'dropped.png is kept as evidence.')).toBeVisible();
  await expect(result).toHaveValue('');
  const opened = page.waitForEvent('popup');
  await editor.getByRole('link', { name: 'Open proof' }).click();
  const proof = await opened;
  await proof.getByRole('tab', { name: 'Evidence' }).click();
  await expect(proof.getByText('pasted.png')).toBeVisible();
  await expect(proof.getByText('dropped.png')).toBeVisible();
});
