import { Alert, Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useSelectedProject } from '../../lib/project.ts';
import { GlossaryLink } from '../glossary/glossary-link.tsx';
import type { Term } from '../glossary/terms.ts';
import { Page } from '../../ui/page.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';

interface Props {
  title: (side: Side) => string;
  subtitle?: string;
  /** Words on it that the glossary explains. */
  terms?: readonly Term[];
  /** Buttons for the whole page. */
  actions?: (project: ProjectRow) => ReactNode;
  children: (project: ProjectRow, side: Side) => ReactNode;
}

/** A screen of one project below the project bar; without a project it explains why. */
export function ProjectScreen({ title, subtitle, terms, actions, children }: Props) {
  const t = useTexts('project-screen');
  const { projectId, side, project, query } = useSelectedProject();
  return (
    <Page
      title={title(side)}
      subtitle={
        terms ? (
          <>
            {subtitle} <GlossaryLink terms={terms} />
          </>
        ) : (
          subtitle
        )
      }
      actions={project && actions?.(project)}
    >
      {projectId === undefined && (
        <Alert color="blue" variant="light">
          {t('noProject')}{' '}
          <Anchor component={Link} to="/admin/homepage" inherit underline="always">
            {t('homePage')}
          </Anchor>
        </Alert>
      )}
      {query.isError && !project && (
        <LoadFailed title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isLoading && <Skeleton h={240} />}
      {project?.archived === 1 && (
        <Alert color="blue" variant="light" mb="md">
          {t('isArchived')}{' '}
          <Anchor component={Link} to="/admin/homepage" inherit underline="always">
            {t('homePage')}
          </Anchor>
        </Alert>
      )}
      {project && children(project, side)}
    </Page>
  );
}
