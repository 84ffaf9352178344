import { expect, test } from './app.ts';
import { expectNoFaults, visit } from './axe.ts';

test.use({ world: 'cutover' });

test('a runbook is begun, rehearsed by two people at once, seen on a wall, and learns from it', async ({
  signedIn,
  shop,
}) => {
  const admin = await signedIn('admin');
  const address = `/cutover?project=${shop.projectId}`;
  await visit(admin, address);
  await admin.getByRole('button', { name: /^Start from the template / }).click();
  const steps = admin.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps.filter({ hasText: 'point of no return' })).toHaveCount(1);
  const count = await steps.count();
  await steps.first().getByRole('button', { name: 'Edit…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Edit a step' });
  await dialog.getByLabel('Owner').selectOption('tom');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(steps.first()).toContainText('tom');
  await expectNoFaults(admin, 'the runbook');

  const tom = await signedIn('tom');
  await tom.goto(address);
  await expect(tom.getByRole('button', { name: 'Start a rehearsal…' })).toHaveCount(0);
  await admin.getByRole('button', { name: 'Start a rehearsal…' }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: 'Start the rehearsal', exact: true })
    .click();
  await expect(admin).toHaveURL(/run=\d+/);
  // Without touching anything.
  await tom.getByRole('link', { name: 'Open' }).click();
  await tom.getByRole('button', { name: /^Start: Freeze/ }).click();
  await tom.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
  await expect(steps.first()).toContainText('under way');

  const wall = await signedIn('dora');
  await visit(wall, `/wall?project=${shop.projectId}`);
  await expect(wall.getByRole('region', { name: 'Now' })).toContainText('Freeze writes');
  await expectNoFaults(wall, 'the wall');
  await admin.getByRole('button', { name: /^Done: Freeze/ }).click();
  await expect(wall.getByRole('region', { name: 'Now' })).toContainText('No step is under way.');
  await expectNoFaults(admin, 'a rehearsal');
  await admin.getByRole('button', { name: 'Verify what counts now…' }).click();
  const verifying = admin.getByRole('dialog', { name: 'Compare' });
  await expect(verifying.getByLabel('What is compared')).toHaveValue('changed');
  await expect(verifying.getByLabel('How far')).toHaveValue('rows');
  await expectNoFaults(admin, 'what counts now');
  await verifying.getByLabel('Time limit in minutes').fill('45');
  await verifying.getByRole('button', { name: 'Start' }).click();
  await expect(admin.getByRole('region', { name: 'What counts now' })).toContainText(
    'Counts of all, rows of what changed:',
  );
  await tom.getByRole('button', { name: /^Record way back: Freeze/ }).click();
  const back = tom.getByRole('dialog', { name: /^Way back: Freeze/ });
  await back.getByLabel('The way back did not work').check();
  await expectNoFaults(tom, 'the way back of a step');
  await back.getByRole('button', { name: 'Record' }).click();
  await expect(back.getByText(/describe what did not work/)).toBeVisible();
  await back.getByLabel('Note').fill('Nobody had the key.');
  await back.getByRole('button', { name: 'Record' }).click();
  await expect(steps.first()).toContainText('The way back did not work');

  for (let left = count - 1; left > 0; left -= 1) {
    const skip = admin.getByRole('button', { name: /^Skip/ });
    await skip.first().click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
    await expect(skip).toHaveCount(left - 1);
  }
  await expect(wall.getByRole('status')).toHaveText('completed');
  await admin.getByRole('button', { name: 'Use measured durations…' }).click();
  const taking = admin.getByRole('dialog', { name: 'Measured durations' });
  await expect(taking.getByRole('row', { name: /Freeze/ })).toContainText('10');
  await taking.getByRole('button', { name: 'Use these durations' }).click();
  await admin.getByRole('link', { name: 'Back to the runbook' }).click();
  await expect(steps.first()).toContainText('1 min');
  await expect(admin.getByRole('region', { name: 'Rehearsals and cutovers' })).toContainText(
    'completed',
  );
});
