import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../../ui/testing/samples.ts';
import { stubApi } from '../../../ui/testing/stub-api.ts';
import { NameMapDialog } from './name-map-dialog.tsx';

type Sheets = { name: string; rows: string[][] }[];
let finish: (sheets: Sheets) => void;
vi.mock('../../spreadsheet/read-file.ts', () => ({
  readFile: () => new Promise<Sheets>((resolve) => (finish = resolve)),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows that a file is being read, where the next step will stand', async () => {
  storeUser(sampleUser);
  stubApi({ 'GET /api/auth/me': sampleUser });
  renderScreen(() => <NameMapDialog projectId={12} onClose={() => undefined} />, '/screen');
  await screen.findByRole('dialog');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(input, new File(['a,b'], 'names.csv', { type: 'text/csv' }));
  const busy = await screen.findByRole('button', { name: 'Reading the file…' });
  expect(busy.dataset['loading']).toBe('true');
  finish([
    {
      name: '',
      rows: [
        ['old', 'new'],
        ['a', 'b'],
      ],
    },
  ]);
  expect(await screen.findByRole('button', { name: 'Check rows: 1' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reading the file…' })).toBeNull();
});
