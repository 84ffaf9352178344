import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazyComponent,
  redirect,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { z } from 'zod';
import { loadPage } from '../lib/new-version.ts';
import { projectSearch, type ProjectSearch } from '../lib/search.ts';
import { clearStoredUser } from '../lib/selection.ts';
import { fillSelection, requireSession } from './guard.ts';
import { Displayed } from './display.tsx';
import { AdministratorsOnly, AppFailed, PageFailed, Waiting } from './messages.tsx';

const lazyRouteComponent: typeof lazyComponent = (load, name) =>
  lazyComponent(() => loadPage(load), name);

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Displayed,
});

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

const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location),
  // Keeps the layout out of the bundle of the login page.
  component: lazyRouteComponent(() => import('./layout/app-layout.tsx'), 'AppLayout'),
  errorComponent: AppFailed,
});

/** For a wall screen: rendered without the layout. */
const wall = createRoute({
  getParentRoute: () => root,
  path: '/wall',
  validateSearch: projectSearch,
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location),
  component: lazyRouteComponent(() => import('../features/cutover/wall-page.tsx'), 'WallPage'),
  errorComponent: AppFailed,
});

const administrators = createRoute({
  getParentRoute: () => layout,
  id: 'administrators',
  component: AdministratorsOnly,
});

/** Parent of the project screens, whatever their access: the project bar stays mounted while they change. */
const project = createRoute({
  getParentRoute: () => layout,
  id: 'project',
  validateSearch: projectSearch,
  component: lazyRouteComponent(() => import('./layout/project-frame.tsx'), 'ProjectFrame'),
});

const projectAdministrators = createRoute({
  getParentRoute: () => project,
  id: 'project-administrators',
  component: AdministratorsOnly,
});

type Page = ReturnType<typeof lazyRouteComponent>;

const move = <const P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to });
    },
  });
/** Static data that a route may declare. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page fills the height of the window, and the footer is hidden (as on the maps page). */
    fullHeight?: boolean;
  }
}
const page = <const P extends string, const A extends typeof layout | typeof administrators>(
  parent: A,
  path: P,
  component: Page,
) =>
  createRoute({ getParentRoute: () => parent, path, validateSearch: z.looseObject({}), component });
interface ProjectPageOptions extends StaticDataRouteOption {
  /** The stored selection that the page needs besides the project. */
  flag?: 'tableflag' | 'assignObjectFlag';
}
const projectPageOf =
  <const A extends typeof project | typeof projectAdministrators>(parent: A) =>
  <const P extends string>(
    path: P,
    component: Page,
    { flag, ...staticData }: ProjectPageOptions = {},
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: projectSearch,
      beforeLoad: ({ search, location, cause }) =>
        fillSelection(search as ProjectSearch, location, flag ?? null, cause),
      component,
      staticData,
    });
const ofMembers = projectPageOf(project);
const ofAdministrators = projectPageOf(projectAdministrators);

/** The page of all UI components; in development only. */
const designPage = () =>
  page(
    layout,
    '/design',
    lazyRouteComponent(() => import('./pages/design.tsx'), 'DesignPage'),
  );

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
    '/client',
    lazyRouteComponent(() => import('../features/clients/client-page.tsx'), 'ClientPage'),
  ),
  page(
    layout,
    '/admin/glossary',
    lazyRouteComponent(() => import('../features/glossary/glossary-page.tsx'), 'GlossaryPage'),
  ),
  page(
    layout,
    '/admin/profile',
    lazyRouteComponent(
      () => import('../features/auth/change-password-page.tsx'),
      'ChangePasswordPage',
    ),
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
    '/admin/clients',
    lazyRouteComponent(() => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
  ),
  page(
    administrators,
    '/admin/users',
    lazyRouteComponent(() => import('../features/users/users-page.tsx'), 'UsersPage'),
  ),
];

const projectPages = [
  ofMembers(
    '/developer',
    lazyRouteComponent(() => import('../features/objects/desk.tsx'), 'DeveloperPage'),
    { fullHeight: true },
  ),
  ofMembers(
    '/testing',
    lazyRouteComponent(() => import('../features/objects/desk.tsx'), 'TestingPage'),
    { fullHeight: true, flag: 'tableflag' },
  ),
  ofMembers(
    '/pairs',
    lazyRouteComponent(() => import('../features/proof/pairs/pairs-page.tsx'), 'PairsPage'),
    { fullHeight: true },
  ),
  ofMembers(
    '/pair',
    lazyRouteComponent(() => import('../features/proof/pair/pair-page.tsx'), 'PairPage'),
  ),
  ofMembers(
    '/assessment',
    lazyRouteComponent(() => import('../features/assessment/assess-page.tsx'), 'AssessmentPage'),
  ),
  ofMembers(
    '/waves',
    lazyRouteComponent(() => import('../features/waves/waves-page.tsx'), 'WavesPage'),
  ),
  ofMembers(
    '/proof',
    lazyRouteComponent(() => import('../features/proof/report/proof-page.tsx'), 'ProofPage'),
  ),
  ofMembers(
    '/proofreport',
    lazyRouteComponent(() => import('../features/proof/report/report-page.tsx'), 'ReportPage'),
  ),
  ofMembers(
    '/forecast',
    lazyRouteComponent(() => import('../features/forecast/forecast-page.tsx'), 'ForecastPage'),
  ),
  ofMembers(
    '/gate',
    lazyRouteComponent(() => import('../features/gate/gate-page.tsx'), 'GatePage'),
  ),
  ofMembers(
    '/cutover',
    lazyRouteComponent(() => import('../features/cutover/cutover-page.tsx'), 'CutoverPage'),
  ),
];

const projectPagesOfAdministrators = [
  ofAdministrators(
    '/admin/spreadsheet',
    lazyRouteComponent(
      () => import('../features/spreadsheet/spreadsheet-page.tsx'),
      'SpreadsheetPage',
    ),
  ),
  ofAdministrators(
    '/dbconnect',
    lazyRouteComponent(
      () => import('../features/connection/connection-page.tsx'),
      'ConnectionPage',
    ),
  ),
  ofAdministrators(
    '/webhooks',
    lazyRouteComponent(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  ofAdministrators(
    '/adminresults',
    lazyRouteComponent(
      () => import('../features/results/admin-results-page.tsx'),
      'AdminResultsPage',
    ),
    { fullHeight: true, flag: 'tableflag' },
  ),
  ofAdministrators(
    '/pairrules',
    lazyRouteComponent(() => import('../features/proof/pairs/rules-page.tsx'), 'RulesPage'),
  ),
  ofAdministrators(
    '/assignobjects',
    lazyRouteComponent(
      () => import('../features/objects/assign-objects-page.tsx'),
      'AssignObjectsPage',
    ),
    { fullHeight: true, flag: 'assignObjectFlag' },
  ),
];

const routeTree = root.addChildren([
  move('/', '/login'),
  login,
  register,
  wall,
  move('/admin', '/admin/dashboard'),
  move('/rtl', '/rtl/rtl-page'),
  layout.addChildren([
    ...(import.meta.env.DEV ? [designPage()] : []),
    ...pagesOfEverybody,
    administrators.addChildren(pagesOfAdministrators),
    project.addChildren([
      ...projectPages,
      projectAdministrators.addChildren(projectPagesOfAdministrators),
    ]),
  ]),
  move('$', '/login'),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // Guards also run for preloads, which must not change the stored selection.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: Waiting,
    trailingSlash: 'never',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
