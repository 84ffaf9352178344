import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
    // Objects, verified, migrated, pending; missing only where something is.
    const figures = counts.getAllByRole('definition').map((one) => one.textContent);
    expect(figures).toEqual(['40', '12', '8', '20']);
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(api.unexpected).toEqual([]);
  });

  it('shows the proof that an address asks for, its filter, and the way to each pair', async () => {
    const api = stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': [
        sampleObject({ pair_id: 31, data_result: 'different' }),
        sampleObject({ source_objectid: 102, object_name: 'old' }),
      ],
    });
    renderScreen(
      AdminResultsPage,
      '/adminresults?project=12&side=source&f.data_result=different&f.stale_since=-',
    );
    expect(await screen.findByRole('cell', { name: 'different' })).toBeTruthy();
    const [asked] = api.sent('GET', '/api/adminresults/source/12');
    expect(decodeURIComponent(asked!.url)).toContain('filter[data_result]=different');
    expect(screen.getByRole('button', { name: 'Remove the filter rows: different' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Filters (2)' }));
    const filter = await screen.findByLabelText<HTMLSelectElement>('Filter rows');
    expect(filter.selectedOptions[0]!.textContent).toBe('different');
    await userEvent.selectOptions(filter, 'not compared');
    await waitFor(() =>
      expect(
        decodeURIComponent(api.sent('GET', '/api/adminresults/source/12').at(-1)!.url),
      ).toContain('filter[data_result]=-'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Show pair' }));
    const link = await screen.findByRole('link', { name: 'Open proof' });
    expect(link.getAttribute('href')).toBe('/pair?project=12&pair=31');
  });

  it('filters on the server, by type and by person', async () => {
    const api = stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': rows,
    });
    renderScreen(AdminResultsPage, '/adminresults?project=12&side=source&f.migrated_by=8');
    await screen.findByRole('cell', { name: 'old missing' });
    const asked = () =>
      api.sent('GET', '/api/adminresults/source/12').map(({ url }) => decodeURIComponent(url));
    expect(asked()[0]).toContain('filter[migrated_by]=8');
    expect(asked()[0]).toContain('limit=200');
    await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
    await userEvent.selectOptions(await screen.findByLabelText('Filter object type'), 'views');
    await waitFor(() => expect(asked().at(-1)).toContain('filter[object_type_id]=2'));
    expect(screen.getByLabelText<HTMLSelectElement>('Filter migrated by').value).toBe('8');
  });
});
