import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useMe } from '../../lib/session.ts';
import { DataTable, loadState } from '../../ui/data-table/index.ts';
import { Page } from '../../ui/page.tsx';
import { projectColumns } from './project-columns.tsx';
import { ProjectEditor } from './project-editor.tsx';
import { projectsQuery } from './queries.ts';
import { projectActions } from './row-actions.ts';
import { useProjectTexts } from './texts.ts';

const NO_ROWS: ProjectRow[] = [];
/** Six actions in two lines of three, or two in one. */
const ACTIONS = { admin: { width: 440, height: 72 }, others: { width: 340, height: 44 } };

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
  const columns = useMemo(() => projectColumns(t), [t]);
  const actions = useCallback(
    (row: ProjectRow) => projectActions(row, isAdmin, t, setEdited),
    [isAdmin, t],
  );
  const { width, height } = isAdmin ? ACTIONS.admin : ACTIONS.others;
  return (
    <Page
      title={t('homepage')}
      subtitle={t(isAdmin ? 'projects' : 'myProjects')}
      actions={pageActions}
    >
      {children}
      <DataTable
        id="projects"
        label={t(isAdmin ? 'projects' : 'myProjects')}
        columns={columns}
        rows={query.data ?? NO_ROWS}
        rowId={(row) => `${row.Project_Id}-${row.role ?? ''}`}
        rowLabel={(row) => row.Project_Name}
        state={loadState(query)}
        onRetry={() => void query.refetch()}
        rowActions={actions}
        actionsWidth={width}
        rowHeight={height}
        emptyText={t(isAdmin ? 'noProjects' : 'noneAssigned')}
        toolbar={
          isAdmin && (
            <Switch
              label={t('showArchived')}
              checked={archived}
              onChange={(event) => setArchived(event.currentTarget.checked)}
            />
          )
        }
      />
      {edited && (
        <ProjectEditor key={edited.Project_Id} row={edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
