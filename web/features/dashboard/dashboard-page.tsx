import {
  Anchor,
  Button,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type Dashboard, getDashboard } from '../../../contract/dashboard.ts';
import { id } from '../../../contract/fields.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { toDoAt } from '../../lib/project-screens.ts';
import { projectsQuery } from '../../lib/project.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useProjectSearch } from '../../lib/search.ts';
import { useMe } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { LoadFailed, NotLoaded } from '../../ui/load-failed.tsx';
import { Page } from '../../ui/page.tsx';
import { ClientProjects } from '../clients/client-projects.tsx';
import { ReadFirst } from '../connection/links.tsx';
import { GlossaryLink } from '../glossary/glossary-link.tsx';
import { WeekCard } from '../workload/week-card.tsx';
import { Charts } from './charts.tsx';
import { Decisions } from './decisions.tsx';
import { Cards, OWN_LISTS, PaceLine, type Roles } from './cards.tsx';
import { PeopleTable } from './people-table.tsx';
import { TaskList } from './task-list.tsx';
import { useTexts } from '../../lib/i18n/index.ts';
import { RowLink } from '../../ui/data-table/index.ts';
import { stepOf } from '../projects/project-progress.tsx';
import { nextStepsQuery, clientProjectsQuery } from '../projects/queries.ts';
import classes from './dashboard.module.css';
import { later } from '../../ui/later.ts';

const TERMS = [
  'object',
  'migrated',
  'verified',
  'pair',
  'forecast',
  'signoff',
  'acceptance',
] as const;

const ProofCard = later(() => import('./proof-card.tsx'), 'ProofCard');
const ProofOfAllCard = later(() => import('./proof-card.tsx'), 'ProofOfAllCard');
/** Usual height of the proof, kept while it loads. */
const PROOF_HEIGHT = 300;

export function DashboardPage() {
  const t = useTexts('dashboard');
  const navigate = useNavigate();
  // Parsed here, because routes that do not validate their search also render this screen.
  const project = id.safeParse(useProjectSearch().project).data;
  const query = useQuery({
    queryKey: queryKeys.dashboard(project),
    queryFn: ({ signal }) => call(getDashboard, { query: { project }, signal }),
    placeholderData: (before) => before,
  });
  // A user with two roles in a project has two rows of it.
  const rows = useQuery(projectsQuery(useMe())).data ?? [];
  const choices = new Map(rows.map((row) => [String(row.Project_Id), row.Project_Name]));
  const choose = (value: string) =>
    void navigate({
      to: '.',
      search: (value ? { project: Number(value) } : {}) as never,
      replace: true,
    });
  return (
    <Page
      title={t('title')}
      subtitle={
        <>
          {/* On paper nothing that chooses it is shown. */}
          {project !== undefined && (
            <bdi className={classes.onPaper}>{choices.get(String(project))} </bdi>
          )}
          {[t('subtitle'), query.data && t('asOf', { time: formatTime(query.data.generated_at) })]
            .filter(Boolean)
            .join(' · ')}{' '}
          <GlossaryLink terms={TERMS} />
        </>
      }
      actions={
        choices.size > 0 && (
          <NativeSelect
            aria-label={t('projectChoice')}
            maw={320}
            value={project ? String(project) : ''}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              { value: '', label: t('allProjects') },
              ...[...choices].map(([value, label]) => ({ value, label })),
            ]}
          />
        )
      }
    >
      {query.isPending && <Loading />}
      {query.isError && (
        <LoadFailed title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Content dashboard={query.data} project={project} roles={rows} />}
    </Page>
  );
}

function Loading() {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        {[0, 1, 2, 3].map((key) => (
          <Skeleton key={key} h={112} />
        ))}
      </SimpleGrid>
      <Skeleton h={300} />
    </Stack>
  );
}

function Content({
  dashboard,
  project,
  roles,
}: {
  dashboard: Dashboard;
  project: number | undefined;
  roles: Roles;
}) {
  const t = useTexts('dashboard');
  const isAdmin = useMe().is_admin === 1;
  if (dashboard.projects === 0 && !isAdmin) return <NoneOfMine />;
  if (dashboard.projects === 0)
    return (
      <Stack gap="md">
        <NoProjects />
        <Decisions project={project} />
      </Stack>
    );
  const objects = dashboard.source.total + dashboard.target.total;
  const only = project ?? (dashboard.projects === 1 ? roles[0]?.Project_Id : undefined);
  const tasks = <TaskList tasks={dashboard.tasks} roles={roles} />;
  const people = <PeopleTable people={dashboard.people} project={isAdmin ? only : undefined} />;
  return (
    <Stack gap="md">
      <PaceLine dashboard={dashboard} project={only} />
      {isAdmin && <NextSteps project={project} />}
      {isAdmin && <Decisions project={project} />}
      {/* Own work comes first. */}
      <WeekCard project={project} />
      {!isAdmin && tasks}
      {objects === 0 ? (
        <Paper withBorder>
          <Empty text={t('noObjects')}>
            {only === undefined ? <ToHome /> : <ReadFirst projectId={only} />}
          </Empty>
        </Paper>
      ) : (
        <>
          <Cards {...{ dashboard, project, only, roles }} />
          <Suspense fallback={<Skeleton h={PROOF_HEIGHT} />}>
            {only === undefined ? (
              <ProofOfAllCard />
            ) : (
              <ProofCard key={only} projectId={only} height={PROOF_HEIGHT} />
            )}
          </Suspense>
          <Charts dashboard={dashboard} begin={<Begin only={only} roles={roles} />} />
        </>
      )}
      {isAdmin ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          {tasks}
          {people}
        </SimpleGrid>
      ) : (
        people
      )}
    </Stack>
  );
}

/** The way to the work of which nothing can be drawn yet: assigning it, or doing one's own. */
function Begin({ only, roles }: { only: number | undefined; roles: Roles }) {
  const t = useTexts('dashboard');
  const isAdmin = useMe().is_admin === 1;
  const words = useTexts('project-words');
  const own = roles.find((one) => one.Project_Id === only)?.role;
  const place =
    only === undefined
      ? null
      : isAdmin
        ? { to: '/assignobjects', search: { project: only, side: 'source' }, text: words('assign') }
        : own && {
            to: OWN_LISTS[own],
            search: { project: only, ...toDoAt(OWN_LISTS[own], false) },
            text: t(`own_${own}`),
          };
  const { to, search, text } = place || { to: '/admin/homepage', search: {}, text: t('toHome') };
  return (
    <Button
      variant="default"
      renderRoot={(link) => <Link to={to} search={search as never} {...link} />}
    >
      {text}
    </Button>
  );
}

function ToHome() {
  const t = useTexts('dashboard');
  return (
    <Anchor component={Link} to="/admin/homepage">
      {t('toHome')}
    </Anchor>
  );
}

function NoProjects() {
  const t = useTexts('dashboard');
  return (
    <Paper withBorder>
      <Empty text={t('none')}>
        <Button component={Link} to="/admin/addproject">
          {t('toAdd')}
        </Button>
        <ToHome />
      </Empty>
    </Paper>
  );
}

/** For users without work, who may be clients: shows the progress of their projects. */
function NoneOfMine() {
  const t = useTexts('dashboard');
  const { data, isPending } = useQuery(clientProjectsQuery);
  if (isPending) return <Skeleton h={112} />;
  if (data && data.length > 0) return <ClientProjects projects={data} />;
  return (
    <Paper withBorder>
      <Empty text={t('noneOfMine')}>
        <ToHome />
      </Empty>
    </Paper>
  );
}

/** Maximum number of projects that are shown above the figures. */
const STEPS_SHOWN = 5;

/** The administrator's next step in each project, or in one project. */
function NextSteps({ project }: { project: number | undefined }) {
  const t = useTexts('dashboard');
  const words = useTexts('projects');
  const query = useQuery(nextStepsQuery);
  const rows = useQuery(projectsQuery(useMe())).data ?? [];
  if (query.isPending) return <Skeleton h={26} />;
  const steps = (query.data ?? []).flatMap((next) => {
    const row = rows.find(({ Project_Id: id }) => id === next.Project_Id);
    const step = stepOf(words, next, next);
    const isAsked = project === undefined || project === next.Project_Id;
    return row && step && isAsked ? [{ ...step, name: row.Project_Name }] : [];
  });
  if (steps.length === 0) return <NotLoaded query={query} title={t('nextTitle')} />;
  return (
    <div className={classes.next}>
      <Text fw={600}>{t('nextTitle')}</Text>
      <ul aria-label={t('nextTitle')}>
        {steps.slice(0, STEPS_SHOWN).map(({ text, href, name }) => (
          <li key={href}>
            <RowLink className={classes.step} href={href} tabIndex={0}>
              {text}
            </RowLink>
            {project === undefined && <Text size="sm">{name}</Text>}
          </li>
        ))}
      </ul>
      {steps.length > STEPS_SHOWN && (
        <Anchor component={Link} to="/admin/homepage" size="sm">
          {t('toHome')}
        </Anchor>
      )}
    </div>
  );
}
