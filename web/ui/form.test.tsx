import { Modal } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Form } from './form.tsx';
import { renderScreen } from './testing/render-screen.tsx';

it('in a dialog, begins at the first field instead of the button that closes', async () => {
  renderScreen(
    () => (
      <Modal opened onClose={() => {}} title="Compare">
        <Form
          label="Compare"
          action="Start"
          busy={false}
          onSubmit={async () => {}}
          onCancel={() => {}}
        >
          <input aria-label="opens a list" aria-haspopup="listbox" />
          <input aria-label="rows" />
        </Form>
      </Modal>
    ),
    '/',
  );
  const field = await screen.findByLabelText('rows');
  await waitFor(() => expect(document.activeElement).toBe(field));
});
