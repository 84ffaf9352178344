import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { port } from '../../../contract/fields.ts';
import { ApiError } from '../../lib/api.ts';
import { EditModal, type EditModalProps } from './edit-modal.tsx';
import type { EditField } from './fields.ts';

const FIELDS: EditField[] = [
  { key: 'id', header: 'Id', type: 'read-only' },
  { key: 'name', header: 'Client Name', type: 'text' },
  { key: 'port', header: 'Port', type: 'number', schema: port },
  { key: 'comments', header: 'Comments', type: 'text' },
];
const VALUES = { id: '7', name: 'ACME', port: '5432', comments: '' };

function open(props: Partial<EditModalProps> = {}) {
  const onSave = vi.fn<EditModalProps['onSave']>(async () => undefined);
  const onClose = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <EditModal
        title="Edit"
        fields={FIELDS}
        values={VALUES}
        onSave={onSave}
        onClose={onClose}
        {...props}
      />
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onSave, onClose };
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

afterEach(cleanup);

describe('the edit modal', () => {
  // covers: 5.inline.1
  it('says that a field that was entered and left empty is required', async () => {
    const { user, onSave } = open();
    await user.clear(field('Client Name'));
    await user.click(field('Port'));
    expect(screen.getByText('Client Name is required')).toBeTruthy();
    expect(save().disabled).toBe(true);
    expect(onSave).not.toHaveBeenCalled();
    await user.type(field('Client Name'), 'Other');
    expect(screen.queryByText('Client Name is required')).toBeNull();
    expect(save().disabled).toBe(false);
  });

  // covers: 5.inline.2
  it('also says so of an empty field that was clicked into', async () => {
    const { user } = open();
    await user.click(field('Comments'));
    await user.click(field('Client Name'));
    expect(screen.getByText('Comments is required')).toBeTruthy();
  });

  // covers: D6.1
  it('lets untouched empty fields pass, and those that the Tab key went past', async () => {
    const { user, onSave, onClose } = open();
    await user.type(field('Client Name'), '!');
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(field('Comments'));
    await user.tab();
    expect(screen.queryByText('Comments is required')).toBeNull();
    await user.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const [values, changed] = onSave.mock.calls[0]!;
    expect(values['name']).toBe('ACME!');
    expect([...changed]).toEqual(['name']);
  });

  it('checks numbers', async () => {
    const { user } = open();
    await user.clear(field('Port'));
    await user.type(field('Port'), 'five');
    await user.tab();
    expect(screen.getByText('Port must be a number')).toBeTruthy();
  });

  it('goes to the first field that keeps it from being saved', async () => {
    const fields = FIELDS.map((one) => ({ ...one, required: one.key === 'comments' }));
    const { user, onSave } = open({ fields });
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(field('Comments')));
    expect(screen.getByText('Comments is required')).toBeTruthy();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('shows a newer row below what was typed', async () => {
    const props = {
      title: 'Edit',
      fields: FIELDS,
      onSave: vi.fn<EditModalProps['onSave']>(async () => {}),
      onClose() {},
    };
    const modal = (values: typeof VALUES) => (
      <MantineProvider env="test">
        <EditModal {...props} values={values} />
      </MantineProvider>
    );
    const { rerender } = render(modal(VALUES));
    const user = userEvent.setup();
    await user.type(field('Client Name'), ' mine');
    rerender(modal({ ...VALUES, name: 'Theirs', port: '1521' }));
    await waitFor(() => expect(field('Port').value).toBe('1521'));
    expect(field('Client Name').value).toBe('ACME mine');
    await user.click(save());
    const [values, changed] = props.onSave.mock.calls[0]!;
    expect([values['name'], values['port'], ...changed]).toEqual(['ACME mine', '1521', 'name']);
  });

  // covers: 2.testing.5
  it('shows read-only columns as such', () => {
    open({
      fields: [...FIELDS, { key: 'call', header: 'Call', type: 'read-only' }],
      values: { ...VALUES, call: 'select 1;\nselect 2' },
    });
    expect(field('Id').readOnly).toBe(true);
    expect(field('Call').readOnly).toBe(true);
    expect(field('Call').value).toBe('select 1;\nselect 2');
  });

  it('says of a read-only column without a value that there is none', () => {
    open({ fields: [{ key: 'call', header: 'Call', type: 'read-only' }], values: { call: '' } });
    expect(field('Call').value).toBe('');
    expect(field('Call').placeholder).toBe('–');
  });

  it('begins in the first field that can be changed, which nobody has entered yet', async () => {
    const { user } = open({ values: { ...VALUES, name: '' } });
    await waitFor(() => expect(document.activeElement).toBe(field('Client Name')));
    await user.tab();
    expect(screen.queryByText('Client Name is required')).toBeNull();
  });

  it('keeps what was typed when the server refuses, with its errors beside the fields', async () => {
    const refusal = new ApiError({
      type: '/problems/invalid',
      title: 'Invalid input',
      status: 422,
      detail: 'Not like this.',
      errors: [{ field: 'name', message: 'is already taken' }],
    });
    const { user, onClose } = open({ onSave: () => Promise.reject(refusal) });
    await user.type(field('Client Name'), ' two');
    await user.click(save());
    expect(await screen.findByText('Not like this.')).toBeTruthy();
    expect(screen.getByText('Client Name is already taken')).toBeTruthy();
    expect(field('Client Name').value).toBe('ACME two');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks before it throws changes away', async () => {
    const { user, onClose } = open();
    await user.type(field('Client Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(field('Client Name').value).toBe('ACME!');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalled();
  });

  it('closes at once when nothing was changed', async () => {
    const { user, onClose } = open();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalled();
  });
});
