import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_BULK_EDIT, type ObjectRow } from '../../../contract/objects.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { StubAnswer, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { AssignObjectsPage } from './assign-objects-page.tsx';

const unassigned = { developer: null, developer_name: null, tester: null, tester_name: null };
const source = (): ObjectRow[] => [
  sampleObject(unassigned),
  sampleObject({ ...unassigned, source_objectid: 102, object_name: 'customer' }),
];
const target = () =>
  source().map(({ source_objectid, ...row }) => ({ ...row, target_objectid: source_objectid }));

const open = (side: 'source' | 'target', more: Record<string, unknown> = {}) => {
  const api = stubApi({
    'GET /api/projects/12': sampleProject,
    'GET /api/testresults/12': source(),
    'GET /api/testresults/target/12': target(),
    'GET /api/assignobjects/developer/12': [{ user_id: 8, username: 'dev' }],
    'GET /api/assignobjects/tester/12': [{ user_id: 9, username: 'tess' }],
    'PUT /api/assignobjects/developerupdate/': { assigned: 1, undo: 'one' },
    'PUT /api/assignobjects/testerupdatesource/': { assigned: 2, undo: 'two' },
    'PUT /api/assignobjects/testerupdatetarget/': { assigned: 1, undo: 'three' },
    'POST /api/objects/undo': { restored: 1 },
    'POST /api/objects/holders': [],
    ...more,
  });
  renderScreen(AssignObjectsPage, `/assignobjects?project=12&side=${side}`);
  return api;
};
const check = async (name: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name }));
const choose = async (dropdown: string, name: string) => {
  await userEvent.click(await screen.findByLabelText(dropdown, { selector: 'input' }));
  await userEvent.click(await screen.findByRole('option', { name }));
};

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
});

describe('assign objects', () => {
  // covers: 2.route.11, 2.assign.1, 2.assign.2
  it('shows the four columns first and no dropdown before a row is selected', async () => {
    open('source');
    await screen.findByRole('checkbox', { name: 'Select invoice' });
    const headers = screen
      .getAllByRole('columnheader')
      .map((one) => one.textContent?.trim())
      .filter(Boolean);
    expect(headers).toEqual([
      'schema name',
      'object name',
      'object type id',
      'object type',
      'developer',
      'tester',
      'due date',
    ]);
    expect(screen.queryByText('Assign To Tester')).toBeNull();
  });

  it('sets a due date for the selected rows, and takes it away', async () => {
    const changed = [{ id: 102, version: 6 }];
    const api = open('source', { 'POST /api/objects/edit': { saved: 1, changed, refused: [] } });
    await check('Select customer');
    fireEvent.change(screen.getByLabelText('due date'), { target: { value: '2026-03-01' } });
    await userEvent.click(screen.getByRole('button', { name: 'Set due date' }));
    expect(await screen.findByText('1 row saved')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('due date'), { target: { value: '' } });
    await userEvent.click(screen.getByRole('button', { name: 'Remove due date' }));
    await waitFor(() =>
      expect(api.sent('POST', '/api/objects/edit').map(({ body }) => body)).toEqual([
        { ids: [102], due_date: '2026-03-01' },
        { ids: [102], due_date: null },
      ]),
    );
  });

  it('restores the due dates that the rows had before', async () => {
    const changed = [{ id: 102, version: 6 }];
    const api = open('source', {
      'POST /api/objects/edit': { saved: 1, changed, refused: [] },
      'POST /api/objects/edit/undo': { restored: 1, refused: [] },
    });
    await check('Select customer');
    fireEvent.change(screen.getByLabelText('due date'), { target: { value: '2026-03-01' } });
    await userEvent.click(screen.getByRole('button', { name: 'Set due date' }));
    await screen.findByText('1 row saved');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 row is as it was before.')).toBeTruthy();
    expect(api.sent('POST', '/api/objects/edit/undo')[0]!.body).toEqual({ changed });
    await waitFor(() => expect(screen.queryByText('1 row saved')).toBeNull());
  });

  it('lists the rows whose due date was refused, with the reason', async () => {
    const refused = [{ id: 102, object_name: 'customer', detail: 'It is archived.' }];
    open('source', {
      'POST /api/objects/edit': { saved: 1, changed: [{ id: 101, version: 6 }], refused },
    });
    await check('Select all rows');
    fireEvent.change(screen.getByLabelText('due date'), { target: { value: '2026-03-01' } });
    await userEvent.click(screen.getByRole('button', { name: 'Set due date' }));
    const dialog = within(await screen.findByRole('dialog', { name: '1 row was not changed' }));
    expect(dialog.getByRole('listitem').textContent).toBe('customer: It is archived.');
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(await screen.findByText('1 row saved')).toBeTruthy();
  });

  it('says how far Undo came when a later part of many rows fails, and goes on from there', async () => {
    const changed = Array.from({ length: MAX_BULK_EDIT + 2 }, (_, id) => ({
      id: id + 1,
      version: 2,
    }));
    const restored = (count: number) => ({ restored: count, refused: [] });
    let answers: unknown[] = [restored(MAX_BULK_EDIT), problemAnswer(503, 'Busy.'), restored(2)];
    const api = open('source', {
      'POST /api/objects/edit': { saved: changed.length, changed, refused: [] },
      'POST /api/objects/edit/undo': () => {
        const [answer, ...later] = answers;
        answers = later;
        return answer;
      },
    });
    await check('Select customer');
    await userEvent.click(screen.getByRole('button', { name: 'Remove due date' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    const failed = await screen.findByText(/Not undone: /);
    expect(failed.textContent).toContain('10,002 rows saved');
    expect(failed.textContent).toContain(
      '10,000 rows are as they were before. 2 rows were not reached: Busy.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('10,002 rows are as they were before.')).toBeTruthy();
    const parts = api.sent('POST', '/api/objects/edit/undo').map(({ body }) => body);
    expect(parts[2]).toEqual({ changed: changed.slice(MAX_BULK_EDIT) });
    expect(screen.queryByText(/Not undone/)).toBeNull();
  });

  it('offers to undo what was saved before a later part fails', async () => {
    const ids = Array.from({ length: MAX_BULK_EDIT + 1 }, (_, index) => index + 1);
    const saved = { saved: MAX_BULK_EDIT, changed: [{ id: 1, version: 2 }], refused: [] };
    let answers: unknown[] = [saved, problemAnswer(503, 'Busy.')];
    open('source', {
      'GET /api/testresults/12': new StubAnswer(source(), 200, { 'x-total-count': '10001' }),
      'GET /api/projects/12/objectids': ids,
      'POST /api/objects/edit': () => {
        const [answer, ...later] = answers;
        answers = later;
        return answer;
      },
    });
    await check('Select all rows');
    await screen.findByText('All 10,001 rows selected');
    await userEvent.click(screen.getByRole('button', { name: 'Remove due date' }));
    expect(await screen.findByText('Busy.')).toBeTruthy();
    const notice = screen.getByText('10,000 rows saved').closest<HTMLElement>('[role=status]')!;
    expect(within(notice).getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('lists what was refused before a later part fails', async () => {
    const ids = Array.from({ length: MAX_BULK_EDIT + 1 }, (_, index) => index + 1);
    const refused = [{ id: 2, object_name: 'orders', detail: 'Gone.' }];
    let answers: unknown[] = [{ saved: 1, changed: [], refused }, problemAnswer(503, 'Busy.')];
    open('source', {
      'GET /api/testresults/12': new StubAnswer(source(), 200, { 'x-total-count': '10001' }),
      'GET /api/projects/12/objectids': ids,
      'POST /api/objects/edit': () => {
        const [answer, ...later] = answers;
        answers = later;
        return answer;
      },
    });
    await check('Select all rows');
    await screen.findByText('All 10,001 rows selected');
    await userEvent.click(screen.getByRole('button', { name: 'Remove due date' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('Gone.');
  });

  it('keeps the notice while its Undo runs, and with the reason and a retry when that fails', async () => {
    let answer: unknown;
    open('source', { 'POST /api/objects/undo': () => answer });
    await check('Select customer');
    await choose('Assign To Developer', 'dev');
    const said = await screen.findByText(TEXTS.assignedToDeveloper);
    const notice = said.closest<HTMLElement>('[role=status]')!;
    const undo = within(notice).getByRole<HTMLButtonElement>('button', { name: 'Undo' });
    let fail = () => {};
    const failed = new Promise<unknown>((resolve) => {
      fail = () => resolve(problemAnswer(503, 'Busy.'));
    });
    answer = failed;
    await userEvent.click(undo);
    // Disabled, it would lose the focus.
    await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBe('true'));
    expect([undo.disabled, document.activeElement]).toEqual([false, undo]);
    fail();
    await screen.findByText(/Not undone: Busy\./);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    answer = { restored: 1 };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 assignment restored')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(TEXTS.assignedToDeveloper)).toBeNull());
  });

  it('keeps the rows for the other role after the first assignment was taken back', async () => {
    open('source');
    await check('Select customer');
    await choose('Assign To Developer', 'dev');
    await screen.findByText(TEXTS.assignedToDeveloper);
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    await screen.findByText('1 assignment restored');
    await choose('Assign To Tester', 'tess');
    await screen.findByText(TEXTS.assignedToTester);
    expect(screen.getByText('1 row selected')).toBeTruthy();
  });

  // covers: 1.people.4, 2.assign.4, 2.assign.5, 3.payload.1, 8.assign.2
  it('sends the id, the dropdown name and the role, and says so', async () => {
    const api = open('source');
    await check('Select customer');
    await choose('Assign To Developer', 'dev');
    expect(await screen.findByText(TEXTS.assignedToDeveloper)).toBeTruthy();
    expect(api.sent('PUT', '/api/assignobjects/developerupdate/')[0]!.body).toEqual([
      { source_objectid: 102, developer: 8, role: 8 },
    ]);
    // The list in sight is fetched again.
    await waitFor(() => expect(api.sent('GET', '/api/testresults/12').length).toBeGreaterThan(1));
    // The same rows get a tester next.
    expect(screen.getByText('1 row selected')).toBeTruthy();
    await choose('Assign To Tester', 'tess');
    await waitFor(() => expect(screen.queryByText('Assign To Developer')).toBeNull());
  });

  it('keeps the rows selected for the other role, whichever is given first', async () => {
    open('source');
    await check('Select customer');
    await choose('Assign To Tester', 'tess');
    expect(await screen.findByText(TEXTS.assignedToTester)).toBeTruthy();
    expect(screen.getByText('1 row selected')).toBeTruthy();
    await choose('Assign To Developer', 'dev');
    await waitFor(() => expect(screen.queryByText('1 row selected')).toBeNull());
  });

  it('takes keys that come faster than a busy browser opens the list', async () => {
    const api = open('source');
    await check('Select customer');
    const dropdown = await screen.findByLabelText('Assign To Developer', { selector: 'input' });
    act(() => dropdown.focus());
    fireEvent.keyDown(dropdown, { code: 'ArrowDown' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    fireEvent.keyDown(dropdown, { code: 'Enter' });
    await waitFor(() =>
      expect(api.sent('PUT', '/api/assignobjects/developerupdate/')[0]?.body).toEqual([
        { source_objectid: 102, developer: 8, role: 8 },
      ]),
    );
  });

  // covers: 2.assign.3, 4.assign.1
  it('shows only the tester dropdown on the target side', async () => {
    const api = open('target');
    await check('Select invoice');
    await screen.findByLabelText('Assign To Tester', { selector: 'input' });
    expect(screen.queryByText('Assign To Developer')).toBeNull();
    await choose('Assign To Tester', 'tess');
    expect(await screen.findByText(TEXTS.assignedToTester)).toBeTruthy();
    expect(api.sent('PUT', '/api/assignobjects/testerupdatetarget/')[0]!.body).toEqual([
      { target_objectid: 101, tester: 9, role: 9 },
    ]);
    expect(api.sent('GET', '/api/assignobjects/developer/12')).toEqual([]);
  });

  it('shows what waits for each person, and shares out evenly after a preview', async () => {
    const api = open('source', {
      'GET /api/dashboard': {
        people: [
          { user_id: 8, username: 'dev', migrated: 1, tested: 0, to_migrate: 12, to_test: 3 },
        ],
      },
      'GET /api/assignobjects/developer/12': [
        { user_id: 8, username: 'dev' },
        { user_id: 10, username: 'dora' },
        { user_id: 11, username: 'dina' },
      ],
    });
    await check('Select invoice');
    expect(screen.queryByRole('button', { name: 'Share evenly…' })).toBeNull();
    await check('Select customer');
    await userEvent.click(
      await screen.findByLabelText('Assign To Developer', { selector: 'input' }),
    );
    expect((await screen.findByRole('option', { name: /^dev/ })).textContent).toBe(
      'devto migrate: 12',
    );
    await userEvent.keyboard('{Escape}');

    await userEvent.click(screen.getByRole('button', { name: 'Share evenly…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share 2 objects evenly' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'dina' }));
    const rows = () =>
      dialog
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' '));
    expect(rows()).toEqual(['dev 12 1', 'dora 0 1', 'dina 0 0']);
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText(/assigned to dev, dora as developer\./)).toBeTruthy();
    expect(api.sent('PUT', '/api/assignobjects/developerupdate/')[0]!.body).toEqual([
      { source_objectid: 101, developer: 8, role: 8 },
      { source_objectid: 102, developer: 10, role: 10 },
    ]);
  });

  it('takes an assignment back', async () => {
    const api = open('source');
    await check('Select all rows');
    await choose('Assign To Tester', 'Nobody (unassign)');
    await waitFor(() =>
      expect(api.sent('PUT', '/api/assignobjects/testerupdatesource/')[0]!.body).toEqual([
        { source_objectid: 101, tester: null, role: null },
        { source_objectid: 102, tester: null, role: null },
      ]),
    );
  });

  it('takes an assignment back with Undo, from the notification or from the banner', async () => {
    const api = open('source');
    await check('Select customer');
    await choose('Assign To Developer', 'dev');
    const notice = await screen.findByText(TEXTS.assignedToDeveloper);
    const undo = within(notice.closest<HTMLElement>('[role=status]')!);
    expect(await screen.findByText('1 object assigned to dev as developer.')).toBeTruthy();
    await userEvent.click(undo.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 assignment restored')).toBeTruthy();
    expect(api.sent('POST', '/api/objects/undo')[0]!.body).toEqual({ undo: 'one' });
    expect(screen.queryByText('1 object assigned to dev as developer.')).toBeNull();
    await waitFor(() => expect(screen.queryByText(TEXTS.assignedToDeveloper)).toBeNull());
  });

  it('asks before more than a page is assigned, all that match selected by their ids', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
    const api = open('source', {
      'GET /api/testresults/12': new StubAnswer(source(), 200, { 'x-total-count': '1000' }),
      'GET /api/projects/12/objectids': ids,
      'PUT /api/assignobjects/testerupdatesource/': { assigned: 1_000, undo: 'many' },
    });
    await check('Select all rows');
    expect(await screen.findByText('All 1,000 rows selected')).toBeTruthy();
    expect(api.sent('GET', '/api/projects/12/objectids')[0]!.url).toContain('side=source');
    await choose('Assign To Tester', 'tess');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('1,000 objects go to tess as tester.')).toBeTruthy();
    expect(api.sent('PUT', '/api/assignobjects/testerupdatesource/')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Assign 1,000 objects' }));
    expect(await screen.findByText(TEXTS.assignedToTester)).toBeTruthy();
    const [sent] = api.sent('PUT', '/api/assignobjects/testerupdatesource/');
    expect(sent!.body).toHaveLength(1_000);
  });

  it('names who loses objects, asking first where they are many', async () => {
    const holders = (count: number) => [
      { user_id: 10, username: 'tina', count },
      { user_id: 9, username: 'tess', count: 40 },
    ];
    let now = holders(21);
    const api = open('source', { 'POST /api/objects/holders': () => now });
    await check('Select customer');
    await choose('Assign To Tester', 'tess');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('tina loses 21 objects.')).toBeTruthy();
    expect(dialog.queryByText(/tess loses/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(api.sent('PUT', '/api/assignobjects/testerupdatesource/')).toEqual([]);
    expect(api.sent('POST', '/api/objects/holders')[0]!.body).toEqual({
      ids: [102],
      role: 'tester',
    });

    now = holders(1);
    await choose('Assign To Tester', 'tess');
    const said = await screen.findByText(/assigned to tess as tester\./);
    expect(said.textContent).toContain('1 was with tina before.');
    expect(said.textContent).not.toContain('tess before');
  });

  // covers: 8.assign.1, D23.2
  it('fails with the bare Error alert, and the reason in the banner', async () => {
    open('source', {
      'PUT /api/assignobjects/testerupdatesource/': problemAnswer(422, 'tess is not a tester.'),
    });
    await check('Select invoice');
    await choose('Assign To Tester', 'tess');
    expect(await screen.findByText('Not assigned: tess is not a tester.')).toBeTruthy();
    const bare = screen.getAllByRole('alert').map((one) => one.textContent);
    expect(bare).toContain(TEXTS.errorTitle);
  });

  it('says that there is nobody to assign to, and where to change that', async () => {
    open('source', { 'GET /api/assignobjects/developer/12': [] });
    await check('Select invoice');
    expect(await screen.findByText(/no developers yet/)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Assign Project' });
    expect(link.getAttribute('href')).toBe('/admin/assignproject');
  });
});
