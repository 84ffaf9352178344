import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { signInByForm } from './parts.ts';
import { PASSWORD } from './world.ts';

test.use({ world: 'display' });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /dora/ }).click();
  await page.getByRole('menuitem', { name: /Display settings|Anzeigeeinstellungen/ }).click();
}

/** Whether an Arabic sentence runs from right to left although the name of a column opens it. */
const startsAtItsRight = (page: Page, sentence: string) =>
  page.locator('body').evaluate((body, text) => {
    const document = body.ownerDocument;
    const sample = body.appendChild(document.createElement('bdi'));
    sample.textContent = text;
    const first = document.createRange();
    first.setStart(sample.firstChild!, 1);
    first.setEnd(sample.firstChild!, 2);
    const [word, whole] = [first.getBoundingClientRect(), sample.getBoundingClientRect()];
    sample.remove();
    return word.left > whole.left + whole.width / 2;
  }, sentence);

// covers: D25.2
test('dark, right to left and languages hold in every browser', async ({ browser, app, shop }) => {
  expect(shop.projectId).toBe(1);
  const open = async () => {
    const page = await (await browser.newContext({ baseURL: app.url })).newPage();
    await signInByForm(page, 'dora', PASSWORD);
    await expect(page).toHaveURL(/\/admin\/homepage/);
    return page;
  };
  const close = (page: Page) => page.context().close();
  const html = (page: Page) => page.locator('html');
  const saved = (page: Page) =>
    page.waitForResponse(
      (answer) => answer.url().includes('/api/preferences/display') && answer.ok(),
    );

  const first = await open();
  await openSettings(first);
  const settings = first.getByRole('dialog', { name: 'Display settings' });
  for (const word of ['Dark', 'Right to left']) {
    const stored = saved(first);
    await settings.getByText(word, { exact: true }).click();
    await stored;
  }
  await expect(html(first)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html(first)).toHaveAttribute('dir', 'rtl');
  await close(first);

  const second = await open();
  await expect(html(second)).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(html(second)).toHaveAttribute('dir', 'rtl');
  await openSettings(second);
  let stored = saved(second);
  await second.getByRole('dialog').getByText('Left to right', { exact: true }).click();
  await stored;
  stored = saved(second);
  await second.getByLabel('Language').selectOption('Deutsch');
  await stored;
  await expect(second.getByRole('dialog', { name: 'Display settings' })).toBeHidden();
  await close(second);

  const third = await open();
  await expect(html(third)).toHaveAttribute('lang', 'de');
  await expect(html(third)).toHaveAttribute('dir', 'ltr');
  await expect(
    third
      .getByRole('link', { name: 'Quellstatus' })
      .or(third.getByRole('columnheader', { name: /Projekt/ }))
      .first(),
  ).toBeVisible();
  await openSettings(third);
  stored = saved(third);
  await third.getByRole('dialog').getByRole('combobox').selectOption('العربية');
  await stored;
  await close(third);

  const fourth = await open();
  await expect(html(fourth)).toHaveAttribute('lang', 'ar');
  await expect(html(fourth)).toHaveAttribute('dir', 'rtl');
  // Of what is typed, each line decides; an empty field runs as the page does.
  await expect(
    fourth
      .getByRole('main')
      .getByRole('searchbox')
      .or(fourth.getByRole('main').getByRole('textbox'))
      .first(),
  ).toHaveCSS('unicode-bidi', 'plaintext');
  expect(await startsAtItsRight(fourth, '\u2068arrived\u2069 متأخر في الهدف')).toBe(true);
  await close(fourth);
});
