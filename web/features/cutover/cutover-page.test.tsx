import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CutoverRun, CutoverStep } from '../../../contract/cutover-runs.ts';
import type { Runbook, RunbookStep } from '../../../contract/cutover.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser, sampleRun } from '../../ui/testing/samples.ts';
import { type SeenCall, problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { CutoverPage } from './cutover-page.tsx';
import { WallPage } from './wall-page.tsx';

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
    'GET /api/projects/12/cutovers': [],
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
    expect((await row('Freeze')).getByText('+0:00 – +0:10 · 10 min · critical path')).toBeTruthy();
    expect((await row('Freeze')).getByText('tess')).toBeTruthy();
    expect((await row('Call them')).getByText(/waits for nothing$/)).toBeTruthy();
    const last = await row('Switch');
    expect(last.getByText('+1:10 – +1:25 · 15 min · waits for 1, 2 · critical path')).toBeTruthy();
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
      await screen.findByRole('button', { name: 'Start from the template PostgreSQL to SQLite' }),
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

const AT = Date.parse('2026-02-01T20:00:00.000Z');
const at = (minutes: number) => new Date(AT + minutes * 60_000).toISOString();
const { owner_id: _, begins: __, ends: ___, critical: ____, ...WORK } = step(1, 'Freeze');
const runStep = (id: number, over: Partial<CutoverStep> = {}): CutoverStep => ({
  ...WORK,
  id,
  planned_start: at(0),
  planned_end: at(10),
  state: 'waiting',
  ready: 1,
  started_at: null,
  started_by: null,
  ended_at: null,
  ended_by: null,
  way_back_worked: null,
  way_back_at: null,
  way_back_by: null,
  way_back_note: null,
  ...over,
});
const RUN: CutoverRun = {
  id: 5,
  kind: 'rehearsal',
  state: 'running',
  started_at: at(0),
  started_by: 'anna',
  ended_at: null,
  ended_by: null,
  planned_end: at(30),
  expected_end: at(45),
  // Far from this browser's clock, which does not matter.
  now: at(12),
  steps: [
    runStep(51, {
      title: 'Freeze',
      state: 'running',
      ready: 0,
      started_at: at(1),
      started_by: 'tess',
    }),
    runStep(52, { title: 'Copy', state: 'failed', way_back: 'Thaw it.', started_at: at(1) }),
    runStep(53, { title: 'Call', ready: 0, planned_end: at(30) }),
    runStep(54, { title: 'Switch', planned_end: at(30), no_return: 1 }),
  ],
};

describe('a rehearsal', () => {
  const openRun = (
    answers: Record<string, unknown> = {},
    user = { ...sampleUser, is_admin: 0 as const },
  ) => {
    storeUser(user);
    const api = stubApi({
      'GET /api/auth/me': user,
      'GET /api/projects/12': sampleProject,
      'GET /api/projects/12/cutovers/5': RUN,
      'GET /api/projects/12/cutovers': [],
      'GET /api/projects/12/runs': [],
      ...answers,
    });
    renderScreen(CutoverPage, '/cutover?project=12&run=5');
    return api;
  };
  const buttonsOf = async (title: string) =>
    (await row(title))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((text) => text !== 'Copy commands');

  it("goes by the server's clock, and marks what is behind its plan", async () => {
    openRun();
    expect((await row('Freeze')).getByText(/^0:11:0\d$/)).toBeTruthy();
    expect((await row('Freeze')).getByText(/^0:02:0\d behind$/)).toBeTruthy();
    expect((await row('Call')).queryByText(/behind/)).toBeNull();
    expect(screen.getByText('Elapsed').nextElementSibling?.textContent).toMatch(/^0:12:0\d$/);
  });

  it('verifies what counts now within a time limit, and shows how far that is since the switch began', async () => {
    const user = userEvent.setup();
    const ran = sampleRun({
      kind: 'changed',
      options: { depth: 'rows', sample: null, within_minutes: 30 },
      created_at: at(-5),
      started_at: at(-5),
      finished_at: at(-1),
      ends_by: at(25),
      total: 9,
      done: 9,
      counted: 9,
    });
    const api = openRun({
      'GET /api/projects/12/runs': [ran],
      'POST /api/projects/12/runs': ran,
    });
    const section = within(await screen.findByRole('region', { name: 'What counts now' }));
    // One of before the switch says nothing of now.
    expect(await section.findByText(/^Count all pairs/)).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'Verify what counts now…' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Compare/ }));
    await user.click(dialog.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(api.sent('POST', '/api/projects/12/runs')).toHaveLength(1));
    expect(api.sent('POST', '/api/projects/12/runs')[0]!.body).toMatchObject({
      options: { within_minutes: 30 },
    });
    cleanup();
    openRun({
      'GET /api/projects/12/runs': [
        { ...ran, state: 'running', created_at: at(3), time_left: 600, counted: 7, done: 4 },
      ],
    });
    for (const fact of ['10 min left', 'Counted: 7', 'Pairs: 4 of 9'])
      expect(await screen.findByText(fact)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Verify/ }).disabled).toBe(true);
  });

  it('offers what may be said of each step, and shows the way back of one that failed', async () => {
    openRun();
    expect(await buttonsOf('Freeze')).toEqual(['Done', 'Failed']);
    expect(await buttonsOf('Copy')).toEqual(['Try again', 'Skip…', 'Record way back…']);
    expect(await buttonsOf('Call')).toEqual(['Skip…']);
    expect((await row('Copy')).getAllByText('Thaw it.').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Abort…' })).toBeNull();
  });

  it('asks before the point of no return, and says who was first where it is refused', async () => {
    const user = userEvent.setup();
    const { calls } = openRun({
      'POST /api/projects/12/cutovers/5/steps/54': problemAnswer(
        409,
        'tess has started it already.',
      ),
    });
    await user.click(await screen.findByRole('button', { name: 'Start: Switch' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start: Switch' }));
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Start' }));
    expect(await screen.findByText('tess has started it already.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
      action: 'start',
      confirmed: 1,
    });
  });

  it('offers to record no way back behind the point of no return', async () => {
    const done = { state: 'done', way_back: 'Undo it.' } as const;
    openRun({
      'GET /api/projects/12/cutovers/5': {
        ...RUN,
        steps: [
          runStep(51, { ...done, title: 'Freeze' }),
          runStep(52, { ...done, title: 'Switch', no_return: 1 }),
          runStep(53, { ...done, title: 'Watch' }),
        ],
      },
    });
    for (const title of ['Freeze', 'Switch'])
      expect(await buttonsOf(title)).toEqual(['Record way back…']);
    expect(await buttonsOf('Watch')).toEqual([]);
  });

  it('records whether the way back of a step worked, with a note where it did not', async () => {
    const user = userEvent.setup();
    const tried = runStep(52, {
      title: 'Copy',
      state: 'failed',
      way_back: 'Thaw it.',
      way_back_worked: 0,
      way_back_at: at(20),
      way_back_by: 'tess',
      way_back_note: 'No key.',
    });
    const { calls } = openRun({
      'POST /api/projects/12/cutovers/5/steps/52/way-back': { ...RUN, steps: [tried] },
    });
    // One that has no way back, or was not begun, has nothing to try.
    expect(await screen.findAllByRole('button', { name: /^Record way back/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Record way back: Copy' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Way back: Copy' }));
    await user.click(dialog.getByRole('radio', { name: 'The way back did not work' }));
    await user.type(dialog.getByRole('textbox', { name: /Note/ }), 'No key.');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(await screen.findByText('No key.')).toBeTruthy();
    expect(screen.getByText('The way back did not work')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({
      worked: 0,
      note: 'No key.',
    });
  });

  it('gives its lengths to the plan after a look at them', async () => {
    const user = userEvent.setup();
    const ended = { ...RUN, state: 'finished', ended_at: at(45), ended_by: 'tess' };
    const { calls } = openRun(
      {
        'GET /api/projects/12/cutovers/5': ended,
        'GET /api/projects/12/runbook': SOME,
        'GET /api/projects/12/cutovers/5/measured': [
          { id: 1, title: 'Freeze', minutes: 10, measured: 25 },
        ],
        'POST /api/projects/12/cutovers/5/measured': SOME,
      },
      { ...sampleUser, is_admin: 1 as never },
    );
    await user.click(await screen.findByRole('button', { name: 'Use measured durations…' }));
    expect(screen.queryByText('Time left to the planned end')).toBeNull();
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole('row', { name: 'Freeze 10 25' })).textContent).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Use these durations' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')!.body).toEqual({ seen: 'v1' }),
    );
  });
});

describe('the wall', () => {
  const showOnWall = (run: typeof RUN) => {
    storeUser(sampleUser);
    vi.stubGlobal(
      'EventSource',
      class {
        addEventListener() {}
        close() {}
      },
    );
    const { id, kind, state, started_at, started_by, ended_at, ended_by } = run;
    stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/projects/12/cutovers/5': run,
      'GET /api/projects/12/cutovers': [
        { id, kind, state, started_at, started_by, ended_at, ended_by, steps: 4, done: 0 },
      ],
    });
    renderScreen(WallPage, '/wall?project=12');
  };

  it('shows what is under way, what failed, what is next, and how late it will be', async () => {
    showOnWall(RUN);
    const now = within(await screen.findByRole('region', { name: 'Now' }));
    expect(now.getByText('Freeze')).toBeTruthy();
    expect(now.getByText(/^failed · /)).toBeTruthy();
    const next = within(screen.getByRole('region', { name: 'Next' }));
    expect(
      next.getAllByRole('listitem').map(({ textContent }) => textContent?.split(/[ \d]/, 1)[0]),
    ).toEqual(['Switch', 'Call']);
    expect(
      screen.getByText('Time left to the planned end').nextElementSibling?.textContent,
    ).toMatch(/^0:17:5\d|0:18:00$/);
    expect(screen.getByText('Expected end').closest('div')?.dataset['late']).toBe('true');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Billing · Rehearsal');
  });

  it('shows when it ended, and no time that is left', async () => {
    showOnWall({ ...RUN, state: 'finished', ended_at: at(45), ended_by: 'tess' } as never);
    expect(await screen.findByText('Ended')).toBeTruthy();
    expect(screen.queryByText('Time left to the planned end')).toBeNull();
  });

  it('shows after the end which steps took longer than planned, and how long the runs took', async () => {
    const done = (id: number, title: string, minutes: number) =>
      runStep(id, { title, state: 'done', started_at: at(0), ended_at: at(minutes) });
    const steps = [
      done(51, 'Freeze', 9),
      done(52, 'Copy', 31),
      runStep(53, { title: 'Thaw', state: 'skipped' }),
    ];
    showOnWall({ ...RUN, steps, state: 'finished', ended_at: at(45), ended_by: 'tess' } as never);
    const listed = within(await screen.findByRole('region', { name: 'Steps' }));
    expect(
      listed.getAllByRole('listitem').map((item) => [item.textContent, item.dataset['late']]),
    ).toEqual([
      ['Thaw skipped', undefined],
      ['Copy 0:31:00 of 0:10:00', 'true'],
      ['Freeze 0:09:00 of 0:10:00', undefined],
    ]);
    const runs = within(screen.getByRole('region', { name: 'Rehearsals and cutovers' }));
    expect(runs.getByRole('listitem').textContent).toMatch(/^Rehearsal, .* 0:45:00 · completed$/);
  });

  it('shows the step that failed and the late one before those that an aborted run never reached', async () => {
    const times = { started_at: at(0), ended_at: at(31) };
    const steps = [
      ...Array.from({ length: 9 }, (_, index) => runStep(60 + index, { title: `Later ${index}` })),
      runStep(71, { title: 'Copy', state: 'done', ...times }),
      runStep(72, { title: 'Switch', state: 'failed', minutes: 120, ...times }),
    ];
    showOnWall({ ...RUN, steps, state: 'aborted', ended_at: at(45), ended_by: 'tess' } as never);
    const listed = within(await screen.findByRole('region', { name: 'Steps' }));
    expect(
      listed
        .getAllByRole('listitem')
        .slice(0, 3)
        .map(({ textContent, dataset }) => [textContent, dataset['late']]),
    ).toEqual([
      ['Switch failed', 'true'],
      ['Copy 0:31:00 of 0:10:00', 'true'],
      ['Later 0 waiting', undefined],
    ]);
    const runs = within(screen.getByRole('region', { name: 'Rehearsals and cutovers' }));
    expect(runs.getByRole('listitem').dataset['late']).toBe('true');
  });
});
