import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './app.ts';
import { toast } from './parts.ts';

test.use({ world: 'webhooks' });

/** A receiver that is not ready for the first call. */
async function startReceiver() {
  const seen: { event: string; signed: boolean }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const signed = Object.keys(request.headers).some((name) => name.includes('signature'));
      seen.push({ event: (JSON.parse(text) as { event: string }).event, signed });
      response.statusCode = seen.length === 1 ? 503 : 200;
      response.end(seen.length === 1 ? 'Not ready yet' : 'Thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/hook`, seen, stop };
}

test('a webhook: found by the palette, added, called, and called again after it failed', async ({
  signedIn,
  shop,
}) => {
  const receiver = await startReceiver();
  try {
    const page = await signedIn('admin');
    await page.goto(`/dbconnect?project=${shop.projectId}`);
    await expect(page.getByRole('link', { name: 'Webhooks' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search' }).fill('webhooks');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/webhooks\\?project=${shop.projectId}`));
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel(/^Address/).fill(receiver.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('it will not be shown again')).toBeVisible();
    const card = page.getByRole('region', { name: /^127\.0\.0\.1/ });
    await expect(card.getByText('Nothing has been sent yet.')).toBeVisible();

    await card.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(toast(page, 'Error', 'It responded with status 503.')).toBeVisible();
    const call = card.getByRole('row').filter({ hasText: 'It responded' });
    await expect(call).toContainText('waiting');
    await call.getByRole('button', { name: 'Test' }).click();
    await expect(card.getByRole('group', { name: 'Response 503' })).toHaveText('Not ready yet');

    // On a phone the log scrolls in its place, and what was sent fits beside it.
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const sent = (await card.getByRole('group', { name: 'Request' }).boundingBox())!;
    expect(sent.x + sent.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width, height });

    await call.getByRole('button', { name: /^Send again/ }).click();
    await expect(toast(page, 'Success', 'The call was delivered.')).toBeVisible();
    await expect(card.getByRole('row').nth(1)).toContainText('sent');
    await expect(card.getByRole('row').nth(1)).toContainText('2');
    await expect(card.getByRole('group', { name: 'Response 200' })).toHaveText('Thank you');
    expect(receiver.seen).toEqual([
      { event: 'test', signed: true },
      { event: 'test', signed: true },
    ]);
  } finally {
    await receiver.stop();
  }
});
