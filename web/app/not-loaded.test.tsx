import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PairRow } from '../../contract/proof/pairs.ts';
import { CutoverPage } from '../features/cutover/cutover-page.tsx';
import { Reading } from '../features/dependencies/reading.tsx';
import { MailSettings } from '../features/notifications/mail-settings.tsx';
import { SchemasCard } from '../features/proof/pairs/schemas-card.tsx';
import { CommonCauses } from '../features/proof/report/common-causes.tsx';
import { useCommonCauses } from '../features/proof/report/queries.ts';
import { Trend } from '../features/proof/report/trend.tsx';
import { Inherited, PairTolerances } from '../features/proof/rows/tolerated.tsx';
import { ProjectTolerances } from '../features/proof/runs/settings-dialog.tsx';
import { useUnadded } from '../features/proof/rows/use-unadded.ts';
import { SignedWaves } from '../features/signoff/signed-waves.tsx';
import { WeekCard } from '../features/workload/week-card.tsx';
import { storeUser } from '../lib/selection.ts';
import { renderScreen } from '../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../ui/testing/stub-api.ts';

beforeEach(() => storeUser(sampleUser));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pair = { id: 3, Project_Id: 12 } as PairRow;

function Causes() {
  return <CommonCauses projectId={12} query={useCommonCauses(12)} pairsOf={() => []} />;
}

/** What is not shown where there is nothing of it, and the call that says so. */
const SHOWN: [string, () => ReactNode, string, unknown][] = [
  [
    'sign-offs of waves',
    () => <SignedWaves projectId={12} to="/waves" />,
    'projects/12/signoffs/waves',
    [],
  ],
  ['runs of a cutover', () => <CutoverPage />, 'projects/12/cutovers', []],
  [
    'schemas',
    () => <SchemasCard projectId={12} />,
    'projects/12/schemamap',
    { schemas: [], targets: [] },
  ],
  [
    'common causes',
    () => <Causes />,
    'projects/12/commoncauses',
    { causes: [], rows: [], looked: 0, cut: false },
  ],
  [
    'the trend',
    () => <Trend projectId={12} now={{ total: 1, proven: 0 }} />,
    'projects/12/proof/trend',
    [],
  ],
  [
    'inherited tolerances',
    () => <Inherited projectId={12} except={[]} onChange={() => undefined} />,
    'projects/12/tolerances',
    [],
  ],
  ['tolerances of a pair', () => <PairTolerances pair={pair} />, 'projects/12/tolerances', []],
  [
    'tolerances of a project',
    () => <ProjectTolerances projectId={12} unadded={useUnadded().rule} />,
    'projects/12/tolerances',
    [],
  ],
  ['the own week', () => <WeekCard project={12} />, 'week', []],
  [
    'mail',
    () => <MailSettings />,
    'mail/settings',
    { available: false, email: null, frequency: 'never' },
  ],
  ['readings', () => <Reading projectId={12} />, 'projects/12/dependencies/reads', []],
];

it.each(SHOWN)(
  'says of %s that they could not be loaded, and tries again',
  async (_, show, path, answer) => {
    let isUp = false;
    stubApi({
      'GET /api/auth/me': sampleUser,
      'GET /api/projects/12': sampleProject,
      'GET /api/projects/12/runbook': { starts_at: null, steps: [], minutes: 0, version: 'v1' },
      'GET /api/projects/12/pairs/3/rules': { tolerated: [], not_tolerated: [], expressions: [] },
      [`GET /api/${path}`]: () => (isUp ? answer : problemAnswer(500, 'The store is away.')),
    });
    renderScreen(show, '/screen?project=12');
    expect((await screen.findByRole('alert')).textContent).toContain('The store is away.');
    isUp = true;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  },
);
