import { Anchor, Paper, Progress, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { STALE_DAYS, UNTOUCHED, type Dashboard } from '../../../contract/dashboard.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/projects.ts';
import { toDoAt } from '../../lib/project-screens.ts';
import { useMe } from '../../lib/session.ts';
import { toDoStatus } from '../objects/status-rules.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './dashboard.module.css';
import { useQuery } from '@tanstack/react-query';
import type { ForecastEnds } from '../../../contract/forecast.ts';
import { formatDate, formatNumber, formatPercent } from '../../lib/format.ts';
import { forecastQuery } from '../forecast/queries.ts';
import { type Pace, paceOf } from './chart-data.ts';

export type Roles = readonly { Project_Id: number; role: Role | null }[];

/** The list of a project's objects on a side, for administrators: figures count everybody's, and members list their own. */
function useListOf(project: number | undefined) {
  const isAdmin = useMe().is_admin === 1;
  return (side: Side, filters: object = {}): Place =>
    project !== undefined && isAdmin
      ? { to: '/adminresults', search: { project, side, ...filters } }
      : {};
}

/** The lists of a member's own objects, by the roles that they have. */
export const OWN_LISTS = { developer: '/developer', tester: '/testing' } as const;

interface CardsProps {
  dashboard: Dashboard;
  /** The chosen project. */
  project?: number | undefined;
  /** The only project that the figures are about, chosen or not; undefined if they are about several. */
  only: number | undefined;
  roles: Roles;
}

/** The four cards. They do not name the project if it is the only one. Lists are of one project, so only its figures lead to them. */
export function Cards({ dashboard, project, only, roles }: CardsProps) {
  const t = useTexts('dashboard');
  const listOf = useListOf(only);
  const isAdmin = useMe().is_admin === 1;
  const own = roles.filter((one) => !isAdmin && one.Project_Id === only);
  const { projects, source, target, open_tests, waiting } = dashboard;
  const { overdue_projects, overdue, stale_objects } = dashboard;
  const total = source.total + target.total;
  const verified = source.verified + target.verified;
  const share = total === 0 ? 0 : verified / total;
  const late = overdue_projects + overdue.source + overdue.target;
  /** The objects that wait for their tester. */
  const openTestsOn = (side: Side) =>
    listOf(side, { 'f.status': toDoStatus('testing', side), 'f.tester': '*' });
  const tested = only === undefined ? [] : SIDES.filter((side) => waiting[0]?.[side]);
  return (
    <div className={classes.cards}>
      <Card
        title={t('projectsTitle')}
        figure={formatNumber(projects)}
        to={project === undefined && '/admin/homepage'}
      >
        {SIDES.map((side) => (
          <Line key={side} {...listOf(side)}>
            {t(`${side}Objects`, { count: dashboard[side].total })}
          </Line>
        ))}
        {own.map(
          ({ role }) =>
            role && (
              <Line
                key={role}
                to={OWN_LISTS[role]}
                search={{ project: only, ...toDoAt(OWN_LISTS[role], isAdmin) }}
              >
                {t(`own_${role}`)}
              </Line>
            ),
        )}
        {project === undefined && <Line to="/admin/homepage">{t('toHome')}</Line>}
      </Card>
      <Card
        title={t('verifiedTitle')}
        figure={formatPercent(share)}
        to={only === undefined ? '/admin/homepage' : '/proof'}
        search={only === undefined ? {} : { project: only }}
      >
        <Progress
          value={share * 100}
          color="green"
          size="sm"
          mt={4}
          mb={6}
          aria-label={t('verifiedTitle')}
        />
        {t('verifiedOf', { verified: formatNumber(verified), total: formatNumber(total) })}
        {only !== undefined && (
          <Line to="/proof" search={{ project: only }}>
            {t('proof')}
          </Line>
        )}
      </Card>
      <Card
        title={t('openTestsTitle')}
        figure={formatNumber(open_tests)}
        {...(tested.length === 1 && openTestsOn(tested[0]!))}
      >
        <Line to={only !== project && '/admin/dashboard'} search={{ project: only }}>
          {t('openTests', { count: open_tests })}
        </Line>
        {project === undefined
          ? (projects > 1 ? waiting : []).map((one) => (
              <Line key={one.Project_Id} to="/admin/dashboard" search={{ project: one.Project_Id }}>
                {t('waiting', { name: one.Project_Name, count: one.source + one.target })}
              </Line>
            ))
          : tested.map((side) => (
              <Line key={side} {...openTestsOn(side)}>
                {t(`waitingOn_${side}`, { count: waiting[0]![side] })}
              </Line>
            ))}
      </Card>
      <Card
        title={t('overdueTitle')}
        figure={formatNumber(late)}
        late={late > 0}
        to={late > 0 && late === overdue_projects && '/admin/homepage'}
        search={{ overdue: 1 }}
      >
        {(overdue_projects > 0 || late === 0) && (
          <Line to={overdue_projects > 0 && '/admin/homepage'} search={{ overdue: 1 }}>
            {t('overdue', { count: overdue_projects })}
          </Line>
        )}
        {SIDES.filter((side) => overdue[side] > 0).map((side) => (
          <Line key={side} {...listOf(side, { 'f.due_date': 'overdue' })}>
            {t(`overdueObjects_${side}`, { count: overdue[side] })}
          </Line>
        ))}
        {SIDES.filter((side) => stale_objects[side] > 0).map((side) => (
          <Line key={side} {...listOf(side, { 'f.updated_at': UNTOUCHED })}>
            {t(`stale_${side}`, { count: stale_objects[side], days: STALE_DAYS })}
          </Line>
        ))}
        <Changed changed={dashboard.changed} named={projects > 1} />
      </Card>
    </div>
  );
}

/** Maximum number of projects that are named; others have their own dashboards. */
const MAX_NAMED = 3;

/** Projects whose verified objects have changed, each with a link to them. */
function Changed({ changed, named }: Pick<Dashboard, 'changed'> & { named: boolean }) {
  const t = useTexts('dashboard');
  return changed.slice(0, MAX_NAMED).map(({ Project_Id: project, Project_Name: name, objects }) => (
    <Line key={project} to="/pairs" search={{ project, 'f.stale': 1 }}>
      {named ? t('changed', { count: objects, name }) : t('changedHere', { count: objects })}
    </Line>
  ));
}

const LINE_HEIGHT = '25px';

/** A screen that shows what a card counts, if the user may open it. */
interface Place {
  to?: string | false;
  search?: object | undefined;
}

interface LineProps extends Place {
  children: ReactNode;
}

const Line = ({ to, search = {}, children }: LineProps) => (
  <div>
    {to ? (
      <Anchor
        renderRoot={(props) => <Link to={to} search={search as never} {...props} />}
        inherit
        underline="always"
      >
        {children}
      </Anchor>
    ) : (
      children
    )}
  </div>
);

interface CardProps extends Omit<LineProps, 'children'> {
  title: string;
  figure: string;
  late?: boolean;
  children: ReactNode;
}

/** A figure with what it consists of; it is a link where a screen shows what it counts. */
function Card({ title, figure, late = false, to, search = {}, children }: CardProps) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="sm" fw={500} c="dimmed">
        {title}
      </Title>
      <Text fz={28} fw={650} lh={1.3} {...(late && { c: 'red' })}>
        {to ? (
          <Anchor
            renderRoot={(props) => <Link to={to} search={search as never} {...props} />}
            inherit
            c="inherit"
            aria-label={`${title}: ${figure}`}
          >
            {figure}
          </Anchor>
        ) : (
          figure
        )}
      </Text>
      {/* Each line may be a link, which a finger has to hit. */}
      <Text size="sm" c="dimmed" component="div" lh={LINE_HEIGHT}>
        {children}
      </Text>
    </Paper>
  );
}

interface PaceLineProps {
  dashboard: Dashboard;
  project: number | undefined;
}

/** Says how far the work is behind or ahead of the plan, and when it will be done. */
export function PaceLine({ dashboard, project }: PaceLineProps) {
  const pace = paceOf(dashboard);
  return project === undefined ? (
    <Sentence pace={pace} ends={null} />
  ) : (
    <PaceOfProject pace={pace} project={project} />
  );
}

/** Renders without waiting for the forecast. */
function PaceOfProject({ pace, project }: { pace: Pace | null; project: number }) {
  const { data } = useQuery(forecastQuery(project));
  const isLate = data?.ends && data.alerts.some(({ alert }) => alert === 'beyond_plan');
  return <Sentence pace={pace} ends={data?.ends} isLate={isLate} project={project} />;
}

interface SentenceProps {
  pace: Pace | null;
  /** The forecast; null where there is none, so that objects are counted instead; undefined while it is loading. */
  ends: ForecastEnds | null | undefined;
  /** Whether the forecast is after the planned end, where there is one. */
  isLate?: boolean | null | undefined;
  /** Links the sentence to the forecast of this project. */
  project?: number;
}

function Sentence({ pace, ends, isLate, project }: SentenceProps) {
  const t = useTexts('dashboard');
  const against = ({ ahead }: Pace) => {
    if (ahead === 0) return t('asPlanned');
    return ahead < 0 ? t('behind', { count: -ahead }) : t('ahead', { count: ahead });
  };
  const goesOn = () => {
    if (ends)
      return t('forecastEnds', { half: formatDate(ends.half), most: formatDate(ends.most) });
    if (ends === undefined || !pace) return '';
    if (pace.end === 'too early') return t('tooEarly');
    return pace.end === null
      ? t('noPace')
      : t('doneOn', { date: formatDate(new Date(pace.end).toISOString()) });
  };
  const sentence =
    pace?.left === 0
      ? t('allVerified')
      : [pace && against(pace), goesOn()].filter(Boolean).join(' ');
  if (!sentence) return null;
  const isBehind = pace?.left !== 0 && (isLate ?? (pace?.ahead ?? 0) < 0);
  return (
    <Text fw={600} {...(isBehind && { c: 'var(--mantine-color-error)' })}>
      {project === undefined ? (
        sentence
      ) : (
        <Anchor component={Link} to="/forecast" search={{ project } as never} inherit c="inherit">
          {sentence}
        </Anchor>
      )}
    </Text>
  );
}
