import { Combobox, type ComboboxStore, UnstyledButton, useCombobox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import type { ProjectRow } from '../../../contract/projects.ts';
import { isOfRole, screenAt, screensOf } from '../../lib/project-screens.ts';
import { projectQuery, projectsQuery } from '../../lib/project.ts';
import { useProjectSearch } from '../../lib/search.ts';
import { useMe } from '../../lib/session.ts';
import classes from './project-bar.module.css';
import { useTexts } from '../../lib/i18n/index.ts';

/** Maximum number of projects listed; others are found by typing. */
const MAX_SHOWN = 50;

interface Props {
  project: ProjectRow | undefined;
  onOpened: (opened: boolean) => void;
}

/** The project's name, which opens a list of all accessible projects; choosing one keeps the current screen. */
export function ProjectChoice({ project, onOpened }: Props) {
  const t = useTexts('project-words');
  const open = useOtherProject();
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onOpenedChange: onOpened,
    onDropdownOpen: () => {
      setTyped('');
      combobox.focusSearchInput();
    },
    onDropdownClose: (source) => {
      combobox.resetSelectedOption();
      if (source === 'keyboard') combobox.focusTarget();
    },
  });
  const choose = (row: ProjectRow) => {
    combobox.closeDropdown('keyboard');
    if (row.Project_Id !== project?.Project_Id) open(row);
  };
  return (
    <Combobox store={combobox} width="min(360px, 90vw)" position="bottom-start" shadow="md">
      <Combobox.Target withAriaAttributes={false}>
        <UnstyledButton
          className={classes.choice ?? ''}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          aria-label={project && t('otherProject', { name: project.Project_Name })}
          onClick={() => combobox.toggleDropdown()}
        >
          <bdi className={classes.name}>{project?.Project_Name ?? t('chooseProject')}</bdi>
          <span aria-hidden="true" className={classes.mark}>
            ▾
          </span>
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        {combobox.dropdownOpened && (
          <>
            <Combobox.Search
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              placeholder={t('findProject')}
              aria-label={t('findProject')}
            />
            <Projects store={combobox} present={project} typed={typed} onChoose={choose} />
          </>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface ProjectsProps {
  store: ComboboxStore;
  present: ProjectRow | undefined;
  typed: string;
  onChoose: (row: ProjectRow) => void;
}

function Projects({ store, present, typed, onChoose }: ProjectsProps) {
  const t = useTexts('project-words');
  const query = useQuery(projectsQuery(useMe()));
  const found = named(query.data ?? [], typed);
  const shown = found.slice(0, MAX_SHOWN);
  const more = found.length - shown.length;
  const first = shown[0]?.Project_Id;
  const { selectFirstOption } = store;
  // Runs before the next key event, which may be Enter; also when the list arrives later.
  useLayoutEffect(() => {
    if (typed && first !== undefined) selectFirstOption();
  }, [typed, first, selectFirstOption]);
  return (
    <>
      <Combobox.Options className={classes.options ?? ''} aria-label={t('chooseProject')}>
        {shown.map((row) => (
          <Combobox.Option
            key={row.Project_Id}
            value={String(row.Project_Id)}
            active={row.Project_Id === present?.Project_Id}
            selected={row.Project_Id === present?.Project_Id}
            className={classes.option ?? ''}
            onClick={() => onChoose(row)}
          >
            <span className={classes.id}>{row.Project_Id}</span>
            <bdi>{row.Project_Name}</bdi>
            <bdi className={classes.client}>{row.Client_Name}</bdi>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {query.isLoading && <Combobox.Empty role="status">{t('loading')}</Combobox.Empty>}
      {query.isError && !query.data && <Combobox.Empty role="alert">{t('failed')}</Combobox.Empty>}
      {query.data && shown.length === 0 && (
        <Combobox.Empty role="status">{t('noneFound')}</Combobox.Empty>
      )}
      {more > 0 && <Combobox.Footer>{t('more', { count: more })}</Combobox.Footer>}
    </>
  );
}

/** One row per project, sorted by name; every typed word must occur in its name, id or client. */
function named(rows: readonly ProjectRow[], typed: string): ProjectRow[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const byId = new Map(rows.map((row) => [row.Project_Id, row]));
  return [...byId.values()].filter((row) => {
    const text = `${row.Project_Id} ${row.Project_Name} ${row.Client_Name}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Opens the same screen of another project, or the first screen that the user may open. */
function useOtherProject() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const user = useMe();
  const { pathname } = useLocation();
  const { side } = useProjectSearch();
  return (row: ProjectRow) => {
    const screens = screensOf(user, row);
    const screen =
      screens.find(({ path }) => path === screenAt(pathname)) ?? screens.find(isOfRole);
    if (!screen) return;
    const { queryKey } = projectQuery(row.Project_Id);
    // Shows the row at once, and marks it as stale so that it is refetched.
    client.setQueryData(queryKey, (known) => known ?? row, { updatedAt: 0 });
    void navigate({
      to: screen.path,
      search: { project: row.Project_Id, ...(screen.sided && side && { side }) },
    });
  };
}
