import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PairCall } from '../../../contract/calls.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { samplePair, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { PairPage } from './pair-page.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const call: PairCall = {
  source_text: 'select f(:a, :_b)',
  target_text: 'select f(:a, :_b)',
  parameter_sets: [],
  ordered: false,
  writes: false,
};
const both = <T,>(value: T) => ({ source: value, target: value });
const PAIR = '/api/projects/12/pairs/5';
function draw(saved: PairCall, answers: Record<string, unknown> = {}) {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    [`GET ${PAIR}`]: samplePair({ id: 5 }),
    'GET /api/projects/12/pairids': [5],
    [`GET ${PAIR}/structure`]: { snapshots: [], findings: [] },
    [`GET ${PAIR}/evidence`]: [],
    [`GET ${PAIR}/rules`]: {},
    [`GET ${PAIR}/call`]: {
      ...saved,
      may_run: true,
      allowed: both(true),
      disposable: both(false),
      forms: both({ function: 'SELECT {name}({parameters})', procedure: 'CALL {name}' }),
    },
    [`POST ${PAIR}/call`]: {
      evidence_id: 71,
      result: 'equal',
      comparisons: [],
      notes: ['The test result is written by the tester of an object only.'],
    },
    ...answers,
  });
  renderScreen(PairPage, '/pair?project=12&pair=5&tab=call');
  return api;
}
const runButton = () => screen.findByRole('button', { name: 'Run on both sides' });

describe('a call', () => {
  it('has a field for every parameter, and runs once each has a value', async () => {
    const api = draw(call);
    expect(await runButton()).toHaveProperty('disabled', true);
    expect(screen.getByText(/The parameter :a has no value in Set 1/)).toBeTruthy();
    const set = within(screen.getByRole('group', { name: 'Set 1' }));
    await userEvent.type(set.getByLabelText(':a'), '1');
    expect(screen.getByText(/The parameter :_b has no value in Set 1/)).toBeTruthy();
    await userEvent.click(set.getByRole('checkbox', { name: '_b is NULL' }));
    expect(await runButton()).toHaveProperty('disabled', false);
    await userEvent.click(await runButton());
    expect(
      await screen.findByText('The test result is written by the tester of an object only.'),
    ).toBeTruthy();
    expect(api.sent('POST', `${PAIR}/call`)[0]!.body).toMatchObject({
      parameter_sets: [{ name: 'Set 1', values: { a: '1', _b: null }, expected_error: null }],
    });
  });

  it('is not run by those who may not, and says who may', async () => {
    draw(call, {
      [`GET ${PAIR}/call`]: {
        ...call,
        may_run: false,
        allowed: both(true),
        disposable: both(false),
        forms: both({ function: '', procedure: '' }),
      },
    });
    expect(await runButton()).toHaveProperty('disabled', true);
    expect(screen.getByText(/^Calls are run by administrators/)).toBeTruthy();
  });
});
