import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import type { ProjectRow } from '../../../../contract/projects.ts';
import { viewParams } from '../../../lib/search.ts';
import { useMe } from '../../../lib/session.ts';
import { DataTable, listQuery, viewOfSearch, widthOfAction } from '../../../ui/data-table/index.ts';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { PairActions } from './pair-actions.tsx';
import { pairColumns, pairId, pairLabel } from './pair-columns.tsx';
import { ProjectLink } from './project-link.tsx';
import { comparedQuery, pairList } from './queries.ts';
import { SchemasCard } from './schemas-card.tsx';
import { useNoPairs } from './no-pairs.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { later } from '../../../ui/later.ts';

const NameMapDialog = later(() => import('./name-map-dialog.tsx'), 'NameMapDialog');

const NOTHING: ReadonlySet<string> = new Set();

export function PairsPage() {
  const t = useTexts('pairs');
  const isAdmin = useMe().is_admin === 1;
  return (
    <ProjectScreen
      title={() => t('title')}
      terms={['pair', 'structure', 'rows', 'call', 'finding']}
      actions={({ Project_Id: project }) => (
        <>
          <NameMap projectId={project} />
          {isAdmin && <ProjectLink to="/pairrules" project={project} text={t('rules')} />}
        </>
      )}
    >
      {(project) => <Pairs key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function NameMap({ projectId }: { projectId: number }) {
  const t = useTexts('pairs');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t('mapOpen')}
      </Button>
      <Suspense fallback={null}>
        {open && <NameMapDialog projectId={projectId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

function Pairs({ project }: { project: ProjectRow }) {
  const t = useTexts('pairs');
  const words = useTexts('pair-words');
  const projectId = project.Project_Id;
  const list = useMemo(() => pairList(projectId), [projectId]);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const shown = viewOfSearch(search);
  const { data: compared } = useQuery(comparedQuery(projectId, listQuery(shown)));
  const judged = isOfProposals(shown) || compared?.length === 0;
  const columns = useMemo(
    () => pairColumns(words, project.tracked_types, { compared, judged }),
    [words, project, compared, judged],
  );
  const [selected, setSelected] = useState(NOTHING);
  const view = viewOf(search);
  const none = useNoPairs(projectId, t('empty'));
  const rowActions = useCallback(
    (row: PairRow) => [
      { label: t('open'), href: `/pair?project=${projectId}&pair=${row.id}${view}` },
    ],
    [t, projectId, view],
  );
  return (
    <>
      <SchemasCard projectId={projectId} />
      <DataTable
        id="pairs"
        label={t('title')}
        columns={columns}
        list={list}
        rowId={pairId}
        rowLabel={pairLabel}
        rowActions={rowActions}
        actionsWidth={widthOfAction(t('open'))}
        emptyText={none.text}
        emptyAction={none.action}
        inAddress
        selection={{ selected, onChange: setSelected }}
        selectionBanner={
          <PairActions
            projectId={projectId}
            selected={selected}
            onDone={() => setSelected(NOTHING)}
          />
        }
      />
    </>
  );
}

const isOfProposals = ({ filters }: ReturnType<typeof viewOfSearch>): boolean =>
  filters['state'] === 'proposed' || filters['verdict'] === 'unconfirmed';

/** Filters and sorting from the address, so that the pair screen can step through the same list. */
const viewOf = (search: Readonly<Record<string, unknown>>): string =>
  Object.entries(viewParams(search))
    .map(([key, value]) => `&${key}=${encodeURIComponent(String(value))}`)
    .join('');
