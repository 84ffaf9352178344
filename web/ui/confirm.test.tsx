import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { changeLanguage } from '../lib/i18n/index.ts';
import { confirm } from './confirm.tsx';
// Loaded as in a browser: before anything else is opened.
import './confirm-dialog.tsx';
import { EditModal } from './edit-modal/edit-modal.tsx';
import { renderScreen } from './testing/render-screen.tsx';

const question = () => ({
  title: 'Archive it?',
  lines: ['Nobody sees it then.'],
  confirm: 'Archive',
});

/** A dialog that asks before it does something. */
function Screen() {
  const [opened, setOpened] = useState(false);
  const [answer, setAnswer] = useState('none');
  const ask = async () => setAnswer(String(await confirm(question)));
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <output>{answer}</output>
      {opened && (
        <EditModal
          title="Edit"
          fields={[]}
          values={{}}
          onSave={async () => {}}
          onClose={() => setOpened(false)}
          footer={
            <button type="button" onClick={() => void ask()}>
              Ask
            </button>
          }
        />
      )}
    </>
  );
}

async function open() {
  renderScreen(() => <Screen />, '/');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog', { name: 'Archive it?' });
  return user;
}
const answered = (answer: string) =>
  waitFor(() => expect(screen.getByText(answer, { selector: 'output' })).toBeTruthy());

afterEach(cleanup);

describe('a question', () => {
  it('says what will happen, and is answered by its button', async () => {
    const user = await open();
    expect(screen.getByText('Nobody sees it then.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Archive' }));
    await answered('true');
  });

  it('is answered with no by Escape, which leaves the dialog below open', async () => {
    const user = await open();
    await user.keyboard('{Escape}');
    await answered('false');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Archive it?' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Edit' })).toBeTruthy();
  });
});

it('an open question is worded anew when the language changes', async () => {
  let word = 'Archive';
  renderScreen(() => null, '/');
  act(() => void confirm(() => ({ title: `${word}?`, lines: [`${word} it.`], confirm: word })));
  await screen.findByRole('button', { name: 'Archive' });
  word = 'Archivieren';
  await act(() => changeLanguage('de'));
  expect(screen.getByRole('dialog', { name: 'Archivieren?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Archivieren' }));
  await act(() => changeLanguage('en'));
});
