// Makes pictures of every screen, as desktop, narrow window, phone, dark and in other languages, into the
// ignored folder screenshots/ with a page that shows them all; and the one of the README. Looks that
// are named are made alone: `node scripts/screenshots.mjs german arabic`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './lib/engines.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { fillForPictures } from './lib/picture-world.mjs';
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';

await ensureInstalled();
await ensureBuilt();
const { chromium } = await import('@playwright/test');

const folder = inRoot('screenshots');
const admin = { username: 'admin', password: 'for a picture only' };
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const arabic = { direction: 'rtl', language: 'ar' };
const looks = {
  desktop: { viewport: wide },
  narrow: { viewport: { width: 960, height: 800 } },
  phone: { viewport: phone },
  dark: { viewport: wide, display: { scheme: 'dark' } },
  german: { viewport: wide, display: { language: 'de' } },
  arabic: { viewport: wide, display: arabic },
  'german-narrow': {
    viewport: { width: 959, height: 800 },
    display: { language: 'de', density: 'compact' },
  },
  'arabic-phone': { viewport: phone, display: { ...arabic, scheme: 'dark' } },
};
const named = process.argv.slice(2);
const chosen = Object.entries(looks).filter(([look]) => named.length === 0 || named.includes(look));
const plain = { scheme: 'light', direction: 'ltr', density: 'comfortable', language: 'en' };

const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
const server = spawn(process.execPath, [inRoot('dist', 'server', 'main.js')], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  },
});
const gone = new Promise((resolve) => server.once('exit', resolve));
const url = await new Promise((resolve, reject) => {
  server.stdout.on('data', (data) => {
    const address = /https?:\/\/localhost:\d+/.exec(data.toString());
    if (address) resolve(address[0]);
  });
  gone.then(() => reject(new Error('The server ended.')));
});

const executablePath = findChromium();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
});

const rest = (page) => page.waitForLoadState('networkidle').catch(() => {});

/** Address by name of the picture, or address and what is done there before the picture. */
const screens = (project, empty) => ({
  login: '/login',
  register: '/register',
  dashboard: '/admin/dashboard',
  homepage: '/admin/homepage',
  'add-project': '/admin/addproject',
  'assign-project': '/admin/assignproject',
  'add-user': '/admin/adduser',
  users: '/admin/users',
  profile: '/admin/profile',
  spreadsheet: `/admin/spreadsheet?project=${project}`,
  connection: `/dbconnect?project=${project}`,
  results: `/adminresults?project=${project}&side=source`,
  'results-empty': `/adminresults?project=${empty}&side=target`,
  assign: [
    `/assignobjects?project=${project}&side=source`,
    (page) => page.getByRole('checkbox').nth(2).check(),
  ],
  testing: `/testing?project=${project}&side=source`,
  developer: `/developer?project=${project}`,
  filters: [
    `/testing?project=${project}&side=source`,
    (page) => page.locator('main button[aria-expanded]').first().click(),
  ],
  'object-editor': [
    `/testing?project=${project}&side=source`,
    (page) => page.locator('[data-action]').first().click(),
  ],
  'project-editor': [
    '/admin/homepage',
    (page) => page.locator('button[data-action]').first().click(),
  ],
  palette: ['/admin/homepage', (page) => page.keyboard.press('Control+k')],
  notifications: [
    '/admin/homepage',
    (page) => page.locator('header button[aria-haspopup="dialog"]').last().click(),
  ],
  'profile-menu': [
    '/admin/homepage',
    (page) => page.locator('header button[aria-haspopup="menu"]').click(),
  ],
});

/** The drawer is there only where there is no room for the sidebar. */
const drawer = ['/admin/homepage', (page) => page.locator('header button').first().click()];

async function signIn(page, { username, password }, { scheme, language }) {
  await page.goto(`${url}/login`);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/admin/homepage');
  // What the user has set arrives after the screen.
  await page.locator(`html[data-mantine-color-scheme="${scheme}"][lang="${language}"]`).waitFor();
  await rest(page);
}

const figure = (look, name) =>
  `<figure><figcaption>${name}</figcaption><a href="${look}/${name}.png"><img src="${look}/${name}.png" alt="${name}, ${look}"></a></figure>`;
const gallery = (taken) => `<!doctype html>
<meta charset="utf-8"><title>Screens</title>
<style>body{font:14px sans-serif}section{display:flex;flex-wrap:wrap;gap:12px}img{width:420px;border:1px solid #999}figure{margin:0}</style>
${Object.entries(taken)
  .map(
    ([look, names]) =>
      `<h2>${look}</h2><section>${names.map((name) => figure(look, name)).join('')}</section>`,
  )
  .join('\n')}
`;

try {
  const { call, project, empty } = await fillForPictures(url, admin);
  if (named.length === 0) rmSync(folder, { recursive: true, force: true });
  const taken = {};
  for (const [look, { viewport, display }] of chosen) {
    const wanted = { ...plain, ...display };
    await call('PUT', '/api/preferences/display', { value: wanted });
    mkdirSync(join(folder, look), { recursive: true });
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(30_000);
    await signIn(page, admin, wanted);
    const all = { ...screens(project, empty), ...(look.endsWith('phone') && { drawer }) };
    taken[look] = [];
    for (const [name, screen] of Object.entries(all)) {
      const [address, act] = [screen].flat();
      await page.goto(url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await rest(page);
      if (act) {
        await act(page);
        await page.waitForTimeout(600);
      }
      await page.screenshot({ path: join(folder, look, `${name}.png`), fullPage: !act });
      taken[look].push(name);
      // After it, the browser does not know the user.
      if (name === 'login') await signIn(page, admin, wanted);
    }
    if (look === 'desktop') {
      await page.setViewportSize({ width: 1440, height: 810 });
      await page.goto(`${url}/admin/homepage`);
      await page.getByRole('grid').waitFor();
      await rest(page);
      await page.screenshot({ path: inRoot('docs', 'images', 'homepage.png') });
    }
    await page.close();
  }
  if (named.length === 0) writeFileSync(join(folder, 'index.html'), gallery(taken));
  console.log(`See ${join(folder, 'index.html')}`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
}
