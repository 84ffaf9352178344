import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { STAMP_FORMAT } from '../../../contract/dossier.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { DossierButton } from './dossier-dialog.tsx';

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
  time_stamp_server: 'stamps.example',
};

async function open(
  file: unknown,
  over: Partial<typeof dossier | { time_stamp_server: null }> = {},
) {
  storeUser(sampleUser);
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/dossier': { ...dossier, ...over },
    [FILE]: file,
  });
  const user = userEvent.setup();
  renderScreen(() => <DossierButton project={sampleProject} />, '/gate?project=12');
  await user.click(await screen.findByRole('button', { name: 'Dossier…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Dossier' }));
  await dialog.findByText('4,000 history entries');
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

/** A file whose only entry is what it says of its time stamp. */
function fileSaying(record: object): Uint8Array<ArrayBuffer> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const [name, content] = [encode('seal/stamp.json'), encode(JSON.stringify(record))];
  const header = (size: number, put: (view: DataView) => void) => {
    const view = new DataView(new ArrayBuffer(size));
    put(view);
    return new Uint8Array(view.buffer);
  };
  const local = header(30, (view) => view.setUint16(26, name.byteLength, true));
  const listed = header(46, (view) => {
    view.setUint32(20, content.byteLength, true);
    view.setUint16(28, name.byteLength, true);
  });
  const end = header(22, (view) => {
    view.setUint32(12, listed.byteLength + name.byteLength, true);
    view.setUint32(16, local.byteLength + name.byteLength + content.byteLength, true);
  });
  return Uint8Array.from([local, name, content, listed, name, end].flatMap((part) => [...part]));
}

const hash = '0'.repeat(64);
const record = { format: STAMP_FORMAT, manifest: hash, page: hash };
const token = {
  sha256: hash,
  at: '2026-01-02T03:04:05.000Z',
  authority: 'Clock & Sons',
  serial: '1',
  policy: '1.2.3',
};
const why = 'The time stamp server stamps.example answered with status 500.';
const said = { code: 'stamp.answered', params: { host: 'stamps.example', code: 500 } };

it.each([
  [
    { ...record, token, why: null, why_said: null },
    /^Time stamp: .*2026.*, signed by Clock & Sons$/,
  ],
  [{ ...record, token: null, why, why_said: said }, `It has no time stamp. ${why}`],
])('says of the written file whether it has a time stamp', async (content, expected) => {
  const { user, dialog } = await open(null);
  expect(dialog.getByText(/stamps\.example is asked to sign the time/)).toBeTruthy();
  vi.stubGlobal('fetch', async () => new Response(fileSaying(content)));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  await user.click(dialog.getByRole('button', { name: 'Write dossier' }));
  const status = dialog.getByRole('status');
  await waitFor(() => expect(status.lastElementChild?.textContent).toMatch(expected));
});

it('says once that there is no time stamp, where no server is set', async () => {
  const { user, dialog } = await open(null, { time_stamp_server: null });
  const none = { code: 'stamp.noServer', params: {} };
  const content = { ...record, token: null, why: 'No time stamp server is set.', why_said: none };
  vi.stubGlobal('fetch', async () => new Response(fileSaying(content)));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  await user.click(dialog.getByRole('button', { name: 'Write dossier' }));
  await dialog.findByText(/^Written: /);
  expect(dialog.getAllByText(/No time stamp server is set|no time stamp/)).toHaveLength(1);
});

it('writes it again, with a time stamp, where the server did not answer at first', async () => {
  const { user, dialog } = await open(null);
  const answers = [
    { ...record, token: null, why, why_said: said },
    { ...record, token, why: null, why_said: null },
  ];
  vi.stubGlobal('fetch', async () => new Response(fileSaying(answers.shift()!)));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  await user.click(dialog.getByRole('button', { name: 'Write dossier' }));
  await user.click(await dialog.findByRole('button', { name: 'Write again with a time stamp' }));
  expect(await dialog.findByText(/^Time stamp: .*2026/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Write again/ })).toBeNull();
  expect(answers).toEqual([]);
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
