import { Modal } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { Form } from './form.tsx';
import { renderScreen } from './testing/render-screen.tsx';

const Fields = () => (
  <Form label="Compare" action="Start" busy={false} onSubmit={async () => {}} onCancel={() => {}}>
    <input aria-label="opens a list" aria-haspopup="listbox" />
    <input aria-label="rows" />
  </Form>
);
const draw = (Content: () => ReactNode) =>
  renderScreen(
    () => (
      <Modal opened onClose={() => {}} title="Compare">
        <Content />
      </Modal>
    ),
    '/',
  );

it('in a dialog, begins at the first field instead of the button that closes', async () => {
  draw(Fields);
  const field = await screen.findByLabelText('rows');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

/** A form that is loaded after its dialog opened. */
function Later() {
  const [loaded, setLoaded] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLoaded(true)}>
        load
      </button>
      {loaded && <Fields />}
    </>
  );
}

it('begins at a field that was loaded only then, unless somebody went elsewhere', async () => {
  const { unmount } = draw(Later);
  const load = await screen.findByText('load');
  const close = document.querySelector<HTMLElement>('.mantine-Modal-close')!;
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  close.focus();
  act(() => load.click());
  expect(document.activeElement).toBe(screen.getByLabelText('rows'));
  unmount();

  draw(Later);
  const again = await screen.findByText('load');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  again.focus();
  act(() => again.click());
  await screen.findByLabelText('rows');
  expect(document.activeElement).toBe(again);
});
