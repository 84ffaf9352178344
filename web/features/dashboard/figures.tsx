import { Anchor, Paper, Progress, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { STALE_DAYS, type Dashboard } from '../../../contract/dashboard.ts';
import { formatNumber, formatPercent } from './format.ts';
import { useDashboardTexts } from './texts.ts';

/** The four cards. */
export function Figures({
  dashboard,
  project,
}: {
  dashboard: Dashboard;
  project?: number | undefined;
}) {
  const t = useDashboardTexts();
  const { projects, source, target, open_tests, overdue_projects, stale_objects } = dashboard;
  const total = source.total + target.total;
  const verified = source.verified + target.verified;
  const share = total === 0 ? 0 : verified / total;
  const late = overdue_projects > 0;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <Card title={t('projectsTitle')} figure={formatNumber(projects)}>
        {t('sourceObjects', { count: source.total })}
        <br />
        {t('targetObjects', { count: target.total })}
      </Card>
      <Card title={t('verifiedTitle')} figure={formatPercent(share)}>
        <Progress
          value={share * 100}
          color="green"
          size="sm"
          mt={4}
          mb={6}
          aria-label={t('verifiedTitle')}
        />
        {t('verifiedOf', { verified: formatNumber(verified), total: formatNumber(total) })}
        {project !== undefined && (
          <>
            <br />
            <Way to="/proof" search={{ project }}>
              {t('proof')}
            </Way>
          </>
        )}
      </Card>
      <Card title={t('openTestsTitle')} figure={formatNumber(open_tests)}>
        {t('openTests', { count: open_tests })}
      </Card>
      <Card title={t('overdueTitle')} figure={formatNumber(overdue_projects)} late={late}>
        {t('overdue', { count: overdue_projects })}
        <br />
        {t('stale', { count: stale_objects, days: STALE_DAYS })}
        <Changed changed={dashboard.changed} />
      </Card>
    </SimpleGrid>
  );
}

/** So many projects are named; the others are on their own dashboards. */
const MOST_NAMED = 3;

/** Where verified objects have changed, each with the way to them. */
function Changed({ changed }: Pick<Dashboard, 'changed'>) {
  const t = useDashboardTexts();
  return changed
    .slice(0, MOST_NAMED)
    .map(({ Project_Id: project, Project_Name: name, objects }) => (
      <div key={project}>
        <Way to="/pairs" search={{ project, 'f.stale': 1 }}>
          {t('changed', { count: objects, name })}
        </Way>
      </div>
    ));
}

function Way({ to, search, children }: { to: string; search: object; children: ReactNode }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to={to} search={search as never} {...props} />}
      inherit
      underline="always"
    >
      {children}
    </Anchor>
  );
}

interface CardProps {
  title: string;
  figure: string;
  late?: boolean;
  children: ReactNode;
}

function Card({ title, figure, late = false, children }: CardProps) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="sm" fw={500} c="dimmed">
        {title}
      </Title>
      <Text fz={28} fw={650} lh={1.3} {...(late && { c: 'red' })}>
        {figure}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </Paper>
  );
}
