import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { SIDES } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { screensOf } from '../../lib/project-screens.ts';
import { useSelectedProject } from '../../lib/project.ts';
import { viewParams } from '../../lib/search.ts';
import { useScreenLinks } from '../../lib/screen-links.ts';
import { useMe } from '../../lib/session.ts';
import classes from './project-bar.module.css';
import { ProjectChoice } from './project-choice.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

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
  useLayoutEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
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
