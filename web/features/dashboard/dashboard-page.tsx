import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listMyProjects, listProjects, type ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { SideProgress } from './side-progress.tsx';
import { useDashboardTexts } from './texts.ts';

/** More cards than this would be more questions to the server than one page should ask. */
const MOST = 12;

export function DashboardPage() {
  const t = useDashboardTexts();
  const user = useMe();
  const isAdmin = user.is_admin === 1;
  const query = useQuery({
    queryKey: ['projects', 'dashboard', user.user_id],
    queryFn: ({ signal }) =>
      isAdmin
        ? call(listProjects, { query: {}, signal })
        : call(listMyProjects, { params: { id: user.user_id }, signal }),
  });
  const projects = query.data && onePerProject(query.data);
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {query.isPending && <Skeleton h={240} />}
      {query.isError && !projects && (
        <Alert color="red" role="alert">
          <Group justify="space-between">
            {t('failed')}
            <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
              {t('retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {projects && <Figures projects={projects} />}
      {projects?.length === 0 && (
        <Paper withBorder p="lg">
          <Text>{t(isAdmin ? 'none' : 'noneOfMine')}</Text>
          <Anchor component={Link} to="/admin/homepage">
            {t('toHome')}
          </Anchor>
        </Paper>
      )}
      {projects && (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
          {projects.slice(0, MOST).map((project) => (
            <ProjectCard key={project.Project_Id} project={project} />
          ))}
        </SimpleGrid>
      )}
      {projects && projects.length > MOST && (
        <Text c="dimmed">{t('more', { count: projects.length - MOST })}</Text>
      )}
    </Page>
  );
}

/** Whoever holds two roles on a project has two rows of it. What is late comes first. */
function onePerProject(rows: readonly ProjectRow[]): ProjectRow[] {
  const byId = new Map(rows.map((row) => [row.Project_Id, row]));
  return [...byId.values()].toSorted(
    (a, b) => b.overdue - a.overdue || a.Planned_End_Date.localeCompare(b.Planned_End_Date),
  );
}

function Figures({ projects }: { projects: readonly ProjectRow[] }) {
  const t = useDashboardTexts();
  const having = (status: ProjectRow['Project_Status']) =>
    projects.filter(({ Project_Status }) => Project_Status === status).length;
  const figures = [
    { label: t('projects'), value: projects.length, late: false },
    { label: t('inProgress'), value: having('inProgress'), late: false },
    { label: t('completed'), value: having('completed'), late: false },
    {
      label: t('overdue'),
      value: projects.filter(({ overdue }) => overdue === 1).length,
      late: true,
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {figures.map(({ label, value, late }) => (
        <Paper key={label} withBorder p="md">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz={28} fw={650} {...(late && value > 0 && { c: 'red' })}>
            {formatNumber(value)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function ProjectCard({ project }: { project: ProjectRow }) {
  const t = useDashboardTexts();
  const { Project_Id, Project_Name, Client_Name, overdue } = project;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {Project_Name}
            </Title>
            <Text size="sm" c="dimmed">
              {`${Client_Name} · ${project.Source_Database_Name} → ${project.Target_Database_Name}`}
            </Text>
          </div>
          {overdue === 1 && (
            <Badge color="red" variant="light">
              {t('overdue')}
            </Badge>
          )}
        </Group>
        <SideProgress side="source" projectId={Project_Id} />
        <SideProgress side="target" projectId={Project_Id} />
        <Text size="sm" {...(overdue === 1 ? { c: 'red' } : { c: 'dimmed' })}>
          {t('due', { date: formatDate(project.Planned_End_Date) })}
        </Text>
      </Stack>
    </Paper>
  );
}
