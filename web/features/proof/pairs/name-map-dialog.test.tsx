import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../../ui/testing/samples.ts';
import { stubApi } from '../../../ui/testing/stub-api.ts';
import { NameMapDialog } from './name-map-dialog.tsx';

/** A worker that reads when the test says so. */
class HeldWorker extends EventTarget {
  static last: HeldWorker;
  postMessage() {
    HeldWorker.last = this;
  }
  terminate() {}
  answer(rows: string[][]) {
    this.dispatchEvent(new MessageEvent('message', { data: { sheets: [{ name: '', rows }] } }));
  }
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows that a file is being read, where the next step will stand', async () => {
  storeUser(sampleUser);
  stubApi({ 'GET /api/auth/me': sampleUser });
  vi.stubGlobal('Worker', HeldWorker);
  renderScreen(() => <NameMapDialog projectId={12} onClose={() => undefined} />, '/screen');
  await screen.findByRole('dialog');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(input, new File(['a,b'], 'names.csv', { type: 'text/csv' }));
  const busy = await screen.findByRole('button', { name: 'Reading the file…' });
  expect(busy.dataset['loading']).toBe('true');
  HeldWorker.last.answer([
    ['old', 'new'],
    ['a', 'b'],
  ]);
  expect(await screen.findByRole('button', { name: 'Check rows: 1' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reading the file…' })).toBeNull();
});
