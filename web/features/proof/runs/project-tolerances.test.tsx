import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { storeUser } from '../../../lib/selection.ts';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../../ui/testing/stub-api.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../../contract/proof/rows.ts';
import { useUnadded } from '../rows/use-unadded.ts';
import { ProjectTolerances, SettingsDialog } from './settings-dialog.tsx';

function Tolerances() {
  return <ProjectTolerances projectId={12} unadded={useUnadded().rule} />;
}

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});

it('takes back what a project lets pass, and says before what that reopens', async () => {
  const rule = {
    id: 3,
    cause: 'shift:3600',
    source_type: null,
    target_type: null,
    reason: 'the zone of the old server',
    until: null,
    by: 'ann',
    at: '2026-01-02T08:00:00.000Z',
    ended_at: null,
    pairs: 7,
  };
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [rule],
    'DELETE /api/projects/12/tolerances/3': { outdated: 7 },
  });
  renderScreen(Tolerances, '/proof?project=12');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Revoke: all columns/ }));
  const asked = within(await screen.findByRole('dialog', { name: 'Revoke' }));
  expect(asked.getByText(/^Without it, 7 pairs are not proven/)).toBeTruthy();
  expect(api.sent('DELETE', '/api/projects/12/tolerances/3')).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked: 7 pairs have to be compared again.');
  expect(api.sent('DELETE', '/api/projects/12/tolerances/3')).toHaveLength(1);
});

it('adds a rule by types before any difference was found', async () => {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [],
    'POST /api/projects/12/tolerances': { id: 4 },
  });
  renderScreen(Tolerances, '/proof?project=12');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
  await user.type(screen.getByRole('textbox', { name: 'Type (Source)' }), 'DateTime(6)');
  await user.click(screen.getByRole('combobox', { name: 'Cause' }));
  await user.click(await screen.findByRole('option', { name: 'zero date beside NULL' }));
  await user.click(screen.getByRole('combobox', { name: 'Side with NULL' }));
  await user.click(await screen.findByRole('option', { name: 'Target' }));
  await user.click(screen.getByRole('button', { name: 'Add this rule' }));
  expect(screen.getByText('Say why it may stay as it is.')).toBeTruthy();
  expect(api.sent('POST', '/api/projects/12/tolerances')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'never a date');
  await user.click(screen.getByRole('button', { name: 'Add this rule' }));
  await waitFor(() => expect(api.sent('POST', '/api/projects/12/tolerances')).toHaveLength(1));
  expect(api.sent('POST', '/api/projects/12/tolerances')[0]!.body).toEqual({
    cause: 'zero_date:target',
    source_type: 'datetime',
    target_type: null,
    reason: 'never a date',
    until: null,
  });
});

const expression = {
  id: 5,
  cause: 'expression',
  source_type: 'datetime',
  target_type: null,
  source_expression: 'DATE({column})',
  target_expression: null,
  reason: 'only days were moved',
  until: null,
  by: 'ann',
  at: '2026-01-02T08:00:00.000Z',
  ended_at: null,
  pairs: 2,
};

it('lists expressions for columns of two types, and takes them back', async () => {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [expression],
    'DELETE /api/projects/12/tolerances/5': { outdated: 2 },
  });
  renderScreen(Tolerances, '/proof?project=12');
  const name = 'datetime → …: expression in place of the column (DATE({column}) → {column})';
  await screen.findByText(name);
  expect(screen.getByText(/^Reason: only days were moved/)).toBeTruthy();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: `Revoke: ${name}` }));
  const asked = within(await screen.findByRole('dialog', { name: 'Revoke' }));
  await user.click(asked.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('Revoked: 2 pairs have to be compared again.');
  expect(api.sent('DELETE', '/api/projects/12/tolerances/5')).toHaveLength(1);
});

it('adds an expression for columns of two types, and says beside the field what is refused', async () => {
  let isRefused = true;
  const errors = [{ field: 'source_expression', message: 'must contain {column}' }];
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [],
    'GET /api/projects/12/proofsettings': DEFAULT_PROOF_SETTINGS,
    'PUT /api/projects/12/proofsettings': DEFAULT_PROOF_SETTINGS,
    'POST /api/projects/12/tolerances/expressions': () =>
      isRefused ? problemAnswer(422, 'The request is invalid.', { errors }) : { id: 5 },
  });
  renderScreen(
    () => <SettingsDialog projectId={12} onClose={() => undefined} />,
    '/proof?project=12',
  );
  const user = userEvent.setup();
  const save = await screen.findByRole('button', { name: 'Save' });
  await user.click(screen.getByRole('button', { name: 'Add an expression' }));
  await user.type(screen.getByRole('textbox', { name: 'Type (Source)' }), 'DateTime(6)');
  const read = screen.getByRole('textbox', { name: 'Expression (Source)' });
  await user.click(read);
  await user.paste('DATE(at)');
  await user.click(save);
  expect(screen.getByRole('alert').textContent).toMatch(/^This rule has not been added yet/);
  expect(api.sent('PUT', '/api/projects/12/proofsettings')).toEqual([]);
  const add = screen.getByRole('button', { name: 'Add this rule' });
  await user.click(add);
  expect(screen.getByText('Say why it may stay as it is.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'only days');
  await user.click(add);
  await screen.findByText('must contain {column}');
  isRefused = false;
  await user.clear(read);
  await user.click(read);
  await user.paste('DATE({column})');
  await user.click(add);
  await screen.findByText('Rule added. It applies from the next comparison on.');
  expect(api.sent('POST', '/api/projects/12/tolerances/expressions').at(-1)!.body).toEqual({
    source_type: 'datetime',
    target_type: null,
    source_expression: 'DATE({column})',
    target_expression: null,
    reason: 'only days',
    until: null,
  });
  await user.click(save);
  await waitFor(() => expect(api.sent('PUT', '/api/projects/12/proofsettings')).toHaveLength(1));
});

it('settings are not saved while a new rule is entered but not added', async () => {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [],
    'GET /api/projects/12/proofsettings': DEFAULT_PROOF_SETTINGS,
    'PUT /api/projects/12/proofsettings': DEFAULT_PROOF_SETTINGS,
  });
  renderScreen(
    () => <SettingsDialog projectId={12} onClose={() => undefined} />,
    '/proof?project=12',
  );
  const user = userEvent.setup();
  const save = await screen.findByRole('button', { name: 'Save' });
  await user.click(screen.getByRole('button', { name: 'Add a rule' }));
  await user.type(screen.getByRole('textbox', { name: 'Type (Target)' }), 'date');
  await user.click(save);
  expect(screen.getByRole('alert').textContent).toMatch(/^This rule has not been added yet/);
  expect(api.sent('PUT', '/api/projects/12/proofsettings')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Do not add' }));
  await user.click(save);
  await waitFor(() => expect(api.sent('PUT', '/api/projects/12/proofsettings')).toHaveLength(1));
});

it('keeps what was typed when a rule is refused, and says when it is added', async () => {
  let isRefused = true;
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12/tolerances': [],
    'POST /api/projects/12/tolerances': () =>
      isRefused ? problemAnswer(409, 'There are too many rules.') : { id: 4 },
  });
  renderScreen(Tolerances, '/proof?project=12');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
  await user.click(screen.getByRole('combobox', { name: 'Cause' }));
  await user.click(await screen.findByRole('option', { name: 'zero date beside NULL' }));
  const reason = screen.getByRole('textbox', { name: 'Reason' });
  await user.type(reason, 'never a date');
  await user.click(screen.getByRole('button', { name: 'Add this rule' }));
  await screen.findByText('There are too many rules.');
  expect(reason).toHaveProperty('value', 'never a date');
  expect(screen.queryByText(/^Rule added/)).toBeNull();
  isRefused = false;
  await user.type(reason, '{Enter}');
  await screen.findByText('Rule added. It applies from the next comparison on.');
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  expect(api.sent('POST', '/api/projects/12/tolerances')).toHaveLength(2);
});
