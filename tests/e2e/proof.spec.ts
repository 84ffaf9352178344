import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { savePreference } from '../../contract/preferences.ts';
import { connect } from './api.ts';
import { expect, test } from './app.ts';

test.use({ world: 'proof' });

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AT_REST = `document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)`;

async function expectNoFaults(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(AT_REST), where).toBe(true);
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const faults = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  expect.soft(faults, where).toEqual([]);
}

const LOOKS = {
  light: { scheme: 'light', direction: 'ltr', language: 'en' },
  dark: { scheme: 'dark', direction: 'ltr', language: 'en' },
  arabic: { scheme: 'light', direction: 'rtl', language: 'ar' },
};

test('a pair of the sample project is compared, and the rows that differ are named', async ({
  page,
  app,
}) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Load the sample project' }).click();
  // Two databases are made, read and compared meanwhile.
  await page.getByRole('button', { name: 'I have noted them' }).click({ timeout: 90_000 });
  await page.getByRole('link', { name: 'Pairs and Proof' }).click();
  const project = new URL(page.url()).searchParams.get('project');

  await page.goto(`/pairs?project=${project}&q=authors&f.object_type_id=1`);
  const row = page.getByRole('row').filter({ hasText: 'public.authors' });
  await row.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: 'main.authors' })).toBeVisible();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Compare now' }).click();
  await expect(page.getByText(/2 rows differ: here they are/)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Élodie Rossi', exact: true })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Elodie Rossi', exact: true })).toBeVisible();

  const admin = await connect(app.url, app.admin.username, app.admin.password);
  for (const [where, look] of Object.entries(LOOKS)) {
    await admin.call(savePreference, {
      params: { key: 'display' },
      body: { value: { ...look, density: 'comfortable' } },
    });
    for (const tab of ['structure', 'data', 'call', 'evidence', 'history', 'comments']) {
      const address = new URL(page.url());
      address.searchParams.set('tab', tab);
      await page.goto(address.href);
      await expect(page.getByRole('tabpanel').locator(':scope > *').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectNoFaults(page, `${tab}, ${where}`);
    }
  }
});
