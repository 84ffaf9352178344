import { Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { busiestFirst } from './chart-data.ts';
import { FigureTable } from './figure-table.tsx';
import { formatNumber } from './format.ts';
import { useDashboardTexts } from './texts.ts';

export function PeopleTable({ people }: { people: Dashboard['people'] }) {
  const t = useDashboardTexts();
  const heading = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} miw={0}>
      <Title order={2} size="h5" id={heading} mb="sm">
        {t('peopleTitle')}
      </Title>
      {people.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noPeople')}
        </Text>
      ) : (
        <FigureTable
          label={t('peopleTitle')}
          heads={[t('person'), t('toMigrate'), t('toTest'), t('workMigrated'), t('workTested')]}
          rows={busiestFirst(people).map((person) => [
            person.username,
            formatNumber(person.to_migrate),
            formatNumber(person.to_test),
            formatNumber(person.migrated),
            formatNumber(person.tested),
          ])}
        />
      )}
    </Paper>
  );
}
