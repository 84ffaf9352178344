// Makes the pictures of the documentation: the built app with the sample loaded, in a browser.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './lib/engines.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs';

await ensureInstalled();
await ensureBuilt();
const { chromium } = await import('@playwright/test');

const admin = { username: 'admin', password: 'for a picture only' };
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

/** One call in the browser's session. */
const post = (page, path, body) =>
  page.evaluate(
    async ([to, data]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      });
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
    },
    [path, body],
  );

try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 810 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/login`);
  await page.getByLabel('Username').fill(admin.username);
  await page.getByLabel('Password').first().fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/admin/homepage');
  await post(page, '/api/sample', {});
  await page.reload();
  await page.getByRole('table').or(page.getByRole('grid')).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: inRoot('docs', 'images', 'homepage.png') });
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await gone;
  rmSync(dataDir, { recursive: true, force: true });
}
