import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Signoff, Signoffs } from '../../../contract/signoff.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { type SeenCall, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { SignoffSection } from './signoff-section.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const HASH = 'ab'.repeat(32);
const signed: Signoff = {
  id: 5,
  role: 'developer',
  signed_by: 'dora',
  signed_at: '2026-02-01T20:00:00.000Z',
  remark: null,
  wave_id: null,
  wave: null,
  pair_id: null,
  hash: HASH,
  pairs: 42,
  open_pairs: 0,
  unpaired: 0,
  state: 'standing',
  ended_at: null,
  ended_by: null,
  changed_pairs: 0,
  changes: [],
  may_withdraw: 0,
};
const found = (over: Partial<Signoffs> = {}): Signoffs => ({
  hash: HASH,
  pairs: 42,
  open_pairs: 0,
  unpaired: 0,
  roles: ['tester'],
  has_clients: 0,
  signoffs: [signed],
  ...over,
});

function open(answer: Signoffs, answers: Record<string, unknown> = {}) {
  const api = stubApi({ 'GET /api/projects/12/signoffs': answer, ...answers });
  renderScreen(() => <SignoffSection scope={{ projectId: 12 }} />, '/gate?project=12');
  return api;
}
const sent = (calls: SeenCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ url, body }) => [url, body]);

describe('the sign-off', () => {
  it('says of each role who signed, and who has not', async () => {
    open(found());
    expect(await screen.findByText('Current state: 42 pairs, 0 of them open.')).toBeTruthy();
    expect(screen.getByText('Valid')).toBeTruthy();
    expect(screen.getByText(/signed by dora, /).textContent).toContain('2026');
    expect(screen.getAllByText('not signed')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
  });

  it('says what has changed since, with the way there', async () => {
    const changes = [
      { pair_id: 7, name: 'shop.b', was: 'proven', now: 'different' },
      { pair_id: 8, name: null, was: 'proven', now: null },
    ] as const;
    const reopened = { ...signed, state: 'reopened', changed_pairs: 3, changes: [...changes] };
    open(found({ signoffs: [reopened as Signoff] }));
    expect(await screen.findByText('3 of 42 pairs changed since.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'shop.b' });
    expect(link.getAttribute('href')).toBe('/pair?project=12&pair=7');
    expect(link.parentElement?.textContent).toBe('shop.b: proven, now different');
    expect(screen.getByText('and 1 more')).toBeTruthy();
  });

  it('signs what was seen, with the reason where not all is proven', async () => {
    const user = userEvent.setup();
    const { calls } = open(found({ open_pairs: 2, roles: ['developer', 'tester'] }), {
      'POST /api/projects/12/signoffs': problemAnswer(409, 'What is proven has changed meanwhile.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Sign…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/explain why you are signing anyway/)).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: 'Tester' }));
    await user.type(dialog.getByRole('textbox', { name: /Remark/ }), 'in wave 2');
    await user.click(dialog.getByRole('button', { name: 'Sign' }));
    expect(await dialog.findByText('What is proven has changed meanwhile.')).toBeTruthy();
    expect(sent(calls)).toEqual([
      ['/api/projects/12/signoffs', { role: 'tester', remark: 'in wave 2', seen: HASH }],
    ]);
  });

  it('is withdrawn once one is sure', async () => {
    const user = userEvent.setup();
    const mine = { ...signed, may_withdraw: 1 as const };
    const gone = { ...signed, state: 'withdrawn', ended_at: signed.signed_at, ended_by: 'dora' };
    const { calls } = open(found({ signoffs: [mine] }), {
      'POST /api/projects/12/signoffs/5/withdraw': found({ signoffs: [gone as Signoff] }),
    });
    await user.click(
      await screen.findByRole('button', { name: 'Withdraw the sign-off as Developer by dora' }),
    );
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }),
    );
    await waitFor(() => expect(screen.getByText('1 earlier sign-off')).toBeTruthy());
    expect(screen.getAllByText('not signed')).toHaveLength(3);
    expect(sent(calls)).toHaveLength(1);
  });

  it('offers nothing to sign where nothing is paired', async () => {
    open(found({ pairs: 0, signoffs: [] }));
    expect(await screen.findByText(/nothing to sign/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Sign…' })).toBeNull();
  });
});
