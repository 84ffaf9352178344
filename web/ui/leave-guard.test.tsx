import { MantineProvider } from '@mantine/core';
import {
  type AnyRouter,
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { EditModal } from './edit-modal/edit-modal.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { theme } from './theme.ts';

const root = createRootRoute({ component: Outlet });
const page = (path: string, unsaved: boolean) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => <LeaveGuard unsaved={unsaved} />,
  });
const editor = createRoute({
  getParentRoute: () => root,
  path: '/editor',
  component: () => (
    <EditModal
      title="Edit"
      fields={[{ key: 'name', header: 'Name', type: 'text' }]}
      values={{ name: '' }}
      onSave={async () => {}}
      onClose={() => {}}
    />
  ),
});
const routeTree = root.addChildren([
  page('/form', true),
  editor,
  page('/list', false),
  page('/next', false),
]);

let router: AnyRouter;
const at = () => router.state.location.pathname;
const go = (to: string) => act(() => void router.history.push(to));

/** Opens a page, enters something, and turns to another one. */
async function turnFrom(path: string): Promise<void> {
  router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <MantineProvider env="test" theme={theme}>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await act(() => router.load());
  if (path === '/editor') await userEvent.type(screen.getByLabelText('Name'), 'new');
  go('/list');
}

describe.each([
  ['/form', 'Stay', 'Leave the page'],
  ['/editor', 'Keep editing', 'Discard changes'],
] as const)('%s with something unsaved', (path, stay, leave) => {
  it('is left when somebody says so', async () => {
    await turnFrom(path);
    await userEvent.click(await screen.findByRole('button', { name: stay }));
    expect(at()).toBe(path);
    go('/list');
    await userEvent.click(await screen.findByRole('button', { name: leave }));
    await expect.poll(at).toBe('/list');
  });

  it('asks nobody who goes on at once while it is being left', async () => {
    await turnFrom(path);
    const button = await screen.findByRole('button', { name: leave });
    act(() => {
      button.click();
      router.history.push('/next');
    });
    await expect.poll(at).toBe('/next');
  });
});
