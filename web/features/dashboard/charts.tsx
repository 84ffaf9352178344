import {
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useId, useState, type ReactNode } from 'react';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { busiestFirst, heightOf, openWork, progressPoints, typeRows } from './chart-data.ts';
import { FigureTable, type FigureRow, Figures, namedRow } from '../../ui/figures.tsx';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './dashboard.module.css';
import { later } from '../../ui/later.ts';

// Loaded separately: the chart library is as large as the rest of the app.
const ProgressChart = later(() => import('./drawings.tsx'), 'ProgressChart');
const BarsChart = later(() => import('./drawings.tsx'), 'BarsChart');

/** Maximum number of bars that remain distinguishable; the table shows everybody. */
const MAX_PEOPLE = 8;

/** @param begin - a link to the work that would fill an empty chart */
export function Charts({ dashboard, begin }: { dashboard: Dashboard; begin: ReactNode }) {
  const t = useTexts('dashboard');
  const points = progressPoints(dashboard);
  const types = typeRows(dashboard.by_type).map((row) => ({
    ...row,
    label: t('typeOf', { type: t(objectTypeOf(row.object_type_id)), side: t(row.side) }),
  }));
  const people = busiestFirst(dashboard.people);
  const working = people.filter((person) => openWork(person) + person.migrated + person.tested > 0);
  const height = heightOf(Math.max(types.length, Math.min(working.length, MAX_PEOPLE)));
  const number = (value: number | undefined) =>
    value === undefined ? '' : formatNumber(Math.round(value));
  return (
    <SimpleGrid cols={{ base: 1, lg: 3 }} className={classes.charts}>
      <Figure
        title={t('progressTitle')}
        empty={points.length === 0 && begin}
        headers={[t('day'), t('plan'), t('headMigrated'), t('headVerified')]}
        rows={points.map(({ time, plan, migrated, verified }) =>
          namedRow(
            formatDate(new Date(time).toISOString()),
            number(plan),
            number(migrated),
            number(verified),
          ),
        )}
      >
        <ProgressChart height={height} points={points} today={dashboard.generated_at} />
      </Figure>
      <Figure
        title={t('typesTitle')}
        empty={types.length === 0 && begin}
        headers={[t('type'), t('headPending'), t('headMigrated'), t('headVerified')]}
        rows={types.map((row) =>
          namedRow(row.label, number(row.pending), number(row.migrated), number(row.verified)),
        )}
      >
        <BarsChart
          height={height}
          data={types}
          series={[
            { name: 'verified', label: t('headVerified'), color: 'green.7', look: 'full' },
            { name: 'migrated', label: t('headMigrated'), color: 'blue.5', look: 'striped' },
            { name: 'pending', label: t('headPending'), color: 'gray.5', look: 'full' },
          ]}
        />
      </Figure>
      <Figure
        title={t('workTitle')}
        empty={working.length === 0 && begin}
        headers={[t('person'), t('toMigrate'), t('toTest'), t('workMigrated'), t('workTested')]}
        rows={people.map((person) =>
          namedRow(
            person.username,
            number(person.to_migrate),
            number(person.to_test),
            number(person.migrated),
            number(person.tested),
          ),
        )}
      >
        <BarsChart
          height={height}
          data={working
            .slice(0, MAX_PEOPLE)
            .map((person) => ({ ...person, label: person.username }))}
          series={[
            { name: 'migrated', label: t('workMigrated'), color: 'blue.5', look: 'striped' },
            { name: 'tested', label: t('workTested'), color: 'green.7', look: 'full' },
            { name: 'to_migrate', label: t('toMigrate'), color: 'gray.5', look: 'full' },
            { name: 'to_test', label: t('toTest'), color: 'blue.5', look: 'dotted' },
          ]}
        />
      </Figure>
    </SimpleGrid>
  );
}

interface FigureProps {
  title: string;
  /** The link that an empty chart shows instead; false for a chart with data. */
  empty: ReactNode;
  headers: string[];
  rows: FigureRow[];
  /** The chart, for users who can see it. */
  children: ReactNode;
}

/** A chart and the same data as a table: the table replaces it on request, and screen readers always get it. */
function Figure({ title, empty, headers, rows, children }: FigureProps) {
  const t = useTexts('dashboard');
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  const figures = { label: title, headers, rows };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} miw={0}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h5" id={heading}>
          {title}
        </Title>
        {!empty && (
          <Button
            size="compact-xs"
            flex="none"
            variant="default"
            onClick={() => setAsTable(!asTable)}
            aria-describedby={heading}
          >
            {t(asTable ? 'showChart' : 'showTable')}
          </Button>
        )}
      </Group>
      {empty && (
        <Stack align="flex-start" gap="sm">
          <Text size="sm" c="dimmed">
            {t('nothingToDraw')}
          </Text>
          {empty}
        </Stack>
      )}
      {!empty && asTable && <Figures short {...figures} />}
      {!empty && !asTable && (
        <>
          <div aria-hidden="true">
            {/* A chart that fails to load or to render does not affect the rest of the page. */}
            <CatchBoundary
              getResetKey={() => title}
              errorComponent={() => <FigureTable {...figures} />}
            >
              <Suspense fallback={<Skeleton h={240} />}>{children}</Suspense>
            </CatchBoundary>
          </div>
          <VisuallyHidden>
            <FigureTable {...figures} />
          </VisuallyHidden>
        </>
      )}
    </Paper>
  );
}
