import type { Page } from '@playwright/test';
import { assignProject } from '../../contract/assignments.ts';
import { importSource } from '../../contract/inventory.ts';
import {
  assignDevelopers,
  assignSourceTesters,
  listSourceObjects,
  updateObject,
} from '../../contract/objects.ts';
import { matchObjects } from '../../contract/proof/pairs.ts';
import { updateProject } from '../../contract/projects.ts';
import { listUsers, register, updateUser } from '../../contract/users.ts';
import { expect, test } from './app.ts';
import { PASSWORD, type World } from './world.ts';

test.use({ world: 'names' });

const MARKUP = `<img src=x onerror="window.ran = true">`;
const LONG = 'W'.repeat(100);
/** Turns the writing direction, and does not turn it back. */
const TURNED = '\u202Egnp.exe';
const OBJECTS = [
  MARKUP,
  TURNED,
  LONG.repeat(5),
  '👩‍👩‍👧‍👦'.repeat(20),
  'عربي',
  'null',
  '=1+1',
  '{{constructor}}',
  '__proto__',
  'a\nb',
  '../../etc/passwd',
];

/** Everything that people name is named so that a careless screen breaks. */
async function nameBadly({ admin, dora, tom, projectId: id }: World): Promise<void> {
  const body = { username: LONG, password: PASSWORD };
  const { user_id: longId } = await admin.call(register, { body });
  for (const [user, username] of [
    [dora.user, `${MARKUP} dora`],
    // Names of people that turn the text around them are refused.
    [tom.user, `tom ${MARKUP}`],
  ] as const)
    await admin.call(updateUser, { body: { user_id: user.user_id, username } });
  for (const role of ['developer', 'tester'] as const)
    await admin.call(assignProject, { body: { Project_Id: id, user_id: longId, role } });
  await admin.call(updateProject, {
    params: { id },
    body: {
      Project_Name: MARKUP + TURNED + LONG,
      Client_Name: LONG + MARKUP,
      source_db_name: MARKUP,
      source_db_password: 'entered again',
    },
  });
  await admin.call(importSource, {
    body: OBJECTS.map((table_name, index) => ({
      table_name,
      schema: index % 2 ? MARKUP : LONG,
      object_type_source: 'tables' as const,
      Project_Id: id,
    })),
  });
  const rows = await admin.call(listSourceObjects, { params: { id } });
  const named = rows.filter(({ object_name: name }) => OBJECTS.includes(name));
  expect(named).toHaveLength(OBJECTS.length);
  const ids = named.map((row) => row.source_objectid!);
  await admin.call(assignDevelopers, {
    body: ids.map((source_objectid) => ({ source_objectid, developer: dora.user.user_id })),
  });
  await admin.call(assignSourceTesters, {
    body: ids.map((source_objectid, index) => ({
      source_objectid,
      tester: index % 2 ? tom.user.user_id : longId,
    })),
  });
  for (const objectId of ids)
    await admin.call(updateObject, {
      params: { id: objectId },
      body: { status: 'migrated', comments: MARKUP + LONG.repeat(20), test_call: MARKUP },
    });
  await admin.call(matchObjects, { params: { id } });
}

/** Nothing of a name has been run or become markup, and the page is no wider than the window. */
async function expectInOrder(page: Page, where: string): Promise<void> {
  await expect(page.getByText('<img src=x').first(), where).toBeAttached();
  await page.waitForLoadState('networkidle');
  const found = await page.evaluate(
    `({
      ran: 'ran' in window,
      images: document.querySelectorAll('img[src="x"]').length,
      tooWide: document.documentElement.scrollWidth - window.innerWidth,
    })`,
  );
  expect.soft(found, where).toEqual({ ran: false, images: 0, tooWide: expect.any(Number) });
  expect.soft((found as { tooWide: number }).tooWide, where).toBeLessThanOrEqual(0);
}

test('names that are markup, long or turned neither run nor push a screen aside', async ({
  signedIn,
  shop,
}) => {
  await nameBadly(shop);
  const project = `project=${shop.projectId}`;
  const screens = [
    '/admin/homepage',
    '/admin/dashboard',
    '/admin/users',
    `/pairs?${project}`,
    `/dbconnect?${project}`,
    `/adminresults?${project}&side=source`,
    `/assignobjects?${project}&side=source`,
    `/testing?${project}&side=target`,
  ];
  const page = await signedIn('admin');
  page.on('dialog', (dialog) => void dialog.dismiss());
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of screens) {
      await page.goto(address);
      await expectInOrder(page, `${address} at ${width}`);
    }
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  const open = async (address: string, button: string | RegExp, row = 0) => {
    await page.goto(address);
    await page.getByRole('button', { name: button }).nth(row).click();
    await page.getByRole('dialog').waitFor();
    await expectInOrder(page, `${String(button)} on ${address}`);
    const inside = await page
      .getByRole('dialog')
      .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    expect.soft(inside, `${String(button)} on ${address}, inside`).toBeLessThanOrEqual(0);
  };
  await open('/admin/homepage', /^Notifications/);
  await open('/admin/users', 'Make administrator', 3);
  for (const row of [0, 1, 2])
    await open(`/testing?${project}&side=source&q=${['img', 'gnp', 'WWWWW'][row]}`, 'Edit');
});

test('a long name leaves in sight that its registration waits, and is told in one underlined sentence', async ({
  browser,
  signedIn,
  shop,
  app,
}) => {
  const username = 'm'.repeat(60);
  const stranger = await browser.newContext({ baseURL: app.url });
  await stranger.request.post('/api/auth/register', {
    data: { username, password: PASSWORD },
    headers: { 'x-requested-with': 'fetch' },
  });
  await stranger.close();
  expect((await shop.admin.call(listUsers, {})).map((user) => user.username)).toContain(username);
  const page = await signedIn('admin');
  await page.emulateMedia({ contrast: 'more' });
  await page.goto('/admin/users');
  const row = page.getByRole('row').filter({ hasText: username });
  await expect(row.getByText('Waiting', { exact: true })).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const link = page.getByRole('link', { name: /^Registered, waiting/ }).first();
  await expect(link).toHaveCSS('text-decoration-line', 'none');
  await expect(link.locator('span').first()).toHaveCSS('text-decoration-line', 'underline');
});
