import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OwnWeek, WeekTask } from '../../../contract/workload.ts';
import { formatDate, formatNumber, formatWeekday } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Figures } from '../../ui/figures.tsx';
import { hoursText, ownWeeksQuery } from './queries.ts';
import classes from './workload.module.css';
import { NotLoaded } from '../../ui/load-failed.tsx';

/** The viewer's week on one project or on each of their projects; renders nothing for users who neither develop nor test. */
export function WeekCard({ project }: { project: number | undefined }) {
  const t = useTexts('workload');
  const query = useQuery(ownWeeksQuery(project));
  const { data: weeks = [] } = query;
  if (weeks.length === 0) return <NotLoaded query={query} title={t('myWeek')} />;
  return (
    <Card title={t('myWeek')}>
      <Stack gap="lg">
        {weeks.map((week) => (
          <section key={week.project_id} aria-label={week.project_name}>
            {weeks.length > 1 && (
              <Title order={3} size="h6" mb="xs">
                {week.project_name}
              </Title>
            )}
            <Days week={week} />
            <Sum week={week} />
            {week.tasks.length > 0 && <Tasks week={week} />}
          </section>
        ))}
      </Stack>
    </Card>
  );
}

function Days({ week: { days, today } }: { week: OwnWeek }) {
  const t = useTexts('workload');
  return (
    <ol className={classes.days}>
      {days.map(({ date, hours, off }, at) => (
        <li
          key={date}
          className={classes.day}
          data-off={off !== null || undefined}
          data-over={date < today || undefined}
          {...(date === today && { 'aria-current': 'date' })}
        >
          <Text size="sm" fw={600}>
            {formatWeekday(at + 1, 'short')}
          </Text>
          <Text size="sm">{off === null ? hoursText(t, hours) : t(`off_${off}`)}</Text>
        </li>
      ))}
    </ol>
  );
}

function Sum({ week }: { week: OwnWeek }) {
  const t = useTexts('workload');
  const { hours_left: left, open, in_week: inWeek, to_come: toCome } = week;
  // If no working day of this week is left, the server returns the next week.
  const isNext = week.days[0]!.date > week.today;
  const said = ({ hours, objects }: OwnWeek['open']) => ({
    hours: hoursText(t, hours),
    objects: formatNumber(objects),
  });
  return (
    <Text size="sm" my="xs">
      {t(isNext ? 'leftNext' : 'left', { hours: hoursText(t, left) })}{' '}
      {open.objects > 0 ? t('open', said(open)) : t('nothingOpen')}{' '}
      {open.objects > 0 && t(isNext ? 'inNextWeek' : 'inWeek', said(inWeek))}{' '}
      {toCome.objects > 0 && t('toCome', said(toCome))}
    </Text>
  );
}

function Tasks({ week }: { week: OwnWeek }) {
  const t = useTexts('workload');
  const words = useTexts('object-words');
  const { tasks, open } = week;
  const waveOf = ({ wave }: WeekTask) =>
    wave === null ? '–' : (wave.name ?? t('wave', { number: formatNumber(wave.position) }));
  return (
    <>
      <Figures
        short
        label={t('inOrder')}
        numbersFrom={6}
        headers={[
          t('object'),
          t('work'),
          t('due'),
          t('inWave'),
          t('doneOn'),
          t('type'),
          t('hours'),
        ]}
        rows={tasks.map((task) => ({
          key: String(task.id),
          cells: [
            <TaskLink key="object" project={week.project_id} task={task} />,
            task.blocked ? t('blocked') : t(task.work),
            <span key="due" className={classes.date}>
              {formatDate(task.due_date) || '–'}
            </span>,
            waveOf(task),
            <DoneOn key="done" task={task} />,
            words(task.object_type),
            hoursText(t, task.hours),
          ],
        }))}
      />
      {tasks.length < open.objects && (
        <Text size="sm" c="dimmed">
          {t('first', { number: formatNumber(tasks.length) })}
        </Text>
      )}
    </>
  );
}

function DoneOn({ task: { due_date: due, done_on: done } }: { task: WeekTask }) {
  const t = useTexts('workload');
  const date = formatDate(done);
  return due === null || done <= due ? (
    <span className={classes.date}>{date}</span>
  ) : (
    <Text span inherit fw={600} c="var(--mantine-color-error)">
      {t('afterDue', { date })}
    </Text>
  );
}

function TaskLink({ project, task }: { project: number; task: WeekTask }) {
  const place =
    task.work === 'develop'
      ? { to: '/developer' as const, search: { project, row: task.id } }
      : { to: '/testing' as const, search: { project, side: 'source', row: task.id } };
  return (
    <Anchor inherit renderRoot={(props) => <Link {...props} {...(place as { to: '/testing' })} />}>
      {`${task.schema_name}.${task.object_name}`}
    </Anchor>
  );
}
