import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { SIDES } from '../../contract/fields.ts';
import type { ProjectRow } from '../../contract/projects.ts';
import { screenAt, screensOf, toDoAt } from '../lib/project-screens.ts';
import { useSelectedProject } from '../lib/project.ts';
import { useProjectSearch, viewParams } from '../lib/search.ts';
import { useMe } from '../lib/session.ts';
import classes from './project-bar.module.css';
import { ProjectChoice } from './project-choice.tsx';
import { useTexts } from '../lib/i18n/index.ts';

/** Which project this is, its screens, and the way to the other side and to other projects. */
export function ProjectBar() {
  const t = useTexts('project-words');
  const { project, query } = useSelectedProject();
  // The list of projects covers the screens in part: they are not to be hit by half.
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

function Screens({ project }: { project: ProjectRow }) {
  const t = useTexts('project-words');
  const { pathname } = useLocation();
  const view = useViewInAddress();
  // Where it names none, the one that was looked at last.
  const { side } = useProjectSearch();
  const here = screenAt(pathname);
  const me = useMe();
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const current = list.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [here]);
  return (
    <nav ref={list} aria-label={t('screens')} className={classes.screens}>
      {screensOf(me, project).map(({ path, name, sided }) => (
        <Link
          key={path}
          to={path}
          // From one thing back to the list that it was opened from, as it was.
          search={{
            ...(path === here && path !== pathname && view),
            project: project.Project_Id,
            ...(sided && side && { side }),
            ...(path !== here && toDoAt(path, me.is_admin === 1)),
          }}
          className={classes.screen ?? ''}
          aria-current={path === here ? 'true' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

/** The other side of the same screen, with the same filters. */
function Sides({ project }: { project: ProjectRow }) {
  const t = useTexts('project-words');
  const { pathname } = useLocation();
  // Nothing on the target has a developer.
  const { 'f.developer': _, ...view } = useViewInAddress();
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

/** What a table shows, without the row that is open and what else stands in the address. */
const useViewInAddress = () => viewParams(useSearch({ strict: false }));
