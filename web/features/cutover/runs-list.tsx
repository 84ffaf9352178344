import { Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ListedCutover } from '../../../contract/cutover-runs.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Dotted, type Tone } from '../../ui/marks.tsx';
import classes from './cutover.module.css';

const TONES: Record<ListedCutover['state'], Tone> = {
  running: 'underway',
  finished: 'good',
  aborted: 'bad',
};

/** Past rehearsals and cutovers, newest first. */
export function RunsList({ projectId, runs }: { projectId: number; runs: ListedCutover[] }) {
  const t = useTexts('cutover');
  if (runs.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('runs')}>
      <Title order={2} size="h4" mb="xs">
        {t('runs')}
      </Title>
      <ul className={classes.runs}>
        {runs.map(({ id, kind, state, started_at: at, started_by: by, steps, done }) => (
          <li key={id}>
            <Link to="/cutover" search={{ project: projectId, run: id } as never}>
              {t('runOf', { kind: t(kind), time: formatTime(at) })}
            </Link>
            <Text size="sm" component="div" className={classes.state}>
              <Dotted tone={TONES[state]}>{t(`state_${state}`)}</Dotted>
              <span>{t('doneOf', { done, all: steps })}</span>
              <bdi>{by}</bdi>
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
