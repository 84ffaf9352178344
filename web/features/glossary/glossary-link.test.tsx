import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { GlossaryLink } from './glossary-link.tsx';

afterEach(cleanup);

it('explains the words of a place on the spot, and leads to all of them', async () => {
  renderScreen(() => <GlossaryLink terms={['gate', 'signoff']} />, '/gate?project=12');
  const link = await screen.findByRole('button', { name: 'What do these words mean?' });
  await userEvent.click(link);
  const shown = within(await screen.findByRole('dialog', { name: 'What do these words mean?' }));
  expect(shown.getAllByRole('term').map((one) => one.textContent)).toEqual([
    'cutover gate',
    'sign-off',
  ]);
  expect(
    shown.getByText(/^The conditions under which a project may be switched over/),
  ).toBeTruthy();
  const all = shown.getByRole('link', { name: 'All words in the glossary' });
  expect(all.getAttribute('href')).toBe('/admin/glossary');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(link);
});
