import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asTsv } from '../rows/use-copy.ts';
import { Mark } from '../../marks.tsx';
import { DataTable, RowLink, type Column } from '../index.ts';

interface Item {
  id: number;
  name: string;
  note: string;
}
const COLUMNS: Column<Item>[] = [
  { key: 'name', header: 'Name', value: (row) => row.name },
  { key: 'note', header: 'Note', value: (row) => row.note },
];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `n${id}`, note: `note ${id}` }));

const onEdit = vi.fn<(id: number) => void>();

/** Names that open their rows in place. */
const OPENING = COLUMNS.map((column) => ({
  ...column,
  ...(column.key === 'name' && {
    cell: (row: Item) => (
      <RowLink opens href={`#${row.id}`}>
        {row.name}
      </RowLink>
    ),
  }),
}));

function Things({ rows, columns = COLUMNS }: { rows: Item[]; columns?: Column<Item>[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MantineProvider env="test">
      <DataTable
        id="test"
        label="Things"
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.id)}
        state="ready"
        onOpen={(row) => onEdit(row.id)}
        rowActions={(row) => [{ label: 'Edit', onClick: () => onEdit(row.id) }]}
        selection={{ selected, onChange: setSelected }}
        selectionBanner={<output>{[...selected].join()}</output>}
      />
    </MantineProvider>
  );
}

const show = (count = 5) => {
  render(<Things rows={rowsOf(count)} />);
  return userEvent.setup();
};
const focused = () => document.activeElement?.textContent;
/** What Ctrl-C at the focus puts into the clipboard. */
const copied = () => {
  const setData = vi.fn<(type: string, text: string) => void>();
  fireEvent.copy(document.activeElement!, { clipboardData: { setData } });
  return setData.mock.calls[0]?.[1];
};
const cell = (name: string) => screen.getByRole<HTMLElement>('cell', { name });

beforeEach(() => {
  localStorage.clear();
  // A simulated document has no layout; what is in sight is worked out from this.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  onEdit.mockClear();
  getSelection()?.removeAllRanges();
  cleanup();
  vi.restoreAllMocks();
});

describe('the grid by keyboard', () => {
  it('has one tab stop that the arrow keys move', async () => {
    const user = show();
    const stops = () => [...screen.getByRole('grid').querySelectorAll('[tabindex="0"]')];
    expect(stops()).toEqual([screen.getByRole('checkbox', { name: 'Select all rows' })]);
    screen.getByRole('checkbox', { name: 'Select all rows' }).focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(focused()).toBe('n0');
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(focused()).toBe('note 1');
    // The current cell, and what can be done with its row.
    expect(stops().map(({ textContent }) => textContent)).toEqual(['note 1', 'Edit']);
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Edit' })[1]);
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select n1' }));
    await user.keyboard('{Control>}{End}{/Control}{ArrowRight}');
    expect(focused()).toBe('n4');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('n4');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Name' }));
  });

  it('reaches rows that are not drawn yet', async () => {
    const user = show(5_000);
    // The body of long tables is loaded when it is needed.
    await waitFor(() => cell('n1').focus());
    await user.keyboard('{Control>}{End}{/Control}');
    expect(focused()).toBe('n4999');
    expect(screen.getAllByRole('row').length).toBeLessThan(120);
  });

  it('has all its rows on paper, and says how many are left out', () => {
    show(1_200);
    const drawn = () => screen.getAllByRole('row').length - 1;
    const before = drawn();
    expect(before).toBeLessThan(120);
    fireEvent(window, new Event('beforeprint'));
    expect(drawn()).toBe(1_001);
    expect(screen.getByText('200 more rows: export the list to have all of it.')).toBeTruthy();
    fireEvent(window, new Event('afterprint'));
    expect(drawn()).toBe(before);
  });

  it('selects with the space key, a range with Shift, all with Ctrl+A', async () => {
    const user = show();
    cell('n1').focus();
    await user.keyboard(' ');
    expect(screen.getByText('1')).toBeTruthy();
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(screen.getByText('1,2,3')).toBeTruthy();
    await user.keyboard('{Control>}a{/Control}');
    expect(screen.getByText('All 5 rows selected')).toBeTruthy();
    await user.keyboard(' ');
    expect(screen.getByText('1,2,0,4')).toBeTruthy();
  });

  it('opens the first action of a row with Enter', async () => {
    const user = show();
    cell('note 2').focus();
    await user.keyboard('{Enter}');
    expect(onEdit).toHaveBeenCalledWith(2);
  });

  it('opens a row from a name that opens in place, also while text is selected', async () => {
    render(<Things rows={rowsOf(5)} columns={OPENING} />);
    getSelection()?.selectAllChildren(cell('note 1'));
    cell('n2').focus();
    await userEvent.setup().keyboard('{Enter}');
    expect(String(getSelection())).toBe('note 1');
    expect(onEdit).toHaveBeenCalledWith(2);
  });

  it('explains the value of a cell on hover and on keyboard focus', async () => {
    const columns = COLUMNS.map((column) =>
      column.key === 'note' ? { ...column, about: () => 'What a note is.' } : column,
    );
    render(<Things rows={rowsOf(1)} columns={columns} />);
    const user = userEvent.setup();
    const note = screen.getByText('note 0').closest('td')!;
    expect(note.title).toBe('note 0\nWhat a note is.');
    expect(note.getAttribute('aria-description')).toBe('What a note is.');
    act(() => screen.getByText('n0').closest('td')!.focus());
    expect(screen.queryByText(/What a note is/)).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText(/What a note is/)).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/What a note is/)).toBeNull();
    // Also after a press of the mouse that ended elsewhere, or was taken over by scrolling.
    const first = screen.getByText('n0').closest('td')!;
    fireEvent.pointerDown(first, { pointerType: 'mouse' });
    act(() => first.focus());
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText(/What a note is/)).toBeTruthy();
    fireEvent.pointerDown(first, { pointerType: 'mouse' });
    fireEvent.pointerCancel(first);
    act(() => first.focus());
    act(() => note.focus());
    expect(screen.getByText(/What a note is/)).toBeTruthy();
  });

  it('explains what a finger touches of a sign, and opens the row elsewhere', async () => {
    const columns = COLUMNS.map((column) =>
      column.key === 'note'
        ? {
            ...column,
            about: () => 'What a note is.',
            cell: () => <Mark title="a mark">marked</Mark>,
          }
        : column,
    );
    render(<Things rows={rowsOf(2)} columns={columns} />);
    const tap = (at: HTMLElement, pointerType: string) => {
      fireEvent.pointerDown(at, { pointerType });
      fireEvent.pointerUp(at, { pointerType });
      fireEvent.click(at);
    };
    const mark = screen.getAllByText('marked')[1]!;
    onEdit.mockClear();
    tap(mark, 'touch');
    expect(screen.getByText(/What a note is/)).toBeTruthy();
    expect(onEdit).not.toHaveBeenCalled();
    fireEvent.pointerDown(document.body, { pointerType: 'touch' });
    expect(screen.queryByText(/What a note is/)).toBeNull();
    tap(mark, 'mouse');
    expect(onEdit).toHaveBeenCalledWith(1);
    onEdit.mockClear();
    tap(mark.closest('td')!, 'touch');
    expect(onEdit).toHaveBeenCalledWith(1);
  });

  it('changes the width of a column and remembers it', async () => {
    const user = show();
    screen.getByRole('button', { name: 'Name' }).focus();
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(screen.getByText('Name is now 166 pixels wide')).toBeTruthy();
    cleanup();
    show();
    const columns = screen.getByRole('grid').querySelectorAll('col');
    expect(columns[1]!.style.width).toBe('166px');
  });

  it('copies the cell with the focus, or the selected rows', async () => {
    const user = show();
    cell('note 2').focus();
    expect(copied()).toBe('note 2');
    await user.keyboard(' {ArrowDown} ');
    expect(copied()).toBe('n2\tnote 2\nn3\tnote 3');
    expect(screen.getByText('2 rows copied')).toBeTruthy();
  });
});

it('keeps copied rows in lines and cells', () => {
  expect(asTsv(COLUMNS, [{ id: 1, name: 'a\tb', note: 'one\r\ntwo' }])).toBe('a b\tone two');
});
