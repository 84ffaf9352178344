import { expect, type Locator, type Page } from '@playwright/test';

const MANY = 120;

/** Presses a key until something has the focus. */
async function pressUntil(page: Page, key: string, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MANY; presses += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target, `${key} does not lead there`).toBeFocused();
}

export const tabTo = (page: Page, target: Locator): Promise<void> =>
  pressUntil(page, 'Tab', target);

/** Goes there by Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to fields by Tab and types into them. */
export async function type(page: Page, fields: [Locator, string][]): Promise<void> {
  for (const [field, text] of fields) {
    await tabTo(page, field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  }
}

/** Chooses in a native select by the beginning of the option's text. */
export async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await tabTo(page, select);
  await page.keyboard.type(option);
  const chosen = select.locator('option:checked');
  await expect(chosen).toContainText(option);
}

/** Goes through a table's cells: down to the row, and to an action or a box in it. */
export async function toCell(page: Page, row: Locator, target: Locator): Promise<void> {
  const grid = page.getByRole('grid').filter({ has: row });
  await tabTo(page, grid.locator('[tabindex="0"]').first());
  for (let presses = 0; presses < MANY; presses += 1) {
    if (await row.evaluate((element) => element.contains(element.ownerDocument.activeElement)))
      break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Home');
  await pressUntil(page, 'ArrowRight', target);
}
