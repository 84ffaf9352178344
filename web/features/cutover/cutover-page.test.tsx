import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Runbook, RunbookStep } from '../../../contract/cutover.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { type SeenCall, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { CutoverPage } from './cutover-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const step = (id: number, title: string, over: Partial<RunbookStep> = {}): RunbookStep => ({
  id,
  title,
  owner_id: null,
  owner: null,
  minutes: 10,
  after: null,
  commands: '',
  way_back: '',
  needs_confirmation: 0,
  no_return: 0,
  begins: 0,
  ends: 10,
  critical: 1,
  ...over,
});
const EMPTY: Runbook = { starts_at: null, steps: [], minutes: 0, version: 'v1' };
const SOME: Runbook = {
  ...EMPTY,
  minutes: 85,
  steps: [
    step(1, 'Freeze', { commands: 'SET READ ONLY;', way_back: 'Thaw it.', owner: 'tess' }),
    step(2, 'Call them', { after: [], critical: 0 }),
    step(3, 'Switch', { after: [1, 2], begins: 70, ends: 85, minutes: 15, no_return: 1 }),
  ],
};

function open(answers: Record<string, unknown>, user = sampleUser) {
  storeUser(user);
  const api = stubApi({
    'GET /api/auth/me': user,
    'GET /api/projects/12': sampleProject,
    'GET /api/assigned/getuserz': [
      { user_id: 7, username: 'anna' },
      { user_id: 9, username: 'tess' },
      { user_id: 99, username: 'stranger' },
    ],
    'GET /api/projects/12/runbook': SOME,
    'PUT /api/projects/12/runbook': SOME,
    ...answers,
  });
  renderScreen(CutoverPage, '/cutover?project=12');
  return api;
}
const sent = (calls: SeenCall[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body as { steps: unknown[] });
const row = async (title: string) =>
  within((await screen.findByText(title)).closest('li') as HTMLElement);

describe('the runbook', () => {
  it('shows when each step is done, what it waits for, and where there is no way back', async () => {
    open({});
    expect(
      (await row('Freeze')).getByText('+0:00 – +0:10 · 0:10 h · decides the end'),
    ).toBeTruthy();
    expect((await row('Freeze')).getByText('tess')).toBeTruthy();
    expect((await row('Call them')).getByText(/waits for nothing$/)).toBeTruthy();
    const last = await row('Switch');
    expect(
      last.getByText('+1:10 – +1:25 · 0:15 h · waits for 1, 2 · decides the end'),
    ).toBeTruthy();
    expect(last.getByText('point of no return')).toBeTruthy();
  });

  it('copies the commands of a step with one press', async () => {
    const user = userEvent.setup();
    open({});
    await user.click(await screen.findByRole('button', { name: 'Copy commands: Freeze' }));
    expect(await navigator.clipboard.readText()).toBe('SET READ ONLY;');
  });

  it('begins with steps for the engines of the project', async () => {
    const user = userEvent.setup();
    const {
      id: _,
      owner: __,
      begins: ___,
      ends: ____,
      critical: _____,
      ...work
    } = step(1, 'Freeze');
    const { calls } = open({
      'GET /api/projects/12/runbook': EMPTY,
      'GET /api/projects/12/runbook/template': [
        { ...work, owner_id: undefined, title_said: { code: 'x' }, way_back_said: null },
      ],
    });
    await user.click(
      await screen.findByRole('button', { name: 'Begin with PostgreSQL to SQLite' }),
    );
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]).toEqual({
      starts_at: null,
      was: 'v1',
      steps: [{ ...work, id: null, owner_id: null }],
    });
  });

  it('moves a step, which still waits for the same ones', async () => {
    const user = userEvent.setup();
    const { calls } = open({});
    await user.click(await screen.findByRole('button', { name: 'Move up: Call them' }));
    await waitFor(() => expect(sent(calls)).toHaveLength(1));
    expect(sent(calls)[0]!.steps).toMatchObject([
      { id: 2, after: [] },
      { id: 1, after: null },
      { id: 3, after: [2, 1] },
    ]);
  });

  it('edits a step for members of the project, and keeps what was typed where it is refused', async () => {
    const user = userEvent.setup();
    const { calls } = open({
      'PUT /api/projects/12/runbook': problemAnswer(409, 'Somebody else has changed it.'),
    });
    await user.click((await row('Switch')).getByRole('button', { name: 'Edit…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Step' }), ' over');
    expect(await dialog.findByRole('option', { name: 'tess' })).toBeTruthy();
    expect(dialog.queryByRole('option', { name: 'stranger' })).toBeNull();
    const owner = dialog.getByRole('combobox', { name: 'Owner' });
    await user.selectOptions(owner, 'tess');
    await user.click(dialog.getByRole('checkbox', { name: '1. Freeze' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Somebody else has changed it.')).toBeTruthy();
    expect(sent(calls)[0]!.steps[2]).toMatchObject({
      id: 3,
      title: 'Switch over',
      owner_id: 9,
      after: [2],
    });
    expect(dialog.getByDisplayValue('Switch over')).toBeTruthy();
  });

  it('is read by members, who change nothing', async () => {
    open({}, { ...sampleUser, is_admin: 0 });
    await row('Freeze');
    expect(screen.queryByRole('button', { name: 'Edit…' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add a step…' })).toBeNull();
  });
});
