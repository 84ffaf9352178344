import { Outlet } from '@tanstack/react-router';
import { ProjectBar } from '../../features/projects/project-bar.tsx';

/** Layout of the project screens: the project bar stays mounted and keeps the focus when the screen changes. */
export function ProjectFrame() {
  return (
    <>
      <ProjectBar />
      <Outlet />
    </>
  );
}
