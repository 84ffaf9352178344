import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './app.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const COLOURS = ['color-contrast', 'link-in-text-block'];
const PLACES = ['color-contrast', 'target-size', 'scrollable-region-focusable'];

export interface Look {
  scheme: 'light' | 'dark';
  direction: 'ltr' | 'rtl';
  language: string;
  contrast?: 'more';
  /** What axe asks: all of it once, in other looks what these can change. */
  rules: string[];
}

export const LIGHT: Look = { scheme: 'light', direction: 'ltr', language: 'en', rules: TAGS };
export const RIGHT_TO_LEFT: Look = { ...LIGHT, direction: 'rtl', rules: PLACES };
export const DARK: Look = { ...LIGHT, scheme: 'dark', rules: COLOURS };
const LOOKS = [DARK, RIGHT_TO_LEFT, LIGHT];
/** Every text of the catalogue stands in brackets: from then on, until the page is loaded again. */
export const IN_BRACKETS: Look = { ...LIGHT, language: 'en-XA', rules: [] };
export const IN_HIGH_CONTRAST = [DARK, LIGHT].map((look): Look => ({ ...look, contrast: 'more' }));
export const IN_ARABIC = [DARK, { ...RIGHT_TO_LEFT, language: 'ar', rules: TAGS }, LIGHT];

/** Sets the look as another tab of this browser would: at once, and nothing is loaded again. */
const WEAR = `(look) => {
  const user = JSON.parse(localStorage.getItem('user'));
  const key = 'preferences.' + (user?.user_id ?? 'nobody');
  const kept = JSON.parse(localStorage.getItem(key)) ?? { values: {}, unsaved: [] };
  kept.values.display = look;
  localStorage.setItem(key, JSON.stringify(kept));
  localStorage.setItem('display', JSON.stringify(look));
  dispatchEvent(new StorageEvent('storage', { key: null }));
}`;

/** Shows the page so, until its next loading. */
export async function wear(page: Page, { rules: _, ...look }: Look): Promise<void> {
  const html = page.locator('html');
  const always = new URL(page.url()).pathname.startsWith('/rtl/');
  const attributes = {
    'data-mantine-color-scheme': look.scheme,
    lang: look.language,
    dir: always ? 'rtl' : look.direction,
    ...(look.contrast && { 'data-contrast': look.contrast }),
  };
  // Kept preferences that arrive from the server after that replace it.
  await expect(async () => {
    await page.evaluate(`(${WEAR})(${JSON.stringify({ ...look, density: 'comfortable' })})`);
    for (const [name, value] of Object.entries(attributes))
      await expect(html).toHaveAttribute(name, value, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

const AT_REST = `document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)`;

const NOTICES = `document.querySelectorAll('.mantine-Notification-root').length`;

/** What axe finds in a look, once what moves has come to rest: half-shown colours have no contrast. */
async function faultsIn(page: Page, look: Look): Promise<string[]> {
  await wear(page, look);
  await expect.poll(() => page.evaluate(AT_REST)).toBe(true);
  const notices = await page.evaluate(NOTICES);
  // The builder would send axe's half a megabyte twice for each look; until its next loading a page keeps it.
  const hasAxe = await page.evaluate(`'axe' in window`);
  // No page of ours has frames: the mode without them takes half the time.
  const { violations } = await new AxeBuilder({
    page,
    ...(hasAxe ? { axeSource: 'void 0' } : {}),
  })
    .options({ runOnly: look.rules, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  // A notice that was leaving meanwhile was half-shown.
  if (violations.length > 0 && notices !== (await page.evaluate(NOTICES)))
    return faultsIn(page, look);
  const seen = `${look.scheme} ${look.direction} ${look.language}`;
  return violations.map(
    ({ id, nodes }) => `${seen}: ${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
}

export async function findFaults(page: Page, looks = LOOKS): Promise<string[]> {
  const faults: string[] = [];
  for (const look of looks) faults.push(...(await faultsIn(page, look)));
  return faults;
}

export async function expectNoFaults(page: Page, where: string, looks = LOOKS): Promise<void> {
  expect.soft(await findFaults(page, looks), where).toEqual([]);
}

export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

/** Opens something, looks at it, and closes it by Escape. */
export async function look(page: Page, where: string, open: () => Promise<void>): Promise<void> {
  await open();
  await expectNoFaults(page, where);
  await page.keyboard.press('Escape');
}
