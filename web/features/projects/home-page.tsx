import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, lazy, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ProjectRow } from '../../../contract/projects.ts';
import { projectsQuery } from '../../lib/projects.ts';
import { useMe } from '../../lib/session.ts';
import { DataTable, loadState } from '../../ui/data-table/index.ts';
import { Page } from '../../ui/page.tsx';
import { projectColumns } from './project-columns.tsx';
import { ProjectProgress } from './project-progress.tsx';
import { projectActions } from './row-actions.ts';
import { useProjectTexts } from './texts.ts';

// Not part of what the first screen loads.
const ProjectEditor = lazy(() =>
  import('./project-editor.tsx').then((module) => ({ default: module.ProjectEditor })),
);
const NO_ROWS: ProjectRow[] = [];

/** Rows of a role: whoever holds two roles on a project has two. */
const rowKey = (row: ProjectRow): string => `${row.Project_Id}-${row.role ?? ''}`;
/** Projects with work for me on top; otherwise as the server has them. */
const myWorkFirst = (rows: readonly ProjectRow[]) =>
  rows.toSorted((a, b) => Number(b.open > 0) - Number(a.open > 0));

/** Whether only overdue projects are shown stands in the address, as a table's filters do. */
function useOverdue() {
  const navigate = useNavigate();
  const search: { overdue?: unknown } = useSearch({ strict: false });
  const setOverdue = (only: boolean) =>
    void navigate({
      to: '.',
      search: (({ overdue: _, ...others }: Record<string, unknown>) =>
        only ? { ...others, overdue: 1 } : others) as never,
      replace: true,
    });
  return { overdue: search.overdue === 1, setOverdue };
}

/** A first guess: rows grow with what their progress and actions need. */
const ROW_HEIGHT = 106;

interface Props {
  /** What else the page offers: beside its title, and above the table. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function HomePage({ actions: pageActions, children }: Props) {
  const t = useProjectTexts();
  const user = useMe();
  const isAdmin = user.is_admin === 1;
  const [archived, setArchived] = useState(false);
  const [edited, setEdited] = useState<ProjectRow | null>(null);
  const query = useQuery(projectsQuery(user, archived));
  const loaded = query.data ?? NO_ROWS;
  const { overdue: late, setOverdue } = useOverdue();
  const rows = useMemo(
    () => myWorkFirst(late ? loaded.filter(({ overdue }) => overdue === 1) : loaded),
    [loaded, late],
  );
  const overdue = loaded.filter((row) => row.overdue === 1).length;
  const columns = useMemo(() => projectColumns(t), [t]);
  const actions = useCallback(
    (row: ProjectRow) => projectActions(row, isAdmin, t, setEdited),
    [isAdmin, t],
  );
  const progress = useCallback((row: ProjectRow) => <ProjectProgress row={row} t={t} />, [t]);
  return (
    <Page
      title={t('homepage')}
      subtitle={t(isAdmin ? 'projects' : 'myProjects')}
      actions={
        <>
          {pageActions}
          {isAdmin && (
            <>
              <Button component={Link} to="/admin/spreadsheet" variant="default" size="sm">
                {t('fromSpreadsheet')}
              </Button>
              <Button component={Link} to="/admin/addproject" size="sm">
                {t('addProject')}
              </Button>
            </>
          )}
        </>
      }
    >
      {children}
      <DataTable
        id="projects"
        inAddress
        label={t(isAdmin ? 'projects' : 'myProjects')}
        columns={columns}
        rows={rows}
        rowId={rowKey}
        rowLabel={(row) => row.Project_Name}
        state={loadState(query)}
        onRetry={() => void query.refetch()}
        rowActions={actions}
        actionsBelow={progress}
        rowHeight={ROW_HEIGHT}
        emptyText={t(late ? 'noneOverdue' : isAdmin ? 'noProjects' : 'noneAssigned')}
        toolbar={
          <>
            {(late || overdue > 0) && (
              <Switch
                label={t('onlyOverdue', { count: overdue })}
                checked={late}
                onChange={(event) => setOverdue(event.currentTarget.checked)}
              />
            )}
            {isAdmin && (
              <Switch
                label={t('showArchived')}
                checked={archived}
                onChange={(event) => setArchived(event.currentTarget.checked)}
              />
            )}
          </>
        }
      />
      {edited && (
        <Suspense fallback={null}>
          <ProjectEditor key={edited.Project_Id} row={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Page>
  );
}
