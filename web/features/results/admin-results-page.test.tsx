import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { AdminResultsPage } from './admin-results-page.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rows = [
  sampleObject({ status: 'verified', migrated_by: 'dev', tested_by: 'tess', test_result: 'same' }),
  sampleObject({ source_objectid: 102, object_name: 'old', missing_since: '2026-02-01T00:00:00Z' }),
];

describe('admin results', () => {
  it('shows the columns in order, the counts, and what is missing; nothing to edit', async () => {
    const api = stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': rows,
    });
    renderScreen(AdminResultsPage, '/adminresults?project=12&side=source');
    expect(await screen.findByRole('cell', { name: 'old missing' })).toBeTruthy();
    const headers = screen.getAllByRole('columnheader').map((one) => one.textContent?.trim());
    expect(headers).toEqual([
      'schema name',
      'object name',
      'object type id',
      'object type',
      'test call',
      'migrated by',
      'tested by',
      'test result',
    ]);
    const counts = within(screen.getByLabelText('Counts by status'));
    expect(counts.getAllByRole('definition').map((one) => one.textContent)).toEqual([
      '2',
      '1',
      '0',
      '1',
      '1',
    ]);
    expect(document.body.textContent).toContain('Project Id 12 · Project Name Billing');
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(api.unexpected).toEqual([]);
  });
});
