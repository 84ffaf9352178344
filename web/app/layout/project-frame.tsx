import { Outlet } from '@tanstack/react-router';
import { ProjectBar } from '../../features/projects/project-bar.tsx';

/** Around the screens of a project: the bar stays, with the focus in it, while they change. */
export function ProjectFrame() {
  return (
    <>
      <ProjectBar />
      <Outlet />
    </>
  );
}
