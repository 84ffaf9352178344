import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WorkAmount, Workload } from '../../../contract/workload.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Figures, namedRow } from '../../ui/figures.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { hoursText, workloadQuery } from './queries.ts';

/** Open and finished work of each member, for administrators. */
export function WorkloadCard({ projectId }: { projectId: number }) {
  const t = useTexts('workload');
  const query = useQuery(workloadQuery(projectId));
  return (
    <Card title={t('title')}>
      <Loaded query={query} height={120}>
        {(workload) => <Content projectId={projectId} workload={workload} />}
      </Loaded>
    </Card>
  );
}

/** Differences below this many hours between work and available time are ignored. */
const SAME_HOURS = 0.5;

function Content({ projectId, workload }: { projectId: number; workload: Workload }) {
  const t = useTexts('workload');
  const { people, unassigned, planned_end: end, since, not_assessed: unknown, today } = workload;
  const amount = ({ hours, objects }: WorkAmount) =>
    objects === 0
      ? '–'
      : t('amount', { hours: hoursText(t, hours), objects: formatNumber(objects) });
  const standing = ({ develop, test, there }: Workload['people'][number]) => {
    const over = develop.hours + test.hours - there;
    if (develop.objects + test.objects === 0) return t('nothingToDo');
    if (Math.abs(over) < SAME_HOURS) return t('fits');
    return t(over > 0 ? 'over' : 'spare', { hours: hoursText(t, Math.abs(over)) });
  };
  const waiting = unassigned.develop.objects + unassigned.test.objects > 0;
  if (people.length === 0 && !waiting) return <Text size="sm">{t('nobody')}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t(end < today ? 'textAfterEnd' : 'text', {
          end: formatDate(end),
          since: formatDate(since),
        })}{' '}
        {unknown > 0 && t('notAssessed', { number: formatNumber(unknown) })}
      </Text>
      <Figures
        short
        label={t('title')}
        headers={[
          t('person'),
          t('toDevelop'),
          t('toTest'),
          t('there'),
          t('standing'),
          t('finished'),
          t('wasThere'),
        ]}
        rows={[
          ...people.map((person) =>
            namedRow(
              person.username,
              amount(person.develop),
              amount(person.test),
              hoursText(t, person.there),
              standing(person),
              amount(person.finished),
              hoursText(t, person.was_there),
            ),
          ),
          ...(waiting
            ? [
                {
                  key: '',
                  cells: [
                    t('unassigned'),
                    amount(unassigned.develop),
                    amount(unassigned.test),
                    '–',
                    '–',
                    '–',
                    '–',
                  ],
                },
              ]
            : []),
        ]}
      />
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link {...props} to="/assignobjects" search={{ project: projectId } as never} />
        )}
      >
        {t('toMove')}
      </Anchor>
    </>
  );
}
