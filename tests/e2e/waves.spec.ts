import { expect, test } from './app.ts';

test.use({ world: 'waves' });

test('waves: proposed, looked at, moved by hand with a warning, and taken back', async ({
  page,
  app,
}) => {
  await page.goto('/login');
  await page.getByLabel('Username').fill(app.admin.username);
  await page.getByLabel('Password').first().fill(app.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Load the sample project' }).click();
  await expect(page.getByRole('region', { name: 'The sample in five steps' })).toBeVisible({
    timeout: 200_000,
  });
  await page.goto('/waves?project=1');
  await expect(page.getByRole('heading', { name: 'Waves', level: 1 })).toBeVisible();
  const board = page.getByRole('group', { name: 'Board' });
  await expect(board.getByRole('link', { name: 'Pilot' })).toBeVisible();
  const rows = await board.getByRole('row').count();

  await page.getByRole('button', { name: 'Propose waves…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Propose waves' });
  await dialog.getByLabel('Hours in a wave').fill('2');
  await dialog.getByRole('button', { name: 'Show proposal' }).click();
  await expect(dialog.getByText('1 wave that has begun stays as it is.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply these waves' }).click();
  await expect(page.getByText('Waves applied.')).toBeVisible();
  await expect.poll(() => board.getByRole('row').count()).toBeGreaterThan(rows);
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(page.getByText('The waves are as they were before.')).toBeVisible();
  await expect(board.getByRole('row')).toHaveCount(rows);

  // A table that views need goes into no wave.
  await page.getByRole('tab', { name: 'Objects' }).click();
  const objects = page.getByRole('grid', { name: 'Objects' });
  await page.getByRole('searchbox').first().fill('books');
  await objects.getByRole('checkbox', { name: /books/ }).first().check();
  await page.getByRole('button', { name: 'Move to a wave…' }).click();
  const move = page.getByRole('dialog', { name: 'Move 1 object' });
  await move.getByLabel('To').selectOption('Not in a wave');
  await expect(move.getByText(/This breaks \d+ dependenc/)).toBeVisible();
  await move.getByRole('button', { name: 'Move anyway' }).click();
  await expect(page.getByText('1 object moved.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(page.getByText('The waves are as they were before.')).toBeVisible();

  await page
    .getByRole('button', { name: /Needs \/ needed by/ })
    .first()
    .click();
  await expect(page.getByText(/If this is late|Nothing waits/)).toBeVisible();
});
