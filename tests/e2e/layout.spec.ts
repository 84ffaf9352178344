import type { Locator, Page } from '@playwright/test';
import { savePreference } from '../../contract/preferences.ts';
import { loadSample } from '../../contract/sample.ts';
import { expect, test } from './app.ts';

test.use({ world: 'layout', viewport: { width: 1280, height: 800 } });

/** Number of lines that the text of an element takes. */
const lines = (element: Locator) =>
  element.evaluate((node) => {
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    const tops = [...range.getClientRects()].map(({ top }) => top).toSorted((a, b) => a - b);
    // A box begins a few pixels above its text.
    return tops.filter((top, index) => index === 0 || top - tops[index - 1]! > 8).length;
  });

/** Where the text of an element ends, from the left. */
const endOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    return Math.round(range.getBoundingClientRect().right);
  });

/** Width in pixels by which a table is wider than its box. */
const cutOff = (table: Locator) =>
  table.evaluate((node) => {
    const box = node.parentElement!;
    return box.scrollWidth - box.clientWidth;
  });

/** Results in a list that are cut off. */
const cutIn = (list: Locator) =>
  list
    .getByRole('gridcell')
    .locator('span:has(> i) > span')
    .evaluateAll((spans: Iterable<Element>) =>
      [...spans]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
interface Element {
  scrollWidth: number;
  clientWidth: number;
  textContent: string;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState('networkidle');
}

test('the sidebar shows the entry of the open screen', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  await open(page, `/adminresults?project=${shop.projectId}&side=source`);
  const entries = page.getByRole('navigation', { name: 'Screens of the project' });
  await expect(entries.getByRole('link', { name: 'Results' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  // A view of the people has no entry of its own.
  await open(page, '/admin/clients');
  const people = page.getByRole('link', { name: 'View/Modify Users' });
  await expect(people).toHaveAttribute('data-within', 'true');
});

test('on a small laptop, words in the names of projects are not broken', async ({
  signedIn,
  shop,
}) => {
  expect(shop.projectId).toBe(1);
  const page = await signedIn('admin');
  // A date of another year has its year.
  await page.clock.setFixedTime('2026-11-27');
  await page.route('**/api/adminresults/', async (route) => {
    const [row] = (await (await route.fetch()).json()) as object[];
    const names = {
      Project_Name: 'Warenwirtschaft nach PostgreSQL',
      Client_Name: 'Möbelhaus Grünewald',
      Planned_End_Date: '2026-10-31',
      overdue: 1,
    };
    await route.fulfill({ json: [{ ...row, ...names }] });
  });
  for (const [language, day, late] of [
    ['de', '31. Okt.', /überfällig$/],
    ['en', 'Oct 31', /^Overdue by/],
  ] as const) {
    const body = { value: { language } };
    await shop.admin.call(savePreference, { params: { key: 'display' }, body });
    await open(page, '/admin/homepage');
    for (const text of ['Warenwirtschaft', 'Möbelhaus', 'Grünewald', day]) {
      const word = page.getByRole('grid').getByText(text, { exact: true });
      expect.soft(await lines(word), text).toBe(1);
    }
    const [bar, end] = await Promise.all(
      [page.locator('[data-bar]'), page.getByText(late)].map((one) => one.boundingBox()),
    );
    expect.soft(Math.abs(end!.y - bar!.y), language).toBeLessThan(12);
  }
});

test('names read in their own direction in every language, and are underlined whole', async ({
  signedIn,
  shop,
}) => {
  const [arabic, latin] = [
    { Project_Name: 'ترحيل الفواتير الآن', Client_Name: 'بنك النور' },
    { Project_Name: 'Move orders now', Client_Name: 'Nur Bank' },
  ];
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 1920, height: 800 });
  await page.route('**/api/adminresults/', async (route) => {
    const [row] = (await (await route.fetch()).json()) as object[];
    const json = [arabic, latin].map((names, at) => ({ ...row, ...names, Project_Id: at + 1 }));
    await route.fulfill({ json });
  });
  const grid = page.getByRole('grid');
  /** The words of a name as they stand, from the left. */
  const fromTheLeft = async (name: string) => {
    const words = name.split(' ').map((word) => grid.getByText(word, { exact: true }));
    const places = await Promise.all(
      words.map(async (word) => ({
        text: await word.textContent(),
        box: await word.boundingBox(),
      })),
    );
    return places.toSorted((one, other) => one.box!.x - other.box!.x).map(({ text }) => text);
  };
  for (const language of ['ar', 'de', 'en']) {
    const body = { value: { language } };
    await shop.admin.call(savePreference, { params: { key: 'display' }, body });
    await open(page, '/admin/homepage');
    for (const name of Object.values(arabic))
      expect.soft(await fromTheLeft(name), language).toEqual(name.split(' ').toReversed());
    for (const name of Object.values(latin))
      expect.soft(await fromTheLeft(name), language).toEqual(name.split(' '));
  }
  // The line of a link does not reach into the boxes of its words by itself.
  const word = grid.getByText('orders', { exact: true });
  await expect(word).not.toHaveCSS('text-decoration-line', 'underline');
  await word.hover();
  await expect(word).toHaveCSS('text-decoration-line', 'underline');
});

test('on a small laptop, the name of a project is shown whole', async ({ signedIn, shop }) => {
  const Project_Name = 'Sample: the bookshop moves';
  expect(shop.projectId).toBeGreaterThan(0);
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/api/adminresults/', async (route) => {
    const rows = (await (await route.fetch()).json()) as object[];
    await route.fulfill({ json: rows.map((row) => ({ ...row, Project_Name })) });
  });
  await open(page, '/admin/homepage');
  const text = page.getByRole('gridcell', { name: Project_Name }).first().locator('[dir]').first();
  expect(await text.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
});

test('on a small laptop, what belongs together stays on one line', async ({ signedIn, shop }) => {
  const { Project_Id: id } = await shop.admin.call(loadSample, {});
  const page = await signedIn('admin');
  const cell = (row: Locator, at: number) => row.getByRole('cell').nth(at);

  await test.step('results of the report', async () => {
    await open(page, `/proofreport?project=${id}`);
    const results = page.getByRole('group', { name: 'Pairs and their results' });
    const row = (name: string) => results.getByRole('row').filter({ hasText: name });
    await expect(cell(row('main.deliveries'), 4)).toHaveText('30 different');
    expect.soft(await lines(cell(row('main.deliveries'), 4))).toBe(1);
    await expect(cell(row('main.order_lines'), 7)).toHaveText('160 / 156');
    expect.soft(await lines(cell(row('main.order_lines'), 7))).toBe(1);
    // A reason takes the columns of what was not compared.
    expect.soft(await lines(cell(row('public.order_archive'), 2))).toBeLessThanOrEqual(2);
    await expect(cell(row('public.order_archive'), 3)).toHaveText('pending');
  });

  await test.step('names of people', async () => {
    for (const [address, name] of [
      ['/admin/dashboard', 'People'],
      [`/forecast?project=${id}`, 'Workload'],
    ] as const) {
      await open(page, address);
      const table = page.getByRole('table', { name });
      const person = table.getByRole('rowheader', { name: 'sample-developer-2' });
      expect.soft(await lines(person), name).toBe(1);
    }
    await open(page, `/cutover?project=${id}`);
    const owner = page.getByRole('main').getByText('sample-developer-2', { exact: true }).first();
    expect.soft(await lines(owner), 'cutover').toBe(1);
  });

  await test.step('figures of the waves', async () => {
    await open(page, `/waves?project=${id}`);
    const board = page.getByRole('table', { name: 'Board' });
    const column = (name: string) => board.getByRole('columnheader', { name });
    const rows = board.getByRole('row').filter({ hasText: 'Wave' });
    await expect(rows).toHaveCount(4);
    const place = await column('Hours').evaluate(
      (head) => (head as { cellIndex?: number }).cellIndex ?? -1,
    );
    const ends = await Promise.all(
      [1, 2, 3].map((at) => endOf(rows.nth(at).locator('th, td').nth(place))),
    );
    expect.soft(new Set([...ends, await endOf(column('Hours'))]).size).toBe(1);
    expect.soft(await cutOff(board)).toBeLessThanOrEqual(0);
  });

  await test.step('results of pairs', async () => {
    await open(page, `/pairs?project=${id}`);
    await expect(page.getByText('30 different')).toBeVisible();
    expect.soft(await cutIn(page.getByRole('grid'))).toEqual([]);
  });

  await test.step('longer words', async () => {
    const value = { scheme: 'light', direction: 'ltr', density: 'comfortable', language: 'de' };
    await shop.admin.call(savePreference, { params: { key: 'display' }, body: { value } });
    await open(page, '/admin/dashboard');
    const people = page.getByRole('table', { name: 'Personen' });
    await expect(people.getByText('sample-developer-2')).toBeVisible();
    expect.soft(await cutOff(people)).toBeLessThanOrEqual(0);
    await open(page, `/waves?project=${id}`);
    const board = page.getByRole('table', { name: 'Übersicht' });
    await expect(board.getByText('Pilot')).toBeVisible();
    expect.soft(await cutOff(board)).toBeLessThanOrEqual(0);
    await open(page, `/pairs?project=${id}`);
    await expect(page.getByText('30 ungleich')).toBeVisible();
    expect.soft(await cutIn(page.getByRole('grid'))).toEqual([]);
    await open(page, `/testing?project=${id}&side=source`);
    // Its mark is a sign where the word leaves no room for the name.
    const name = page.getByRole('gridcell', { name: /^authors/ }).getByText('authors');
    const cut = name.evaluate(({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth);
    expect.soft(await cut, 'authors').toBeLessThanOrEqual(0);
    await open(page, '/admin/users');
    const row = page.getByRole('row').filter({ hasText: 'sample-tester-2' });
    const [edit, promote] = await Promise.all(
      ['Bearbeiten', 'Zum Admin machen'].map((name) =>
        row.getByRole('button', { name }).boundingBox(),
      ),
    );
    expect.soft(promote?.y).toBe(edit?.y);
  });
});

test('a press that begins while something opens is not lost', async ({ signedIn, shop }) => {
  const body = { value: { language: 'en' } };
  await shop.admin.call(savePreference, { params: { key: 'display' }, body });
  const page = await signedIn('admin');
  await open(page, `/cutover?project=${shop.projectId}`);
  await page.getByRole('button', { name: /^Start from the template / }).click();
  const motion = await page.context().newCDPSession(page);
  await motion.send('Animation.enable');
  await motion.send('Animation.setPlaybackRate', { playbackRate: 0.05 });
  const dialog = page.getByRole('dialog');
  /** Presses where a button of the dialog is first seen, and lets go when the dialog has opened. */
  const press = async (name: string) => {
    const seen = await dialog.getByRole('button', { name }).boundingBox();
    await page.mouse.move(seen!.x + seen!.width / 2, seen!.y + seen!.height / 2);
    await page.mouse.down();
    await expect(dialog).toHaveCSS('opacity', '1');
    await page.mouse.up();
  };
  await test.step('a question', async () => {
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await press('Cancel');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('the navigation beside the page', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await press('Close navigation');
    await expect(dialog).toHaveCount(0);
  });
});

test('the search stays as high as it is while results and screens arrive', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('dora');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/api/projects/${shop.projectId}`, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/admin/homepage?project=${shop.projectId}`);
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(dialog).toHaveCSS('opacity', '1');
  const height = async () => Math.round((await dialog.boundingBox())!.height);
  const first = await height();
  answer();
  await expect(dialog.getByText('Waves', { exact: true })).toBeVisible();
  expect(await height()).toBe(first);
  await page.keyboard.type('zzz');
  await expect(dialog.getByText('Nothing found for “zzz”')).toBeVisible();
  expect(await height()).toBe(first);
});
