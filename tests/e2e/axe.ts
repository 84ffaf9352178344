import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { savePreference } from '../../contract/preferences.ts';
import type { Client } from './api.ts';
import { expect } from './app.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export const LOOKS = {
  light: { scheme: 'light', direction: 'ltr', language: 'en' },
  dark: { scheme: 'dark', direction: 'ltr', language: 'en' },
  'right to left': { scheme: 'light', direction: 'rtl', language: 'en' },
};
type Look = (typeof LOOKS)[keyof typeof LOOKS];

/** From their next screen on, this person sees the app so. */
export async function wear(person: Client, look: Look): Promise<void> {
  await person.call(savePreference, {
    params: { key: 'display' },
    body: { value: { ...look, density: 'comfortable' } },
  });
}

const AT_REST = `document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)`;

/** What axe finds, once what moves has come to rest: half-shown colours have no contrast. */
export async function expectNoFaults(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(AT_REST), where).toBe(true);
  // No page of ours has frames: the mode without them takes half the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: TAGS, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const faults = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  expect.soft(faults, where).toEqual([]);
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
