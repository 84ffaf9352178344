import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Calendar, CalendarPerson } from '../../../contract/calendar.ts';
import { formatDate, formatNumber, formatWeekday, listOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useMe } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { Figures, namedRow } from '../../ui/figures.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { calendarQuery } from './queries.ts';
import { WorkingTimeDialog, PersonTimeDialog } from './time-dialogs.tsx';

/** The working days of a project, and the availability of its members. */
export function CalendarCard({ projectId }: { projectId: number }) {
  const t = useTexts('calendar');
  const query = useQuery(calendarQuery(projectId));
  return (
    <Card title={t('title')}>
      <Loaded query={query} height={120}>
        {(calendar) => <Content projectId={projectId} calendar={calendar} />}
      </Loaded>
    </Card>
  );
}

interface ContentProps {
  projectId: number;
  calendar: Calendar;
}

function Content({ projectId, calendar }: ContentProps) {
  const t = useTexts('calendar');
  const isAdmin = useMe().is_admin === 1;
  const [edited, setEdited] = useState<CalendarPerson | 'project' | null>(null);
  const { weekdays, holidays, people } = calendar;
  const now = new Date().toISOString().slice(0, 10);
  const next = holidays.find(({ date }) => date >= now);
  const close = () => setEdited(null);
  return (
    <>
      <Group justify="space-between" align="start" mb="sm">
        <div>
          <Text size="sm">
            {t('worksOn', { days: listOf(weekdays.map((day) => formatWeekday(day, 'long'))) })}{' '}
            {next
              ? t('nextHoliday', {
                  date: formatDate(next.date),
                  name: next.name ?? t('unnamed'),
                  number: formatNumber(holidays.filter(({ date }) => date >= now).length),
                })
              : t('noneToCome')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('text')}
          </Text>
        </div>
        {isAdmin && (
          <Button variant="default" onClick={() => setEdited('project')}>
            {t('changeTime')}
          </Button>
        )}
      </Group>
      {people.length > 0 && (
        <Figures
          short
          label={t('people')}
          numbersFrom={5}
          headers={[
            t('person'),
            t('role'),
            t('share'),
            t('nextAbsence'),
            ...(isAdmin ? [t('change')] : []),
          ]}
          rows={people.map((person) =>
            namedRow(
              person.username,
              listOf(person.roles.map((role) => t(role))),
              t('percent', { share: formatNumber(person.share) }),
              <NextAbsence key="absence" person={person} now={now} />,
              ...(isAdmin
                ? [
                    <Button
                      key="change"
                      size="compact-sm"
                      variant="default"
                      aria-label={t('changePerson', { name: person.username })}
                      onClick={() => setEdited(person)}
                    >
                      {t('change')}
                    </Button>,
                  ]
                : []),
            ),
          )}
        />
      )}
      {edited === 'project' && (
        <WorkingTimeDialog projectId={projectId} time={{ weekdays, holidays }} onClose={close} />
      )}
      {edited !== null && edited !== 'project' && (
        <PersonTimeDialog projectId={projectId} person={edited} onClose={close} />
      )}
    </>
  );
}

function NextAbsence({ person, now }: { person: CalendarPerson; now: string }) {
  const t = useTexts('calendar');
  const next = person.absences.find(({ ends_on: end }) => end >= now);
  if (!next) return '–';
  const days = { from: formatDate(next.starts_on), until: formatDate(next.ends_on) };
  const said = next.starts_on === next.ends_on ? days.from : t('days', days);
  return next.reason === null ? said : t('because', { days: said, reason: next.reason });
}
