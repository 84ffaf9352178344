import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { DossierButton } from './dossier-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const FILE = 'GET /api/projects/12/dossier/file';
const dossier = {
  pairs: 1,
  evidence: 2,
  attachments: 0,
  comments: 3,
  history: 4_000,
  key: { fingerprint: 'ab'.repeat(32), public_key: 'PEM' },
};

async function open(file: unknown) {
  storeUser(sampleUser);
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/dossier': dossier,
    [FILE]: file,
  });
  const user = userEvent.setup();
  renderScreen(() => <DossierButton project={sampleProject} />, '/gate?project=12');
  await user.click(await screen.findByRole('button', { name: 'Dossier…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dossier' }));
  await dialog.findByText('4,000 lines of history');
  return { ...api, user, dialog };
}

it('says what is in a dossier and by which key it is sealed, and writes it', async () => {
  const taken: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        taken.push(file);
        return 'blob:1';
      },
      revokeObjectURL: () => {},
    }),
  );
  const { user, dialog } = await open('x'.repeat(20_000));
  expect(dialog.getByText('1 pair with its verdict')).toBeTruthy();
  expect(dialog.getByText('ab'.repeat(32))).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Write dossier' }));
  expect(await dialog.findByText('Written: 0.02 MB')).toBeTruthy();
  expect(taken.map(({ size }) => size)).toEqual([20_002]);
});

it('says why one was not written, and offers to write it again', async () => {
  const { user, dialog } = await open(problemAnswer(503, 'The store is away.'));
  await user.click(dialog.getByRole('button', { name: 'Write dossier' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('The store is away.');
  expect(dialog.getByRole('button', { name: 'Write dossier' })).toBeTruthy();
});

it('is cancelled by a button, and when its dialog closes', async () => {
  const signals: AbortSignal[] = [];
  const { user, dialog } = await open(null);
  const never = (_input: string, { signal }: RequestInit) =>
    new Promise<Response>((_, reject) => {
      signals.push(signal!);
      signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  vi.stubGlobal('fetch', never);
  await user.click(dialog.getByRole('button', { name: 'Write dossier' }));
  expect(await dialog.findByText('Writing: 0 MB so far')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await dialog.findByRole('button', { name: 'Write dossier' }));
  await dialog.findByText('Writing: 0 MB so far');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]));
});
