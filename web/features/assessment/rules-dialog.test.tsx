import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { AssessmentRules } from '../../../contract/assessment.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { RulesDialog } from './rules-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const weight = (code: string, develop: number): AssessmentRules['weights'][number] => ({
  code,
  name: code,
  name_said: null,
  kind: 'feature',
  support: 'rewrite',
  advice: '',
  advice_said: null,
  develop,
  test: 0.5,
  default_develop: 1,
  default_test: 0.5,
});
const RULES = '/api/projects/12/assessment-rules';

async function open(own: boolean) {
  const stored: AssessmentRules = {
    version: '1',
    own,
    limits: { medium: 2, complex: 8 },
    weights: [weight('connect_by', own ? 3 : 1), weight('pivot', 1)],
  };
  const api = stubApi({
    [`GET ${RULES}`]: stored,
    [`PUT ${RULES}`]: stored,
    [`DELETE ${RULES}`]: stored,
  });
  const onClose = vi.fn<() => void>();
  renderScreen(() => <RulesDialog projectId={12} onClose={onClose} />, '/');
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Save' });
  return { api, dialog, onClose, stored };
}

it('sends the weights that differ from those of the program, and what was read', async () => {
  const { api, dialog, onClose, stored } = await open(false);
  const develop = dialog.getByRole('textbox', { name: 'pivot: develop' });
  await userEvent.clear(develop);
  await userEvent.type(develop, '2.5');
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Complex from, hours' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.sent('PUT', RULES)[0]!.body).toEqual({
    // A field that was only emptied keeps its number.
    limits: { medium: 2, complex: 8 },
    weights: [{ code: 'pivot', develop: 2.5, test: 0.5 }],
    was: fingerprint(stored),
  });
});

it('leads back to the weights of the program only from own ones', async () => {
  const { api, dialog, onClose } = await open(true);
  await userEvent.click(dialog.getByRole('button', { name: 'Reset all' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.sent('DELETE', RULES)).toHaveLength(1);
  cleanup();
  const plain = await open(false);
  expect(plain.dialog.queryByRole('button', { name: 'Reset all' })).toBeNull();
});
