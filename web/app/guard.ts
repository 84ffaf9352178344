import type { QueryClient } from '@tanstack/react-query';
import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { ApiError } from '../lib/api.ts';
import type { ProjectSearch } from '../lib/search.ts';
import { select, selected, storedUser } from '../lib/selection.ts';
import { meQuery } from '../lib/session.ts';

/** Lets the signed-in user in; everybody else goes to the login page, which brings them back. */
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
 * The address is the truth about project and side and becomes the stored selection; what it does not
 * say, the stored selection fills in. A preload only looks: nobody has gone there yet.
 */
export function fillSelection(
  search: ProjectSearch,
  location: ParsedLocation,
  flag: 'tableflag' | 'assignObjectFlag' | null,
  preload = false,
) {
  const project = search.project ?? selected('project')?.Project_Id;
  const side = flag ? (search.side ?? selected(flag) ?? 'source') : undefined;
  if (flag && side && !preload) select(flag, side);
  if (project !== search.project || (flag && side !== search.side)) {
    throw redirect({
      to: location.pathname,
      search: { ...search, ...(project && { project }), ...(side && { side }) },
      replace: true,
    });
  }
}

/** An address of ours to go to after a login, or nothing: never somebody else's. */
export function safeReturn(from: string | undefined): string | undefined {
  // Browsers read a backslash as a slash and leave tabs and line ends out: what begins with two slashes
  // then leads elsewhere.
  if (!from?.startsWith('/') || /^\/\/|[\\\t\r\n]/.test(from)) return undefined;
  return from.startsWith('/login') ? undefined : from;
}
