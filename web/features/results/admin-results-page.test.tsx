import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { StubAnswer, stubApi, type SeenCall } from '../../ui/testing/stub-api.ts';
import { AdminResultsPage } from './admin-results-page.tsx';

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** As many rows as a filter would show, where only that is asked. */
const counted =
  (count: (filter: URLSearchParams) => number) =>
  ({ url }: SeenCall) => {
    const query = new URL(url, 'http://localhost').searchParams;
    return query.get('limit') === '0'
      ? new StubAnswer([], 200, { 'x-total-count': String(count(query)) })
      : rows;
  };
const BY_STATUS: Record<string, number> = { pending: 20, migrated: 8, verified: 12 };

const rows = [
  sampleObject({ status: 'verified', migrated_by: 'dev', tested_by: 'tess', test_result: 'same' }),
  sampleObject({ source_objectid: 102, object_name: 'old', missing_since: '2026-02-01T00:00:00Z' }),
];

/** What was asked for rows, not only for their number. */
const windowsOf = (api: ReturnType<typeof stubApi>) =>
  api
    .sent('GET', '/api/adminresults/source/12')
    .map(({ url }) => decodeURIComponent(url))
    .filter((url) => !url.includes('limit=0'));

describe('admin results', () => {
  // covers: 1.people.5, 2.route.10, 2.results.1, 2.results.2
  it('shows the columns in order, the counts, and what is missing; nothing to edit', async () => {
    const api = stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': counted((query) =>
        query.has('filter[missing_since]') || query.has('filter[due_date]')
          ? 0
          : (BY_STATUS[query.get('filter[status]')!] ?? 40),
      ),
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
    const counts = within(screen.getByRole('group', { name: 'Show only' }));
    // Missing and overdue only where something is.
    await waitFor(() =>
      expect(counts.getAllByRole('button').map((one) => one.textContent)).toEqual([
        'all 40',
        'pending 20',
        'migrated 8',
        'verified 12',
      ]),
    );
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
    const asked = () => windowsOf(api);
    expect(asked()[0]).toContain('filter[data_result]=different');
    expect(screen.getByRole('button', { name: 'Remove the filter rows: different' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Filters (2)' }));
    const filter = await screen.findByLabelText<HTMLSelectElement>('Filter rows');
    expect(filter.selectedOptions[0]!.textContent).toBe('different');
    await userEvent.selectOptions(filter, 'not compared');
    await waitFor(() => expect(asked().at(-1)).toContain('filter[data_result]=-'));
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Show pair' }));
    const link = await screen.findByRole('link', { name: 'Open proof' });
    expect(link.getAttribute('href')).toBe('/pair?project=12&pair=31');
  });

  // covers: 2.results.1
  it('filters on the server, by type and by person', async () => {
    const api = stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': rows,
    });
    renderScreen(AdminResultsPage, '/adminresults?project=12&side=source&f.migrated_by=8');
    await screen.findByRole('cell', { name: 'old missing' });
    const asked = () => windowsOf(api);
    expect(asked()[0]).toContain('filter[migrated_by]=8');
    expect(asked()[0]).toContain('limit=200');
    await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
    await userEvent.selectOptions(await screen.findByLabelText('Filter object type'), 'views');
    await waitFor(() => expect(asked().at(-1)).toContain('filter[object_type_id]=2'));
    expect(screen.getByLabelText<HTMLSelectElement>('Filter migrated by').value).toBe('8');
  });

  it('names what the open tests on the dashboard lead to', async () => {
    stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': rows,
    });
    renderScreen(
      AdminResultsPage,
      '/adminresults?project=12&side=source&f.status=migrated&f.tester=*',
    );
    expect(await screen.findByRole('columnheader', { name: /^tester/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^migrated/, pressed: true })).toBeTruthy();
    const name = 'Remove the filter tester: is not empty';
    expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('shows only one status at a press, in the address like any other filter', async () => {
    const api = stubApi({
      'GET /api/projects/12': sampleProject,
      'GET /api/adminresults/source/12': counted(() => 1),
    });
    renderScreen(AdminResultsPage, '/adminresults?project=12&side=source&q=old');
    const press = async (name: string) =>
      userEvent.click(await screen.findByRole('button', { name }));
    await press('verified 1');
    await waitFor(() => expect(windowsOf(api).at(-1)).toContain('filter[status]=verified'));
    expect(windowsOf(api).at(-1)).toContain('q=old');
    const pressed = () =>
      screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
    expect(pressed()).toEqual(['verified 1']);
    // What it is filtered by is seen.
    expect(await screen.findByRole('columnheader', { name: /^status/ })).toBeTruthy();
    await press('missing 1');
    await waitFor(() => expect(windowsOf(api).at(-1)).toContain('filter[missing_since]=*'));
    expect(windowsOf(api).at(-1)).not.toContain('filter[status]');
    await press('all 1');
    expect(pressed()).toEqual(['all 1']);
    expect(screen.queryByRole('columnheader', { name: /^status/ })).toBeNull();
  });
});
