import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo, useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable, type Column, type ListQuery, type WindowedList } from '../index.ts';
import { quickFilter } from '../toolbar/quick-filter.tsx';
import { EMPTY_VIEW } from '../views/table-view.ts';
import type { TableView } from '../types.ts';
import { WINDOW, useWindowedRows } from './use-windowed-rows.ts';

interface Item {
  id: number;
  name: string;
}

/** A server with many rows; answers wait until they are let go where `hold` says so. */
function stubList(count: number) {
  const asked: ListQuery[] = [];
  const aborted: ListQuery[] = [];
  const waiting: { query: ListQuery; go: () => void }[] = [];
  const state = { hold: false, fail: false };
  const matching = (query: ListQuery) => {
    const all = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `t${index}` }));
    const needle = query['filter[name]'] ?? query['q'] ?? '';
    return all.filter(({ name }) => name.includes(needle));
  };
  const list: WindowedList<Item> = {
    queryKey: ['objects', 12, 'source', 'test'],
    fetchRows: async (query, signal) => {
      asked.push(query);
      signal.addEventListener('abort', () => aborted.push(query));
      if (state.hold) await new Promise<void>((go) => waiting.push({ query, go }));
      if (state.fail) throw new Error('broken');
      const all = matching(query);
      const offset = Number(query['offset'] ?? 0);
      const rows = all.slice(offset, offset + Number(query['limit'] ?? all.length));
      return { rows, count: all.length };
    },
    fetchIds: async (query) => {
      if (state.hold) await new Promise<void>((go) => waiting.push({ query, go }));
      if (state.fail) throw new Error('broken');
      return matching(query).map(({ id }) => String(id));
    },
  };
  return { list, asked, aborted, waiting, state };
}

const offsets = (asked: readonly ListQuery[]) => asked.map(({ offset }) => Number(offset));
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const around =
  (queries: QueryClient) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <MantineProvider env="test">{children}</MantineProvider>
    </QueryClientProvider>
  );
const watch = (list: WindowedList<Item>, view: TableView = EMPTY_VIEW, queries = client()) =>
  renderHook((shown: TableView) => useWindowedRows({ list, view: shown }), {
    wrapper: around(queries),
    initialProps: view,
  });

beforeEach(() => {
  localStorage.clear();
  // A simulated document has no layout; what is in sight is worked out from this.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('rows in windows', () => {
  it('asks for what is in sight only', async () => {
    const { list, asked } = stubList(100_000);
    const { result } = watch(list);
    expect(result.current.state).toBe('loading');
    await waitFor(() => expect(result.current.count).toBe(100_000));
    expect(result.current.at(0)).toEqual({ id: 1, name: 't0' });
    expect(result.current.at(50_000)).toBeUndefined();
    act(() => result.current.onRange?.(50_000, 50_030));
    await waitFor(() => expect(result.current.at(50_000)?.name).toBe('t50000'));
    expect(offsets(asked)).toEqual([0, 49_800, 50_000]);
    expect(asked.every(({ limit }) => limit === String(WINDOW))).toBe(true);
    // Loaded is loaded.
    act(() => result.current.onRange?.(0, 30));
    await waitFor(() => expect(result.current.at(0)?.name).toBe('t0'));
    expect(asked).toHaveLength(3);
  });

  it('drops windows of an older filter, however late they come', async () => {
    const { list, waiting, aborted, state } = stubList(1_000);
    const { result, rerender } = watch(list);
    await waitFor(() => expect(result.current.count).toBe(1_000));
    state.hold = true;
    rerender({ ...EMPTY_VIEW, filters: { name: 't1' } });
    await waitFor(() => expect(waiting).toHaveLength(1));
    // The rows of before stay in sight meanwhile, marked as such.
    expect(result.current).toMatchObject({ count: 1_000, waiting: true });
    rerender({ ...EMPTY_VIEW, filters: { name: 't99' } });
    await waitFor(() => expect(waiting).toHaveLength(2));
    expect(aborted).toHaveLength(1);
    await act(async () => waiting[1]!.go());
    await waitFor(() => expect(result.current.count).toBe(11));
    await act(async () => waiting[0]!.go());
    expect(result.current).toMatchObject({ count: 11, waiting: false });
    expect(result.current.at(0)?.name).toBe('t99');
  });

  it('sends search, filters and sorting', async () => {
    const { list, asked } = stubList(3);
    watch(list, {
      q: ' t ',
      filters: { status: 'pending', comments: '-', name: '' },
      sort: [
        { id: 'status', desc: true },
        { id: 'name', desc: false },
      ],
    });
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toEqual({
      q: 't',
      sort: '-status,name',
      'filter[comments]': '-',
      'filter[status]': 'pending',
      limit: '200',
      offset: '0',
    });
  });

  it('fetches again what live events name, and keeps the rows in sight', async () => {
    const { list, asked } = stubList(500);
    const queries = client();
    const { result } = watch(list, EMPTY_VIEW, queries);
    await waitFor(() => expect(result.current.count).toBe(500));
    await act(() => queries.invalidateQueries({ queryKey: ['objects', 12] }));
    expect(offsets(asked)).toEqual([0, 0]);
    expect(result.current).toMatchObject({ count: 500, state: 'ready' });
  });

  // covers: D23.1
  it('says that it failed, and tries again', async () => {
    const { list, state } = stubList(5);
    state.fail = true;
    const { result } = watch(list);
    await waitFor(() => expect(result.current.state).toBe('error'));
    state.fail = false;
    act(() => result.current.retry?.());
    await waitFor(() => expect(result.current.count).toBe(5));
  });

  it('reads everything that matches in pieces, for an export', async () => {
    const { list } = stubList(4_500);
    const { result } = watch(list, { ...EMPTY_VIEW, q: 't' });
    await waitFor(() => expect(result.current.count).toBe(4_500));
    const sizes: number[] = [];
    for await (const rows of result.current.read(new AbortController().signal)) {
      sizes.push(rows.length);
    }
    expect(sizes).toEqual([2_000, 2_000, 500]);
  });
});

const COLUMNS: Column<Item>[] = [{ key: 'name', header: 'Name', value: (row) => row.name }];

function Filtering({ list }: { list: WindowedList<Item> }) {
  const quick = useMemo(
    () => quickFilter(list, [{ label: 'nines', filter: { name: '9' } }]),
    [list],
  );
  return (
    <DataTable
      id="test"
      label="Things"
      columns={COLUMNS}
      list={list}
      quick={quick}
      rowId={(row) => String(row.id)}
    />
  );
}

it('counts what the quick filters would show once the rows are there', async () => {
  const { list, asked, waiting, state } = stubList(100);
  state.hold = true;
  render(<Filtering list={list} />, { wrapper: around(client()) });
  await waitFor(() => expect(waiting).toHaveLength(1));
  state.hold = false;
  await act(async () => waiting[0]!.go());
  expect(await screen.findByRole('button', { name: 'nines 19' })).toBeTruthy();
  expect(asked.map(({ limit }) => limit)).toEqual([String(WINDOW), '0', '0']);
});

function Selecting({ list }: { list: WindowedList<Item> }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => list, [list]);
  return (
    <DataTable
      id="test"
      label="Things"
      columns={COLUMNS}
      list={shown}
      rowId={(row) => String(row.id)}
      selection={{ selected, onChange: setSelected }}
      selectionBanner={<span data-testid="ids">{selected.size}</span>}
    />
  );
}

describe('select all', () => {
  it('selects everything that matches, loaded or not, and says how many', async () => {
    const { list, asked } = stubList(10_000);
    render(<Selecting list={list} />, { wrapper: around(client()) });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('checkbox', { name: 'Select t1' }));
    expect(screen.getByText('1 row selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Select all 10,000' }));
    expect(await screen.findByText('All 10,000 rows selected')).toBeTruthy();
    await waitFor(() => expect(screen.getByTestId('ids').textContent).toBe('10000'));
    expect(offsets(asked).every((offset) => offset < 1_000)).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.type(screen.getByRole('searchbox'), 't99');
    await screen.findByText('111 rows match');
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(await screen.findByText('All 111 rows that match the filter selected')).toBeTruthy();
  });

  it('waits for the rows before all of them can be selected', async () => {
    const { list, waiting, state } = stubList(300);
    state.hold = true;
    render(<Selecting list={list} />, { wrapper: around(client()) });
    const user = userEvent.setup();
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' });
    expect(all.getAttribute('aria-disabled')).toBe('true');
    await user.click(all);
    const letGo = () => act(async () => waiting.splice(0).forEach(({ go }) => go()));
    await letGo();
    await screen.findByText('300 rows');
    expect(all.getAttribute('aria-disabled')).toBeNull();
    expect(screen.queryByText(/selected/)).toBeNull();
    // Those of a new search are on their way: all would be all of before.
    await user.click(screen.getByRole('searchbox'));
    await user.paste('t99');
    await waitFor(() => expect(all.getAttribute('aria-disabled')).toBe('true'));
    await user.click(all);
    await letGo();
    await screen.findByText('1 row matches');
    expect(screen.queryByText(/selected/)).toBeNull();
    state.hold = false;
    await user.click(all);
    expect(await screen.findByText('All 1 rows that match the filter selected')).toBeTruthy();
  });

  /** Everything was selected, and its ids are on their way. */
  async function selectEverything() {
    const { list, waiting, state } = stubList(10_000);
    render(<Selecting list={list} />, { wrapper: around(client()) });
    const user = userEvent.setup();
    const row = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select t1' });
    state.hold = true;
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(screen.getByText('All 10,000 rows selected')).toBeTruthy();
    expect(row.checked).toBe(true);
    const ids = screen.getByTestId('ids');
    expect(ids.closest('[inert]')).not.toBeNull();
    const answer = (fail = false) => {
      state.fail = fail;
      waiting.splice(0).forEach(({ go }) => go());
    };
    return { user, row, ids, answer };
  }

  it('shows the rows as selected at once; what to do with them waits for their ids', async () => {
    const { user, row, ids, answer } = await selectEverything();
    await user.click(row);
    expect(row.checked).toBe(false);
    answer();
    await waitFor(() => expect(ids.textContent).toBe('9999'));
    expect(row.checked).toBe(false);
    expect(ids.closest('[inert]')).toBeNull();
  });

  it('forgets the ids that come after the selection was cleared', async () => {
    const { user, row, answer } = await selectEverything();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.click(row);
    answer();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.getByText('1 row selected')).toBeTruthy();
    expect(screen.getByTestId('ids').textContent).toBe('1');
  });

  it('goes back to what was selected where the ids cannot be had', async () => {
    const { row, answer } = await selectEverything();
    answer(true);
    await waitFor(() => expect(row.checked).toBe(false));
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});
