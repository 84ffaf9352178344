import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEXTS } from '../../../contract/texts.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi, type SeenCall } from '../../ui/testing/stub-api.ts';
import { DeveloperPage, TestingPage } from './desk.tsx';

const target = () => {
  const { source_objectid: _, ...row } = sampleObject({ target_objectid: 202 });
  return row;
};
const saved = ({ body }: SeenCall) => ({ ...(body as object), version: 6 });

const base = {
  'GET /api/objects/101': sampleObject(),
  'GET /api/objects/202': target(),
  'GET /api/projects/12': sampleProject,
  'GET /api/auth/me': sampleUser,
  'GET /api/settings': { attachment_limit: 10 },
};
const openSource = (row = sampleObject(), put: unknown = saved) => {
  const api = stubApi({
    ...base,
    'GET /api/objects/101': row,
    'POST /api/testresults/assigntoTester': [row],
    'PUT /api/testresults/101': put,
  });
  renderScreen(TestingPage, '/testing?project=12&side=source');
  return api;
};
const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  return within(await screen.findByRole('dialog'));
};
const puts = (api: ReturnType<typeof stubApi>, id: number) =>
  api.sent('PUT', `/api/testresults/${id}`).map((one) => one.body);

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
});

describe('testing screen', () => {
  // covers: 2.route.8, 2.testing.2
  it('shows the columns in the specified order', async () => {
    const api = openSource();
    const table = await screen.findByRole('grid');
    await within(table).findByRole('cell', { name: 'invoice' });
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map((one) => one.textContent?.replace(/[▲▼\d]/g, '').trim())).toEqual([
      // Selects all rows.
      '',
      'schema name',
      'object name',
      'object type id',
      'status',
      'test call',
      'test result',
      'comments',
      'object type',
      // Beside those of the specification.
      'proof',
      'Actions',
    ]);
    expect(api.sent('POST', '/api/testresults/assigntoTester')[0]!.body).toEqual({
      user_id: 7,
      Project_Id: 12,
    });
  });

  it('marks a row that changed, and its editor says what is proven, with the way there', async () => {
    const stale = sampleObject({
      pair_id: 31,
      structure_result: 'same',
      data_result: 'identical',
      stale_since: '2026-02-01T00:00:00Z',
    });
    const { pair_id: _, stale_since: __, ...results } = stale;
    stubApi({
      ...base,
      'GET /api/objects/101': stale,
      'POST /api/testresults/assigntoTester': [stale],
      'GET /api/projects/12/pairs/31': {
        ...results,
        structure_at: null,
        data_at: new Date(Date.now() - 4 * 60_000).toISOString(),
        call_at: null,
      },
    });
    renderScreen(TestingPage, '/testing?project=12&side=source');
    await screen.findByRole('cell', { name: 'invoice changed' });
    const dialog = await edit();
    const line = await dialog.findByText(/rows: identical, checked 4 minutes ago/);
    expect(line.textContent).toContain('structure: same · ');
    expect(line.textContent).toContain(' · changed since verified · Open proof');
    // Tables are not called.
    expect(line.textContent).not.toContain('calls');
    const link = dialog.getByRole('link', { name: 'Open proof' });
    expect(link.getAttribute('href')).toBe('/pair?project=12&pair=31');
  });

  // covers: 4.object.2
  it('refuses pending to verified on the source side, with a red alert and no call', async () => {
    const api = openSource();
    const dialog = await edit();
    const status = dialog.getByLabelText('status');
    expect(status.getAttribute('aria-describedby')).toBeTruthy();
    expect(dialog.getByText(/has not migrated it yet/)).toBeTruthy();
    await userEvent.selectOptions(status, 'verified');
    const alert = await screen.findByText(TEXTS.pendingToVerified);
    expect(alert.closest('[role=alert]')!.textContent).toContain(TEXTS.errorTitle);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    // Not once more beside itself.
    expect(screen.getAllByText(TEXTS.pendingToVerified)).toHaveLength(1);
    notifications.clean();
    await waitFor(() => expect(screen.queryByText(TEXTS.pendingToVerified)).toBeNull());
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText(TEXTS.pendingToVerified);
    expect(puts(api, 101)).toEqual([]);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  // covers: 2.testing.3, 3.object.3, 4.object.3
  it('does not refuse it on the target side, and sends the full row', async () => {
    const api = stubApi({
      ...base,
      'POST /api/testresults/assigntoTester/target/': [target()],
      'PUT /api/testresults/202': saved,
    });
    renderScreen(TestingPage, '/testing?project=12&side=target');
    const dialog = await edit();
    await userEvent.selectOptions(dialog.getByLabelText('status'), 'verified');
    await userEvent.type(dialog.getByLabelText('test result'), 'ok');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(puts(api, 202)).toEqual([
      {
        ...target(),
        status: 'verified',
        test_result: 'ok',
        Project_Name: 'Billing',
        user_id: 7,
        tableFlag: 'target',
      },
    ]);
    expect(screen.getByRole('cell', { name: 'ok' })).toBeTruthy();
    expect(api.unexpected).toEqual([]);
  });

  // covers: D1.4
  it('shows migrated as the current value', async () => {
    openSource(sampleObject({ status: 'migrated' }));
    const dialog = await edit();
    const status = dialog.getByLabelText<HTMLSelectElement>('status');
    expect(status.value).toBe('migrated');
    expect([...status.options].map((one) => one.value)).toEqual([
      'migrated',
      'pending',
      'verified',
    ]);
    for (const name of ['schema name', 'object name', 'object type id', 'object type']) {
      expect(dialog.getByLabelText<HTMLInputElement>(name).readOnly).toBe(true);
    }
  });

  // covers: D1.3
  it('asks once for a comment when a row goes back to pending', async () => {
    const api = openSource(sampleObject({ status: 'verified' }));
    const dialog = await edit();
    await userEvent.selectOptions(dialog.getByLabelText('status'), 'pending');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const asked = await dialog.findByText(/^Please say in the comments why/);
    const comments = dialog.getByLabelText('comments');
    expect(comments.getAttribute('aria-invalid')).toBe('true');
    expect(comments.getAttribute('aria-describedby')).toContain(asked.id);
    expect(document.activeElement).toBe(comments);
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(puts(api, 101)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts(api, 101)).toHaveLength(1));
  });

  it('keeps a picked screenshot with the pair, and says how large it may be', async () => {
    const row = sampleObject({ pair_id: 31 });
    const api = stubApi({
      ...base,
      'GET /api/objects/101': row,
      'POST /api/testresults/assigntoTester': [row],
      'POST /api/objects/contradictions': [],
      'GET /api/projects/12/pairs/31': null,
      'POST /api/projects/12/pairs/31/attachments': null,
    });
    renderScreen(TestingPage, '/testing?project=12&side=source');
    const dialog = await edit();
    const button = dialog.getByRole('button', { name: 'Attach screenshot' });
    expect(button.tabIndex).toBe(0);
    const said = document.getElementById(button.getAttribute('aria-describedby')!)!;
    await waitFor(() => expect(said.textContent).toContain('10 MB at most'));
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, new File(['x'], 'screen.png', { type: 'image/png' }));
    await screen.findByText('screen.png is kept as evidence.');
    const [sent] = api.sent('POST', '/api/projects/12/pairs/31/attachments');
    expect(sent!.body).toMatchObject({ name: 'screen.png', type: 'image/png' });
  });

  it('says what changed meanwhile; mine is saved over theirs with their version', async () => {
    const current = sampleObject({ version: 9, comments: 'from tess', test_result: 'theirs' });
    let tries = 0;
    const api = openSource(sampleObject(), (call: SeenCall) =>
      tries++ === 0 ? problemAnswer(409, 'Changed meanwhile.', { current }) : saved(call),
    );
    const dialog = await edit();
    await userEvent.type(dialog.getByLabelText('test result'), 'mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('from tess')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: /under my changes/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts(api, 101)).toHaveLength(2));
    expect(puts(api, 101)[1]).toMatchObject({
      version: 9,
      test_result: 'mine',
      comments: 'from tess',
    });
  });

  it('takes theirs instead', async () => {
    const current = sampleObject({ version: 9, test_result: 'theirs' });
    openSource(sampleObject(), problemAnswer(409, 'Changed meanwhile.', { current }));
    const dialog = await edit();
    await userEvent.type(dialog.getByLabelText('test result'), 'mine');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await userEvent.click(await dialog.findByRole('button', { name: /Use theirs/ }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>('test result').value).toBe('theirs');
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('cell', { name: 'theirs', hidden: true })).toBeTruthy();
  });

  it('says that a field that was left empty is required', async () => {
    openSource(sampleObject({ comments: 'x' }));
    const dialog = await edit();
    await userEvent.clear(dialog.getByLabelText('comments'));
    await userEvent.tab();
    expect(await dialog.findByText('comments is required')).toBeTruthy();
  });

  // covers: 8.lists.1
  it('offers Retry when the list cannot be loaded', async () => {
    stubApi({ ...base, 'POST /api/testresults/assigntoTester': problemAnswer(500, 'Broken.') });
    renderScreen(TestingPage, '/testing?project=12&side=source');
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').length).toBeGreaterThan(7);
  });
});

describe('developer screen', () => {
  const open = (row: ReturnType<typeof sampleObject>) => {
    const api = stubApi({
      ...base,
      'GET /api/objects/101': row,
      'POST /api/testresults/assigntoDeveloper': [row],
      'PUT /api/testresults/101': saved,
    });
    renderScreen(DeveloperPage, '/developer?project=12');
    return api;
  };

  // covers: 2.route.9, 2.testing.5, D2.1
  it('lets a developer say migrated, with a comment, and nothing else', async () => {
    const api = open(sampleObject());
    const dialog = await edit();
    expect(dialog.getByLabelText<HTMLInputElement>('test call').readOnly).toBe(true);
    await userEvent.selectOptions(dialog.getByLabelText('status'), 'migrated');
    await userEvent.type(dialog.getByLabelText('comments'), 'done');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(puts(api, 101)).toHaveLength(1));
    expect(puts(api, 101)[0]).toMatchObject({ status: 'migrated', comments: 'done', version: 5 });
  });

  it('leaves what is verified to the testers', async () => {
    open(sampleObject({ status: 'verified' }));
    const dialog = await edit();
    expect(dialog.getByLabelText<HTMLInputElement>('status').readOnly).toBe(true);
  });
});
