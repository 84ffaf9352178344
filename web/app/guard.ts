import type { QueryClient } from '@tanstack/react-query';
import { redirect, type AnyRouter, type ParsedLocation } from '@tanstack/react-router';
import { ApiError } from '../lib/api.ts';
import type { ProjectSearch } from '../lib/search.ts';
import { toDoAt } from '../lib/project-screens.ts';
import { select, selected, storedUser } from '../lib/selection.ts';
import { meQuery } from '../lib/session.ts';

/** Admits a signed-in user; redirects everybody else to the login page, which returns them here afterwards. */
export async function requireSession(queryClient: QueryClient, location: ParsedLocation) {
  const toLogin = () => redirect({ to: '/login', search: { from: location.href } });
  if (!storedUser()) throw toLogin();
  try {
    await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw toLogin();
    throw error;
  }
}

/**
 * Leaves a screen whose session has ended. Several signs tell of one end (a refused call, another tab); the first one navigates.
 * @param ignoreBlocker whether to leave unsaved changes without a question
 */
export function leaveToLogin(router: AnyRouter, ignoreBlocker = false): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  void router.navigate({ to: '/login', search: { from: href }, ignoreBlocker });
}

/** Why a route is loaded: `stay` where its screen already shows, and only the search parameters change. */
type Cause = 'preload' | 'enter' | 'stay';

/**
 * Project and side in the address take precedence and are stored as the selection; where they are missing, they are filled in
 * from the stored selection. A preload stores nothing, because nobody has navigated yet.
 */
export function fillSelection(
  search: ProjectSearch,
  location: ParsedLocation,
  flag: 'tableflag' | 'assignObjectFlag' | null,
  cause: Cause = 'enter',
) {
  const project = search.project ?? selected('project')?.Project_Id;
  const side = flag ? (search.side ?? selected(flag) ?? 'source') : undefined;
  if (flag && side && cause !== 'preload') select(flag, side);
  const added = {
    ...(project !== search.project && { project }),
    ...(side !== undefined && side !== search.side && { side }),
    ...toDoOf(search, location, cause),
  };
  if (Object.keys(added).length === 0) return;
  throw redirect({
    to: location.pathname,
    search: { ...search, ...added },
    replace: true,
    ...(cause === 'stay' && { resetScroll: false }),
  });
}

/**
 * An address that says no more than project and side is that of somebody who comes to work. On the screen itself it is that of
 * somebody who has emptied the filters: the address then says so, to show the same when it is opened again.
 */
function toDoOf(search: ProjectSearch, { pathname }: ParsedLocation, cause: Cause) {
  if (Object.keys(search).some((key) => key !== 'project' && key !== 'side')) return null;
  const toDo = toDoAt(pathname, storedUser()?.is_admin === 1);
  if (toDo.todo === undefined) return null;
  return cause === 'stay' ? { todo: 0 } : toDo;
}

/** A path within this app to return to after a login, or undefined; never an address of another site. */
export function safeReturn(from: string | undefined): string | undefined {
  // Browsers read a backslash as a slash and strip tabs and line breaks, which could make the path
  // start with two slashes and so lead to another host.
  if (!from?.startsWith('/') || /^\/\/|[\\\t\r\n]/.test(from)) return undefined;
  return from.startsWith('/login') ? undefined : from;
}
