import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './app.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AT_REST = `document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)`;

/** What axe finds, once what moves has come to rest: half-shown colours have no contrast. */
export async function expectNoFaults(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(AT_REST), where).toBe(true);
  // No page of ours has frames: the mode without them takes half the time.
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze();
  const faults = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  expect.soft(faults, where).toEqual([]);
}
