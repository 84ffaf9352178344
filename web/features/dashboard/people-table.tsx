import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Card } from '../../ui/card.tsx';
import { Figures } from '../../ui/figures.tsx';
import { busiestFirst } from './chart-data.ts';

type Person = Dashboard['people'][number];

interface PeopleProps {
  people: readonly Person[];
  /** The project whose list of objects each name leads to; undefined for no links. */
  project: number | undefined;
}

/** Leads to what the person migrates; what they test may be on either side. */
function PersonName({ person, project }: { person: Person } & Pick<PeopleProps, 'project'>) {
  const { user_id: id, to_migrate, migrated } = person;
  if (project === undefined || to_migrate + migrated === 0) return person.username;
  const search = { project, side: 'source', 'f.developer': id } as never;
  return (
    <Anchor
      renderRoot={(link) => <Link to="/assignobjects" search={search} {...link} />}
      inherit
      underline="always"
    >
      {person.username}
    </Anchor>
  );
}

/** The people with their open and finished work, busiest first. */
export function PeopleTable({ people, project }: PeopleProps) {
  const t = useTexts('dashboard');
  return (
    <Card title={t('peopleTitle')}>
      {people.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noPeople')}
        </Text>
      ) : (
        <Figures
          short
          label={t('peopleTitle')}
          headers={[t('person'), t('toMigrate'), t('toTest'), t('workMigrated'), t('workTested')]}
          rows={busiestFirst(people).map((person) => ({
            key: person.username,
            cells: [
              <PersonName key="name" {...{ person, project }} />,
              formatNumber(person.to_migrate),
              formatNumber(person.to_test),
              formatNumber(person.migrated),
              formatNumber(person.tested),
            ],
          }))}
        />
      )}
    </Card>
  );
}
