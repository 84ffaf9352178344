import { NavLink, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../lib/i18n/index.ts';
import { useSelectedProject } from '../../lib/project.ts';
import { useScreenLinks } from '../../lib/screen-links.ts';
import { Icon } from '../../ui/icons.tsx';
import type { ProjectRow } from '../../../contract/projects.ts';
import classes from './layout.module.css';

interface Props {
  onNavigate: (() => void) | undefined;
}

/** The screens of the open project, in the order of the work. */
export function ProjectEntries({ onNavigate }: Props) {
  const { project } = useSelectedProject();
  return project && <Entries project={project} onNavigate={onNavigate} />;
}

function Entries({ project, onNavigate }: Props & { project: ProjectRow }) {
  const t = useTexts('project-words');
  const { here, links } = useScreenLinks(project);
  const nav = useRef<HTMLElement>(null);
  // The last entries are below the edge of a small laptop.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  const phases = [...new Set(links.map(({ phase }) => phase))];
  return (
    <nav ref={nav} aria-label={t('screens')} className={classes.project}>
      <Text
        size="sm"
        fw={600}
        truncate
        className={classes.projectName}
        title={project.Project_Name}
      >
        <bdi>{project.Project_Name}</bdi>
      </Text>
      {phases.map((phase) => (
        <div key={phase} role="group" aria-label={t(`phase_${phase}`)} className={classes.phase}>
          <div className={classes.phaseName} aria-hidden>
            {t(`phase_${phase}`)}
          </div>
          {links
            .filter((link) => link.phase === phase)
            .map(({ path, name, icon, search }) => (
              <NavLink
                key={path}
                label={t(name)}
                leftSection={<Icon name={icon} />}
                active={path === here}
                variant="light"
                className={classes.entry}
                renderRoot={(props) => (
                  <Link
                    to={path}
                    search={search}
                    {...props}
                    aria-current={path === here ? 'true' : undefined}
                    onClick={onNavigate}
                  />
                )}
              />
            ))}
        </div>
      ))}
    </nav>
  );
}
