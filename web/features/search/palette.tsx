import '@mantine/spotlight/styles.layer.css';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, createSpotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { search } from '../../../contract/search.ts';
import { call, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { matches, type Command } from './commands.ts';
import classes from './search.module.css';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type Side, SIDES } from '../../../contract/fields.ts';
import { screensOf, toDoAt } from '../../lib/project-screens.ts';
import { projectQuery } from '../../lib/project.ts';
import { projectSearch } from '../../lib/search.ts';
import { selected } from '../../lib/selection.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import type { z } from 'zod';
import { listMyProjects } from '../../../contract/projects.ts';

const [store, spotlight] = createSpotlight();
const PAUSE_MS = 200;

interface Props {
  opened: boolean;
  onClose: () => void;
  commands: readonly Command[];
}

/** A single input for searching by name, opening pages and running commands. */
export function Palette({ opened, onClose, commands }: Props) {
  const t = useTexts('search');
  const isAdmin = useMe().is_admin === 1;
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const [asked] = useDebouncedValue(query, PAUSE_MS);
  const found = useQuery({
    queryKey: queryKeys.search(asked),
    queryFn: ({ signal }) => call(search, { query: { q: asked.slice(0, 200) }, signal }),
    enabled: opened && asked !== '',
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (opened) spotlight.open();
    else spotlight.close();
  }, [opened]);

  const project = useProjectCommands(opened);
  const shown = [...project.commands, ...commands].filter(({ label }) => matches(label, query));
  const data = query === '' ? undefined : found.data;
  const busy = query !== '' && !found.isError && (query !== asked || found.isFetching);
  const failed = query !== '' && found.isError;
  const count = data ? data.projects.length + data.objects.length + data.users.length : 0;
  // Results appear above the commands: the first entry stays selected until the user moves on.
  useEffect(() => {
    const { selected, listId } = store.getState();
    const list = document.getElementById(listId);
    if (!data || selected > 0 || !list) return;
    list.querySelector('[data-selected]')?.removeAttribute('data-selected');
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [data]);
  const takeFirst = ({ key }: { key: string }) => {
    const { selected, listId } = store.getState();
    if (key !== 'Enter' || query === '' || selected >= 0) return;
    document.getElementById(listId)?.querySelector<HTMLElement>('[data-action]')?.click();
  };
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      title={t('dialog')}
      classNames={{
        header: classes.unseen ?? '',
        actionsList: classes.list ?? '',
        actionsGroup: classes.group ?? '',
        actionDescription: classes.description ?? '',
      }}
    >
      <Spotlight.Search
        placeholder={t(isAdmin ? 'promptAdmin' : 'prompt')}
        aria-label={t('box')}
        onKeyDown={takeFirst}
        leftSection={<Icon name="search" />}
        rightSection={busy && <Loader size={16} aria-hidden />}
      />
      <Spotlight.ActionsList aria-label={t('dialog')}>
        {data && <FoundProjects projects={data.projects} />}
        {data && <FoundObjects objects={data.objects} />}
        {data && <FoundUsers users={data.users} />}
        {(['project', 'pages', 'actions'] as const).map((group) => {
          const inGroup = shown.filter((command) => command.group === group);
          if (inGroup.length === 0) return null;
          return (
            <Spotlight.ActionsGroup
              key={group}
              label={group === 'project' ? t('inProject', { name: project.name }) : t(group)}
            >
              {inGroup.map(({ id, label, icon, run }) => (
                <Spotlight.Action
                  key={id}
                  label={label}
                  leftSection={<Icon name={icon} />}
                  onClick={run}
                />
              ))}
            </Spotlight.ActionsGroup>
          );
        })}
        <State
          query={query}
          busy={busy}
          error={failed ? found.error : null}
          nothing={count + shown.length === 0}
        />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

interface StateProps {
  query: string;
  busy: boolean;
  error: Error | null;
  /** Whether the list above is empty. */
  nothing: boolean;
}

/** State of the search, where the list does not show it. */
function State({ query, busy, error, nothing }: StateProps) {
  const t = useTexts('search');
  if (error) {
    return (
      <Spotlight.Empty role="alert">{t('failed', { reason: errorText(error) })}</Spotlight.Empty>
    );
  }
  if (!nothing || (!busy && query === '')) return null;
  return (
    <Spotlight.Empty role="status">
      {busy ? t('searching') : t('nothing', { query })}
    </Spotlight.Empty>
  );
}

/** The screens of the project in the address, or of the last one viewed, and its name. */
function useProjectCommands(opened: boolean): { name: string; commands: Command[] } {
  const t = useTexts('project-words');
  const user = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const here = projectSearch.parse(location.search);
  const id = here.project ?? selected('project')?.Project_Id;
  const { data: project } = useQuery({
    ...projectQuery(id),
    enabled: opened && id !== undefined,
  });
  if (!project) return { name: '', commands: [] };
  /** A list that is in sight is not opened anew. */
  const isHere = (path: string, side: Side | undefined) =>
    path === location.pathname && side === here.side;
  const commands = screensOf(user, project).flatMap(({ path, name, icon, sided }) =>
    (sided ? SIDES : [undefined]).map((side): Command => ({
      id: `${path} ${side ?? ''}`,
      group: 'project',
      label: side ? `${t(name)} · ${t(side)}` : t(name),
      icon,
      run: () =>
        void navigate({
          to: path,
          search: {
            project: project.Project_Id,
            ...(side && { side }),
            ...(!isHere(path, side) && toDoAt(path, user.is_admin === 1)),
          },
        }),
    })),
  );
  if (user.is_admin === 1)
    commands.push({
      id: '/webhooks',
      group: 'project',
      label: t('webhooks'),
      icon: 'bolt',
      run: () =>
        void navigate({
          to: '/webhooks' as '/dbconnect',
          search: { project: project.Project_Id } as never,
        }),
    });
  return { name: project.Project_Name, commands };
}

type Found = z.output<typeof search.response>;

function FoundProjects({ projects }: Pick<Found, 'projects'>) {
  const t = useTexts('search');
  const navigate = useNavigate();
  if (projects.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('projects')}>
      {projects.map(({ Project_Id, Project_Name, Client_Name }) => (
        <Spotlight.Action
          key={Project_Id}
          label={Project_Name}
          description={Client_Name}
          leftSection={<Icon name="database" />}
          onClick={() => void navigate({ to: '/admin/dashboard', search: { project: Project_Id } })}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function FoundObjects({ objects }: Pick<Found, 'objects'>) {
  const t = useTexts('search');
  const words = useTexts('object-words');
  const goTo = useWayToObject();
  if (objects.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('objects')}>
      {objects.map((object) => {
        const { id, schema_name, object_name, Project_Name, object_type, side } = object;
        return (
          <Spotlight.Action
            key={id}
            label={`${schema_name}.${object_name}`}
            description={[Project_Name, t(side), words(object_type)].join(' · ')}
            leftSection={<Icon name="table" />}
            onClick={() => void goTo(object)}
          />
        );
      })}
    </Spotlight.ActionsGroup>
  );
}

function FoundUsers({ users }: Pick<Found, 'users'>) {
  const t = useTexts('search');
  const navigate = useNavigate();
  if (users.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t('users')}>
      {users.map(({ user_id, username }) => (
        <Spotlight.Action
          key={user_id}
          label={username}
          leftSection={<Icon name="user" />}
          onClick={() => void navigate({ to: '/admin/users', search: { q: username } })}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

type FoundObject = z.output<typeof search.response>['objects'][number];

/** Opens an object where the user works on it: the results, the tester's desk or the developer's desk. */
function useWayToObject() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useMe();
  const testsProject = async (projectId: number) => {
    const rows = await client.ensureQueryData({
      queryKey: queryKeys.rolesOf(user.user_id),
      queryFn: () => call(listMyProjects, { params: { id: user.user_id } }),
    });
    return rows.some(({ Project_Id, role }) => Project_Id === projectId && role === 'tester');
  };
  return async ({ id: row, Project_Id: project, side }: FoundObject) => {
    if (user.is_admin === 1) {
      return navigate({ to: '/adminresults', search: { project, side, row } });
    }
    // If the role is unknown, the tester's desk is opened: it shows less, and says so.
    const tester = side === 'target' || (await testsProject(project).catch(() => true));
    return tester
      ? navigate({ to: '/testing', search: { project, side, row } })
      : navigate({ to: '/developer', search: { project, row } });
  };
}
