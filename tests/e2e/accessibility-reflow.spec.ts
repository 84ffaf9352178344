import type { Page } from '@playwright/test';
import { listPairs, matchObjects } from '../../contract/proof/pairs.ts';
import { expect, test } from './app.ts';
import { RIGHT_TO_LEFT, visit, wear } from './axe.ts';
import { ADMIN_SCREENS } from './parts.ts';
import type { World } from './world.ts';

test.use({ world: 'accessibility' });

interface Measured {
  scrollWidth: number;
  clientWidth: number;
}

async function screensOf({ admin, projectId: id }: World): Promise<string[]> {
  await admin.call(matchObjects, { params: { id } });
  const [pair] = await admin.call(listPairs, { params: { id } });
  return [
    ...ADMIN_SCREENS,
    `/admin/dashboard?project=${id}`,
    `/admin/spreadsheet?project=${id}`,
    `/dbconnect?project=${id}`,
    `/webhooks?project=${id}`,
    `/adminresults?project=${id}&side=source`,
    `/assignobjects?project=${id}&side=source`,
    `/testing?project=${id}&side=source`,
    `/developer?project=${id}`,
    `/assessment?project=${id}`,
    `/waves?project=${id}`,
    `/proof?project=${id}`,
    `/pairs?project=${id}`,
    `/pairrules?project=${id}`,
    ...['structure', 'data', 'call', 'evidence', 'history', 'comments'].map(
      (tab) => `/pair?project=${id}&pair=${pair!.id}&tab=${tab}`,
    ),
    `/proofreport?project=${id}`,
    `/forecast?project=${id}`,
    `/gate?project=${id}`,
    `/cutover?project=${id}`,
    `/client?project=${id}`,
    '/register',
    '/login',
  ];
}

/** By how much the page is wider than its window, what can be pressed but not be scrolled to, and which buttons are cut. */
const OUTSIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const inScroller = (one) => one && (scrolls(one) || inScroller(one.parentElement));
  const lost = [...document.querySelectorAll('a, button, input, select, textarea')].filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    const away = right < 0 && one.matches('[href="#content"]');
    const shown = one.checkVisibility({ visibilityProperty: true });
    return shown && !away && width > 1 && (left < -1 || right > clientWidth + 1) && !inScroller(one);
  });
  const cut = [...document.querySelectorAll('.mantine-Button-label')].filter(
    (one) => one.scrollWidth > one.clientWidth + 1,
  );
  return {
    wider: scrollWidth - clientWidth,
    cut: cut.map((one) => one.textContent),
    lost: lost.map((one) => one.ariaLabel ?? one.textContent ?? one.outerHTML),
  };
})()`;

async function expectAllInside(page: Page, where: string): Promise<void> {
  expect.soft(await page.evaluate(OUTSIDE), where).toEqual({
    wider: 0,
    cut: [],
    lost: [],
  });
}

test('no screen scrolls sideways in a narrow window', async ({ signedIn, shop }) => {
  const page = await signedIn('admin');
  for (const address of await screensOf(shop)) {
    await visit(page, address);
    // A window of 1280 pixels at twice the size, and a small phone.
    for (const [width, height] of [
      [640, 400],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await wear(page);
      await expectAllInside(page, `${address} at ${width}`);
      await wear(page, RIGHT_TO_LEFT);
      await expectAllInside(page, `${address} at ${width}, right to left`);
    }
  }
});

test('what is shown once, or said of many objects, is whole on a phone', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, `/webhooks?project=${shop.projectId}`);
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await page.getByRole('button', { name: 'Save' }).click();
  const secret = page.getByText(/^whsec_/);
  await expect(secret).toBeVisible();
  const { x, width } = (await secret.boundingBox())!;
  expect(x + width).toBeLessThan(320);
  expect(await secret.evaluate((one: Measured) => one.scrollWidth - one.clientWidth)).toBe(0);

  await visit(page, `/assignobjects?project=${shop.projectId}&side=source`);
  await page.getByRole('checkbox').nth(1).check();
  await expectAllInside(page, 'with a selected object');
});

test('where the system sets the colours, what is chosen can still be seen', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn('admin');
  await page.emulateMedia({ forcedColors: 'active' });
  const groundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const of = globalThis as unknown as {
          getComputedStyle: (element: unknown) => { backgroundColor: string };
        };
        return of.getComputedStyle(one).backgroundColor;
      });
  await visit(page, `/adminresults?project=${shop.projectId}&side=source&f.status=pending`);
  for (const [chosen, other] of [
    ['main nav [aria-current]', 'main nav a:not([aria-current])'],
    ['[role=group] a[aria-current]', '[role=group] a:not([aria-current])'],
    ['[aria-pressed=true]', '[aria-pressed=false]'],
  ] as const) {
    expect(await groundOf(chosen), chosen).not.toBe(await groundOf(other));
  }

  // What the parts of a drawing mean is told by what is drawn below it.
  await visit(page, '/admin/dashboard');
  const parts = page.locator('main li > svg > rect');
  await expect(parts.first()).toBeVisible();
  const fills = await parts.evaluateAll((all: unknown[]) => {
    const of = globalThis as unknown as {
      getComputedStyle: (element: unknown) => { fill: string };
    };
    return all.slice(0, 3).map((one) => of.getComputedStyle(one).fill);
  });
  expect(new Set(fills).size).toBe(3);
});
