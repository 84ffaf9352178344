import '@mantine/spotlight/styles.layer.css';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, createSpotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { search } from '../../../contract/search.ts';
import { call, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { Icon } from '../../ui/icons.tsx';
import { matches, type Command } from './commands.ts';
import { FoundObjects, FoundProjects, FoundUsers } from './found.tsx';
import classes from './search.module.css';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SIDES } from '../../../contract/fields.ts';
import { screensOf } from '../../lib/project-screens.ts';
import { projectQuery } from '../../lib/project.ts';
import { projectSearch } from '../../lib/search.ts';
import { selected } from '../../lib/selection.ts';
import { useTexts } from '../../lib/i18n/index.ts';

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
      maxHeight="min(60dvh, 440px)"
      title={t('dialog')}
      classNames={{
        header: classes.unseen ?? '',
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
  const search: unknown = useLocation().search;
  const id = projectSearch.parse(search).project ?? selected('project')?.Project_Id;
  const { data: project } = useQuery({
    ...projectQuery(id),
    enabled: opened && id !== undefined,
  });
  if (!project) return { name: '', commands: [] };
  const commands = screensOf(user, project).flatMap(({ path, name, sided }) =>
    (sided ? SIDES : [undefined]).map((side): Command => ({
      id: `${path} ${side ?? ''}`,
      group: 'project',
      label: side ? `${t(name)} · ${t(side)}` : t(name),
      icon: 'database',
      run: () =>
        void navigate({
          to: path,
          search: { project: project.Project_Id, ...(side && { side }) },
        }),
    })),
  );
  return { name: project.Project_Name, commands };
}
