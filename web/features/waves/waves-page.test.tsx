import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { stubApi } from '../../ui/testing/stub-api.ts';
import { WavesPage } from './waves-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a project without objects leads to reading the databases, and offers no empty table', async () => {
  stubApi({
    'GET /api/auth/me': sampleUser,
    [`GET /api/projects/${sampleProject.Project_Id}`]: sampleProject,
    'GET /api/adminresults/': [sampleProject],
    [`GET /api/projects/${sampleProject.Project_Id}/waves`]: {
      waves: [],
      cells: [],
      has_dependencies: false,
      has_assessment: false,
      undo: null,
    },
    [`GET /api/projects/${sampleProject.Project_Id}/forecast`]: null,
    [`GET /api/projects/${sampleProject.Project_Id}/signoffs/waves`]: [],
  });
  renderScreen(WavesPage, `/waves?project=${sampleProject.Project_Id}`);
  expect(await screen.findByText(/No objects of the source have been imported/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read the databases' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Propose waves…' })).toBeNull();
});
