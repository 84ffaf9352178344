import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '../../../lib/preferences.ts';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { DataTable, useAddressRouter, type Column } from '../index.ts';
import { searchOfView, toggleSort, viewOfSearch } from './table-view.ts';

interface Item {
  id: number;
  name: string;
  kind: string;
}
const COLUMNS: Column<Item>[] = [
  { key: 'name', header: 'Name', value: (row) => row.name },
  {
    key: 'kind',
    header: 'Kind',
    value: (row) => row.kind,
    choices: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  },
];
const ROWS: Item[] = [
  { id: 1, name: 'one', kind: 'a' },
  { id: 2, name: 'two', kind: 'b' },
  { id: 3, name: 'three', kind: 'a' },
];
const address: { router: ReturnType<typeof useAddressRouter> } = { router: null };
const search = () => address.router?.state.location.search;

function Things() {
  const router = useAddressRouter();
  useEffect(() => {
    address.router = router;
  }, [router]);
  return (
    <DataTable
      id="test"
      label="Things"
      columns={COLUMNS}
      rows={ROWS}
      rowId={(row) => String(row.id)}
      state="ready"
      inAddress
    />
  );
}
const names = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.dataset['index'] !== undefined && row.dataset['index'] !== '-1')
    .map((row) => within(row).getAllByRole('cell')[0]!.textContent);
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

it('does not write the address of another page while it is asked whether to leave', async () => {
  const here = window.location.href;
  renderScreen(Things, '/admin/things');
  await userEvent.type(await screen.findByRole('searchbox'), 'o');
  // Back was pressed: the browser is there already.
  window.history.pushState({}, '', '/before');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(search()).toEqual({});
  window.history.pushState({}, '', here);
  await waitFor(() => expect(search()).toEqual({ q: 'o' }));
});

describe('what a table shows', () => {
  // covers: D21.1
  it('is what the address says', async () => {
    renderScreen(Things, '/things?project=12&f.kind=a&sort=-name');
    await screen.findByRole('grid');
    expect(names()).toEqual(['three', 'one']);
    expect(screen.getByRole('button', { name: 'Remove the filter Kind: A' })).toBeTruthy();
    await press('Filters (1)');
    expect((await screen.findByLabelText<HTMLSelectElement>('Filter Kind')).value).toBe('a');
  });

  it('gets into the address, beside what else stands there', async () => {
    renderScreen(Things, '/things?project=12');
    await screen.findByRole('grid');
    await userEvent.type(screen.getByRole('searchbox'), 't');
    await press('Filters');
    await userEvent.selectOptions(await screen.findByLabelText('Filter Kind'), 'b');
    await press('Name');
    await waitFor(() =>
      expect(search()).toMatchObject({ project: 12, q: 't', 'f.kind': 'b', sort: 'name' }),
    );
    await press('Clear filters');
    await waitFor(() => expect(search()).toEqual({ project: 12, sort: 'name' }));
  });

  it('is saved under a name, shown again, renamed and deleted', async () => {
    renderScreen(Things, '/things?project=12');
    await screen.findByRole('grid');
    await press('Filters');
    await userEvent.selectOptions(await screen.findByLabelText('Filter Kind'), 'b');
    await press('Views');
    await userEvent.type(await screen.findByLabelText('Name of the view'), 'Only B');
    await press('Save as view');
    await waitFor(() => expect(search()).toMatchObject({ view: 'Only B', 'f.kind': 'b' }));
    await userEvent.keyboard('{Escape}');
    await press('Clear filters');
    expect(names()).toHaveLength(3);
    await press('View: Only B (changed)');
    await userEvent.click(await screen.findByRole('button', { name: 'Show Only B' }));
    await waitFor(() => expect(names()).toEqual(['two']));
    await press('View: Only B');
    await userEvent.click(await screen.findByRole('button', { name: 'Rename Only B' }));
    const field = screen.getByLabelText('New name of Only B');
    await userEvent.clear(field);
    await userEvent.type(field, 'B things');
    await press('Rename');
    await screen.findByRole('button', { name: 'Show B things' });
    await press('Delete B things');
    expect(await screen.findByText(/No saved views yet/)).toBeTruthy();
  });

  it('is a saved view where the address says nothing but its name', async () => {
    const view = { q: '', filters: { kind: 'a' }, sort: '-name', order: [], hidden: [] };
    setPreference('views.test', { Mine: view });
    renderScreen(Things, '/things?view=Mine');
    await waitFor(() => expect(names()).toEqual(['three', 'one']));
    await waitFor(() => expect(search()).toEqual({ view: 'Mine', 'f.kind': 'a', sort: '-name' }));
    await press('Remove the filter Kind: A');
    await press('Name');
    expect(names()).toEqual(['one', 'two', 'three']);
  });
});

describe('an address', () => {
  it('keeps a view as it is', () => {
    const view = {
      q: '1e5',
      filters: { status: 'pending', comments: '-', developer: '12' },
      sort: [
        { id: 'status', desc: true },
        { id: 'name', desc: false },
      ],
      name: 'Mine',
    };
    const written = searchOfView({ project: 3, q: 'old', 'f.gone': 'x' }, view);
    expect(written).toEqual({
      project: 3,
      q: '1e5',
      'f.comments': '-',
      'f.developer': 12,
      'f.status': 'pending',
      sort: '-status,name',
      view: 'Mine',
    });
    expect(viewOfSearch(written)).toEqual(view);
  });

  it('cannot say nonsense', () => {
    expect(viewOfSearch({ q: { a: 1 }, sort: '-,;drop,name', 'f.x': null })).toEqual({
      q: '',
      filters: {},
      sort: [{ id: 'name', desc: false }],
      name: '',
    });
  });
});

it('sorts up, down and not at all, beside other columns where one wants it', () => {
  const up = toggleSort([], 'a', false);
  const down = toggleSort(up, 'a', false);
  expect([up, down, toggleSort(down, 'a', false)]).toEqual([
    [{ id: 'a', desc: false }],
    [{ id: 'a', desc: true }],
    [],
  ]);
  expect(toggleSort(down, 'b', true)).toEqual([
    { id: 'a', desc: true },
    { id: 'b', desc: false },
  ]);
});
