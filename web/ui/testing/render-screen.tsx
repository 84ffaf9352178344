import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type AnyRouter,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { Suspense, type FunctionComponent } from 'react';
import { projectSearch } from '../../lib/search.ts';
import { Confirmations } from '../confirm.tsx';
import { theme } from '../theme.ts';

/** Draws a screen of one project at an address, with everything that the app puts around it. */
export function renderScreen(screen: FunctionComponent, address: string) {
  const root = createRootRoute();
  const path = address.split('?')[0]!;
  const route = createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: projectSearch,
    component: screen,
  });
  const router: AnyRouter = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rendered = render(
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={client}>
        <Notifications />
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
        <Confirmations />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...rendered, router };
}
