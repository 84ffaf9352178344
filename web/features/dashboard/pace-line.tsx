import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { ForecastEnds } from '../../../contract/forecast.ts';
import { formatDate } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { forecastQuery } from '../forecast/queries.ts';
import { type Pace, paceOf } from './chart-data.ts';

interface Props {
  dashboard: Dashboard;
  project: number | undefined;
}

/** Says how far the work is behind or ahead of the plan, and when it will be done. */
export function PaceLine({ dashboard, project }: Props) {
  const pace = paceOf(dashboard);
  return project === undefined ? (
    <Sentence pace={pace} ends={null} />
  ) : (
    <PaceOfProject pace={pace} project={project} />
  );
}

/** Renders without waiting for the forecast. */
function PaceOfProject({ pace, project }: { pace: Pace | null; project: number }) {
  const { data } = useQuery(forecastQuery(project));
  const isLate = data?.ends && data.alerts.some(({ alert }) => alert === 'beyond_plan');
  return <Sentence pace={pace} ends={data?.ends} isLate={isLate} project={project} />;
}

interface SentenceProps {
  pace: Pace | null;
  /** The forecast; null where there is none, so that objects are counted instead; undefined while it is loading. */
  ends: ForecastEnds | null | undefined;
  /** Whether the forecast is after the planned end, where there is one. */
  isLate?: boolean | null | undefined;
  /** Links the sentence to the forecast of this project. */
  project?: number;
}

function Sentence({ pace, ends, isLate, project }: SentenceProps) {
  const t = useTexts('dashboard');
  const against = ({ ahead }: Pace) => {
    if (ahead === 0) return t('asPlanned');
    return ahead < 0 ? t('behind', { count: -ahead }) : t('ahead', { count: ahead });
  };
  const goesOn = () => {
    if (ends)
      return t('forecastEnds', { half: formatDate(ends.half), most: formatDate(ends.most) });
    if (ends === undefined || !pace) return '';
    if (pace.end === 'too early') return t('tooEarly');
    return pace.end === null
      ? t('noPace')
      : t('doneOn', { date: formatDate(new Date(pace.end).toISOString()) });
  };
  const sentence =
    pace?.left === 0
      ? t('allVerified')
      : [pace && against(pace), goesOn()].filter(Boolean).join(' ');
  if (!sentence) return null;
  const isBehind = pace?.left !== 0 && (isLate ?? (pace?.ahead ?? 0) < 0);
  return (
    <Text fw={600} {...(isBehind && { c: 'var(--mantine-color-error)' })}>
      {project === undefined ? (
        sentence
      ) : (
        <Anchor component={Link} to="/forecast" search={{ project } as never} inherit c="inherit">
          {sentence}
        </Anchor>
      )}
    </Text>
  );
}
