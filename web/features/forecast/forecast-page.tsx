import { Alert, Anchor, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Forecast, ForecastAlert } from '../../../contract/forecast.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatDate, formatNumber, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useMe } from '../../lib/session.ts';
import { Figures, namedRow } from '../../ui/figures.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { CalendarCard } from '../calendar/calendar-card.tsx';
import { WorkloadCard } from '../workload/workload-card.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { BurnUp } from './burn-up.tsx';
import { ByWave } from './by-wave.tsx';
import { Card } from '../../ui/card.tsx';
import classes from './forecast.module.css';
import { forecastQuery } from './queries.ts';
import { WhatIfCard } from './what-if.tsx';

/** The forecast end of a project. */
export function ForecastPage() {
  const t = useTexts('forecast');
  return (
    <ProjectScreen
      title={() => t('title')}
      subtitle={t('subtitle')}
      terms={['forecast', 'prior', 'effort']}
    >
      {(project) => <Content key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Content({ project: { Project_Id: id } }: { project: ProjectRow }) {
  const t = useTexts('forecast');
  const query = useQuery(forecastQuery(id));
  const isAdmin = useMe().is_admin === 1;
  return (
    <Loaded query={query} height={320}>
      {(forecast) =>
        forecast.without === 'unassessed' ? (
          <Stack gap="md">
            <Without projectId={id} without="unassessed" />
            <CalendarCard projectId={id} />
            {isAdmin && <WorkloadCard projectId={id} />}
          </Stack>
        ) : (
          <Stack gap="md">
            <Ends projectId={id} forecast={forecast} />
            {forecast.scope.objects > 0 && (
              <Card title={t('burnUp')}>
                <BurnUp forecast={forecast} />
              </Card>
            )}
            <WhatIfCard projectId={id} now={forecast} />
            <CalendarCard projectId={id} />
            {isAdmin && <WorkloadCard projectId={id} />}
            {forecast.waves.length > 0 && <ByWave projectId={id} forecast={forecast} />}
            <Types forecast={forecast} />
            {forecast.kept.length > 0 && <Before forecast={forecast} />}
          </Stack>
        )
      }
    </Loaded>
  );
}

interface WithoutProps {
  projectId: number;
  without: NonNullable<Forecast['without']>;
}

/** Why there are no dates, with a link to what is missing. */
function Without({ projectId, without }: WithoutProps) {
  const t = useTexts('forecast');
  const isAdmin = useMe().is_admin === 1;
  return (
    <Alert color="blue" variant="light">
      {t(`without_${without}`)}{' '}
      {without === 'unassessed' ? (
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to="/assessment" search={{ project: projectId }} />
          )}
        >
          {t('toAssessment')}
        </Anchor>
      ) : (
        isAdmin && (
          <Anchor renderRoot={(props) => <Link {...props} to="/admin/assignproject" />}>
            {t('toPeople')}
          </Anchor>
        )
      )}
    </Alert>
  );
}

function Ends({ projectId, forecast }: { projectId: number; forecast: Forecast }) {
  const t = useTexts('forecast');
  const { ends, scope, done, people, pace, without, planned_end: plan } = forecast;
  const late = forecast.alerts.find(({ alert }) => alert === 'beyond_plan')?.count ?? 0;
  return (
    <Paper withBorder p="md">
      {ends && (
        <>
          <Group gap="xl">
            {(['half', 'most'] as const).map((which) => (
              <div key={which}>
                <Text className={classes.date ?? ''}>{formatDate(ends[which])}</Text>
                <Text size="sm">{t(which)}</Text>
              </div>
            ))}
          </Group>
          <Text mt="xs">
            {plan &&
              (late > 0 ? (
                <Text component="span" fw={600} c="var(--mantine-color-error)">
                  {t('laterThanPlan', { count: late, plan: formatDate(plan) })}
                </Text>
              ) : (
                t('withinPlan', { plan: formatDate(plan) })
              ))}
          </Text>
        </>
      )}
      {without && <Without projectId={projectId} without={without} />}
      {!ends && !without && (
        <>
          <Text className={classes.date ?? ''}>{t('allDone')}</Text>
          <Text>{t('allDoneText')}</Text>
        </>
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {t('hoursDone', {
          done: formatNumber(Math.round(done.hours)),
          scope: formatNumber(Math.round(scope.hours)),
          objects: formatNumber(done.objects),
          all: formatNumber(scope.objects),
          developers: formatNumber(people.developers),
          testers: formatNumber(people.testers),
        })}{' '}
        {pace.delivered !== null &&
          t('delivered', { count: pace.weeks, percent: Math.round(100 * pace.delivered) })}{' '}
        {forecast.not_assessed > 0 &&
          t('notAssessed', { number: formatNumber(forecast.not_assessed) })}{' '}
        {t('asOf', { time: formatTime(forecast.as_of) })}
      </Text>
      <Reasons projectId={projectId} forecast={forecast} />
    </Paper>
  );
}

/** The screen that shows what an alert counts. */
const PLACES: Partial<
  Record<ForecastAlert, (project: number) => Pick<LinkProps, 'to' | 'search'>>
> = {
  late_waves: (project) => ({ to: '/waves', search: { project } as never }),
  piling_up: (project) => ({ to: '/pairs', search: { project, 'f.status': 'migrated' } as never }),
  untouched: (project) => ({ to: '/admin/dashboard', search: { project } as never }),
  idle: (project) => ({ to: '/admin/dashboard', search: { project } as never }),
};

interface ReasonsProps {
  projectId: number;
  forecast: Forecast;
}

/** Why the dates are uncertain, and the alerts. */
function Reasons({ projectId, forecast: { prior, alerts } }: ReasonsProps) {
  const t = useTexts('forecast');
  const words = useTexts('object-words');
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt={prior.length + alerts.length > 0 ? 'sm' : 0}>
      {prior.length > 0 && (
        <section aria-label={t('prior')}>
          <Text size="sm" fw={600}>
            {t('prior')}
          </Text>
          <ul className={classes.list}>
            {prior.map(({ reason, object_type: type, count }) => (
              <Text component="li" size="sm" key={`${reason} ${type}`}>
                {t(`prior_${reason}`, {
                  number: formatNumber(count),
                  ...(type && { type: words(type) }),
                })}
              </Text>
            ))}
          </ul>
        </section>
      )}
      {alerts.length > 0 && (
        <section aria-label={t('attention')}>
          <Text size="sm" fw={600}>
            {t('attention')}
          </Text>
          <ul className={classes.list}>
            {alerts.map(({ alert, count }) => {
              const said = t(`alert_${alert}`, { number: formatNumber(count) });
              const place = PLACES[alert]?.(projectId);
              return (
                <Text component="li" size="sm" key={alert}>
                  {place ? (
                    <Anchor
                      underline="always"
                      renderRoot={(props) => <Link {...props} {...place} />}
                    >
                      {said}
                    </Anchor>
                  ) : (
                    said
                  )}
                </Text>
              );
            })}
          </ul>
        </section>
      )}
    </SimpleGrid>
  );
}

function Types({ forecast }: { forecast: Forecast }) {
  const t = useTexts('forecast');
  const words = useTexts('object-words');
  const factor = (value: number) =>
    t('times', { factor: formatNumber(Math.round(value * 10) / 10) });
  return (
    <Card title={t('byType')}>
      <Figures
        short
        label={t('byType')}
        headers={[
          t('type'),
          t('left'),
          t('hoursLeft'),
          t('developFactor'),
          t('testFactor'),
          t('half'),
          t('most'),
        ]}
        rows={forecast.types.map((one) =>
          namedRow(
            words(one.object_type),
            formatNumber(one.objects_left),
            formatNumber(Math.round(one.hours_left)),
            factor(one.develop_factor),
            factor(one.test_factor),
            formatDate(one.half) || '–',
            formatDate(one.most) || '–',
          ),
        )}
      />
    </Card>
  );
}

function Before({ forecast: { kept, hits } }: { forecast: Forecast }) {
  const t = useTexts('forecast');
  return (
    <Card title={t('before')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('beforeText')}{' '}
        {hits.points > 0 &&
          t('held', { held: formatNumber(hits.held), points: formatNumber(hits.points) })}
      </Text>
      <Figures
        short
        label={t('before')}
        headers={[t('when'), t('half'), t('most')]}
        rows={kept.map(({ as_of, half, most }) =>
          namedRow(formatDate(as_of), formatDate(half), formatDate(most)),
        )}
      />
    </Card>
  );
}
