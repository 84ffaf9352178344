import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { StubAnswer, stubApi, type SeenCall } from '../../ui/testing/stub-api.ts';
import { TestingPage } from './desk.tsx';

const rows = ['invoice', 'customer', 'article'].map((name, index) =>
  sampleObject({
    source_objectid: 101 + index,
    object_name: name,
    status: 'migrated',
    pair_id: 31 + index,
  }),
);
const SAID = [
  { id: 101, said: 'different' },
  { id: 102, said: 'never_called' },
];
const open = (more: Record<string, unknown> = {}) => {
  const api = stubApi({
    'GET /api/projects/12': sampleProject,
    'GET /api/auth/me': sampleUser,
    'GET /api/settings': { attachment_limit: 10 },
    'POST /api/testresults/assigntoTester': rows,
    'GET /api/objects/101': rows[0],
    'GET /api/objects/103': rows[2],
    'GET /api/projects/12/pairs/31': new StubAnswer({}, 404),
    'GET /api/projects/12/pairs/33': new StubAnswer({}, 404),
    'POST /api/objects/contradictions': ({ body }: SeenCall) =>
      SAID.filter(({ id }) => (body as { ids: number[] }).ids.includes(id)),
    'PUT /api/testresults/101': ({ body }: SeenCall) => ({ ...(body as object), version: 6 }),
    'PUT /api/testresults/103': ({ body }: SeenCall) => ({ ...(body as object), version: 6 }),
    'POST /api/objects/edit': { saved: 3, changed: [], refused: [] },
    ...more,
  });
  renderScreen(TestingPage, '/testing?project=12&side=source');
  return api;
};
const verify = async (name: string) => {
  const row = (await screen.findByRole('cell', { name })).closest('tr')!;
  await userEvent.click(within(row).getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(dialog.getByLabelText('status'), 'verified');
  return dialog;
};
const sent = (api: ReturnType<typeof stubApi>, id: number) =>
  api.sent('PUT', `/api/testresults/${id}`).map(({ body }) => body as { reason?: string });

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('verifying against the evidence', () => {
  it('asks for the reason, and sends it', async () => {
    const api = open();
    const dialog = await verify('invoice');
    expect(
      await dialog.findByText(/^The proof says: different\./, {}, { timeout: 10_000 }),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('reason is required')).toBeTruthy();
    expect(sent(api, 101)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('reason'), 'Known.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(api, 101)).toHaveLength(1));
    expect(sent(api, 101)[0]!.reason).toBe('Known.');
  });

  it('asks nothing where the proof says nothing against it, nor of another status', async () => {
    const api = open();
    const dialog = await verify('article');
    await waitFor(() => expect(api.sent('POST', '/api/objects/contradictions')).toHaveLength(1));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(api, 103)).toHaveLength(1));
    expect(sent(api, 103)[0]!.reason).toBeUndefined();
  });

  it('does not save before it knows what the proof says', async () => {
    let answer: (value: unknown) => void = () => {};
    const api = open({
      'POST /api/objects/contradictions': () => new Promise((resolve) => (answer = resolve)),
    });
    const dialog = await verify('invoice');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    answer([SAID[0]]);
    expect(await dialog.findByText(/^Please say why it is called done/)).toBeTruthy();
    expect(dialog.getByLabelText('reason')).toBeTruthy();
    expect(sent(api, 101)).toEqual([]);
  });

  it('asks once for many rows, with how many they are', async () => {
    const api = open();
    await screen.findByRole('cell', { name: 'invoice' });
    for (const name of ['invoice', 'customer', 'article'])
      await userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await userEvent.click(screen.getByRole('button', { name: 'Change status or comment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText('status'), 'verified');
    const reason = await dialog.findByLabelText(
      /^The proof of 2 rows says otherwise \(different, never called\)/,
    );
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save 3 rows' });
    expect(save.disabled).toBe(true);
    await userEvent.type(reason, 'Agreed.');
    await userEvent.click(save);
    await waitFor(() => expect(api.sent('POST', '/api/objects/edit')).toHaveLength(1));
    expect(api.sent('POST', '/api/objects/edit')[0]!.body).toEqual({
      ids: [101, 102, 103],
      status: 'verified',
      reason: 'Agreed.',
    });
  });
});
