import type { Locator, Page } from '@playwright/test';
import { assignProject } from '../../contract/assignments.ts';
import { runCall } from '../../contract/proof/calls.ts';
import type { ObjectType } from '../../contract/engines.ts';
import { assignSourceTesters, getObject, updateObject } from '../../contract/objects.ts';
import { getPair, listPairs, type PairRow } from '../../contract/proof/pairs.ts';
import { getRun, startRun } from '../../contract/proof/runs.ts';
import { register } from '../../contract/users.ts';
import { connect, type Client } from './api.ts';
import { type App, expect, test } from './app.ts';
import { addShopProject, startShops } from './databases.ts';
import { rowOf } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'calls' });

type Shops = Awaited<ReturnType<typeof startShops>>;
let shops: Shops;
test.beforeAll(async () => {
  shops = await startShops();
});
test.afterAll(() => shops.stop());

const OBJECTS: [ObjectType, string][] = [
  ['functions', 'vat_of'],
  ['procedures', 'close_month'],
  ['tables', 'customers'],
];

/** A shop on MariaDB that was moved to PostgreSQL: tom tests it, stan has nothing to do with it. */
async function prepare({ url, admin: { username, password } }: App) {
  const admin = await connect(url, username, password);
  const addUser = async (name: string) => {
    const body = { username: name, password: PASSWORD, create_date: new Date().toISOString() };
    return (await admin.call(register, { body })).user_id;
  };
  const tomId = await addUser('tom');
  await addUser('stan');
  const id = await addShopProject(admin, 'Shop to PostgreSQL', shops, OBJECTS);
  await admin.call(assignProject, { body: { Project_Id: id, user_id: tomId, role: 'tester' } });
  const run = await admin.call(startRun, {
    params: { id },
    body: { kind: 'structure', only_different: false, options: { depth: 'rows', sample: null } },
  });
  const params = { id, run: run.id };
  await expect
    .poll(async () => (await admin.call(getRun, { params })).state, { timeout: 60_000 })
    .toBe('finished');
  const pairs = await admin.call(listPairs, { params: { id } });
  const pairOf = (name: string): PairRow =>
    pairs.find(({ source: [object] }) => object?.object_name === name)!;
  await admin.call(assignSourceTesters, {
    body: pairs.map((pair) => ({ source_objectid: pair.source[0]!.id, tester: tomId })),
  });
  return { admin, id, pairOf, tom: await connect(url, 'tom', PASSWORD) };
}

/** An administrator says what calls may do on both databases. */
async function allow(page: Page, project: number, what: string): Promise<void> {
  await page.goto(`/proof?project=${project}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  await check(page, what);
}

/** Fills in the settings of both databases. */
async function check(page: Page, what: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'What comparisons and calls may do' });
  for (const side of ['Source database', 'Target database'])
    await dialog.getByRole('group', { name: side }).getByLabel(what).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

const countCustomers = (tom: Client, id: number, pair: number) =>
  tom.call(runCall, {
    params: { id, pair },
    body: {
      source_text: 'select count(*) from shop.customers',
      target_text: 'select count(*) from shop.customers',
      parameter_sets: [],
      ordered: false,
      writes: false,
    },
  });

async function fillSet(page: Page, number: number, values: Record<string, string>) {
  const set = page.getByRole('group', { name: `Set ${number}` });
  // The first is there as soon as the texts have parameters.
  if (number > 1) await page.getByRole('button', { name: 'Add a parameter set' }).click();
  for (const [name, value] of Object.entries(values)) {
    await set.getByLabel(`:${name}`, { exact: true }).fill(value);
  }
}

const markedIn = (region: Locator) => region.locator('tr[data-answer="different"]');

test('a tester calls a function on both sides with two sets of parameters, and decides by what differs', async ({
  app,
  signedIn,
}) => {
  const { admin, id, pairOf, tom: tomsClient } = await prepare(app);
  const vat = pairOf('vat_of');
  const tom = await signedIn('tom');
  await tom.goto(`/pairs?project=${id}&q=vat_of`);
  await rowOf(tom, 'shop.vat_of').first().getByRole('link', { name: 'Open' }).click();
  await tom.getByRole('tab', { name: 'Call' }).click();
  await expect(tom.getByText('Calls on the source are switched off.')).toBeVisible();
  const run = tom.getByRole('button', { name: 'Run on both sides' });
  await expect(run).toBeDisabled();
  await expect(tom.getByRole('button', { name: 'Allow calls…' })).toHaveCount(0);

  const page = await signedIn('admin');
  await page.goto(`/pair?project=${id}&pair=${vat.id}`);
  await page.getByRole('tab', { name: 'Call' }).click();
  await page.getByRole('button', { name: 'Allow calls…' }).click();
  await check(page, 'Members may run calls here');
  // Nothing has to be loaded again.
  await expect(tom.getByText('Calls on the source are switched off.')).toBeHidden();

  await tom.getByRole('button', { name: 'Write a first call for me' }).click();
  await expect(tom.getByLabel('Text for the target')).toHaveValue(
    'SELECT shop.vat_of(:amount::numeric, :country::text) AS result',
  );
  const onTarget = tom.getByLabel('Text for the target');
  const written = await onTarget.inputValue();
  await onTarget.fill(written.replace('SELECT ', 'SELECT   '));
  await tom.getByRole('button', { name: 'Format', exact: true }).click();
  await expect(onTarget).toHaveValue(written);
  // What has no value does not run, and says so.
  await expect(tom.getByText('The parameter :amount has no value in Set 1')).toBeVisible();
  await expect(run).toBeDisabled();
  await fillSet(tom, 1, { amount: '100.00', country: 'DE' });
  await fillSet(tom, 2, { country: 'CH' });
  await expect(
    tom.getByRole('group', { name: 'Set 2' }).getByLabel(':amount', { exact: true }),
  ).toHaveValue('100.00');
  await expect(run).toBeEnabled();
  // A look at another tab does not cost what was written.
  await tom.getByRole('tab', { name: 'Structure' }).click();
  await tom.getByRole('tab', { name: 'Call' }).click();
  await expect(tom.getByRole('group', { name: 'Set 2' })).toBeVisible();
  await run.click();

  const answers = tom.getByRole('region', { name: 'Answers' });
  await expect(answers.getByText('1 of 2 parameter sets gave equal answers')).toBeVisible();
  await expect(answers.getByText(/^1 of 2 differs: .*CH/)).toBeVisible();
  const [first, second] = [
    answers.getByRole('group').filter({ hasText: 'Set 1' }).first(),
    answers.getByRole('group').filter({ hasText: 'Set 2' }).first(),
  ];
  // 19.00 here and 19.0000 there are one number.
  await expect(first.getByText('Equal', { exact: true })).toBeVisible();
  await expect(first.getByRole('cell', { name: '19.00', exact: true })).toBeVisible();
  await expect(first.getByRole('cell', { name: '19.0000', exact: true })).toBeVisible();
  await expect(markedIn(first)).toHaveCount(0);
  await expect(second.getByText('Different', { exact: true })).toBeVisible();
  await expect(markedIn(second)).toHaveCount(2);
  await expect(tom.getByRole('region', { name: 'Result of the call' })).toContainText('Different');

  await tom.getByRole('tab', { name: 'Evidence' }).click();
  const kept = tom.getByRole('listitem').filter({ hasText: 'Called on both sides' }).first();
  await expect(kept).toContainText(/tom .*millisecond/);
  await kept.getByText('Texts and answers').click();
  await expect(
    kept.getByText('SELECT shop.vat_of(:amount, :country) AS result').first(),
  ).toBeVisible();
  await expect(kept.getByRole('cell', { name: '8.10' })).toBeVisible();

  const pair = await admin.call(getPair, { params: { id, pair: vat.id } });
  expect(pair.call_result).toBe('different');
  const objectId = vat.source[0]!.id;
  const row = await admin.call(getObject, { params: { id: objectId } });
  expect(row.test_result).toContain('1 of 2 runs equal on both sides.');
  expect(row.status).toBe('pending');

  await tom.getByRole('tab', { name: 'Call' }).click();
  await tom.getByLabel('Text for the source').press('Control+Enter');
  await expect(
    tom.getByRole('status').filter({ hasText: 'The status is up to you' }),
  ).toBeVisible();
  await admin.call(updateObject, { params: { id: objectId }, body: { status: 'migrated' } });
  await tom.getByRole('link', { name: 'Source: decide about vat_of' }).click();
  await expect(tom).toHaveURL(/\/testing\?.*side=source/);
  const editor = tom.getByRole('dialog', { name: /^Edit / });
  await expect(editor.getByLabel('test result')).toHaveValue(/1 of 2 runs/);
  await editor.getByLabel('status').selectOption('verified');
  await expect(editor.getByText(/^The proof says: different/)).toBeVisible();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByText('reason is required')).toBeVisible();
  await editor.getByLabel('reason').fill('The new rate is agreed.');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toBeHidden();
  const decided = await admin.call(getObject, { params: { id: objectId } });
  expect(decided).toMatchObject({
    status: 'verified',
    tested_by: 'tom',
    against_evidence: 'different',
    against_reason: 'The new rate is agreed.',
  });

  // A call that writes.
  const month = pairOf('close_month');
  await tom.goto(`/pair?project=${id}&pair=${month.id}&tab=call`);
  await tom.getByRole('button', { name: 'Write a first call for me' }).click();
  await expect(tom.getByLabel('Text for the source')).toHaveValue('CALL shop.close_month(:number)');
  await fillSet(tom, 1, { number: '7' });
  await run.click();
  await expect(answers.getByText(/it ran in a read-only transaction/).first()).toBeVisible();
  const writes = tom.getByRole('checkbox', { name: /^The call writes/ });
  await expect(writes).toBeDisabled();
  await allow(page, id, 'Disposable');
  await writes.check();
  await run.click();
  const question = tom.getByRole('dialog', { name: 'What cannot be rolled back' });
  await expect(question).toContainText(/Source: If a procedure commits/);
  await expect(question).toContainText(/Target: Numbers drawn from sequences/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(run).toBeEnabled();
  await run.click();
  await question.getByRole('button', { name: 'Run it anyway' }).click();
  await expect(answers.getByText('Equal', { exact: true }).first()).toBeVisible();
  const customers = pairOf('customers');
  const { comparisons } = await countCustomers(tomsClient, id, customers.id);
  expect(comparisons[0]).toMatchObject({
    result: 'equal',
    source: { result_sets: [{ rows: [['3']] }] },
    target: { result_sets: [{ rows: [['3']] }] },
  });
  await tom.getByRole('tab', { name: 'Evidence' }).click();
  await expect(tom.getByText(/Not rolled back on the target: Numbers/)).toBeVisible();

  // Rows are marked by what the server compared, whatever their order.
  await tom.goto(`/pair?project=${id}&pair=${customers.id}&tab=call`);
  for (const side of ['source', 'target'])
    await tom.getByLabel(`Text for the ${side}`).fill('select id, name from shop.customers');
  await run.click();
  await expect(markedIn(answers)).toHaveText([/2\s*Bob/, /2\s*Rob/]);

  const stan = await signedIn('stan');
  await stan.goto(`/pair?project=${id}&pair=${vat.id}&tab=call`);
  await expect(stan.getByRole('alert', { name: 'The project could not be loaded' })).toBeVisible();
  await expect(stan.getByText('vat_of')).toHaveCount(0);
  const stansClient = await connect(app.url, 'stan', PASSWORD);
  await expect(countCustomers(stansClient, id, vat.id)).rejects.toThrow(/403|404/);
});
