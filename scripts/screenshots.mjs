// Makes pictures of every screen, as desktop, narrow window, phone, dark and in other languages, into the
// ignored folder screenshots/ with a page that shows them all; and the one of the README. What is named is
// made alone, looks or beginnings of screens: `node scripts/screenshots.mjs german arabic pair`, or `readme`.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './lib/engines.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { fillProof } from './lib/picture-proof.mjs';
import {
  adminScreens,
  developerScreens,
  firstScreens,
  phoneScreens,
  testerScreens,
} from './lib/picture-screens.mjs';
import { fillForPictures, open } from './lib/picture-world.mjs';
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
  large: { viewport: { width: 1920, height: 1080 } },
  narrow: { viewport: { width: 960, height: 800 } },
  phone: { viewport: phone },
  dark: { viewport: wide, display: { scheme: 'dark' } },
  contrast: { viewport: wide, contrast: 'more' },
  'dark-contrast': { viewport: wide, contrast: 'more', display: { scheme: 'dark' } },
  german: { viewport: wide, display: { language: 'de' } },
  arabic: { viewport: wide, display: arabic },
  'german-narrow': {
    viewport: { width: 959, height: 800 },
    display: { language: 'de', density: 'compact' },
  },
  'arabic-phone': { viewport: phone, display: { ...arabic, scheme: 'dark' } },
};
const named = process.argv.slice(2);
const namedLooks = named.filter((name) => name in looks);
const namedScreens = named.filter((name) => !(name in looks));
const chosen = Object.entries(looks).filter(
  ([look]) => namedLooks.length === 0 || namedLooks.includes(look),
);
const isChosen = ([screen]) =>
  namedScreens.length === 0 || namedScreens.some((name) => screen.startsWith(name));
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

async function signIn(page, { username, password }, { scheme, language }) {
  await page.goto(`${url}/login`);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL('**/admin/homepage');
  // The user's settings arrive after the screen.
  await page.locator(`html[data-mantine-color-scheme="${scheme}"][lang="${language}"]`).waitFor();
  await rest(page);
}

const taken = {};
const failed = [];

/** Takes a picture of each screen as seen by this person, in a separate browser. */
async function takePictures(look, { display, ...browsing }, person, screens) {
  const wanted = Object.entries(screens).filter(isChosen);
  if (wanted.length === 0) return;
  const shown = { ...plain, ...display };
  const call = await open(url, person);
  await call('PUT', '/api/preferences/display', { value: shown });
  mkdirSync(join(folder, look), { recursive: true });
  const page = await browser.newPage(browsing);
  page.setDefaultTimeout(20_000);
  await signIn(page, person, shown);
  for (const [name, screen] of wanted) {
    const [address, act] = [screen].flat();
    try {
      await page.goto(url + address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await rest(page);
      if (act) {
        await act(page);
        await page.waitForTimeout(600);
      }
      await page.screenshot({ path: join(folder, look, `${name}.png`), fullPage: !act });
      (taken[look] ??= []).push(name);
    } catch (error) {
      failed.push(`${name}, ${look}: ${error.message.split('\n')[0]}`);
    }
    await page.unrouteAll();
    // The browser is signed in only after this picture.
    if (name === 'login') await signIn(page, person, shown);
  }
  await page.close();
}

async function takeReadmePicture(project) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 860 } });
  await signIn(page, admin, plain);
  await page.goto(`${url}/proof?project=${project}`);
  await page.locator('main table').first().waitFor();
  await rest(page);
  await page.screenshot({ path: inRoot('docs', 'images', 'proof.png') });
  await page.close();
}

const figure = (look, name) =>
  `<figure><figcaption>${name}</figcaption><a href="${look}/${name}.png"><img src="${look}/${name}.png" alt="${name}, ${look}"></a></figure>`;
const gallery = () => `<!doctype html>
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
  if (named.length === 0) rmSync(folder, { recursive: true, force: true });
  for (const [look, how] of chosen) await takePictures(look, how, admin, firstScreens);
  const call = await open(url, admin);
  const world = { ...(await fillForPictures(call)), proof: await fillProof(call) };
  if (named.length === 0 || named.includes('readme')) await takeReadmePicture(world.proof.project);
  for (const [look, how] of chosen) {
    const ofPhone = look.endsWith('phone') && phoneScreens;
    await takePictures(look, how, admin, { ...adminScreens(world), ...ofPhone });
    await takePictures(look, how, world.developer, developerScreens(world));
    await takePictures(look, how, world.tester, testerScreens(world));
  }
  if (named.length === 0) writeFileSync(join(folder, 'index.html'), gallery());
  console.log(`See ${named.length === 0 ? join(folder, 'index.html') : folder}`);
  if (failed.length > 0) throw new Error(`Without a picture:\n${failed.join('\n')}`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
}
