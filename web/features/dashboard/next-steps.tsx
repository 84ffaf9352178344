import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectsQuery } from '../../lib/projects.ts';
import { useMe } from '../../lib/session.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { NotLoaded } from '../../ui/load-failed.tsx';
import { RowLink } from '../../ui/data-table/index.ts';
import { stepOf } from '../projects/project-progress.tsx';
import { nextStepsQuery } from '../projects/queries.ts';
import classes from './dashboard.module.css';

/** Maximum number of projects that are shown above the figures. */
const STEPS_SHOWN = 5;

/** The administrator's next step in each project, or in one project. */
export function NextSteps({ project }: { project: number | undefined }) {
  const t = useTexts('dashboard');
  const words = useTexts('projects');
  const query = useQuery(nextStepsQuery);
  const rows = useQuery(projectsQuery(useMe())).data ?? [];
  if (query.isPending) return <Skeleton h={26} />;
  const steps = (query.data ?? []).flatMap((next) => {
    const row = rows.find(({ Project_Id: id }) => id === next.Project_Id);
    const step = stepOf(words, next, next);
    const isAsked = project === undefined || project === next.Project_Id;
    return row && step && isAsked ? [{ ...step, name: row.Project_Name }] : [];
  });
  if (steps.length === 0) return <NotLoaded query={query} title={t('nextTitle')} />;
  return (
    <div className={classes.next}>
      <Text fw={600}>{t('nextTitle')}</Text>
      <ul aria-label={t('nextTitle')}>
        {steps.slice(0, STEPS_SHOWN).map(({ text, href, name }) => (
          <li key={href}>
            <RowLink className={classes.step} href={href} tabIndex={0}>
              {text}
            </RowLink>
            {project === undefined && <Text size="sm">{name}</Text>}
          </li>
        ))}
      </ul>
      {steps.length > STEPS_SHOWN && (
        <Anchor component={Link} to="/admin/homepage" size="sm">
          {t('toHome')}
        </Anchor>
      )}
    </div>
  );
}
