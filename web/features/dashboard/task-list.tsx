import { Anchor, Paper, Stack, Tabs, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Side } from '../../../contract/fields.ts';
import { useMe } from '../../lib/session.ts';
import { formatNumber, formatRelative } from '../../lib/format.ts';
import { returnedText } from '../objects/status-rules.ts';
import { changeLines, describeEvent, joinRepeated } from './recent.ts';
import classes from './dashboard.module.css';
import { i18n, useTexts } from '../../lib/i18n/index.ts';

/** The server sends at most this many tasks of each side. */
const TASKS_SHOWN = 20;

type Tasks = Dashboard['tasks'];
type Task = Tasks['source'][number];
type Recent = Tasks['recent'][number];
type Roles = readonly { Project_Id: number; role: 'developer' | 'tester' | null }[];

interface Props {
  tasks: Tasks;
  roles: Roles;
}

export function TaskList({ tasks, roles }: Props) {
  const t = useTexts('dashboard');
  const heading = useId();
  const first = (['source', 'target', 'recent'] as const).find((tab) => tasks[tab].length > 0);
  const counted = (tab: string, { length }: readonly unknown[]) => {
    const shown =
      length < TASKS_SHOWN ? formatNumber(length) : t('atLeast', { count: TASKS_SHOWN });
    return length === 0 ? tab : t('tabCount', { tab, shown });
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} miw={0}>
      <Title order={2} size="h5" id={heading} mb="sm">
        {t('tasksTitle')}
      </Title>
      <Tabs defaultValue={first ?? 'source'} keepMounted={false}>
        <Tabs.List aria-labelledby={heading} mb="sm">
          <Tabs.Tab value="source">{counted(t('tabSource'), tasks.source)}</Tabs.Tab>
          <Tabs.Tab value="target">{counted(t('tabTarget'), tasks.target)}</Tabs.Tab>
          <Tabs.Tab value="recent">{t('tabRecent')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="source">
          <MyTasks tasks={tasks.source} side="source" />
        </Tabs.Panel>
        <Tabs.Panel value="target">
          <MyTasks tasks={tasks.target} side="target" />
        </Tabs.Panel>
        <Tabs.Panel value="recent">
          <RecentList entries={tasks.recent} roles={roles} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function MyTasks({ tasks, side }: { tasks: readonly Task[]; side: Side }) {
  const t = useTexts('dashboard');
  const me = useMe().user_id;
  if (tasks.length === 0) return <Nothing text={t('noTasks')} />;
  return (
    <Stack
      gap={6}
      className={classes.list ?? ''}
      tabIndex={0}
      role="group"
      aria-label={t('tasksTitle')}
    >
      {tasks.map((task) => {
        const row = task.source_objectid ?? task.target_objectid;
        // A source object that is not migrated waits for its developer, all others for the tester.
        const mine = side === 'source' && task.status === 'pending' && task.developer === me;
        const project = task.Project_Id;
        return (
          <div key={row} className={classes.task}>
            <TaskLink
              {...(mine
                ? { to: '/developer', search: { project, row } }
                : { to: '/testing', search: { project, side, row } })}
            >
              {`${task.schema_name}.${task.object_name}`}
            </TaskLink>
            <Text size="sm" c="dimmed">
              {[
                task.Project_Name,
                t(task.object_type),
                t(task.status),
                t('lastChanged', { time: formatRelative(task.updated_at) }),
              ].join(' · ')}
            </Text>
            <LastSaid task={task} />
          </div>
        );
      })}
      {tasks.length >= TASKS_SHOWN && (
        <Text size="sm" c="dimmed">
          {t('more', { count: TASKS_SHOWN })}
        </Text>
      )}
    </Stack>
  );
}

/** Why it came back or, without that, the comment on it: what the week above does not say. */
function LastSaid({ task }: { task: Task }) {
  const words = useTexts('object-words');
  const returned = returnedText(words, task);
  const said = returned ?? task.comments;
  if (!said) return null;
  return (
    <Text size="sm" lineClamp={2} {...(returned === null && { dir: 'auto' })}>
      {said}
    </Text>
  );
}

/** The screen on which a user with this role sees the object. */
function placeOf(entry: Recent, isAdmin: boolean, roles: Roles): Place | null {
  const { project_id: project, side, entity, entity_id: row } = entry;
  if (entity !== 'object' || !project || !side) return null;
  if (isAdmin) return { to: '/adminresults', search: { project, side, row } };
  const tester = roles.some((one) => one.Project_Id === project && one.role === 'tester');
  return tester
    ? { to: '/testing', search: { project, side, row } }
    : { to: '/developer', search: { project, row } };
}

function RecentList({ entries, roles }: { entries: readonly Recent[]; roles: Roles }) {
  const t = useTexts('dashboard');
  const isAdmin = useMe().is_admin === 1;
  if (entries.length === 0) return <Nothing text={t('noRecent')} />;
  return (
    <Stack
      gap={6}
      className={classes.list ?? ''}
      tabIndex={0}
      role="group"
      aria-label={t('tabRecent')}
    >
      {joinRepeated(t, entries)
        .slice(0, TASKS_SHOWN)
        .map(({ newest: entry, times, others }) => {
          const place = placeOf(entry, isAdmin, roles);
          const words = describeEvent(t, entry);
          return (
            <div key={entry.id} className={classes.task}>
              {place ? <TaskLink {...place}>{words}</TaskLink> : <Text>{words}</Text>}
              <Text size="sm" c="dimmed">
                {/* For entries that are not about an object, the sentence already names the project. */}
                {[
                  entry.object_name && entry.Project_Name,
                  formatRelative(entry.at),
                  ...(times === 1
                    ? changeLines(t, entry)
                    : [
                        t('times', { count: times }),
                        ...(others.length > 0
                          ? [
                              t('alsoBy', {
                                people: new Intl.ListFormat(i18n.language).format(others),
                              }),
                            ]
                          : []),
                      ]),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
          );
        })}
    </Stack>
  );
}

interface Place {
  to: string;
  search: { project: number; side?: Side; row: number | undefined };
}

/** The router can check only literal addresses, so this link is untyped. */
function TaskLink({ to, search, children }: Place & { children: string }) {
  return (
    <Anchor component={Link} to={to as '/testing'} search={search as never}>
      {children}
    </Anchor>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" py="md">
      {text}
    </Text>
  );
}
