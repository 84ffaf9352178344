import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { texts } from '../../lib/i18n/index.ts';
import { objectProofColumns } from '../proof/pairs/object-proof-columns.tsx';
import { objectColumns } from './object-columns.tsx';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleObject, sampleProject } from '../../ui/testing/samples.ts';

afterEach(cleanup);

const offered = (tracked_types: typeof sampleProject.tracked_types) => {
  const project = { ...sampleProject, tracked_types };
  const columns = objectColumns(texts('object-words'), ['object_type', 'object_type_id'], project);
  return columns.map(({ choices }) => choices?.map(({ label }) => label));
};

it('filters offer triggers and sequences only in projects that have them', () => {
  expect(offered([])).toEqual([
    ['tables', 'views', 'functions', 'procedures'],
    ['1', '2', '3', '4'],
  ]);
  expect(offered(['sequences'])).toEqual([
    ['tables', 'views', 'functions', 'procedures', 'sequences'],
    ['1', '2', '3', '4', '6'],
  ]);
});

it('a test call is shown in colours where it is a statement, and as it is where it is words', async () => {
  const [column] = objectColumns(texts('object-words'), ['test_call']);
  const shown = (test_call: string | null) => column!.cell!(sampleObject({ test_call }));
  expect(shown(null)).toBeNull();
  expect(shown('compared by eye, and from the list')).toBe('compared by eye, and from the list');
  renderScreen(() => <p>{shown('select count(*) from t')}</p>, '/');
  await waitFor(() =>
    expect(
      [...document.querySelectorAll('[class*=keyword]')].map((one) => one.textContent),
    ).toEqual(['select', 'from']),
  );
});

it('dots and marks say what they mean to the keyboard and to who listens', () => {
  const columns = [
    ...objectColumns(texts('object-words'), ['object_name', 'status', 'due_date']),
    ...objectProofColumns(texts('pair-words'), true),
  ];
  const about = (key: string, row: Parameters<typeof sampleObject>[0]) =>
    columns.find((column) => column.key === key)!.about?.(sampleObject(row));
  expect(about('status', { status: 'migrated' })).toBe(
    'Its developer has moved it; its tester comes next.',
  );
  expect(about('object_name', {})).toBeUndefined();
  const marked = {
    due_date: '2020-01-01',
    stale_since: '2026-02-01T10:00:00.000Z',
    status: 'pending',
    returned_at: '2026-02-01T10:00:00.000Z',
    returned_reason: 'rows are missing',
  } as const;
  const lines = about('object_name', marked)!.split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^It was due on/);
  expect(lines[1]).toContain('rows are missing');
  expect(about('due_date', marked)).toBe(lines[0]);
  expect(about('proof', { pair_id: null })).toBeUndefined();
  expect(about('proof', { pair_id: 31, structure_result: 'same' })!.split('\n')).toEqual([
    'structure: Both definitions mean the same.',
    'rows: This was not compared yet.',
    'calls: It does not apply to this type of object.',
  ]);
});
