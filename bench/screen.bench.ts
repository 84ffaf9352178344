import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { signIn } from './support/http.ts';
import { median } from './support/probe.ts';
import { type Ratio, type Report, round } from './support/report.ts';
import { fillStore } from './support/store-fixture.ts';
import { ADMIN, withServer, withStore } from './support/store.ts';

/** A table of 100,000 rows in the browser, compared with a plain virtual list of the same rows in memory. */

const ROWS = 100_000;
const ROUNDS = 5;
const TIMES_PLAIN = 1.5;
const FRAMES = 180;
const PIXELS = 400;
const DROPPED = 10;
const LONGEST_TASK_MS = 100;
const SEARCH = 'invoice_payment_7';

const STEPS = ['firstRows', 'sort', 'search', 'selectAll'] as const;
type Step = (typeof STEPS)[number];
const NAMES: Record<Step, string> = {
  firstRows: 'first rows',
  sort: 'sort',
  search: 'search',
  selectAll: 'select all',
};
interface Scroll {
  dropped: number;
  longest: number;
  settled: number;
}
type Measured = Record<Step, number> & { selectionReady: number; scroll: Scroll };

interface Row {
  schema_name: string;
  object_name: string;
}

const inBench = (name: string) => join(process.cwd(), 'bench', 'support', name);

/** Serves the plain list and its rows. */
async function servePlain(rows: Buffer) {
  const page = readFileSync(inBench('plain-list.html'));
  const server = createServer((asked, answer) => {
    const isRows = asked.url === '/rows.json';
    answer.setHeader('content-type', isRows ? 'application/json' : 'text/html');
    answer.end(isRows ? rows : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** What must be visible after each step. */
function expectations(rows: Row[]) {
  const names = rows.map((row) => row.object_name);
  const matching = rows.filter((row) => `${row.schema_name}.${row.object_name}`.includes(SEARCH));
  return {
    first: names.reduce((least, name) => (name < least ? name : least)),
    matches: matching.length,
    firstMatch: matching[0]!.object_name,
  };
}
type Expected = ReturnType<typeof expectations>;

async function runSteps(page: Page, url: string, expected: Expected): Promise<Measured> {
  const ask = <T>(expression: string) => page.evaluate<T>(`bench.${expression}`);
  await page.goto(url, { waitUntil: 'commit' });
  const firstRows = await ask<number>('firstRows()');
  await page.waitForLoadState('networkidle');
  const search = await ask<number>(
    `search('${SEARCH}', '${expected.firstMatch}', ${expected.matches})`,
  );
  await ask(`search('', '', ${ROWS})`);
  const sort = await ask<number>(`sort('object_name', '${expected.first}')`);
  const selectAll = await ask<number>(`selectAll('${ROWS.toLocaleString('en')}')`);
  const selectionReady = await ask<number>('selectionReady()');
  const scroll = await ask<Scroll>(`scroll(${FRAMES}, ${PIXELS})`);
  return { firstRows, sort, search, selectAll, selectionReady, scroll };
}

async function openContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  await context.addInitScript({ path: inBench('screen-probe.js') });
  const answer = await context.request.post(`${origin}/api/auth/login`, { data: ADMIN });
  const user = JSON.stringify(await answer.json());
  await context.addInitScript(
    `localStorage.setItem('user', ${JSON.stringify(user)}); localStorage.setItem('session', '1');`,
  );
  return context;
}

async function measurePages(origin: string): Promise<{ ours: Measured[]; plain: Measured[] }> {
  const admin = await signIn(origin, ADMIN.username, ADMIN.password);
  const body = await admin.call('GET', '/api/testresults/1');
  const expected = expectations(JSON.parse(body.toString()) as Row[]);
  const plainServer = await servePlain(body);
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  try {
    const context = await openContext(browser, origin);
    const measured = { ours: [] as Measured[], plain: [] as Measured[] };
    const addresses = {
      plain: plainServer.url,
      ours: `${origin}/assignobjects?project=1&side=source`,
    };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const kind of ['plain', 'ours'] as const) {
        const page = await context.newPage();
        const one = await runSteps(page, addresses[kind], expected);
        await page.close();
        // The first round fills the browser's cache and is not measured.
        if (round > 0) measured[kind].push(one);
      }
    return measured;
  } finally {
    await browser.close();
    plainServer.close();
  }
}

export async function measure(): Promise<Report> {
  const { ours, plain } = await withStore('SQLite', async (store) => {
    await fillStore(store, { objects: ROWS, oneList: true });
    return withServer(store, ({ origin }) => measurePages(origin));
  });
  const of = (measured: Measured[], figure: (one: Measured) => number) =>
    median(measured.map(figure));
  const ratios: Ratio[] = STEPS.map((step) => ({
    what: `Table of 100,000 rows, ${NAMES[step]}: times a plain list in memory`,
    value: of(ours, (one) => one[step]) / of(plain, (one) => one[step]),
    limit: TIMES_PLAIN,
    unit: '×',
  }));
  const dropped = of(ours, ({ scroll }) => scroll.dropped);
  const longest = of(ours, ({ scroll }) => scroll.longest);
  const scrolled = `Table of 100,000 rows, scrolled ${FRAMES} frames of ${PIXELS} px`;
  ratios.push(
    { what: `${scrolled}: dropped frames`, value: dropped, limit: DROPPED, unit: '' },
    { what: `${scrolled}: longest task`, value: longest, limit: LONGEST_TASK_MS, unit: 'ms' },
  );
  const figures: [string, (one: Measured) => number][] = [
    ...STEPS.map((step): [string, (one: Measured) => number] => [NAMES[step], (one) => one[step]]),
    ['select all: then, until their ids are here', ({ selectionReady }) => selectionReady],
    ['scrolling: dropped frames', ({ scroll }) => scroll.dropped],
    ['scrolling: longest task', ({ scroll }) => scroll.longest],
    ['rows in sight after the last frame', ({ scroll }) => scroll.settled],
  ];
  return {
    title: 'A table of 100,000 rows in Chromium',
    ratios,
    tables: [
      {
        title: 'Milliseconds, medians of five',
        columns: ['', 'ours', 'plain list'],
        rows: figures.map(([name, figure]) => [
          name,
          round(of(ours, figure)),
          round(of(plain, figure)),
        ]),
      },
    ],
    notes: [
      'The plain list is bare DOM without a framework; it fetches all rows at once, then sorts and filters them in memory. Ours asks the server for what is in sight. Both wait 200 ms for a pause in the typing. A task under 50 ms counts as 0. All rows are shown as selected at once; what can be done with them waits for their ids.',
    ],
  };
}
