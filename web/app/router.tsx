import { Center, Loader } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { z } from 'zod';
import { projectSearch, type ProjectSearch } from '../lib/search.ts';
import { clearStoredUser } from '../lib/selection.ts';
import { fillSelection, requireSession } from './guard.ts';
import { AppLayout } from './layout/app-layout.tsx';
import { AdministratorsOnly, PageFailed } from './messages.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();
const toLogin = () => {
  throw redirect({ to: '/login' });
};

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ from: z.string().optional().catch(undefined) }),
  beforeLoad: clearStoredUser,
  component: lazyRouteComponent(() => import('./pages/login.tsx'), 'LoginRoute'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('../features/auth/register-page.tsx'), 'RegisterPage'),
});
const anythingElse = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toLogin });
const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toLogin });

const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location),
  component: AppLayout,
  errorComponent: PageFailed,
});

const administrators = createRoute({
  getParentRoute: () => layout,
  id: 'administrators',
  component: AdministratorsOnly,
});

type Page = ReturnType<typeof lazyRouteComponent>;
type Parent = typeof layout | typeof administrators;

const move = <const P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to });
    },
  });
const page = <const P extends string, const A extends Parent>(
  parent: A,
  path: P,
  component: Page,
) => createRoute({ getParentRoute: () => parent, path, component });
const projectPage = <const P extends string, const A extends Parent>(
  parent: A,
  path: P,
  flag: 'tableflag' | 'assignObjectFlag' | null,
  component: Page,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: projectSearch,
    beforeLoad: ({ search, location }) => fillSelection(search as ProjectSearch, location, flag),
    component,
  });

const pagesOfEverybody = [
  page(
    layout,
    '/admin/dashboard',
    lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  ),
  page(
    layout,
    '/rtl/rtl-page',
    lazyRouteComponent(() => import('./pages/right-to-left.tsx'), 'RightToLeftRoute'),
  ),
  page(
    layout,
    '/admin/homepage',
    lazyRouteComponent(() => import('./pages/home.tsx'), 'HomeRoute'),
  ),
  page(
    layout,
    '/admin/profile',
    lazyRouteComponent(
      () => import('../features/auth/change-password-page.tsx'),
      'ChangePasswordPage',
    ),
  ),
  projectPage(
    layout,
    '/developer',
    null,
    lazyRouteComponent(() => import('../features/objects/developer-page.tsx'), 'DeveloperPage'),
  ),
  projectPage(
    layout,
    '/testing',
    'tableflag',
    lazyRouteComponent(() => import('../features/objects/testing-page.tsx'), 'TestingPage'),
  ),
];

const pagesOfAdministrators = [
  page(
    administrators,
    '/admin/addproject',
    lazyRouteComponent(() => import('../features/projects/add-project-page.tsx'), 'AddProjectPage'),
  ),
  page(
    administrators,
    '/admin/assignproject',
    lazyRouteComponent(
      () => import('../features/assignments/assign-project-page.tsx'),
      'AssignProjectPage',
    ),
  ),
  page(
    administrators,
    '/admin/adduser',
    lazyRouteComponent(() => import('../features/users/add-user-page.tsx'), 'AddUserPage'),
  ),
  page(
    administrators,
    '/admin/users',
    lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  ),
  projectPage(
    administrators,
    '/dbconnect',
    null,
    lazyRouteComponent(
      () => import('../features/connection/connection-page.tsx'),
      'ConnectionPage',
    ),
  ),
  projectPage(
    administrators,
    '/adminresults',
    'tableflag',
    lazyRouteComponent(
      () => import('../features/results/admin-results-page.tsx'),
      'AdminResultsPage',
    ),
  ),
  projectPage(
    administrators,
    '/assignobjects',
    'assignObjectFlag',
    lazyRouteComponent(
      () => import('../features/objects/assign-objects-page.tsx'),
      'AssignObjectsPage',
    ),
  ),
];

const routeTree = root.addChildren([
  start,
  login,
  register,
  move('/admin', '/admin/dashboard'),
  move('/rtl', '/rtl/rtl-page'),
  layout.addChildren([...pagesOfEverybody, administrators.addChildren(pagesOfAdministrators)]),
  anythingElse,
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Guards also run for a preload and may not change what is stored.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: Waiting,
    trailingSlash: 'never',
    scrollRestoration: true,
  });
}

function Waiting() {
  return (
    <Center mih={240}>
      <Loader />
    </Center>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
