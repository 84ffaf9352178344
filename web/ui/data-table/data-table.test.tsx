import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setDisplay } from '../../lib/display.ts';
import { DataTable, type Column, type DataTableProps } from './index.ts';
import { completeOrder, moveColumn } from './views/use-table-settings.ts';

interface Item {
  id: number;
  name: string;
  size: number | null;
}

const COLUMNS: Column<Item>[] = [
  { key: 'name', header: 'Name', value: (row) => row.name },
  { key: 'size', header: 'Size', value: (row) => row.size },
  { key: 'id', header: 'Id', value: (row) => row.id },
];
const ROWS: Item[] = [
  { id: 1, name: 'orders', size: 20 },
  { id: 2, name: 'Customers', size: null },
  { id: 3, name: 'items10', size: 3 },
  { id: 4, name: 'items9', size: 100 },
];

type ClientProps = Extract<DataTableProps<Item>, { rows: readonly Item[] }>;

function show(props: Partial<ClientProps> = {}) {
  render(
    <MantineProvider env="test">
      <DataTable
        id="test"
        label="Things"
        columns={COLUMNS}
        rows={ROWS}
        rowId={(row) => String(row.id)}
        state="ready"
        {...props}
      />
    </MantineProvider>,
  );
  return userEvent.setup();
}

const bodyRows = () => screen.getAllByRole('row').slice(1);
const column = (index: number) =>
  bodyRows().map((row) => within(row).getAllByRole('cell')[index]!.textContent);
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the data table', () => {
  it('is as dense as the display setting says, until it is set for itself', async () => {
    setDisplay({ density: 'compact' });
    const user = show();
    const height = () => screen.getByRole('grid').style.getPropertyValue('--row-height');
    expect(height()).toBe('32px');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('switch', { name: 'Compact rows' }));
    expect(height()).toBe('42px');
  });

  it('gives compact rows room for what stands below a name', () => {
    setDisplay({ density: 'compact' });
    show({ columns: COLUMNS.map((one) => ({ ...one, under: () => 'below' })) });
    expect(screen.getByRole('grid').style.getPropertyValue('--row-height')).toBe('38px');
  });

  it('keeps a column that is hidden at first out of sight until it is chosen, and remembers it', async () => {
    const columns = COLUMNS.map((one) => ({ ...one, hiddenAtFirst: one.key === 'size' }));
    const user = show({ columns });
    expect(headers()).toEqual(['Name', 'Id']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Show Size' }));
    expect(headers()).toEqual(['Name', 'Size', 'Id']);
    cleanup();
    show({ columns });
    expect(headers()).toEqual(['Name', 'Size', 'Id']);
  });

  it('narrows columns where they do not fit, in proportion, but no word of a header and none beyond its least width', () => {
    const sizes: Record<string, Partial<Column<Item>>> = {
      name: { width: 200, least: 120 },
      size: { width: 200, least: 160 },
      // It takes what is left, so that the others are as wide as they are made.
      id: { width: 100, grow: 1 },
    };
    const widthsIn = (room: number, header = 'Size', props: Partial<ClientProps> = {}) => {
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room);
      show({
        columns: COLUMNS.map((one) => ({
          ...one,
          ...sizes[one.key],
          ...(one.key === 'size' && { header }),
        })),
        ...props,
      });
      const [name, size] = screen.getByRole('grid').querySelectorAll('col');
      cleanup();
      return [name!.style.width, size!.style.width];
    };
    expect(widthsIn(600)).toEqual(['200px', '200px']);
    expect(widthsIn(500)).toEqual(['200px', '200px']);
    // Cells that are closer together save 8 pixels each; 36 are missing then, of 104 that can be spared.
    expect(widthsIn(440)).toEqual(['167px', '180px']);
    expect(widthsIn(340)).toEqual(['120px', '160px']);
    const actions = { rowActions: () => [], actionsWidth: 60 };
    expect(widthsIn(500, 'Size', actions)).toEqual(['167px', '180px']);
    const measureText = (text: string) => ({ width: text.length * 10 });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      measureText,
    } as never);
    expect(widthsIn(340, 'Seventeen-letters SeventeenLettersX')).toEqual(['120px', '186px']);
  });

  it('sorts as people order names, with empty values last', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(column(0)).toEqual(['Customers', 'items9', 'items10', 'orders']);
    await user.click(screen.getByRole('button', { name: 'Size' }));
    expect(column(1)).toEqual(['3', '20', '100', '']);
    expect(screen.getByRole('columnheader', { name: /Size/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    await user.click(screen.getByRole('button', { name: 'Size' }));
    expect(column(1)).toEqual(['100', '20', '3', '']);
  });

  it('searches all columns in any case', async () => {
    const user = show();
    await user.type(screen.getByRole('searchbox'), 'CUST');
    await vi.waitFor(() => expect(column(0)).toEqual(['Customers']));
    expect(screen.getByText('1 of 4 rows')).toBeTruthy();
  });

  it('filters a column', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.type(await screen.findByLabelText('Filter Name'), 'items');
    expect(await screen.findByText('2 of 4 rows')).toBeTruthy();
  });

  // covers: 2.testing.4
  it('moves a column by keyboard, says so and remembers it', async () => {
    const user = show();
    screen.getByRole('button', { name: 'Size' }).focus();
    await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
    expect(headers()).toEqual(['Size', 'Name', 'Id']);
    expect(screen.getByText('Size is now column 1 of 3')).toBeTruthy();
    cleanup();
    show();
    expect(headers()).toEqual(['Size', 'Name', 'Id']);
  });

  it('moves a column past one that is hidden', async () => {
    const columns = COLUMNS.map((one) => ({ ...one, hiddenAtFirst: one.key === 'size' }));
    const user = show({ columns });
    screen.getByRole('button', { name: 'Name' }).focus();
    await user.keyboard('{Control>}{Shift>}{ArrowRight}{/Shift}{/Control}');
    expect(headers()).toEqual(['Id', 'Name']);
  });

  it('says what its filters are while their row is closed, and lets go of each', async () => {
    const columns = COLUMNS.map((one) => ({ ...one, nullable: one.key === 'size' }));
    const user = show({ columns });
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(await screen.findByRole('button', { name: 'Condition for Size' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'is not empty' }));
    await user.type(screen.getByLabelText('Filter Name'), 'items');
    expect(await screen.findByText('2 of 4 rows')).toBeTruthy();
    // Its own cell says so.
    expect(screen.queryByRole('button', { name: /^Remove the filter/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filters (2)' }));
    expect(screen.queryByLabelText('Filter Name')).toBeNull();
    expect(screen.getByText('2 of 4 rows')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove the filter Name: items' }));
    const other = screen.getByRole('button', { name: 'Remove the filter Size: is not empty' });
    expect(document.activeElement).toBe(other);
    expect(screen.getByText('3 of 4 rows')).toBeTruthy();
    await user.click(other);
    expect(screen.getByText('4 rows')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }));
  });

  it('offers to clear the filters where no row matches', async () => {
    const user = show();
    await user.type(screen.getByRole('searchbox'), 'zz');
    const message = (await screen.findByText('No row matches')).parentElement!;
    await user.click(within(message).getByRole('button', { name: 'Clear filters' }));
    expect(screen.getByText('4 rows')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  it('selects one, a range, or all that match', async () => {
    const chosen = vi.fn<(ids: string[]) => void>();
    function Selecting() {
      const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
      chosen([...selected]);
      return (
        <DataTable
          id="test"
          label="Things"
          columns={COLUMNS}
          rows={ROWS}
          rowId={(row) => String(row.id)}
          state="ready"
          selection={{ selected, onChange: setSelected }}
        />
      );
    }
    render(
      <MantineProvider env="test">
        <Selecting />
      </MantineProvider>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Select orders' }));
    expect(chosen).toHaveBeenLastCalledWith(['1']);
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select items10' }));
    await user.keyboard('{/Shift}');
    expect(chosen).toHaveBeenLastCalledWith(['1', '2', '3']);
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(chosen).toHaveBeenLastCalledWith(['1', '2', '3', '4']);
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(chosen).toHaveBeenLastCalledWith([]);
  });

  // covers: 8.lists.1
  it('keeps its headers when it is empty, loading or broken', async () => {
    show({ rows: [], emptyText: 'No things' });
    expect(headers()).toEqual(['Name', 'Size', 'Id']);
    expect(screen.getByText('No things')).toBeTruthy();
    cleanup();
    show({ rows: [], state: 'loading' });
    expect(headers()).toEqual(['Name', 'Size', 'Id']);
    cleanup();
    const onRetry = vi.fn<() => void>();
    const user = show({ rows: [], state: 'error', onRetry });
    expect(headers()).toEqual(['Name', 'Size', 'Id']);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalled();
  });

  it('offers row actions by exactly their words', async () => {
    const onClick = vi.fn<(id: number) => void>();
    const user = show({
      rowActions: (row) => [
        { label: 'Edit', onClick: () => onClick(row.id) },
        { label: 'Check Inventory', href: `/dbconnect?project=${row.id}` },
      ],
    });
    await user.click(within(bodyRows()[1]!).getByRole('button', { name: 'Edit' }));
    expect(onClick).toHaveBeenCalledWith(2);
    const link = within(bodyRows()[1]!).getByRole('link', { name: 'Check Inventory' });
    expect(link.getAttribute('href')).toBe('/dbconnect?project=2');
  });

  it('draws only what is in sight of a long list', () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `table ${id}`, size: id }));
    show({ rows });
    expect(screen.getAllByRole('row').length).toBeLessThan(100);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001');
  });
});

describe('column order', () => {
  it('keeps new columns at their place and forgets gone ones', () => {
    expect(completeOrder(['c', 'gone', 'a'], ['a', 'b', 'c'])).toEqual(['c', 'b', 'a']);
  });

  it('stays within the table', () => {
    expect(moveColumn(['a', 'b', 'c'], 'a', { step: -1 })).toEqual(['a', 'b', 'c']);
    expect(moveColumn(['a', 'b', 'c'], 'c', { step: 1 })).toEqual(['a', 'b', 'c']);
  });

  it('puts a column on either side of another', () => {
    const order = ['a', 'b', 'c', 'd'];
    expect(moveColumn(order, 'a', { beside: 'c', after: false })).toEqual(['b', 'a', 'c', 'd']);
    expect(moveColumn(order, 'a', { beside: 'c', after: true })).toEqual(['b', 'c', 'a', 'd']);
    expect(moveColumn(order, 'd', { beside: 'b', after: false })).toEqual(['a', 'd', 'b', 'c']);
  });
});
