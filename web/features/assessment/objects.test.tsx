import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AssessedObject } from '../../../contract/assessment.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { PaperObjects } from './objects.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = 'GET /api/projects/12/assessments/3/objects';
const nightly: AssessedObject = {
  id: 1,
  object_id: null,
  schema_name: 'shop',
  object_name: 'nightly',
  object_type_id: 4,
  object_type: 'procedures',
  complexity: 'complex',
  automatic: 0,
  hours: 9.5,
  develop: 6,
  test: 3.5,
  raw: 9.5,
  row_count: null,
  lines: 12,
  statements: 5,
  unused: null,
  risks: ['dynamicSql'],
  findings: [
    {
      code: 'dynamicSql',
      name: 'PREPARE',
      name_said: null,
      count: 3,
      support: 'rewrite',
      advice: '',
      advice_said: null,
      develop: 3,
      test: 2,
      of: [],
      lines: [5],
    },
  ],
  changed_since: 0,
};

it('paper has objects with their reasons, those first that take most, and says which it leaves out', async () => {
  const api = stubApi({ [PATH]: [nightly] });
  renderScreen(() => <PaperObjects projectId={12} assessmentId={3} total={1_200} />, '/');
  const table = await screen.findByRole('table', { name: 'By object' });
  const cells = within(table).getAllByRole('row')[1]!.querySelectorAll('th, td');
  expect([...cells].map(({ textContent }) => textContent)).toEqual([
    'shop.nightly',
    'procedures',
    'Complex',
    '9.5',
    '3 × PREPARE, 5 statements',
    'dynamic SQL',
  ]);
  expect(screen.getByText(/^The 1 of 1,200 objects that take the most hours/)).toBeTruthy();
  const [{ url } = { url: '' }] = api.sent('GET', '/api/projects/12/assessments/3/objects');
  expect(url).toMatch(/sort=-hours.*limit=500/);
});
