import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEXTS } from '../../../contract/texts.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { StubAnswer, stubApi, type SeenCall } from '../../ui/testing/stub-api.ts';
import { DeveloperPage, TestingPage } from './desk.tsx';

const rows = ['invoice', 'customer', 'article'].map((name, index) =>
  sampleObject({ source_objectid: 101 + index, object_name: name, status: 'migrated' }),
);
const saved = ({ body }: SeenCall) => ({ ...(body as object), version: 6 });

const open = (address = '', more: Record<string, unknown> = {}, page = TestingPage) => {
  const api = stubApi({
    'GET /api/projects/12': sampleProject,
    'GET /api/auth/me': sampleUser,
    'GET /api/settings': { attachment_limit: 10 },
    'POST /api/testresults/assigntoTester': rows,
    'GET /api/objects/101': rows[0],
    'GET /api/objects/102': rows[1],
    'GET /api/objects/103': rows[2],
    'GET /api/projects/12/objectids': [101, 102, 103],
    'POST /api/objects/contradictions': [],
    'PUT /api/testresults/101': saved,
    'PUT /api/testresults/102': saved,
    ...more,
  });
  const { router } = renderScreen(page, `/testing?project=12&side=source${address}`);
  return { ...api, addressNow: () => router.state.location.search as Record<string, unknown> };
};
const edit = async (name: string) => {
  const row = (await screen.findByRole('cell', { name })).closest('tr')!;
  await userEvent.click(within(row).getByRole('button', { name: 'Edit' }));
};
const editor = (name: string) => screen.findByRole('dialog', { name: `Edit ${name}` });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
});

describe('row by row in the editor', () => {
  it('keeps name, status and proof in sight beside the editor', async () => {
    open();
    await screen.findByRole('cell', { name: 'customer' });
    const heads = () =>
      screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || []);
    const usual = heads();
    expect(usual[0]).toContain('schema name');
    await edit('customer');
    await editor('customer');
    const beside = heads();
    expect(beside.slice(0, 3).map((text) => text.replace(/[^a-z ]/g, '').trim())).toEqual([
      'object name',
      'status',
      'proof',
    ]);
    expect(beside.toSorted()).toEqual(usual.toSorted());
  });

  it('goes to the next and the previous row, by button and by key', async () => {
    open();
    await edit('customer');
    await editor('customer');
    await press('Next row');
    await editor('article');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next row' }).disabled).toBe(true);
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await editor('customer');
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await editor('invoice');
    const previous = screen.getByRole('button', { name: 'Previous row' });
    expect(previous.getAttribute('aria-keyshortcuts')).toBe('Alt+ArrowUp');
  });

  it('asks before it leaves a row with changes', async () => {
    open();
    await edit('invoice');
    await editor('invoice');
    await userEvent.type(screen.getByLabelText('test result'), 'same');
    await press('Next row');
    expect(await screen.findByText('What you have typed is not saved.')).toBeTruthy();
    await press('Discard changes');
    await editor('customer');
  });

  it('saves and goes on', async () => {
    const api = open();
    await edit('invoice');
    await editor('invoice');
    await userEvent.selectOptions(screen.getByLabelText('status'), 'verified');
    await press('Save and next');
    await editor('customer');
    expect(api.sent('PUT', '/api/testresults/101')[0]!.body).toMatchObject({ status: 'verified' });
    await userEvent.type(screen.getByLabelText('test result'), 'ok');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await editor('article');
    expect(api.sent('PUT', '/api/testresults/102')).toHaveLength(1);
  });

  it('says that a saved row leaves the filtered list, or that its place has changed', async () => {
    open('&f.status=migrated');
    await edit('invoice');
    await editor('invoice');
    await userEvent.type(screen.getByLabelText('test result'), 'ok');
    await press('Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('invoice saved.')).toBeTruthy();
    await edit('customer');
    await editor('customer');
    await userEvent.selectOptions(screen.getByLabelText('status'), 'verified');
    await press('Save');
    expect(
      await screen.findByText(
        'customer saved. It no longer matches the filter, so it leaves the list.',
      ),
    ).toBeTruthy();
    cleanup();
    notifications.clean();
    open('&sort=-status');
    await edit('invoice');
    await editor('invoice');
    await userEvent.selectOptions(screen.getByLabelText('status'), 'verified');
    await press('Save');
    expect(
      await screen.findByText('invoice saved. Its place in the order has changed.'),
    ).toBeTruthy();
  });

  it('shows a pressed status once, above the table, and takes it back with all filters', async () => {
    open('&f.status=migrated&f.comments=x');
    const pressed = () => screen.getByRole('button', { name: /^migrated/, pressed: true });
    const filters = within(await screen.findByRole('list', { name: 'Filters' }));
    expect(filters.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['comments: x']);
    expect(pressed()).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull();
    expect(screen.getByRole('button', { name: /^all/, pressed: true })).toBeTruthy();
  });

  // covers: D21.1
  it('opens the row that the address names, and goes on from there', async () => {
    const api = open('&row=102');
    await editor('customer');
    await press('Next row');
    await editor('article');
    expect(api.unexpected).toEqual([]);
  });

  it('shows who changed what', async () => {
    open('', {
      'GET /api/objects/101/history': [
        {
          id: 1,
          at: '2026-02-01T10:00:00.000Z',
          user_id: 8,
          username: 'dev',
          action: 'edited',
          changes: {
            status: ['pending', 'migrated'],
            tester_id: [10, 9],
            migrated_by: [null, 8],
          },
          names: { 9: 'tess', 10: 'gone' },
        },
        {
          id: 2,
          at: '2026-01-31T10:00:00.000Z',
          user_id: 7,
          username: 'lists',
          action: 'listed',
          changes: { comments: [null, 'from it'] },
        },
      ],
    });
    await edit('invoice');
    await press('History');
    const entry = await screen.findByText(/dev ·/);
    const item = entry.closest('li')!;
    expect(item.textContent).toContain('status: pending → migrated');
    expect(item.textContent).toContain('tester: gone → tess');
    expect(item.textContent).not.toContain('migrated_by');
    const list = screen.getByText(/lists ·/).closest('li')!;
    expect(list.textContent).toContain('From a spreadsheet');
  });
});

describe('the list of a person', () => {
  const tess = { ...sampleUser, user_id: 9, username: 'tess', is_admin: 0 as const };
  const asTess = (address = '', more: Record<string, unknown> = {}) => {
    storeUser(tess);
    return open(address, { 'GET /api/auth/me': tess, ...more });
  };
  const pressed = (name: RegExp) => screen.findByRole('button', { name, pressed: true });

  it('opens on what is to be done, and on all where that is nothing', async () => {
    asTess('&todo=1');
    expect(await pressed(/^to do: migrated 3/)).toBeTruthy();
    cleanup();
    const done = rows.map((row) => ({ ...row, status: 'verified' }));
    const { addressNow } = asTess('&todo=1', {
      'POST /api/testresults/assigntoTester': ({ url }: SeenCall) =>
        url.includes('migrated') ? [] : done,
    });
    expect(await pressed(/^all/)).toBeTruthy();
    expect(await screen.findByRole('cell', { name: 'invoice' })).toBeTruthy();
    // Opened again, the address asks again.
    expect(addressNow()).toMatchObject({ todo: 1 });
    cleanup();
    asTess('&todo=1&f.status=verified');
    expect(await pressed(/^verified/)).toBeTruthy();
    cleanup();
    // Any other link shows what it says.
    asTess('&todo=0');
    expect(await pressed(/^all/)).toBeTruthy();
  });

  it('says that nothing waits where all is done, and only that no row matches where one searches', async () => {
    const none = { 'POST /api/testresults/assigntoTester': () => [] };
    asTess('&f.status=migrated', none);
    expect(await screen.findByText('Nothing is waiting for you here now.')).toBeTruthy();
    for (const view of ['&f.status=migrated&q=x', '&f.status=verified']) {
      cleanup();
      asTess(view, none);
      expect(await screen.findByText('No row matches')).toBeTruthy();
    }
  });

  it('has the name as a link into the row, with schema and type below it', async () => {
    open('&f.status=migrated');
    const link = await screen.findByRole('link', { name: 'customer' });
    expect(link.getAttribute('href')).toBe('/testing?project=12&side=source&row=102');
    expect(link.closest('td')!.textContent).toBe('customerpublic · tables');
    await userEvent.click(link);
    await editor('customer');
    // In its place in the filtered list.
    expect(screen.getByText('2 of 3')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^migrated/, pressed: true })).toBeTruthy();
    // Beside the editor, the row has one line.
    expect(screen.getByRole('link', { name: 'customer' }).closest('td')!.textContent).toBe(
      'customer',
    );
  });

  it('shows three dots of proof, in words to whoever listens', async () => {
    const [first] = rows;
    const proven = { pair_id: 31, structure_result: 'same', data_result: 'different' };
    const trigger = { source_objectid: 900, object_type_id: 5, pair_id: 32 };
    open('', {
      'POST /api/testresults/assigntoTester': [
        { ...first, ...proven },
        { ...first, ...trigger, structure_result: 'same' },
      ],
    });
    const dotsOf = async (name: string) =>
      [...(await screen.findByRole('img', { name })).querySelectorAll('i')].map(
        ({ dataset }) => dataset['tone'],
      );
    expect(await dotsOf('structure: same · rows: different · calls: does not apply')).toEqual([
      'good',
      'bad',
      'inapplicable',
    ]);
    expect(await dotsOf('structure: same · rows: does not apply · calls: does not apply')).toEqual([
      'good',
      'inapplicable',
      'inapplicable',
    ]);
  });

  it('shows as settled what is compatible, and as open what has a finding left', async () => {
    const compatible = { pair_id: 31, structure_result: 'compatible', data_result: 'identical' };
    open('', {
      'POST /api/testresults/assigntoTester': [
        { ...rows[0], ...compatible, structure_findings: 0 },
        { ...rows[1], ...compatible, structure_findings: 2 },
      ],
    });
    const proofs = await screen.findAllByRole('img', {
      name: 'structure: compatible · rows: identical · calls: does not apply',
    });
    const tones = proofs.map((proof) => proof.querySelector('i')!.dataset['tone']);
    expect(tones).toEqual(['settled', 'fair']);
  });

  it('marks what is overdue, and not what is done or due later', async () => {
    const due = (day: string, status = 'migrated') => ({ ...rows[0], due_date: day, status });
    open('', {
      'POST /api/testresults/assigntoTester': [
        { ...due('2026-01-02'), object_name: 'late' },
        { ...due('2026-01-02', 'verified'), object_name: 'done', source_objectid: 901 },
        { ...due('2999-01-02'), object_name: 'later', source_objectid: 902 },
      ],
    });
    const list = within(await screen.findByRole('grid'));
    const mark = await list.findByText('overdue');
    expect(mark.closest('td')!.textContent).toContain('late');
    expect(mark.closest('[title]')!.getAttribute('title')).toMatch(/^It was due on /);
    expect(list.getAllByText('overdue')).toHaveLength(1);
  });

  it('marks what came back, with who and why', async () => {
    const back = {
      ...rows[0],
      status: 'pending',
      returned_at: '2026-02-01T10:00:00.000Z',
      tested_by: 'tess',
      returned_reason: 'one row less',
    };
    open('', { 'POST /api/testresults/assigntoTester': [back] });
    const mark = await screen.findByText('returned');
    expect(mark.closest('[title]')!.getAttribute('title')).toMatch(
      /^Returned by tess on .*: one row less$/,
    );
    cleanup();
    // Two words would leave no room for the name.
    const late = { ...back, due_date: '2026-01-02' };
    open('', { 'POST /api/testresults/assigntoTester': [late] });
    await screen.findByRole('img', { name: /^Returned by tess on .*: one row less$/ });
    expect(screen.getByRole('img', { name: /^It was due on / }).textContent).toBe('!');
    expect(screen.queryByText('returned')).toBeNull();
  });

  it('goes down and up by j and k, opens by e or a click, and shows its keys', async () => {
    open();
    await screen.findByRole('cell', { name: 'invoice' });
    await userEvent.keyboard('jj');
    expect(document.activeElement?.closest('tr')?.textContent).toContain('customer');
    await userEvent.keyboard('k');
    expect(document.activeElement?.closest('tr')?.textContent).toContain('invoice');
    await userEvent.keyboard('e');
    await editor('invoice');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('cell', { name: 'article' }));
    await editor('article');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keys of this list' })).toBeTruthy();
  });

  it('marks a row as done by a letter, and takes it back in a press', async () => {
    const api = open('', { 'POST /api/objects/101/undo': rows[0] });
    await screen.findByRole('cell', { name: 'invoice' });
    await userEvent.keyboard('jv');
    await screen.findByText('invoice saved.');
    expect(api.sent('PUT', '/api/testresults/101')[0]!.body).toMatchObject({ status: 'verified' });
    await press('Undo');
    expect(await screen.findByText('invoice is as it was before')).toBeTruthy();
    expect(api.sent('POST', '/api/objects/101/undo')[0]!.body).toEqual({ version: 6 });
  });

  it('marks what a developer has migrated by the letter of that list', async () => {
    const pending = { ...rows[0], status: 'pending' };
    const api = open('', { 'POST /api/testresults/assigntoDeveloper': [pending] }, DeveloperPage);
    await screen.findByRole('cell', { name: 'invoice' });
    await userEvent.keyboard('jv');
    expect(api.sent('PUT', '/api/testresults/101')).toEqual([]);
    await userEvent.keyboard('m');
    await screen.findByText('invoice saved.');
    expect(api.sent('PUT', '/api/testresults/101')[0]!.body).toMatchObject({ status: 'migrated' });
  });

  it('opens the editor where the proof says something else, and refuses what is not migrated', async () => {
    const pending = { ...rows[1], status: 'pending', developer_name: 'dora' };
    const api = open('', {
      'POST /api/testresults/assigntoTester': [{ ...rows[0], pair_id: 31 }, pending],
      'POST /api/objects/contradictions': [{ id: 101, said: 'different' }],
      'GET /api/projects/12/pairs/31': null,
    });
    await screen.findByRole('cell', { name: 'invoice' });
    await userEvent.keyboard('jv');
    await editor('invoice');
    expect(screen.getByText(/^Not marked, as its proof says: different\./)).toBeTruthy();
    expect(api.sent('PUT', '/api/testresults/101')).toEqual([]);
    // Only the reason is missing.
    expect(screen.getByLabelText<HTMLSelectElement>('status').value).toBe('verified');
    expect(screen.getByLabelText('reason')).toBeTruthy();
    // Set back, it can be marked again.
    const status = () => screen.getByLabelText<HTMLSelectElement>('status').value;
    await userEvent.selectOptions(screen.getByLabelText('status'), 'migrated');
    screen.getByRole('cell', { name: 'invoice' }).focus();
    await userEvent.keyboard('v');
    await waitFor(() => expect(status()).toBe('verified'));
    await press('Cancel');
    await press('Discard changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Opened to be edited, it is as it was.
    await edit('invoice');
    await editor('invoice');
    expect(screen.getByLabelText<HTMLSelectElement>('status').value).toBe('migrated');
    expect(screen.queryByLabelText('reason')).toBeNull();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await edit('customer');
    await editor('customer');
    expect(screen.getByText(/^dora has not migrated it yet/)).toBeTruthy();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('cell', { name: 'customer' }).focus();
    await userEvent.keyboard('v');
    expect(await screen.findByText(TEXTS.pendingToVerified)).toBeTruthy();
  });
});

describe('a row that somebody else changes meanwhile', () => {
  const history = [
    {
      id: 2,
      at: '2026-02-01T10:00:00.000Z',
      user_id: 9,
      username: 'tess',
      action: 'edited',
      changes: {},
    },
  ];
  const changed = { ...rows[0], version: 9, comments: 'from tess' };

  it('is shown as it is now where nothing was typed', async () => {
    open('', { 'GET /api/objects/101': changed, 'GET /api/objects/101/history': history });
    await edit('invoice');
    expect(await screen.findByText(/tess changed this row in the meantime/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('comments').value).toBe('from tess');
  });

  // covers: D24.3
  it('is shown to whoever is typing, and what was typed stays', async () => {
    let now: unknown = rows[0];
    open('', { 'GET /api/objects/101': () => now, 'GET /api/objects/101/history': history });
    await edit('invoice');
    await editor('invoice');
    await userEvent.type(screen.getByLabelText('test result'), 'mine');
    now = changed;
    // Has queries fetched again, as a live event does.
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() =>
      expect(screen.getByText('tess changed this row in the meantime.')).toBeTruthy(),
    );
    expect(screen.getByLabelText<HTMLTextAreaElement>('test result').value).toBe('mine');
    await press('Load their version under my changes');
    expect(screen.getByLabelText<HTMLTextAreaElement>('comments').value).toBe('from tess');
    expect(screen.getByLabelText<HTMLTextAreaElement>('test result').value).toBe('mine');
    expect(screen.queryByText('tess changed this row in the meantime.')).toBeNull();
  });
});

describe('several rows at once', () => {
  it('changes status and comment, and names those that the rules refuse', async () => {
    const api = open('', {
      'POST /api/objects/edit': {
        saved: 1,
        changed: [{ id: 101, version: 6 }],
        refused: [{ id: 102, object_name: 'customer', detail: TEXTS.pendingToVerified }],
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select invoice' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select customer' }));
    expect(screen.getByText('2 rows selected')).toBeTruthy();
    await press('Change status or comment');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 2 rows' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save 2 rows' }).disabled).toBe(
      true,
    );
    await userEvent.selectOptions(dialog.getByLabelText('status'), 'verified');
    await userEvent.type(dialog.getByLabelText('comments'), 'nightly');
    await userEvent.click(dialog.getByRole('button', { name: 'Save 2 rows' }));
    const refused = within(await screen.findByRole('dialog', { name: '1 row was not changed' }));
    expect(refused.getByRole('listitem').textContent).toBe(`customer: ${TEXTS.pendingToVerified}`);
    expect(api.sent('POST', '/api/objects/edit')[0]!.body).toEqual({
      ids: [101, 102],
      status: 'verified',
      comments: 'nightly',
    });
    await userEvent.click(refused.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(await screen.findByText('1 row selected')).toBeTruthy();
    expect(await screen.findByText('1 row saved')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  });

  it('cannot be verified while none of them is migrated, and says how many are not', async () => {
    const pending = rows.map((row, index) => ({
      ...row,
      status: index < 2 ? ('pending' as const) : row.status,
    }));
    open('', { 'POST /api/testresults/assigntoTester': pending });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select invoice' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select customer' }));
    await press('Change status or comment');
    let dialog = within(await screen.findByRole('dialog', { name: 'Change 2 rows' }));
    const verified = () => dialog.getByRole<HTMLOptionElement>('option', { name: 'verified' });
    expect(verified().disabled).toBe(true);
    expect(dialog.getByText(/^None of them has been migrated yet/)).toBeTruthy();
    await userEvent.click(dialog.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select article' }));
    await press('Change status or comment');
    dialog = within(await screen.findByRole('dialog', { name: 'Change 3 rows' }));
    expect(verified().disabled).toBe(false);
    expect(dialog.getByText(/^2 of them have not been migrated yet/)).toBeTruthy();
  });

  it('counts those that are not migrated as "at least" where not every row is loaded', async () => {
    const pending = rows.map((row) => ({ ...row, status: 'pending' as const }));
    open('', {
      'POST /api/testresults/assigntoTester': new StubAnswer(pending, 200, {
        'x-total-count': '500',
      }),
      'GET /api/projects/12/objectids': Array.from({ length: 500 }, (_, index) => index + 101),
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
    await screen.findByText('All 500 rows selected');
    await press('Change status or comment');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 500 rows' }));
    expect(dialog.getByText(/^At least 3 of them have not been migrated yet/)).toBeTruthy();
  });

  it('are restored by Undo, which names those that somebody changed since', async () => {
    const changed = [101, 102, 103].map((id) => ({ id, version: 6 }));
    const detail = 'It has been changed again since then.';
    const api = open('', {
      'POST /api/objects/edit': { saved: 3, changed, refused: [] },
      'POST /api/objects/edit/undo': {
        restored: 2,
        refused: [{ id: 102, object_name: 'customer', detail }],
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select invoice' }));
    await press('Change status or comment');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change 1 row' }));
    await userEvent.type(dialog.getByLabelText('comments'), 'nightly');
    await userEvent.click(dialog.getByRole('button', { name: 'Save 1 row' }));
    await screen.findByText('3 rows saved');
    await press('Undo');
    expect(
      await screen.findByText(
        `2 rows are as they were before. 1 row was not restored: customer. ${detail}`,
      ),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('3 rows saved')).toBeNull());
    expect(api.sent('POST', '/api/objects/edit/undo')[0]!.body).toEqual({ changed });
  });
});
