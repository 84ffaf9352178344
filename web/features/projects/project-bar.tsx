import { Link, useLocation, useSearch, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { SIDES } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { screensOf, isOfRole, screenAt, toDoAt } from '../../lib/project-screens.ts';
import { useSelectedProject, projectQuery, projectsQuery } from '../../lib/project.ts';
import { viewParams, useProjectSearch } from '../../lib/search.ts';
import { useScreenLinks } from '../../lib/screen-links.ts';
import { useMe } from '../../lib/session.ts';
import classes from './project-bar.module.css';
import { useTexts } from '../../lib/i18n/index.ts';
import { Combobox, type ComboboxStore, UnstyledButton, useCombobox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

/** Maximum number of projects listed; others are found by typing. */
const MAX_SHOWN = 50;

interface ChoiceProps {
  project: ProjectRow | undefined;
  onOpened: (opened: boolean) => void;
}

/** The project's name, which opens a list of all accessible projects; choosing one keeps the current screen. */
function ProjectChoice({ project, onOpened }: ChoiceProps) {
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
          title={project?.Project_Name}
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
      search: {
        project: row.Project_Id,
        ...(screen.sided && side && { side }),
        ...toDoAt(screen.path, user.is_admin === 1),
      },
    });
  };
}

/** Shows the current project, and switches to the other side or to another project. */
export function ProjectBar() {
  const t = useTexts('project-words');
  const { project, query } = useSelectedProject();
  // The list of projects covers part of the screen: a click outside must only close it.
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={classes.bar}>
      <div className={classes.project}>
        {project && (
          <>
            {t('projectId')} <b>{project.Project_Id}</b> · {t('projectName')}{' '}
          </>
        )}
        {!query.isLoading && <ProjectChoice project={project} onOpened={setChoosing} />}
      </div>
      {(project || query.isLoading) && (
        <div className={classes.line} inert={choosing}>
          {project && <Screens project={project} />}
          {project && <Sides project={project} />}
        </div>
      )}
    </div>
  );
}

/** The project's screens as one row, where the sidebar has no room for them. */
function Screens({ project }: { project: ProjectRow }) {
  const t = useTexts('project-words');
  const { here, links } = useScreenLinks(project);
  const list = useRef<HTMLElement>(null);
  // Again when it becomes visible, narrower or longer; the page itself stays where it is.
  useLayoutEffect(() => {
    const strip = list.current!;
    const centre = () => {
      const current = strip.querySelector('[aria-current]')?.getBoundingClientRect();
      const { left, width } = strip.getBoundingClientRect();
      if (current) strip.scrollBy(current.left + current.width / 2 - left - width / 2, 0);
    };
    const observer = new ResizeObserver(centre);
    for (const one of [strip, ...strip.children]) observer.observe(one);
    return () => observer.disconnect();
  }, [here, links.length]);
  return (
    <nav ref={list} aria-label={t('screens')} className={classes.screens}>
      {links.map(({ path, name, search }) => (
        <Link
          key={path}
          to={path}
          search={search}
          className={classes.screen ?? ''}
          aria-current={path === here ? 'true' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

/** Links to the same screen for the other side, with the same filters. */
function Sides({ project }: { project: ProjectRow }) {
  const t = useTexts('project-words');
  const { pathname } = useLocation();
  // Target objects have no developer.
  const { 'f.developer': _, ...view } = viewParams(useSearch({ strict: false }));
  const screen = screensOf(useMe(), project).find(({ path }) => path === pathname);
  if (!screen?.sided) return null;
  return (
    <div role="group" aria-label={t('sides')} className={classes.sides}>
      {SIDES.map((one) => (
        <Link
          key={one}
          to={screen.path}
          search={{ ...view, project: project.Project_Id, side: one }}
          className={classes.side ?? ''}
        >
          {t(one)}
        </Link>
      ))}
    </div>
  );
}
